import { type Static, type TSchema, Type } from 'typebox';
import { ACT_WAYS, MOST_IN_ACT } from './act-words.ts';
import { Attachment } from './attachments.ts';
import { forBugTexts } from './bug-texts.ts';
import { Comment, Mention } from './comments.ts';
import { FieldValues, SentFields } from './fields.ts';
import { CodeChange } from './git.ts';
import { TicketLabel } from './labels.ts';
import {
  AlsoResult,
  alsoIds,
  BesideTicket,
  JoinedReport,
  MergedTicket,
  RefusedTicket,
  TicketPointer,
} from './merging.ts';
import { ExternalReference } from './references.ts';
import { RelatedTicket } from './relations.ts';
import { actId, Day, foundBy, Id, Instant, line, nullable, oneOf, record, text } from './scalars.ts';
import { LiveSince } from './shipping.ts';
import { ticketWait } from './waits.ts';
import {
  CATEGORIES,
  LONG_TEXTS,
  LONGEST,
  MOST_HOURS,
  MOST_LABELS_OF_A_TICKET,
  PRIORITIES,
  STATUSES,
  TEXT_BOUNDS,
} from './words.ts';

/** The caller's rights on a ticket now (docs/rules/tickets.md#what-one-may-do). */
export const Can = record({
  edit: Type.Boolean(),
  comment: Type.Boolean(),
  comment_internally: Type.Boolean(),
  attach: Type.Boolean(),
  change_status: Type.Boolean(),
  assign: Type.Boolean(),
  plan: Type.Boolean(),
  close: Type.Boolean(),
  link: Type.Boolean(),
  reopen: Type.Boolean(),
});
export type Can = Static<typeof Can>;

const shown = {
  id: Id,
  number: Type.Integer({ minimum: 1 }),
  title: Type.String(),
  description: Type.String(),
  ...forBugTexts(() => nullable(Type.String())),
  category: oneOf(CATEGORIES),
  urgency_reporter: oneOf(PRIORITIES),
  priority: oneOf(PRIORITIES),
  status: oneOf(STATUSES),
  project_id: nullable(Id),
  project_name: nullable(Type.String()),
  project_color: nullable(Type.String()),
  project_icon_url: nullable(Type.String()),
  reporter_id: nullable(Id),
  reporter_name: nullable(Type.String()),
  reporter_email: nullable(Type.String()),
  assignee_id: nullable(Id),
  assignee_name: nullable(Type.String()),
  assignee_email: nullable(Type.String()),
  planned_date: nullable(Day),
  estimated_hours: nullable(Type.Number()),
  order_index: Type.Integer(),
  internal_note: Type.Optional(nullable(Type.String({ description: 'Absent for the role user.' }))),
  created_at: Instant,
  updated_at: Instant,
  closed_at: nullable(Instant),
  awaiting_reply_since: nullable({
    ...Instant,
    description: 'When the reporter wrote the first comment that no developer has answered yet.',
  }),
  version: Type.Integer({ minimum: 1 }),
  restricted: Type.Boolean({ description: 'Whether only people who are named on it read it.' }),
  team_id: nullable({ ...Id, description: 'The team that it was given to.' }),
  people: Type.Array(Mention, { description: 'Who was added to it.' }),
  labels: Type.Optional(Type.Array(TicketLabel, { description: 'By name. For who reads internals.' })),
  fields: FieldValues,
  lacks: Type.Array(Type.String(), { description: 'The keys of fields that its report lacks.' }),
  merged_into: nullable({
    ...MergedTicket,
    description: 'The ticket that it was joined to, at the end of a chain: nulls where you do not see it.',
  }),
  live: nullable({
    ...LiveSince,
    description: 'The last shipment to `live_environment`; null while there is none.',
  }),
  ...ticketWait,
  can: Can,
};

/** A ticket that was just changed also brings what stands beside it, and what became of other tickets with it. */
export const Ticket = record({
  ...shown,
  beside: Type.Optional(
    Type.Array(BesideTicket, { description: 'The lead first. For who works on it, where one ticket is answered.' }),
  ),
  also_result: Type.Optional(AlsoResult),
});
export type Ticket = Static<typeof Ticket>;

type LongText = (typeof LONG_TEXTS)[number];

const rowFields = Object.fromEntries(
  Object.entries(shown).filter(([name]) => !(LONG_TEXTS as readonly string[]).includes(name)),
) as Omit<typeof shown, LongText>;

/** A ticket as a screen with many of them shows it: no long texts, and how much of what the reader may see hangs on it. */
export const TicketRow = record({
  ...rowFields,
  lead: Type.Optional(
    nullable({ ...TicketPointer, description: 'The ticket that it stands beside. For who reads both wholly.' }),
  ),
  beside_count: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many open tickets stand beside it. For who reads them wholly.' }),
  ),
  comment_count: Type.Integer({ minimum: 0 }),
  attachment_count: Type.Integer({ minimum: 0 }),
});
export type TicketRow = Static<typeof TicketRow>;

/** The path of a ticket by the number that people know. */
export const TicketNumberPath = record({
  number: Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, examples: [42] }),
});

export const TicketCreated = record({ ...shown, attachments: Type.Array(Attachment) });
export type TicketCreated = Static<typeof TicketCreated>;

/** Which act changed something, and how it came in. */
export const Cause = record({
  act: Id,
  via: oneOf(ACT_WAYS),
  token_name: nullable(Type.String({ description: 'Of the token by which a program or an agent did it.' })),
  mail_id: nullable({ ...Id, description: 'The mail that came in, while it is kept.' }),
  import: nullable(Type.String({ description: 'The part of the service that imported it.' })),
  rule: nullable(Type.String({ description: 'The part of the service whose rule did it.' })),
});
export type Cause = Static<typeof Cause>;

/** One change of a field: which field, from what to what, by whom, when. */
export const HistoryEntry = record({
  field: Type.String(),
  old_value: nullable(Type.String()),
  new_value: nullable(Type.String()),
  user_id: nullable(Id),
  user_name: nullable(Type.String()),
  created_at: Instant,
  via: nullable(Type.String({ description: 'The name of the token by which a program did it for the person.' })),
  act_id: actId,
  cause: Type.Optional(
    nullable({
      ...Cause,
      description: 'By which act it came; null where that is unknown. For who reads internal words.',
    }),
  ),
});
export type HistoryEntry = Static<typeof HistoryEntry>;

export const TicketDetail = record({
  ...shown,
  comments: Type.Array(Comment),
  attachments: Type.Array(Attachment),
  history: Type.Array(HistoryEntry),
  related_tickets: Type.Array(RelatedTicket),
  external_references: Type.Array(ExternalReference),
  changes: Type.Optional(
    Type.Array(CodeChange, { description: 'Code that names it, newest first. For who works on it or reads it.' }),
  ),
  following: Type.Optional(Type.Boolean({ description: 'Whether the caller follows it. For developers.' })),
  beside: Type.Optional(Type.Array(BesideTicket, { description: 'The lead first. For who works on it.' })),
  joined: Type.Optional(
    Type.Array(JoinedReport, {
      description: 'What was joined to it said first; nulls where you do not see that ticket.',
    }),
  ),
});
export type TicketDetail = Static<typeof TicketDetail>;

/** POST /api/tickets/:id/reopen: what is still wrong. */
export const Reopening = record(
  { content: text(1, LONGEST.comment, 'It jams again, now with every page.') },
  { examples: [{ content: 'It jams again, now with every page.' }] },
);
export type Reopening = Static<typeof Reopening>;

const maybe = (max: number) => Type.Optional(nullable(text(0, max)));

/** The least length of a text by the ticket's category, which no schema can say. */
const boundsByCategory = (name: keyof typeof TEXT_BOUNDS): string =>
  Object.entries(TEXT_BOUNDS[name].minFor)
    .map(([category, least]) => `At least ${least} characters in the category ${category}.`)
    .join(' ');

const reporterWrites = {
  title: {
    ...line(TEXT_BOUNDS.title.min, TEXT_BOUNDS.title.max, 'Printer on floor 2 jams'),
    description: boundsByCategory('title'),
  },
  description: {
    ...text(TEXT_BOUNDS.description.min, TEXT_BOUNDS.description.max, 'Every second page, since Monday.'),
    description: boundsByCategory('description'),
  },
  ...forBugTexts((name) => maybe(LONGEST[name])),
  category: Type.Optional(oneOf(CATEGORIES, { default: 'other' })),
  urgency_reporter: Type.Optional(oneOf(PRIORITIES, { default: 'normal' })),
  project_id: Type.Optional(nullable(Id)),
  fields: Type.Optional(SentFields),
};

/** POST /api/tickets: the fields of a report. */
export const TicketDraft = record(reporterWrites, {
  examples: [
    { title: 'Printer on floor 2 jams', description: 'Every second page, since Monday.', urgency_reporter: 'high' },
  ],
});
export type TicketDraft = Static<typeof TicketDraft>;

/** The fields of a ticket as parts of a form, beside the files. An empty optional part counts as not sent. */
export const TicketForm = record({
  ...reporterWrites,
  attachments: Type.Optional(Type.Array(Type.String({ format: 'binary' }))),
});

/** A text that an import brought may be over its bound: a change is judged by what stands there (docs/rules/tickets.md#bounds). */
const MOST_OF_A_CHANGE = 60_000;
const SHORTER = 'Over its usual bound only where the text that stands there is longer.';
const changed = <S extends TSchema>(schema: S) =>
  Type.Optional({ ...schema, maxLength: MOST_OF_A_CHANGE, description: SHORTER } as S);

/** PATCH /api/tickets/:id: the fields of a report and those that only developers write. */
export const TicketChanges = record(
  {
    ...reporterWrites,
    title: changed(reporterWrites.title),
    description: changed(reporterWrites.description),
    ...forBugTexts((name) => changed(reporterWrites[name])),
    category: Type.Optional(oneOf(CATEGORIES)),
    urgency_reporter: Type.Optional(oneOf(PRIORITIES)),
    status: Type.Optional(oneOf(STATUSES)),
    priority: Type.Optional(oneOf(PRIORITIES)),
    planned_date: Type.Optional(nullable(Day)),
    estimated_hours: Type.Optional(nullable(Type.Number({ minimum: 0, maximum: MOST_HOURS }))),
    internal_note: maybe(LONGEST.internal_note),
    assignee_id: Type.Optional(nullable(Id)),
    order_index: Type.Optional(Type.Integer({ minimum: -1_000_000_000, maximum: 1_000_000_000 })),
    closure_summary: Type.Optional(text(1, LONGEST.comment)),
    closure_question: Type.Optional(nullable(line(3, LONGEST.question, 'Printer on floor 2 jams'))),
    closure_shared: Type.Optional(Type.Boolean()),
    closure_found_by: Type.Optional(foundBy),
    restricted: Type.Optional(Type.Boolean()),
    team_id: Type.Optional(nullable(Id)),
    labels: Type.Optional(
      Type.Array(Id, { maxItems: MOST_LABELS_OF_A_TICKET, description: 'The ids of all labels that it is to have.' }),
    ),
    confirm: Type.Optional(Type.Boolean({ description: 'Also when people gain sight of internal words by that.' })),
    also: alsoIds,
  },
  { minProperties: 1, examples: [{ status: 'closed', closure_summary: 'The roller was worn; it has been replaced.' }] },
);
export type TicketChanges = Static<typeof TicketChanges>;

/** PATCH /api/tickets: one change for many tickets. */
export const ManyChanges = record(
  {
    ids: Type.Array(Id, { minItems: 1, maxItems: MOST_IN_ACT, uniqueItems: true }),
    change: TicketChanges,
  },
  { examples: [{ ids: ['019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'], change: { priority: 'high' } }] },
);

/** In the order in which the request names the tickets. */
export const ManyChanged = record({
  changed: Type.Array(Id),
  refused: Type.Array(RefusedTicket),
});
export type ManyChanged = Static<typeof ManyChanged>;
