import { useState } from 'react';
import { useMinWidth } from '../design/window.ts';
import { local } from '../storage.ts';

const PLACE = 'kwit.sidebar';
/** A narrower screen, in rem, needs the room for what it shows. */
const ROOMY = 64;

/** Whether the sidebar is folded: as the user has chosen on this device, else where room is scarce. */
export function useFoldedSidebar() {
  const roomy = useMinWidth(ROOMY);
  const [chosen, setChosen] = useState(() => local.get(PLACE));
  const fold = (folded: boolean) => {
    const next = folded ? 'folded' : 'open';
    setChosen(next);
    local.set(PLACE, next);
  };
  return { folded: chosen === null ? !roomy : chosen === 'folded', fold };
}
