import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type {
  OutboxDelivery,
  OutboxEntry,
  OutboxEntryDetail,
  OutboxList,
  OutboxReplay,
  OutboxReplayed,
  OutboxRunOnce,
  OutboxStats,
} from '../../../contract/outbox.ts';
import { address, get, send, write } from './client.ts';

export type { OutboxDelivery, OutboxEntry, OutboxEntryDetail, OutboxReplay, OutboxStats };

interface OutboxPage {
  items: OutboxEntry[];
  next: string | undefined;
}

/** The body of this list is an object, but the `Link` header names its next page as for every list. */
async function readPage(url: string, signal: AbortSignal): Promise<OutboxPage> {
  const response = await send('GET', url, { signal });
  const { items } = (await response.json()) as OutboxList;
  const next = /<([^>]+)>\s*;\s*rel="?next"?/.exec(response.headers.get('Link') ?? '')?.[1];
  if (next === undefined) return { items, next };
  const { pathname, search } = new URL(next, location.origin);
  return { items, next: pathname + search };
}

export const outboxQuery = (status: string | undefined) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', status],
    queryFn: ({ pageParam, signal }) => readPage(pageParam, signal),
    initialPageParam: address('/settings/events/outbox', { status, limit: 50 }),
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  });

export const outboxStatsQuery = queryOptions({
  queryKey: ['outbox', 'stats'],
  queryFn: ({ signal }) => get<OutboxStats>('/settings/events/outbox/stats', {}, signal),
  refetchInterval: 10_000,
});

export const outboxEntryQuery = (id: string) =>
  queryOptions({
    queryKey: ['outbox', 'entry', id],
    queryFn: ({ signal }) => get<OutboxEntryDetail>(`/settings/events/outbox/${id}`, {}, signal),
  });

export const runOutbox = () => write<OutboxRunOnce>('POST', '/settings/events/outbox/run-once');
export const replay = (id: string) => write<OutboxEntryDetail>('POST', `/settings/events/outbox/${id}/replay`);
export const replayMany = (which: OutboxReplay) =>
  write<OutboxReplayed>('POST', '/settings/events/outbox/replay', { json: which });
