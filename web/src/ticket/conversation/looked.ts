/** What the user has seen of each conversation on this device, so that the next visit shows what is new. */
import { useEffect, useState } from 'react';
import { useVisible } from '../../design/window.ts';
import { useMe } from '../../session/me.ts';
import { local } from '../../storage.ts';

const PLACE = 'kwit.looked.';
/** The tickets that are looked at last; the others count as never looked at. */
const MOST_TICKETS = 500;

/** By the id of a ticket, when the last entry that the user has seen was made, by the clock of the service. */
type Looked = Record<string, string>;

function read(me: string): Looked {
  try {
    return JSON.parse(local.get(PLACE + me) ?? '{}') as Looked;
  } catch {
    return {};
  }
}

function keep(me: string, ticket: string, at: string): void {
  const { [ticket]: _, ...others } = read(me);
  const latest = Object.fromEntries([...Object.entries(others), [ticket, at]].slice(-MOST_TICKETS));
  local.set(PLACE + me, JSON.stringify(latest));
}

/**
 * When the user last looked at a ticket, while they look at it now; undefined when this is the first time.
 *
 * @param newest when its last entry was made. From now on that counts as seen.
 */
export function useLookedBefore(ticket: string, newest: string): string | undefined {
  const me = useMe().id;
  const visible = useVisible();
  const [before] = useState(() => read(me)[ticket]);
  useEffect(() => {
    if (visible) keep(me, ticket, newest);
  }, [me, ticket, newest, visible]);
  return before;
}
