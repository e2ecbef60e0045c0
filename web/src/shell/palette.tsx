import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { peopleFoundQuery } from '../backend/people.ts';
import { type ListedRow, ticketSearchQuery } from '../backend/tickets.ts';
import { type Command, type CommandGroup as Group, useAllCommands } from '../commands/registry.ts';
import { Avatar } from '../design/avatar.tsx';
import { CommandList, type EntryGroup } from '../design/command-list.tsx';
import { Dialog } from '../design/dialog.tsx';
import { useDebounced } from '../design/use-debounced.ts';
import { useIsDeveloper } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { SearchStepNote } from '../tickets/filtering/search-step-note.tsx';
import { MarkedWords, markedTitle, snippetParts } from '../tickets/showing/found-words.tsx';
import { StatusSign } from '../tickets/showing/status.tsx';
import { usePaletteCommands } from './palette-commands.ts';

const GROUPS: Group[] = ['ticket', 'list', 'go', 'app'];
const PAUSE_MS = 200;
const MOST_FOUND = 8;
const MOST_PEOPLE = 5;
/** Commands that only make sense as keys. */
const HIDDEN = [
  'next',
  'previous',
  'up',
  'down',
  'column left',
  'column right',
  'palette',
  'close panel',
  'deselect',
  'reply',
];

export function Palette({ onClose }: { onClose: () => void }) {
  const [text, setText] = useState('');
  const isTold = ({ id, idle, onlyBySearch }: Command) =>
    !idle && !HIDDEN.includes(id) && !(onlyBySearch && text === '');
  const commands = [...useAllCommands().filter(isTold), ...usePaletteCommands()];
  const developer = useIsDeveloper();
  const settled = useDebounced(text.trim(), PAUSE_MS);
  const navigate = useNavigate();
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1];
  const found = useQuery({ ...ticketSearchQuery(settled, MOST_FOUND), enabled: settled.length >= 2 && !number }).data;
  const people =
    useQuery({ ...peopleFoundQuery(settled, MOST_PEOPLE), enabled: developer && settled.length >= 2 && !number })
      .data ?? [];
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
              name: t('commands.openTicket', { number }),
              found: true,
              onSelect: () => run(() => openTicket(number)),
            },
          ]
        : [],
    },
    ...GROUPS.map((group) => ({
      heading: t(`commands.${group}`),
      entries: commands
        .filter((command) => command.group === group)
        .map(({ id, label, keys, run: work }) => ({ id, name: label, keys, onSelect: () => run(work) })),
    })),
    {
      heading: t('commands.people'),
      entries: people.map(({ id, name, avatar_url, role }) => ({
        id,
        name,
        found: true,
        shown: (
          <>
            <Avatar name={name} url={avatar_url} size={20} />
            <span className="truncate">{name}</span>
          </>
        ),
        onSelect: () =>
          run(() => navigate({ to: '/tickets', search: role === 'developer' ? { assignee: id } : { reporter: id } })),
      })),
    },
    {
      heading: t('commands.found'),
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
        placeholder={t('commands.placeholder')}
        empty={t('commands.nothing')}
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
      <span className="min-w-9 shrink-0 tabular-nums text-xs text-muted">#{ticket.number}</span>
      <span className="min-w-0 py-1">
        <span className="block truncate">
          <MarkedWords parts={markedTitle(ticket)} />
        </span>
        {excerpt && (
          <span className="block truncate text-xs text-muted">
            <MarkedWords parts={excerpt} />
          </span>
        )}
      </span>
    </>
  );
}
