import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { DUE_FILTERS } from '../../../contract/due-words.ts';
import { LANGUAGES } from '../../../contract/words.ts';
import { ADMIN_SECTIONS, type AdminSection } from '../administration/sections.ts';
import { enqueue } from '../backend/change-queue.ts';
import { usableLabelsQuery } from '../backend/labels.ts';
import { peopleFoundQuery } from '../backend/people.ts';
import { projectsQuery } from '../backend/projects.ts';
import { changeProfile, meQuery, signOut } from '../backend/sign-in.ts';
import { type ListedRow, PRIORITIES, STATUSES, ticketSearchQuery } from '../backend/tickets.ts';
import { viewsQuery } from '../backend/views.ts';
import { reach } from '../commands/reach.ts';
import { type Command, type CommandGroup as Group, useAllCommands } from '../commands/registry.ts';
import { Avatar } from '../design/avatar.tsx';
import { CommandList, type EntryGroup } from '../design/command-list.tsx';
import { Dialog } from '../design/dialog.tsx';
import { toastRefusal } from '../design/toast.tsx';
import { useDebounced } from '../design/use-debounced.ts';
import { useLeaving } from '../session/leaving.ts';
import { useIsDeveloper, useMe } from '../session/me.ts';
import { chooseTheme } from '../session/theme.ts';
import { chooseLanguage, LANGUAGE_NAMES, type Language, t } from '../texts/texts.ts';
import { SearchStepNote } from '../tickets/filtering/search-step-note.tsx';
import { MarkedWords, markedTitle, snippetParts } from '../tickets/showing/found-words.tsx';
import { DENSITIES, layRowsOut } from '../tickets/showing/row-layout.ts';
import { StatusSign } from '../tickets/showing/status.tsx';
import { type RecentTicket, recentTickets } from '../tickets/walking/recent.ts';
import { OWN_ROOMS, ROOMS, type Room, type RoomName } from './rooms.ts';
import { placeOfView } from './saved-views.tsx';

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
  const commands = [...useAllCommands(), ...usePaletteCommands()].filter(isTold);
  const developer = useIsDeveloper();
  const settled = useDebounced(text.trim(), PAUSE_MS);
  const navigate = useNavigate();
  const number = /^#?(\d{1,9})$/.exec(text.trim())?.[1];
  const matches = useQuery({ ...ticketSearchQuery(settled, MOST_FOUND), enabled: settled.length >= 2 && !number }).data;
  const people =
    useQuery({ ...peopleFoundQuery(settled, MOST_PEOPLE), enabled: developer && settled.length >= 2 && !number })
      .data ?? [];
  const run = (work: () => void) => {
    onClose();
    // The dialog returns the focus first, so that the command may move it.
    requestAnimationFrame(work);
  };
  const openTicket = (ticketNumber: number | string) =>
    navigate({ to: '/t/$number', params: { number: String(ticketNumber) } });

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
      heading: t('commands.recent'),
      entries:
        text === ''
          ? recentTickets().map((ticket) => ({
              id: `recent ${ticket.number}`,
              name: ticket.title,
              shown: <TicketEntry ticket={ticket} />,
              onSelect: () => run(() => openTicket(ticket.number)),
            }))
          : [],
    },
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
      entries: (matches?.items ?? []).map((ticket) => ({
        id: ticket.id,
        name: ticket.title,
        found: true,
        shown: <TicketEntry ticket={ticket} />,
        onSelect: () => run(() => openTicket(ticket.number)),
      })),
    },
  ];

  return (
    <Dialog onClose={onClose} title={t('palette.title')} hideTitle wide>
      <CommandList
        label={t('palette.title')}
        placeholder={t('commands.placeholder')}
        empty={t('commands.nothing')}
        groups={groups}
        onSearch={setText}
      />
      <SearchStepNote step={matches?.step} />
    </Dialog>
  );
}

function TicketEntry({ ticket }: { ticket: ListedRow | RecentTicket }) {
  const excerpt = 'snippet' in ticket ? snippetParts(ticket) : undefined;
  return (
    <>
      <StatusSign status={ticket.status} />
      <span className="min-w-9 shrink-0 tabular-nums text-xs text-muted">#{ticket.number}</span>
      <span className="min-w-0 py-1">
        <span className="block truncate">
          <MarkedWords parts={'snippet' in ticket ? markedTitle(ticket) : [{ text: ticket.title, match: false }]} />
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

// Commands that the palette offers besides those of the page: places, and acts that need no key.
const THEMES = ['system', 'light', 'dark'] as const;

type Run = (group: Command['group'], id: string, label: string, run: () => unknown) => Command;

const command: Run = (group, id, label, run) => ({ id, label, group, run: () => void run() });

/** A place that is there for whoever types a part of its name: there may be many. */
const sought = (id: string, label: string, run: () => unknown): Command => ({
  ...command('go', id, label, run),
  onlyBySearch: true,
});

function usePaletteCommands(): Command[] {
  const places = usePlaces();
  const administration = useAdministration();
  const rooms = useRooms();
  const acts = useActs();
  return [...places, ...administration, ...rooms, ...acts];
}

/** The tickets of each state, and what the user has saved. */
function usePlaces(): Command[] {
  const navigate = useNavigate();
  const isDeveloper = useIsDeveloper();
  const views = useQuery({ ...viewsQuery, enabled: isDeveloper }).data ?? [];
  const labels = useQuery({ ...usableLabelsQuery, enabled: isDeveloper }).data ?? [];
  const projects = useQuery(projectsQuery).data ?? [];
  return [
    ...STATUSES.map((status) =>
      command('go', `state ${status}`, t('commands.state', { status: t(`status.${status}`) }), () =>
        navigate({ to: isDeveloper ? '/tickets' : '/my', search: { status } }),
      ),
    ),
    ...(isDeveloper ? DUE_FILTERS : []).map((due) =>
      command('go', `due ${due}`, `${t('due.title')}: ${t(`due.${due}`)}`, () =>
        navigate({ to: '/tickets', search: { due, sort: 'due_at', order: 'asc' } }),
      ),
    ),
    ...(isDeveloper ? PRIORITIES : []).map((priority) =>
      sought(`tickets priority ${priority}`, t('commands.priority', { name: t(`priority.${priority}`) }), () =>
        navigate({ to: '/tickets', search: { priority } }),
      ),
    ),
    ...labels.map(({ id, name }) =>
      sought(`tickets label ${id}`, t('commands.label', { name }), () =>
        navigate({ to: '/tickets', search: { label: id } }),
      ),
    ),
    ...projects.map(({ id, name }) =>
      sought(`tickets project ${id}`, t('commands.project', { name }), () =>
        navigate({ to: isDeveloper ? '/tickets' : '/my', search: { project: id } }),
      ),
    ),
    ...views.map((view) =>
      command('go', `view ${view.id}`, t('commands.view', { name: view.name }), () => navigate(placeOfView(view))),
    ),
  ];
}

function useAdministration(): Command[] {
  const navigate = useNavigate();
  const go = (section: AdminSection, open?: 'invite') =>
    navigate({ to: '/admin/$section', params: { section }, search: open ? { open } : {} });
  if (!useIsDeveloper()) return [];
  return [
    ...ADMIN_SECTIONS.map((section) =>
      command('go', `admin ${section}`, t('commands.admin', { section: t(`admin.${section}`) }), () => go(section)),
    ),
    command('app', 'invite', t('commands.invite'), () => go('users', 'invite')),
  ];
}

/** Commands of rooms that are not open: the palette goes there, and to the control. */
function useRooms(): Command[] {
  const navigate = useNavigate();
  const isDeveloper = useIsDeveloper();
  const rooms: readonly [string, Room][] = Object.entries({ ...OWN_ROOMS, ...(isDeveloper ? ROOMS : {}) });
  return rooms.map(([id, { section, to, reach: control }]) => ({
    ...sought(`to ${id}`, t(`commands.to.${id as RoomName}`), async () => {
      await (section
        ? navigate({ to: '/admin/$section', params: { section }, search: {} })
        : navigate({ to: to ?? '/' }));
      if (control) reach(control);
    }),
    group: 'app' as const,
  }));
}

/** The user's own settings. */
function useActs(): Command[] {
  const me = useMe();
  const client = useQueryClient();
  const leave = useLeaving();
  const speak = async (language: Language) => {
    try {
      client.setQueryData(meQuery.queryKey, await enqueue('me', () => changeProfile({ language })));
      await chooseLanguage(language);
    } catch (error) {
      toastRefusal(error);
    }
  };
  return [
    ...THEMES.map((theme) =>
      command('app', `theme ${theme}`, t('commands.theme', { theme: t(`theme.${theme}`) }), () => chooseTheme(theme)),
    ),
    ...DENSITIES.map((density) =>
      command('app', `density ${density}`, `${t('density.title')}: ${t(`density.${density}`)}`, () =>
        layRowsOut({ density }),
      ),
    ),
    ...LANGUAGES.filter((language) => language !== me.language).map((language) =>
      command('app', `language ${language}`, t('commands.language', { language: LANGUAGE_NAMES[language] }), () =>
        speak(language),
      ),
    ),
    command('app', 'sign out', t('commands.signOut'), () => leave(signOut)),
  ];
}
