/**
 * Refetches what the page shows: on events of the live stream, and without the stream on focus and every 30 seconds.
 */
import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { hasPendingChange } from '../backend/change-queue.ts';
import { type LiveMessage, type LiveState, LiveStream } from '../backend/live.ts';
import { cacheUnread, unreadQuery } from '../backend/notices.ts';
import { REFETCH_MS } from '../backend/query-client.ts';
import { copiesOf, dropTicket } from '../backend/ticket-cache.ts';
import { workspaceQuery } from '../backend/workspace.ts';
import { useMe } from '../session/me.ts';
import { flash } from '../tickets/showing/flash.ts';

/** What others may change while a page shows it: the first parts of the queries' keys. */
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
export function useLiveUpdates(client: QueryClient): LiveState | null {
  const me = useMe().id;
  const [state, setState] = useState<LiveState | null>(null);
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
