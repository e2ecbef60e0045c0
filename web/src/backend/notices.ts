/** Changes by others that concern the user, and the number of unread ones. */
import { type InfiniteData, type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Notice, NoticesRead, UnreadCount } from '../../../contract/notices.ts';
import { now } from '../clock.ts';
import { enqueue } from './change-queue.ts';
import { address, get, getAll, type Page, write } from './client.ts';
import { pagesQuery } from './queries.ts';

export type { Notice };

const PAGE = 50;
/** The most ids that the service takes at once, and the longest page that it gives. */
const MOST_AT_ONCE = 500;

export const unreadQuery = queryOptions({
  queryKey: ['notices', 'count'],
  queryFn: async ({ signal }) => (await get('/notices/count', {}, signal)).unread,
});

const listed = (unread: boolean, limit: number) => address('/notices', { unread: unread ? '1' : '0', limit });

export const noticePagesQuery = (unread: boolean) => pagesQuery(['notices', 'list', unread], listed(unread, PAGE));

/** Puts a number of unread notices into the cache that the service has told. */
export function cacheUnread(client: QueryClient, unread: number): void {
  client.setQueryData(unreadQuery.queryKey, unread);
}

/** Shows notices as read or unread before the service answers, and asks it anew when it refuses. */
async function mark(
  client: QueryClient,
  readAt: string | null,
  concerns: (notice: Notice) => boolean,
  send: () => Promise<UnreadCount>,
): Promise<void> {
  await client.cancelQueries({ queryKey: ['notices'] });
  const turned = new Set<string>();
  client.setQueriesData<InfiniteData<Page<Notice>>>(
    { queryKey: ['notices', 'list'] },
    (list) => list && { ...list, pages: list.pages.map((page) => ({ ...page, items: page.items.map(shown) })) },
  );
  const by = readAt === null ? turned.size : -turned.size;
  client.setQueryData(unreadQuery.queryKey, (count) => count && Math.max(0, count + by));
  return enqueue('notices', async () => {
    try {
      cacheUnread(client, (await send()).unread);
    } catch (error) {
      client.invalidateQueries({ queryKey: ['notices'] });
      throw error;
    }
  });

  function shown(notice: Notice): Notice {
    if (!concerns(notice) || (notice.read_at === null) === (readAt === null)) return notice;
    turned.add(notice.id);
    return { ...notice, read_at: readAt };
  }
}

const moment = () => new Date(now()).toISOString();
const sendRead = (which: NoticesRead) => write('POST', '/notices/read', { json: which });

export const readNotices = (client: QueryClient, ids: string[]): Promise<void> =>
  mark(
    client,
    moment(),
    ({ id }) => ids.includes(id),
    () => sendRead({ ids }),
  );

export const readNoticesOf = (client: QueryClient, ticketId: string): Promise<void> =>
  mark(
    client,
    moment(),
    (notice) => notice.ticket_id === ticketId,
    () => sendRead({ ticket_id: ticketId }),
  );

const listUnread = () => getAll('/notices', { unread: '1', limit: MOST_AT_ONCE });

/** Marks every notice up to the newest one as read. @returns the ids of those that were not, for Undo. */
export async function readAllNotices(client: QueryClient): Promise<string[]> {
  const unread = await enqueue('notices', listUnread);
  const [newest] = unread;
  if (!newest) return [];
  await mark(
    client,
    moment(),
    ({ created_at }) => created_at <= newest.created_at,
    () => sendRead({ until: newest.created_at }),
  );
  return unread.map(({ id }) => id);
}

export async function unreadNotices(client: QueryClient, ids: readonly string[]): Promise<void> {
  for (let from = 0; from < ids.length; from += MOST_AT_ONCE) {
    const some = ids.slice(from, from + MOST_AT_ONCE);
    await mark(
      client,
      null,
      ({ id }) => some.includes(id),
      () => write('POST', '/notices/unread', { json: { ids: some } }),
    );
  }
}
