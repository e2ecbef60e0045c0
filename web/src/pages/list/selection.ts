import { useMemo, useState } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';

export type Selection = ReturnType<typeof useSelection>;

export function useSelection(tickets: TicketSummary[]) {
  const [ids, setIds] = useState<ReadonlySet<string>>(new Set());
  const [last, setLast] = useState<string>();
  const chosen = useMemo(() => tickets.filter((ticket) => ids.has(ticket.id)), [tickets, ids]);

  /** With `through`, selects everything from the last one to this one, too. */
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
    /** Selects these besides. */
    add: (more: readonly string[]) => setIds((before) => new Set([...before, ...more])),
    clear: () => setIds(new Set()),
    /** Leaves these out from now on. */
    drop: (gone: readonly string[]) => setIds((before) => new Set([...before].filter((id) => !gone.includes(id)))),
  };
}
