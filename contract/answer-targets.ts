import { type Static, Type } from 'typebox';
import { CalendarDays, Week } from './calendars.ts';
import { MOST_CALENDARS, MOST_TARGETS } from './due-words.ts';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { CATEGORIES, PRIORITIES } from './words.ts';

/** The conditions of a target; without any it always holds. */
const TargetCondition = record({
  project_id: Type.Optional(Id),
  category: Type.Optional(oneOf(CATEGORIES)),
  priority: Type.Optional(oneOf(PRIORITIES)),
  team_id: Type.Optional(Id),
});

const line = {
  condition: TargetCondition,
  minutes: Type.Integer({ minimum: 1, maximum: 525_600, description: 'Of open time.' }),
  calendar_id: Id,
  promised: Type.Boolean({ description: 'Whether the reporter is told until when.' }),
  is_active: Type.Boolean(),
};

/** A line of the list: the first active one whose every condition holds counts (docs/rules/answer-due.md#targets). */
export const AnswerTarget = record({ id: Id, ...line });
export type AnswerTarget = Static<typeof AnswerTarget>;

/** A line as it is sent; with its `id` it stays the same target. */
export const TargetDraft = record({ id: Type.Optional(Id), ...line });
export type TargetDraft = Static<typeof TargetDraft>;

export const AnswerTargets = record({ targets: Type.Array(AnswerTarget) });
export type AnswerTargets = Static<typeof AnswerTargets>;

const EXAMPLE = {
  condition: { priority: 'critical' },
  minutes: 240,
  calendar_id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e',
  promised: true,
  is_active: true,
};

const targets = Type.Array(TargetDraft, { maxItems: MOST_TARGETS });

/** PUT of the whole list. */
export const TargetList = record({ targets }, { examples: [{ targets: [EXAMPLE] }] });
export type TargetList = Static<typeof TargetList>;

const CalendarTrial = record({
  id: Id,
  zone: Type.Optional(Type.String({ minLength: 1, maxLength: 64 })),
  week: Type.Optional(Type.Unsafe<Week>(Week)),
  days: Type.Optional(CalendarDays),
});
export type CalendarTrial = Static<typeof CalendarTrial>;

/** A trial of other targets, other calendars, or both. */
export const TargetTrial = record(
  {
    targets: Type.Optional(targets),
    calendars: Type.Optional(Type.Array(CalendarTrial, { maxItems: MOST_CALENDARS })),
  },
  { minProperties: 1, examples: [{ targets: [EXAMPLE] }] },
);
export type TargetTrial = Static<typeof TargetTrial>;

const count = (description: string) => Type.Integer({ minimum: 0, description });

export const TargetPreview = record({
  running: count('How many waits run.'),
  due_earlier: count('How many would be due earlier, or would have a due date.'),
  due_later: count('How many would be due later.'),
  newly_missed: count('How many would be missed that are not now.'),
  without_target: count('How many would have no target.'),
  examples: Type.Array(
    record({ number: Type.Integer({ minimum: 1 }), due_at: nullable(Instant), would_be: nullable(Instant) }),
    { maxItems: 20 },
  ),
});
export type TargetPreview = Static<typeof TargetPreview>;
