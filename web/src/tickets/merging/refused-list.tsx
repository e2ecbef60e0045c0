import { useEffect, useState } from 'react';
import type { Refused } from '../../backend/merging.ts';
import type { TicketSummary } from '../../backend/tickets.ts';
import { refusalCode, refusalText } from '../../design/feedback.tsx';
import { loadRefusal } from '../../texts/texts.ts';

interface RefusedListProps {
  tickets: readonly Pick<TicketSummary, 'id' | 'number'>[];
  refused: readonly Refused[];
}

/** The tickets for which something was refused, and why. */
export function RefusedList({ tickets, refused }: RefusedListProps) {
  const [, setLoaded] = useState(0);
  useEffect(() => {
    const codes = new Set(refused.map(({ error }) => refusalCode(error)).filter((code) => code !== undefined));
    Promise.all([...codes].map(loadRefusal)).then(() => setLoaded((count) => count + 1));
  }, [refused]);
  if (refused.length === 0) return null;
  return (
    <ul role="alert" className="flex flex-col gap-1 rounded-lg bg-danger-soft px-4 py-3 text-sm text-danger">
      {refused.map(({ id, error }) => (
        <li key={id}>
          <span className="tabular-nums">#{tickets.find((ticket) => ticket.id === id)?.number}</span>{' '}
          {refusalText(error)}
        </li>
      ))}
    </ul>
  );
}
