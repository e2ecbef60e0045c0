import { useState } from 'react';
import { useMinWidth } from '../design/use-min-width.ts';

const PLACE = 'kwit.sidebar';
/** A narrower screen, in rem, needs the room for what it shows. */
const ROOMY = 64;

/** Whether the sidebar is folded: as the user has chosen on this device, else where room is scarce. */
export function useFoldedSidebar() {
  const roomy = useMinWidth(ROOMY);
  const [chosen, setChosen] = useState(() => localStorage.getItem(PLACE));
  const fold = (folded: boolean) => {
    const next = folded ? 'folded' : 'open';
    setChosen(next);
    try {
      localStorage.setItem(PLACE, next);
    } catch {
      // With a full or forbidden storage the choice holds until the page is loaded again.
    }
  };
  return { folded: chosen === null ? !roomy : chosen === 'folded', fold };
}
