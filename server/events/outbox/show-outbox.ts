import { internallySeen, seesEverything, seesProject } from '#access';
import type { OutboxEntryDetail, OutboxFilter, OutboxList, OutboxReplay, OutboxStats } from '#contract/outbox.ts';
import { PAGE_SIZE } from '#contract/words.ts';
import {
  type Actor,
  type CommandParts,
  contextOf,
  Failure,
  momentAt,
  type Person,
  pageWithin,
  type SettingsSource,
  type Work,
} from '#platform';
import { readSettings, recordAudit } from '#settings';
import { EventStore } from '../event-store.ts';
import { changedFields, type EventRow, readWirePayload, seenPayload } from '../wire-payload.ts';
import { DeliveryStatusStore, ReplayStore, shownStatus } from './delivery-status-store.ts';
import { queueHealth, THRESHOLDS } from './queue-health.ts';
import { QueueStore } from './queue-store.ts';
import { verifyEvents } from './verify-store.ts';
import type { OutboxWorker } from './worker.ts';

/** A page of recorded events, newest first. @param before the position that the page before ended at; null for the newest. */
export async function listEntries(
  work: Work,
  { status, event_name, limit = PAGE_SIZE }: OutboxFilter,
  before: number | null,
): Promise<{ list: OutboxList; next: number | null }> {
  const listing = { status: status ?? null, eventName: event_name ?? null, before, limit: limit + 1 };
  const entries = await work.of(EventStore).list(listing);
  const { items, next } = pageWithin(entries, limit, ({ position }) => position);
  const seen = await seenAmong(work, items);
  return { list: { generated_at: work.now, count: seen.length, items: seen }, next };
}

type About = Pick<EventRow, 'aggregate_type' | 'aggregate_id'>;

/** Entries, or deliveries, about things that the caller sees (docs/rules/access.md#everything-else). */
export async function seenAmong<E extends About>(work: Work, entries: readonly E[]): Promise<E[]> {
  if (seesEverything(work.actor)) return [...entries];
  const tickets = entries.filter(({ aggregate_type: type }) => type === 'ticket').map((entry) => entry.aggregate_id);
  const seen = await internallySeen(work, work.actor, tickets);
  return entries.filter(({ aggregate_type: type, aggregate_id: id }) => {
    if (type === 'ticket') return seen.has(id);
    return type !== 'project' || seesProject(work.actor, id);
  });
}

/** Entries that one request replays at most (docs/rules/events.md#operators). */
const MAX_REPLAYED = 10_000;

/**
 * Makes entries due again, the oldest first: a failed entry for the destinations that lack it, a sent one for all.
 *
 * @returns how many. At 10,000 there may be more: ask again.
 * @throws Failure `validation_error` for a moment that does not exist.
 */
export async function replayEntries(
  work: Work<Actor>,
  { status, event_name, from, to }: OutboxReplay,
): Promise<number> {
  const times = { from: momentAt('from', from), to: momentAt('to', to) };
  work.hasRecorded = true;
  const filter = { status, id: null, eventName: event_name ?? null, ...times, limit: MAX_REPLAYED };
  const count = await work.of(ReplayStore).replay(filter, work.newId(), work.now);
  if (count > 0) await recordAudit(work, 'outbox.replayed', null, { count });
  return count;
}

/**
 * Makes one entry due again, as `replayEntries` does. An entry that is still under way stays as it is.
 *
 * @throws Failure `outbox_entry_not_found`.
 */
export async function replayEntry(work: Work<Actor>, id: string): Promise<void> {
  const entry = await work.of(EventStore).hold({ id });
  if (entry === undefined) throw new Failure('outbox_entry_not_found');
  if (entry.status === 'pending' || entry.status === 'processing') return;
  const filter = { status: entry.status, id, eventName: null, from: null, to: null, limit: 1 };
  work.hasRecorded = true;
  const count = await work.of(ReplayStore).replay(filter, work.newId(), work.now);
  if (count > 0) await recordAudit(work, 'outbox.replayed', id, { count });
}

/** Which of the names that histories use somebody may not know of. */
export type UnseenNames = (work: Work, person: Person, names: readonly string[]) => Promise<ReadonlySet<string>>;

/** @throws Failure `outbox_entry_not_found`. */
export async function showEntry(work: Work, id: string, unseenNames: UnseenNames): Promise<OutboxEntryDetail> {
  const entry = await work.of(EventStore).find({ id });
  const [seen] = entry === undefined ? [] : await seenAmong(work, [entry]);
  if (seen === undefined || entry === undefined) throw new Failure('outbox_entry_not_found');
  const rows = await work.of(DeliveryStatusStore).ofEntry({ entry: id });
  const deliveries = rows.map((row) => ({ ...row, status: shownStatus(row) }));
  const payload = readWirePayload(entry);
  const others = typeof payload.into_id === 'string' ? [payload.into_id] : [];
  const tickets = await internallySeen(work, work.actor, others);
  const sees = {
    ticket: (id: string) => tickets.has(id),
    project: (id: string) => seesProject(work.actor, id),
    unseenFields: await unseenNames(work, work.actor, changedFields(payload)),
  };
  return { ...entry, payload: seenPayload(payload, sees), deliveries };
}

/** How many entries are in which state. */
export async function showQueue(work: Work<Actor>): Promise<OutboxStats['queue']> {
  const counts = await work.of(QueueStore).counts();
  const oldest = await work.of(QueueStore).oldestPending(work.now);
  const age = oldest === null ? 0 : Math.max(0, Date.parse(work.now) - Date.parse(oldest));
  return {
    total: counts.pending + counts.processing + counts.sent + counts.failed,
    ...counts,
    due_now: await work.of(QueueStore).due({ now: work.now }),
    oldest_pending_age_seconds: Math.floor(age / 1000),
    stuck_processing: await work.of(QueueStore).stuck(work.now),
  };
}

/** The queue, its health, and what this process has done (docs/rules/events.md#operators). */
export async function showStats(
  work: Work<Actor>,
  { runtime, config }: Pick<OutboxWorker, 'runtime' | 'config'>,
  source: SettingsSource,
): Promise<OutboxStats> {
  const queue = await showQueue(work);
  const { outbox_retention_days: retention_days } = await readSettings(work, source);
  const health = queueHealth(queue, runtime.isRunning);
  const { pending, oldest_pending_age_seconds, stuck_processing, failed } = THRESHOLDS;
  return {
    generated_at: work.now,
    queue,
    health,
    runtime: runtime.snapshot,
    config: {
      ...config,
      retention_days,
      alert_pending_threshold: pending,
      alert_oldest_pending_age_seconds: oldest_pending_age_seconds,
      alert_stuck_processing_threshold: stuck_processing,
      alert_failed_threshold: failed,
    },
  };
}

const CONTEXT = contextOf('outbox');

/** `kwit outbox status`: says how many events wait, were sent and were given up. */
export async function outboxStatus({ runner, say }: CommandParts): Promise<boolean> {
  const { total, pending, processing, sent, failed, ...queue } = await runner.read(CONTEXT, showQueue);
  const age = pending === 0 ? '' : `, the oldest for ${queue.oldest_pending_age_seconds} s`;
  const due = `${queue.due_now} due now${age}`;
  say(`${total} events: ${sent} sent, ${pending} pending (${due}), ${processing} processing, ${failed} failed.`);
  return true;
}

/** `kwit outbox replay`: makes one entry due again, or all that were given up. The worker of a running service delivers them. */
export async function outboxReplay({ runner, say }: CommandParts, what: string): Promise<boolean> {
  if (what !== 'failed') {
    await runner.write(CONTEXT, (work) => replayEntry(work, what));
    say(`${what} will be delivered again.`);
    return true;
  }
  const count = await runner.write(CONTEXT, (work) => replayEntries(work, { status: 'failed' }));
  say(`${count} events will be delivered again.`);
  return true;
}

/** `kwit outbox verify`: proves that no event is missing. */
export async function outboxVerify({ runner, say }: CommandParts): Promise<boolean> {
  const findings = await runner.read(CONTEXT, verifyEvents);
  for (const { what, ids } of findings) say(`${ids.length} ${what}: ${ids.join(', ')}`);
  if (findings.length === 0) say('Every ticket, change of status and closing has its event, and none is lost.');
  return findings.length === 0;
}
