import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { foundTicketsQuery, type ListedRow } from '../backend/tickets.ts';
import { type CommandGroup as Group, useAllCommands } from '../commands/registry.ts';
import { CommandList, type EntryGroup } from '../design/command-list.tsx';
import { Dialog } from '../design/dialog.tsx';
import { useDebounced } from '../design/use-debounced.ts';
import { t } from '../texts/texts.ts';
import { SearchStepNote } from '../tickets/filtering/search-step-note.tsx';
import { FoundWords, markedTitle, snippetParts } from '../tickets/showing/found-words.tsx';
import { StatusSign } from '../tickets/showing/status.tsx';

const GROUPS: Group[] = ['ticket', 'list', 'go', 'app'];
const PAUSE_MS = 200;
const MOST_FOUND = 8;
/** Commands that only make sense as keys. */
const HIDDEN = ['next', 'previous', 'up', 'down', 'column left', 'column right', 'palette', 'close panel', 'deselect'];

export function Palette({ onClose }: { onClose: () => void }) {
  const commands = useAllCommands().filter(({ id, idle }) => !idle && !HIDDEN.includes(id));
  const [text, setText] = useState('');
  const settled = useDebounced(text.trim(), PAUSE_MS);
  const navigate = useNavigate();
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1];
  const found = useQuery({ ...foundTicketsQuery(settled, MOST_FOUND), enabled: settled.length >= 2 && !number }).data;
  const run = (work: () => void) => {
    onClose();
    // The dialog returns the focus first, so that the command may move it.
    requestAnimationFrame(work);
  };
  const openTicket = (wanted: number | string) => navigate({ to: '/t/$number', params: { number: String(wanted) } });

  const groups: EntryGroup[] = [
    {
      heading: t('nav.tickets'),
      entries: number
        ? [
            {
              id: 'number',
              name: t('palette.openTicket', { number }),
              found: true,
              onSelect: () => run(() => openTicket(number)),
            },
          ]
        : [],
    },
    ...GROUPS.map((group) => ({
      heading: t(`palette.${group}`),
      entries: commands
        .filter((command) => command.group === group)
        .map(({ id, label, keys, run: work }) => ({ id, name: label, keys, onSelect: () => run(work) })),
    })),
    {
      heading: t('palette.found'),
      entries: (found?.items ?? []).map((ticket) => ({
        id: ticket.id,
        name: ticket.title,
        found: true,
        shown: <TicketEntry ticket={ticket} />,
        onSelect: () => run(() => openTicket(ticket.number)),
      })),
    },
  ];

  return (
    <Dialog open onClose={onClose} title={t('palette.title')} hideTitle wide>
      <CommandList
        label={t('palette.title')}
        placeholder={t('palette.placeholder')}
        empty={t('palette.nothing')}
        groups={groups}
        onSearch={setText}
      />
      <SearchStepNote step={found?.step} />
    </Dialog>
  );
}

function TicketEntry({ ticket }: { ticket: ListedRow }) {
  const excerpt = snippetParts(ticket);
  return (
    <>
      <StatusSign status={ticket.status} />
      <span className="min-w-9 shrink-0 font-mono text-xs text-muted">#{ticket.number}</span>
      <span className="min-w-0 py-1">
        <span className="block truncate">
          <FoundWords parts={markedTitle(ticket)} />
        </span>
        {excerpt && (
          <span className="block truncate text-xs text-muted">
            <FoundWords parts={excerpt} />
          </span>
        )}
      </span>
    </>
  );
}
