import { useMemo, useState } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';

export interface Selection {
  ids: ReadonlySet<string>;
  chosen: TicketSummary[];
  /** With `through`, selects everything from the last one to this one, too. */
  toggle: (id: string, through?: boolean) => void;
  /** Selects these besides. */
  add: (ids: readonly string[]) => void;
  clear: () => void;
  /** Leaves these out from now on. */
  drop: (ids: readonly string[]) => void;
}

export function useSelection(tickets: TicketSummary[]): Selection {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const chosen = useMemo(() => tickets.filter((ticket) => ids.has(ticket.id)), [tickets, ids]);

  const toggle = (id: string, through = false) => {
    const next = new Set(ids);
    const from = through && last ? tickets.findIndex((ticket) => ticket.id === last) : -1;
    const to = tickets.findIndex((ticket) => ticket.id === id);
    if (from >= 0) for (const ticket of tickets.slice(Math.min(from, to), Math.max(from, to) + 1)) next.add(ticket.id);
    else if (!next.delete(id)) next.add(id);
    setIds(next);
    setLast(id);
  };
  return {
    ids,
    chosen,
    toggle,
    add: (more) => setIds((before) => new Set([...before, ...more])),
    clear: () => setIds(new Set()),
    drop: (gone) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
  };
}
