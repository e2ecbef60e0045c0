import { type Static, Type } from 'typebox';
import { entry } from './events.ts';
import { Id, Instant, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { ENTRY_NAMES, ENTRY_STATUSES, PAGE_SIZE, QUEUE_FLAGS, type QueueFlag } from './words.ts';

/** The outbox as operators read it, and what they may do with it (docs/rules/events.md#operators). */

export const OutboxEntry = record(entry);
export type OutboxEntry = Static<typeof OutboxEntry>;

/** One event on its way to one destination. */
export const OutboxDelivery = record({
  id: Id,
  destination: Type.String({
    description: '`mail:` or `webhook:`, and whose.',
    examples: ['mail:019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'],
  }),
  status: oneOf(['pending', 'processing', 'delivered', 'failed', 'not_sent', 'bounced'], {
    description: '`not_sent`: when its turn came last, nobody was to have it any more. `bounced`: the mail came back.',
  }),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Instant),
  response_status: nullable(Type.Integer()),
  last_error: nullable(Type.String()),
  created_at: Instant,
  delivered_at: nullable(Instant),
});
export type OutboxDelivery = Static<typeof OutboxDelivery>;

export const OutboxEntryDetail = record({
  ...entry,
  payload: Type.Unsafe<Record<string, unknown>>({ type: 'object', additionalProperties: true }),
  deliveries: Type.Array(OutboxDelivery),
});
export type OutboxEntryDetail = Static<typeof OutboxEntryDetail>;

export const OutboxFilter = record({
  status: Type.Optional(oneOf(ENTRY_STATUSES)),
  event_name: Type.Optional(oneOf(ENTRY_NAMES)),
  ...pageParameters(PAGE_SIZE),
});
export type OutboxFilter = Static<typeof OutboxFilter>;

export const OutboxList = record({
  generated_at: Instant,
  count: Type.Integer({ minimum: 0, description: 'How many items this page has.' }),
  items: Type.Array(OutboxEntry),
});
export type OutboxList = Static<typeof OutboxList>;

const count = Type.Integer({ minimum: 0 });

export const OutboxStats = record({
  generated_at: Instant,
  queue: record({
    total: count,
    pending: count,
    processing: count,
    sent: count,
    failed: count,
    due_now: count,
    oldest_pending_age_seconds: Type.Integer({ minimum: 0, description: '0 when nothing is pending.' }),
    stuck_processing: count,
  }),
  health: record({
    status: oneOf(['ok', 'warning']),
    warning_count: count,
    warnings: Type.Array(oneOf(QUEUE_FLAGS), { description: 'The flags that are true.' }),
    flags: Type.Unsafe<Record<QueueFlag, boolean>>(
      record(Object.fromEntries(QUEUE_FLAGS.map((flag) => [flag, Type.Boolean()]))),
    ),
    thresholds: record(
      { pending: count, oldest_pending_age_seconds: count, stuck_processing: count, failed: count },
      { description: 'From these numbers on, a flag is true.' },
    ),
  }),
  runtime: record({
    // Counts of this process: by its worker and on request.
    is_running: Type.Boolean({ description: "Whether this node's worker runs." }),
    ticks_total: count,
    processed_total: count,
    succeeded_total: count,
    retried_total: count,
    dead_letter_total: count,
    recovered_stuck_total: count,
    last_tick_at: nullable(Instant),
    last_error: nullable(Type.String()),
  }),
  config: record({
    worker_enabled: Type.Boolean(),
    poll_ms: count,
    batch_size: count,
    max_attempts: count,
    processing_timeout_ms: Type.Integer({
      minimum: 0,
      description: 'After so long, a worker takes back what another has claimed and not settled.',
    }),
    retry_base_ms: count,
    retry_max_ms: count,
    retention_days: count,
    alert_pending_threshold: count,
    alert_oldest_pending_age_seconds: count,
    alert_stuck_processing_threshold: count,
    alert_failed_threshold: count,
  }),
});
export type OutboxStats = Static<typeof OutboxStats>;

export const OutboxRunOnce = record({
  generated_at: Instant,
  summary: record({
    recovered_stuck: count,
    claimed: count,
    succeeded: count,
    retried: count,
    dead_lettered: count,
  }),
  stats: OutboxStats,
});
export type OutboxRunOnce = Static<typeof OutboxRunOnce>;

export const OutboxReplay = record(
  {
    status: oneOf(['failed', 'sent']),
    event_name: Type.Optional(oneOf(ENTRY_NAMES)),
    from: Type.Optional(Instant),
    to: Type.Optional(Instant),
  },
  { examples: [{ status: 'failed', event_name: 'ticket.closed', from: '2026-11-20T00:00:00.000Z' }] },
);
export type OutboxReplay = Static<typeof OutboxReplay>;

export const OutboxReplayed = record({
  generated_at: Instant,
  count: Type.Integer({
    minimum: 0,
    maximum: 10_000,
    description: 'How many entries are due again. At 10,000 there may be more: ask again.',
  }),
});
export type OutboxReplayed = Static<typeof OutboxReplayed>;
