import { type Static, Type } from 'typebox';
import { Day, Id, Instant, line, nullable, oneOf, record, text } from './scalars.ts';
import { MOST_HOURS, PRIORITIES, TASK_STATUSES } from './words.ts';

export const DevTask = record({
  id: Id,
  title: Type.String(),
  description: nullable(Type.String()),
  priority: oneOf(PRIORITIES),
  estimated_hours: nullable(Type.Number()),
  planned_date: nullable(Day),
  status: oneOf(TASK_STATUSES),
  order_index: Type.Integer(),
  ticket_id: nullable(Id),
  ticket_number: nullable(Type.Integer()),
  created_by: nullable(Id),
  created_at: Instant,
  updated_at: Instant,
});
export type DevTask = Static<typeof DevTask>;

/** The caller's to-do list: active tasks in the caller's order, and the last 20 that are done. */
export const TaskList = record({ active: Type.Array(DevTask), done: Type.Array(DevTask) });
export type TaskList = Static<typeof TaskList>;

const writable = {
  title: line(3, 200, 'Order toner'),
  description: Type.Optional(nullable(text(0, 20_000))),
  priority: Type.Optional(oneOf(PRIORITIES)),
  estimated_hours: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: MOST_HOURS }))),
  planned_date: Type.Optional(nullable(Day)),
};

export const TaskDraft = record(
  { ...writable, ticket_id: Type.Optional(nullable(Id)) },
  { examples: [{ title: 'Order toner', planned_date: '2026-11-23' }] },
);
export type TaskDraft = Static<typeof TaskDraft>;

export const TaskChange = record(
  {
    ...writable,
    title: Type.Optional(writable.title),
    status: Type.Optional(oneOf(TASK_STATUSES)),
    order_index: Type.Optional(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
  },
  { minProperties: 1, examples: [{ status: 'done' }] },
);
export type TaskChange = Static<typeof TaskChange>;

export const TaskOrder = record(
  {
    order: Type.Array(
      record({ id: Id, order_index: Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 }) }),
      { minItems: 1, maxItems: 500 },
    ),
  },
  { examples: [{ order: [{ id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e', order_index: 1 }] }] },
);
export type TaskOrder = Static<typeof TaskOrder>;

export const ActiveTasks = record({ active: Type.Array(DevTask) });
export type ActiveTasks = Static<typeof ActiveTasks>;
