import { type Static, Type } from 'typebox';
import { ANSWER_TIME_GROUPINGS } from './due-words.ts';
import { BY_FIELDS, FieldName } from './fields.ts';
import { Day, Instant, nullable, oneOf, record } from './scalars.ts';
import { CATEGORIES, FIGURE_GROUPINGS, UUID } from './words.ts';

const count = Type.Integer({ minimum: 0 });
const minutes = nullable(count);
const orNone = Type.String({ pattern: `${UUID}|^none$`, description: 'An id, or `none`.', examples: ['none'] });

/** How long something took: within how many minutes in half of all cases, in 85 and in 95 of a hundred (docs/rules/statistics.md#figures). */
export const Durations = record({
  count,
  p50_minutes: minutes,
  p85_minutes: minutes,
  p95_minutes: minutes,
  points: Type.Array(count, {
    description: 'The minutes themselves, the shortest first, where there are fewer than ten.',
  }),
});
export type Durations = Static<typeof Durations>;

export const FigureGroup = record({
  key: nullable(
    Type.String({ description: 'The id, the word, the key of an option or the month (`2026-11`); null for none.' }),
  ),
  name: nullable(Type.String()),
  reported: count,
  closed: count,
  first_reply: Durations,
  answer: Durations,
});
export type FigureGroup = Static<typeof FigureGroup>;

export const FigureWeek = record({
  week: Type.Unsafe<string>({ ...Day, description: 'The Monday with which it begins.' }),
  reported: count,
  closed: count,
  reopened: count,
  open: Type.Integer({ minimum: 0, description: 'What was open when the week, or the period, ended.' }),
  open_over_7_days: count,
  open_over_30_days: count,
});
export type FigureWeek = Static<typeof FigureWeek>;

const groups = Type.Array(FigureGroup);

/** The figures of a period (docs/rules/statistics.md#figures). */
export const Figures = record({
  generated_at: Instant,
  from: Day,
  to: Day,
  reported: count,
  closed: count,
  reopened_within_30_days: count,
  answered_without_ticket: count,
  first_reply: Durations,
  answer: Durations,
  weeks: Type.Array(FigureWeek),
  by: record({
    ...{ project: groups, category: groups, label: groups, team: groups, month: groups },
    field: Type.Optional(groups),
  }),
});
export type Figures = Static<typeof Figures>;

const filter = {
  from: Type.Optional(
    Type.Unsafe<string>({ ...Day, description: 'The first day (UTC); twelve weeks before `to` when not sent.' }),
  ),
  to: Type.Optional(Type.Unsafe<string>({ ...Day, description: 'The last day (UTC); today when not sent.' })),
  project_id: Type.Optional(orNone),
  category: Type.Optional(oneOf(CATEGORIES)),
  team_id: Type.Optional(orNone),
  label_id: Type.Optional(orNone),
  by: Type.Optional({ ...FieldName, description: '`field.KEY`: also by the options of a field.' }),
};

export const FigureFilter = record(filter, BY_FIELDS);
export type FigureFilter = Static<typeof FigureFilter>;

/** The tables that a spreadsheet may have: of the figures, and of how people who waited were answered. */
export const FIGURE_TABLES = [
  'weeks',
  ...FIGURE_GROUPINGS,
  'field',
  ...ANSWER_TIME_GROUPINGS.map((by) => `answers_${by}` as const),
  'answers_field',
] as const;
export type FigureTable = (typeof FIGURE_TABLES)[number];

export const FigureCsvFilter = record(
  {
    ...filter,
    part: Type.Optional(oneOf([...FIGURE_TABLES], { description: '`weeks` when not sent.' })),
    separator: Type.Optional(
      oneOf([',', ';'], { description: '`;` for readers whose language is `pl`, else `,`, unless sent.' }),
    ),
  },
  BY_FIELDS,
);
export type FigureCsvFilter = Static<typeof FigureCsvFilter>;

/** How many questions the memory answered in this calendar month (UTC) for whom a report was needless. */
export const AnsweredThisMonth = record({
  month: Type.String({ examples: ['2026-11'] }),
  answered_without_ticket: count,
});
export type AnsweredThisMonth = Static<typeof AnsweredThisMonth>;
