import { type Static, Type } from 'typebox';
import { Day, Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { PRIORITIES, STATUSES, TELEMETRY, type TelemetryKey } from './words.ts';

const count = Type.Integer({ minimum: 0 });

export const StatusCounts = record({
  submitted: count,
  verified: count,
  in_progress: count,
  waiting: count,
  blocked: count,
  closed: count,
});
export type StatusCounts = Static<typeof StatusCounts>;

export const Overview = record({ ...StatusCounts.properties, closed_today: count });
export type Overview = Static<typeof Overview>;

/** A row of the workload. It has `title` and the reporter only when the caller may open the ticket. */
export const WorkloadRow = record({
  id: Id,
  number: Type.Integer(),
  title: Type.Optional(Type.String()),
  status: oneOf(STATUSES),
  priority: oneOf(PRIORITIES),
  category: Type.String(),
  assignee_id: nullable(Id),
  assignee_name: nullable(Type.String()),
  reporter_id: Type.Optional(nullable(Id)),
  reporter_name: Type.Optional(nullable(Type.String())),
  planned_date: nullable(Type.String({ format: 'date' })),
  created_at: Instant,
  updated_at: Instant,
  can_open: Type.Boolean(),
});
export type WorkloadRow = Static<typeof WorkloadRow>;

/**
 * How many open tickets one assignee has, counted over all of them; without an assignee, how many nobody has taken on.
 * `may_open` of them the caller may open.
 */
export const WorkloadPerson = record({
  assignee_id: nullable(Id),
  assignee_name: nullable(Type.String()),
  submitted: count,
  verified: count,
  in_progress: count,
  waiting: count,
  blocked: count,
  may_open: count,
});
export type WorkloadPerson = Static<typeof WorkloadPerson>;

const rows = Type.Array(WorkloadRow);
export const Workload = record({
  in_progress: rows,
  queue: rows,
  blocked: rows,
  submitted: rows,
  people: Type.Array(WorkloadPerson),
  _stats: record({ in_progress: count, queue: count, blocked: count, submitted: count, open: count }),
});
export type Workload = Static<typeof Workload>;

const minutes = Type.Unsafe<number | null>({
  type: ['number', 'null'],
  description: 'To two decimals; null without a sample.',
  examples: [12.5],
});
const spread = record({ avg_minutes: minutes, median_minutes: minutes, sample_size: count });

/** How people of role `user` begin (docs/rules/statistics.md#activation). */
export const Activation = record({
  generated_at: Instant,
  users_total: count,
  users_with_first_ticket: count,
  users_with_first_dev_assignment: count,
  time_to_first_ticket_minutes: spread,
  time_to_first_dev_assignment_minutes: spread,
  first_dev_assignment_under_30m: record({
    within_target_count: count,
    within_target_percent: Type.Unsafe<number | null>({
      type: ['number', 'null'],
      minimum: 0,
      maximum: 100,
      description: 'Of the sample, to one decimal; null without one.',
      examples: [66.7],
    }),
    sample_size: count,
  }),
});
export type Activation = Static<typeof Activation>;

export type TelemetryEvent = (typeof TELEMETRY)[TelemetryKey];

const eventUsage = (key: TelemetryKey) =>
  record({
    event_name: Type.Unsafe<TelemetryEvent>({ type: 'string', enum: [TELEMETRY[key]] }),
    count_30d: count,
    unique_users_30d: count,
    last_event_at: nullable(Instant),
  });

/** People's activity in the last 30 days (UTC, today among them), and day by day in the last 14. */
export const Usage = record({
  generated_at: Instant,
  window_days: Type.Integer({ minimum: 30, maximum: 30, description: 'Calendar days in UTC, today among them.' }),
  events: record({
    ticket_created: eventUsage('ticket_created'),
    ticket_closed: eventUsage('ticket_closed'),
    board_drag: eventUsage('board_drag'),
    devtodo_reorder: eventUsage('devtodo_reorder'),
    closure_summary_added: eventUsage('closure_summary_added'),
  }),
  totals: record({ events_30d: count, unique_users_30d: count, active_days_30d: count }),
  daily_breakdown_14d: Type.Array(
    record({
      date: Day,
      total: count,
      ticket_created: count,
      ticket_closed: count,
      board_drag: count,
      devtodo_reorder: count,
      closure_summary_added: count,
    }),
    { minItems: 14, maxItems: 14, description: 'Oldest first; days without events are there with zeros.' },
  ),
});
export type Usage = Static<typeof Usage>;
