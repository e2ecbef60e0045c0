import { infiniteQueryOptions } from '@tanstack/react-query';
import type {
  OutboxDelivery,
  OutboxEntry,
  OutboxEntryDetail,
  OutboxList,
  OutboxReplay,
  OutboxStats,
} from '../../../contract/outbox.ts';
import { address, type PageAddress, pageAt, write } from './client.ts';
import { readQuery } from './queries.ts';

export type { OutboxDelivery, OutboxEntry, OutboxEntryDetail, OutboxReplay, OutboxStats };

/** The body of this list is an object, but the `Link` header names its next page as for every list. */
export const outboxQuery = (status: OutboxEntry['status'] | undefined) =>
  infiniteQueryOptions({
    queryKey: ['outbox', 'list', status],
    queryFn: ({ pageParam, signal }) => pageAt(pageParam, ({ items }: OutboxList) => items, signal),
    initialPageParam: address('/settings/events/outbox', { status, limit: 50 }) as PageAddress<OutboxEntry>,
    getNextPageParam: (page) => page.next,
    refetchInterval: 10_000,
  });

export const outboxStatsQuery = readQuery(
  ['outbox', 'stats'],
  '/settings/events/outbox/stats',
  {},
  { refetchInterval: 10_000 },
);

export const outboxEntryQuery = (id: string) => readQuery(['outbox', 'entry', id], `/settings/events/outbox/${id}`);

export const runOutbox = () => write('POST', '/settings/events/outbox/run-once');
export const replay = (id: string) => write('POST', `/settings/events/outbox/${id}/replay`);
export const replayMany = (which: OutboxReplay) => write('POST', '/settings/events/outbox/replay', { json: which });
