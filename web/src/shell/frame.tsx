/** The layout around every page of a signed-in user. */
import './app.css';
import { type QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { Suspense, useCallback, useEffect, useState, useSyncExternalStore } from 'react';
import { hasPendingChange } from '../backend/change-queue.ts';
import { whenSignedOut } from '../backend/client.ts';
import { type LiveMessage, LiveStream, type StreamState } from '../backend/live.ts';
import { cacheUnread, unreadQuery } from '../backend/notices.ts';
import { REFETCH_MS } from '../backend/query-client.ts';
import { copiesOf, dropTicket } from '../backend/ticket-cache.ts';
import { readOnlyQuery, workspaceQuery } from '../backend/workspace.ts';
import { useCommands } from '../commands/registry.ts';
import { useShortcuts } from '../commands/shortcuts.ts';
import { Skeleton } from '../design/feedback.tsx';
import { Icon } from '../design/icon.tsx';
import { onDemand, PartPlace } from '../design/on-demand.tsx';
import { undoLast } from '../design/toast.tsx';
import { useFirstSign } from '../design/use-first-sign.ts';
import { printPage } from '../design/window.ts';
import { useIsDeveloper, useMe, WithSession } from '../session/me.ts';
import { t } from '../texts/texts.ts';
import { usePastedFilesOfWindow } from '../tickets/attaching/given-files.ts';
import { TicketDialogs } from '../tickets/changing/ticket-dialogs.tsx';
import { takeLastBack } from '../tickets/changing/undo.ts';
import { flash } from '../tickets/showing/flash.ts';
import { AllowedPage } from './frame-error.tsx';
import { navigationItems } from './navigation.ts';
import { Sidebar } from './sidebar.tsx';
import { TabBar } from './tab-bar.tsx';
import { useUnreadTab } from './unread.tsx';

const SignInAgain = onDemand(async () => (await import('./sign-in-again.tsx')).SignInAgain, 'entering');
const Palette = onDemand(async () => (await import('./palette.tsx')).Palette, 'commands', 'admin');
const ShortcutSheet = onDemand(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet, 'commands');

export const Frame = () => (
  <WithSession>
    <SignedInFrame />
  </WithSession>
);

function SignedInFrame() {
  const me = useMe();
  const navigate = useNavigate();
  const [open, setOpen] = useState<'palette' | 'shortcuts'>();
  useShortcuts();
  usePastedFilesOfWindow();
  useUnreadTab();
  useFirstSign(usePreload());
  const [isSignedOut, setSignedOut] = useState(false);
  useEffect(() => {
    whenSignedOut(() => setSignedOut(true));
    return () => whenSignedOut(() => {});
  }, []);
  const client = useQueryClient();
  const cutOff = useCutOff(useLiveUpdates(client) === 'unreachable');

  useCommands([
    ...navigationItems(me.role).map((place) => ({
      id: `go ${place.to}`,
      label: t(place.label),
      group: 'go' as const,
      keys: `g ${place.key}`,
      run: () => navigate({ to: place.to }),
    })),
    ...(me.role === 'developer'
      ? [
          {
            id: 'go due',
            label: t('due.first'),
            group: 'go' as const,
            keys: 'g d',
            run: () => navigate({ to: '/tickets', search: { sort: 'due_at', order: 'asc' } }),
          },
        ]
      : []),
    { id: 'go /me', label: t('nav.me'), group: 'go', keys: 'g p', run: () => navigate({ to: '/me' }) },
    { id: 'new', label: t('new.title'), group: 'app', keys: 'c', run: () => navigate({ to: '/new' }) },
    {
      id: 'palette',
      label: t('palette.title'),
      group: 'app',
      keys: 'mod+k',
      whileTyping: true,
      run: () => setOpen('palette'),
    },
    { id: 'shortcuts', label: t('shortcuts.title'), group: 'app', keys: '?', run: () => setOpen('shortcuts') },
    {
      id: 'print',
      label: t('command.print'),
      group: 'app',
      keys: 'mod+p',
      whileTyping: true,
      run: () => void printPage(),
    },
    { id: 'undo', label: t('action.undo'), group: 'app', keys: 'z', run: () => undoLast() },
    { id: 'undo-act', label: t('undo.last'), group: 'app', keys: 'mod+z', run: () => void takeLastBack(client) },
  ]);

  useEffect(() => {
    const show = () => setOpen('palette');
    window.addEventListener('kwit:palette', show);
    return () => window.removeEventListener('kwit:palette', show);
  }, []);

  return (
    <div className="flex min-h-dvh" data-cut-off={cutOff}>
      <a
        href="#content"
        className="sr-only z-70 rounded-lg bg-accent px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
      >
        {t('shell.skip')}
      </a>
      <Sidebar onSearch={() => setOpen('palette')} />
      <div className="flex min-w-0 flex-1 flex-col">
        {cutOff && <StateBar state={cutOff} />}
        <main id="content" tabIndex={-1} className="flex min-h-0 flex-1 flex-col outline-none max-md:pb-16">
          <Suspense fallback={<Skeleton />}>
            <AllowedPage />
          </Suspense>
        </main>
      </div>
      <TabBar onSearch={() => setOpen('palette')} />
      <TicketDialogs />
      <PartPlace>
        {isSignedOut && <SignInAgain onClose={() => setSignedOut(false)} />}
        {open === 'palette' && <Palette onClose={() => setOpen(undefined)} />}
        {open === 'shortcuts' && <ShortcutSheet onClose={() => setOpen(undefined)} />}
      </PartPlace>
    </div>
  );
}

/** Loads what opens at once, although it is not on the page. */
function usePreload() {
  const router = useRouter();
  const list = useIsDeveloper() ? '/tickets' : '/my';
  return useCallback(async () => {
    await Promise.all([Palette.preload(), SignInAgain.preload()]);
    for (const to of [list, '/board'] as const) await router.preloadRoute({ to });
  }, [router, list]);
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

type CutOff = 'offline' | 'unreachable' | 'readOnly';

/** Why the service takes no changes: the browser has no network, the service does not answer, or is read-only. */
function useCutOff(unreachable: boolean): CutOff | undefined {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  const { data: isReadOnly } = useQuery(readOnlyQuery);
  if (!online) return 'offline';
  if (unreachable) return 'unreachable';
  return isReadOnly ? 'readOnly' : undefined;
}

/** Sticks to the top; the headers of pages stick below it (`in-data-cut-off`). */
function StateBar({ state }: { state: CutOff }) {
  return (
    <div
      role="status"
      className="sticky top-0 z-30 print:hidden flex h-8 shrink-0 items-center justify-center gap-2 bg-warning-soft px-4 text-sm whitespace-nowrap text-warning max-md:px-2 max-md:text-xs"
    >
      <Icon name="warning" size={16} />
      {t(`shell.${state}`)}
    </div>
  );
}

// Refetches what the page shows: on events of the live stream, and without the stream on focus and every 30 seconds.
/** Data that others may change while a page shows it: the first parts of the queries' keys. */
const FAMILIES = ['tickets', 'tasks', 'notices'] as const;

/** Events within this time cause one refetch. */
const GATHER_MS = 200;

/**
 * Whether a query may show what the events tell. Lists, counts and boards may show any ticket, and no words of a comment;
 * a detail shows its own.
 */
function shows(news: readonly LiveMessage[], [family, kind, about]: QueryKey): boolean {
  if (family !== 'tickets') return false;
  return kind === 'detail'
    ? news.some(({ number }) => number === about)
    : news.some(({ type }) => type !== 'comment.edited');
}

/**
 * Whether the cache has the service's answer to what this user did. Files and links make no new version, but a later
 * `updated_at`.
 */
const isKnown = (client: QueryClient, me: string, event: LiveMessage): boolean =>
  event.actor_user_id === me &&
  event.type.startsWith('ticket.') &&
  event.type !== 'ticket.created' &&
  copiesOf(
    client,
    ({ id, version, updated_at }) =>
      id === event.ticket_id && version >= event.version && updated_at >= event.occurred_at,
  ).length > 0;

/** Refetches what the events are about, and flashes the tickets that others have changed. */
async function refresh(client: QueryClient, me: string, events: readonly LiveMessage[]): Promise<void> {
  if (events.some(({ type }) => type === 'task.synced')) client.invalidateQueries({ queryKey: ['tasks'] });
  const news = events.filter((event) => !isKnown(client, me, event));
  if (news.length === 0) return;
  await client.invalidateQueries({ predicate: ({ queryKey }) => shows(news, queryKey) });
  for (const number of new Set(news.filter((event) => event.actor_user_id !== me).map((event) => event.number)))
    flash(number);
}

/** Refetches the open tickets after a gap: that a comment was edited meanwhile is not told again. */
const readTicketsAgain = (client: QueryClient) => client.invalidateQueries({ queryKey: ['tickets', 'detail'] });

/**
 * The stream goes on from the moment of the first answer, so that nothing needs to be asked for again.
 *
 * @returns the state of the stream; null before the first one.
 */
function useLiveUpdates(client: QueryClient): StreamState | null {
  const me = useMe().id;
  const [state, setState] = useState<StreamState | null>(null);
  useEffect(() => {
    const since = client.getQueryData(workspaceQuery.queryKey) ?? '';
    // The stream begins with a count, which is mostly the one that the page has.
    let [open, hasOpened, noticed, isCounted] = [false, false, false, false];
    let gathered: LiveMessage[] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;

    const tell = () => {
      // An answer from before a pending change would show the old state again.
      timer = hasPendingChange() ? setTimeout(tell, GATHER_MS) : undefined;
      if (timer !== undefined) return;
      refresh(client, me, gathered);
      if (noticed) client.invalidateQueries({ queryKey: ['notices', 'list'] });
      gathered = [];
      noticed = false;
    };
    const stream = new LiveStream(since, {
      onEvent: (event) => {
        gathered.push(event);
        timer ??= setTimeout(tell, GATHER_MS);
      },
      onGone: ({ ticket_id: id, number }) => dropTicket(client, { id, number }),
      onUnread: (unread) => {
        noticed ||= isCounted || client.getQueryData(unreadQuery.queryKey) !== unread;
        isCounted = true;
        if (!hasPendingChange('notices')) cacheUnread(client, unread);
        if (noticed) timer ??= setTimeout(tell, GATHER_MS);
      },
      onReset: () => client.invalidateQueries(),
      onState: (next) => {
        if (next === 'open' && hasOpened) readTicketsAgain(client);
        hasOpened ||= next === 'open';
        open = next === 'open';
        setState(next);
      },
    });
    const clock = setInterval(() => {
      if (open || document.hidden) return;
      for (const family of FAMILIES) client.invalidateQueries({ queryKey: [family] });
    }, REFETCH_MS);
    return () => {
      stream.stop();
      clearInterval(clock);
      clearTimeout(timer);
    };
  }, [client, me]);
  return state;
}
