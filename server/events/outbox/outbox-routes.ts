import {
  OutboxEntryDetail,
  OutboxFilter,
  OutboxList,
  OutboxReplay,
  OutboxReplayed,
  OutboxRunOnce,
  OutboxStats,
} from '#contract/outbox.ts';
import { IdPath } from '#contract/scalars.ts';
import { checkedCursor, nextPage, readCursor, type SettingsSource } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { listEntries, replayEntries, replayEntry, showEntry, showStats, type UnseenNames } from './show-outbox.ts';
import type { OutboxWorker } from './worker.ts';

const reads = { tag: 'Events', access: 'developer', scope: 'read' } as const;
const administers = { ...reads, scope: 'admin' } as const;

const listing = operation({
  operationId: 'listOutboxEntries',
  summary: 'List recorded events and what became of them',
  ...reads,
  query: OutboxFilter,
  answers: { 200: OutboxList },
});

const entry = operation({
  operationId: 'getOutboxEntry',
  summary: 'Read one recorded event with its payload and its deliveries',
  ...reads,
  params: IdPath,
  answers: { 200: OutboxEntryDetail },
  refuses: ['outbox_entry_not_found'],
});

const stats = operation({
  operationId: 'getOutboxStatistics',
  summary: 'Read how the queue is and what the worker has done',
  ...reads,
  expensive: true,
  answers: { 200: OutboxStats },
});

const runningOnce = operation({
  operationId: 'runOutboxOnce',
  summary: 'Deliver what is due now',
  ...administers,
  answers: { 200: OutboxRunOnce },
  refuses: ['too_many_requests'],
});

const replayOne = operation({
  operationId: 'replayOutboxEntry',
  summary: 'Deliver one event again: a failed one where it is lacking, a sent one everywhere',
  ...administers,
  params: IdPath,
  answers: { 200: OutboxEntryDetail },
  refuses: ['too_many_requests', 'outbox_entry_not_found'],
});

const replayMany = operation({
  operationId: 'replayOutboxEntries',
  summary: 'Deliver many events again, the oldest 10,000 that match',
  ...administers,
  body: OutboxReplay,
  answers: { 200: OutboxReplayed },
  refuses: ['too_many_requests'],
});

const isPosition = (cursor: unknown): cursor is number => Number.isSafeInteger(cursor);

export const outboxRoutes =
  (worker: OutboxWorker, source: SettingsSource, unseenNames: UnseenNames) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/settings/events/outbox', listing, async (request, reply) => {
      const before = checkedCursor(readCursor(request.query.cursor), isPosition);
      const { list, next } = await request.read((work) => listEntries(work, request.query, before));
      nextPage(reply, request, next);
      return list;
    });

    routes.get('/api/settings/events/outbox/stats', stats, (request) =>
      request.read((work) => showStats(work, worker, source)),
    );

    routes.get('/api/settings/events/outbox/:id', entry, (request) =>
      request.read((work) => showEntry(work, request.params.id, unseenNames)),
    );

    routes.post('/api/settings/events/outbox/run-once', runningOnce, async (request) => {
      await request.confirmRights();
      const summary = await worker.runOnce();
      return request.read(async (work) => ({
        generated_at: work.now,
        summary,
        stats: await showStats(work, worker, source),
      }));
    });

    routes.post('/api/settings/events/outbox/:id/replay', replayOne, (request) =>
      request.write(async (work) => {
        await showEntry(work, request.params.id, unseenNames);
        await replayEntry(work, request.params.id);
        return showEntry(work, request.params.id, unseenNames);
      }),
    );

    routes.post('/api/settings/events/outbox/replay', replayMany, (request) =>
      request.write(async (work) => ({ generated_at: work.now, count: await replayEntries(work, request.body) })),
    );
  };
