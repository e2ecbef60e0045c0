import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { OPEN_STATUSES, type TicketSummary, ticketsQuery } from '../../backend/tickets.ts';
import { CommandList, type Entry } from '../../design/command-list.tsx';
import { useDebounced } from '../../design/use-debounced.ts';
import { t } from '../../texts/texts.ts';
import { StatusSign } from '../showing/status.tsx';

const PAUSE_MS = 200;
const MOST = 8;
/** Words of a title by which something similar is looked for. */
const TELLING_WORDS = 3;
const SHORT = 4;

/** The longest words of a title: they tell most. The search leaves out one of them where nothing has all. */
export const tellingWords = (title: string): string =>
  (title.match(/[\p{L}\d]+/gu) ?? [])
    .filter((word) => word.length >= SHORT)
    .sort((a, b) => b.length - a.length)
    .slice(0, TELLING_WORDS)
    .join(' ');

const OPEN = OPEN_STATUSES.join();

/** The open tickets that something may be merged into: those chosen, those similar, and those that a search finds. */
export function TargetList({ tickets, onChoose }: { tickets: TicketSummary[]; onChoose: (to: TicketSummary) => void }) {
  const [text, setText] = useState('');
  const typed = useDebounced(text.trim().replace(/^#/, ''), PAUSE_MS);
  const number = /^\d{1,9}$/.test(typed) ? Number(typed) : undefined;
  const words = tellingWords(tickets[0]?.title ?? '');
  const similar = useQuery({ ...ticketsQuery({ q: words, status: OPEN, limit: MOST }), enabled: words !== '' }).data;
  const wanted = number === undefined ? { q: typed, status: OPEN, limit: MOST } : { number, status: OPEN };
  const found = useQuery({ ...ticketsQuery(wanted), enabled: number !== undefined || typed.length > 1 }).data;
  const ids = new Set(tickets.map(({ id }) => id));
  const others = (those: readonly TicketSummary[] = []) => those.filter(({ id }) => !ids.has(id));
  const entry = (ticket: TicketSummary, found = false): Entry => ({
    id: ticket.id,
    name: `#${ticket.number} ${ticket.title}`,
    found,
    shown: <TargetEntry ticket={ticket} />,
    onSelect: () => onChoose(ticket),
  });
  const known = others(similar).filter(({ id }) => !(found ?? []).some((one) => one.id === id));
  const chosen = tickets.filter(({ status }) => status !== 'closed').toSorted((a, b) => a.number - b.number);
  return (
    <CommandList
      label={t('merging.target')}
      placeholder={t('merging.target')}
      empty={t('merging.noTarget')}
      onSearch={setText}
      groups={[
        { heading: t('merging.found'), entries: others(found).map((ticket) => entry(ticket, true)) },
        {
          heading: t('merging.chosen'),
          entries: tickets.length > 1 ? chosen.slice(0, MOST).map((ticket) => entry(ticket)) : [],
        },
        { heading: t('merging.similar'), entries: known.map((ticket) => entry(ticket)) },
      ]}
    />
  );
}

function TargetEntry({ ticket }: { ticket: TicketSummary }) {
  return (
    <>
      <StatusSign status={ticket.status} />
      <span className="min-w-9 shrink-0 tabular-nums text-xs text-muted">#{ticket.number}</span>
      <span className="min-w-0 flex-1 truncate">{ticket.title}</span>
      <span className="shrink-0 text-xs text-muted max-md:hidden">{ticket.reporter_name}</span>
    </>
  );
}
