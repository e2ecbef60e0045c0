/**
 * The consequences of a PATCH of a ticket: a pure decision, without clock and store. It says which fields change, what
 * goes into the history, which events are recorded, and whether the linked task has to follow.
 */
import { changesRestriction, isInternalField, isRestricted, standing, type TicketFacts } from '#access';
import type { Changed, NamedField } from '#contract/events.ts';
import { fieldsWith } from '#contract/ticket-fields.ts';
import type { TicketChanges } from '#contract/tickets.ts';
import type { Status } from '#contract/words.ts';
import type { NewEvent } from '#events';
import { Failure, type Instant, invalidField, omit, type Person } from '#platform';
import {
  BOUND_TEXTS,
  NO_FIELDS,
  refuseLongTexts,
  refuseShortText,
  type StoredTicket,
  type TicketFields,
} from './ticket.ts';

/** The facts on which the decision depends, beside the ticket and the changes. */
export interface Circumstances {
  readonly actor: Person;
  readonly now: Instant;
  /** The id of the ticket's closure summary, if it has one. Needed only when a change closes without a new one. */
  readonly closureSummaryId: string | null;
  /** The id for the comment that the change may post. */
  readonly newCommentId: string;
  /** The change of the ticket's labels; null where they stay. */
  readonly labels: FieldChange | null;
  /** The changes of its values in fields of its category and project. */
  readonly values: readonly FieldChange[];
  /** Whether it takes a change back: then nothing is accepted by it, and nobody answered. */
  readonly isRestored?: boolean;
}

/** The fields of the history for merges. `merged_status` is a change of status that a merge, or its end, made. */
type MergeField = 'merged_into' | 'merged_from' | 'merged_status' | 'beside' | 'split_into' | 'split_from';

export interface FieldChange {
  readonly field: keyof TicketFields | 'restricted' | 'people' | 'labels' | NamedField | MergeField;
  readonly from: string | number | null;
  readonly to: string | number | null;
  /** Whether its reporter sees a field that a category or a project is asked for. */
  readonly isPublic?: boolean;
}

/** Whether readers of public words alone read what changed. */
export const isPublicChange = ({ field, isPublic = !isInternalField(field) }: FieldChange): boolean => isPublic;

/** A new closure summary: its text, its question, whether it is shared, and other words by which it is found. */
export interface SummaryDraft {
  readonly content: string;
  readonly question?: string | null;
  readonly is_shared?: boolean;
  readonly found_by?: string[];
}

export interface Consequences {
  /** The columns to write: the changed fields, and what follows from the status. */
  readonly set: Partial<TicketFields> & {
    closed_at?: Instant | null;
    awaiting_reply_since?: null;
    restricted?: boolean;
  };
  readonly fields: readonly FieldChange[];
  /** The closure summary to post in the same transaction. */
  readonly closureSummary: { readonly id: string; readonly draft: SummaryDraft } | null;
  readonly events: readonly NewEvent[];
  /** Whether a field that the linked task follows has changed. */
  readonly taskFollows: boolean;
  readonly isEmpty: boolean;
}

/** Fields that `ticket.updated` does not name: they have events of their own. */
const UNNAMED: readonly FieldChange['field'][] = ['status', 'restricted', 'people'];

const isNamedField = (field: FieldChange['field']): field is NamedField => field.startsWith('fields.');

const isNamedInEvents = (field: FieldChange['field']): field is FieldChange['field'] & (Changed | NamedField) =>
  !UNNAMED.includes(field);

/** A developer who moves a ticket from `submitted` to one of these accepts it. */
const ACCEPTING: readonly Status[] = ['verified', 'in_progress', 'waiting'];
const ACCEPTED_BY = fieldsWith({ accepts: true });
const SHOWN_ON_TASK: readonly string[] = [...fieldsWith({ task: 'same' }), ...fieldsWith({ task: 'follows' })];

/**
 * Decides what the changes that a caller sent entail (docs/rules/tickets.md#bounds, docs/rules/tickets.md#acceptance,
 * docs/rules/closing.md#closing-rule). The caller's right to them is checked before.
 *
 * @throws Failure `validation_error`, `closure_summary_required`.
 */
export function consequences(ticket: StoredTicket, changes: TicketChanges, circumstances: Circumstances): Consequences {
  const { restricted } = changes;
  const fieldChanges = omit(changes, 'labels', ...NO_FIELDS);
  refuseLongTexts(ticket, changes);
  const draft = summaryDraft(changes);
  const closureSummary = draft && { id: circumstances.newCommentId, draft };
  const intended = accept(ticket, withoutUndefined(fieldChanges), circumstances);
  const labels = circumstances.labels === null ? [] : [circumstances.labels];
  const fields = [
    ...differences(ticket, intended),
    ...restriction(ticket, restricted),
    ...labels,
    ...circumstances.values,
  ];
  const changed = new Set(fields.map((change) => change.field));
  const after = { ...ticket, ...intended };
  if (changed.has('title') || changed.has('description') || changed.has('category'))
    refuseShortText(after, boundTexts(changes, works(circumstances.actor, ticket)));
  if (closureSummary !== null && after.status !== 'closed') {
    throw invalidField(
      'closure_summary',
      'dependentRequired',
      'Send closure_summary together with status "closed", or post it as a comment.',
    );
  }
  return {
    set: {
      ...columnsOf(fields, restricted),
      ...closedAt(ticket, after.status, circumstances.now),
      ...answeredBy(ticket, after.status, circumstances),
    },
    fields,
    closureSummary,
    events: [
      ...eventsOf(ticket, after, fields, closureSummary?.id ?? circumstances.closureSummaryId),
      ...(changed.has('restricted') ? [restrictionOf(ticket, restricted === true)] : []),
    ],
    taskFollows: fields.some(({ field }) => SHOWN_ON_TASK.includes(field)),
    isEmpty: fields.length === 0 && closureSummary === null,
  };
}

/** The columns that the changed fields are written to. Labels and fields by category have rows of their own. */
const columnsOf = (fields: readonly FieldChange[], restricted: boolean | undefined) =>
  Object.fromEntries(
    fields
      .filter(({ field }) => field !== 'labels' && !isNamedField(field))
      .map(({ field, to }) => [field, field === 'restricted' ? restricted : to]),
  );

/** @throws Failure `validation_error` for a question, or whether it is shared, without the summary that it is about. */
function summaryDraft(changes: TicketChanges): SummaryDraft | null {
  const { closure_summary: content, closure_question: question, closure_shared: is_shared } = changes;
  const { closure_found_by: found_by } = changes;
  if (content !== undefined)
    return {
      content,
      ...(question === undefined ? {} : { question }),
      ...(is_shared === undefined ? {} : { is_shared }),
      ...(found_by === undefined ? {} : { found_by }),
    };
  const fields = ['closure_question', 'closure_shared', 'closure_found_by'] as const;
  const lone = fields.find((field) => changes[field] !== undefined);
  if (lone) throw invalidField(lone, 'dependentRequired', `Send ${lone} together with closure_summary.`);
  return null;
}

const works = (person: Person, ticket: StoredTicket): boolean => standing(person, ticket) === 'worker';

/** A developer may correct the category alone, whatever somebody else has written; a reporter writes what it asks for. */
const boundTexts = (changes: TicketChanges, isWorker: boolean) =>
  isWorker ? BOUND_TEXTS.filter((text) => changes[text] !== undefined) : BOUND_TEXTS;

/**
 * Planning a `submitted` ticket makes it `verified`, and the developer who accepts an unassigned ticket becomes its
 * assignee.
 */
function accept(
  ticket: StoredTicket,
  changes: Partial<TicketFields>,
  { actor, isRestored }: Circumstances,
): Partial<TicketFields> {
  if (isRestored || ticket.status !== 'submitted' || !works(actor, ticket)) return changes;
  const staysSubmitted = changes.status === undefined || changes.status === 'submitted';
  const plans = ACCEPTED_BY.some((field) => changes[field] != null && changes[field] !== ticket[field]);
  const status = staysSubmitted && plans ? 'verified' : changes.status;
  const assignee = changes.assignee_id === undefined ? ticket.assignee_id : changes.assignee_id;
  const takes = status !== undefined && ACCEPTING.includes(status) && assignee === null;
  return { ...changes, ...(status === undefined ? {} : { status }), ...(takes ? { assignee_id: actor.id } : {}) };
}

function differences(ticket: StoredTicket, intended: Partial<TicketFields>): FieldChange[] {
  return (Object.keys(intended) as (keyof TicketFields)[])
    .filter((field) => intended[field] !== (ticket[field] ?? null))
    .map((field) => ({ field, from: ticket[field] ?? null, to: intended[field] ?? null }));
}

/** The facts that decide who sees the ticket, as they were before: who loses sight of it by a change is told so. */
export const factsBefore = ({ reporter_id, assignee_id, project_id, restricted, people }: TicketFacts) => ({
  before: { reporter_id, assignee_id, project_id, restricted, people },
});

const restriction = (ticket: StoredTicket, restricted: boolean | undefined): FieldChange[] =>
  changesRestriction(ticket, { restricted })
    ? [{ field: 'restricted', from: String(!restricted), to: String(restricted) }]
    : [];

const restrictionOf = (ticket: StoredTicket, restricted: boolean): NewEvent<'ticket.restricted'> => ({
  name: 'ticket.restricted',
  payload: { restricted, internal: factsBefore(ticket) },
});

/** Closing sets `closed_at`, and leaving `closed` clears it. */
function closedAt(ticket: StoredTicket, status: Status, now: Instant): { closed_at?: Instant | null } {
  if (status === ticket.status) return {};
  if (status === 'closed') return { closed_at: now };
  return ticket.status === 'closed' ? { closed_at: null } : {};
}

/** A developer who changes the status answers a reporter who waits (docs/rules/tickets.md#who-waits-for-whom). */
const answeredBy = (
  ticket: StoredTicket,
  status: Status,
  { actor, isRestored }: Circumstances,
): { awaiting_reply_since?: null } =>
  !isRestored && ticket.awaiting_reply_since !== null && status !== ticket.status && works(actor, ticket)
    ? { awaiting_reply_since: null }
    : {};

/** @throws Failure `closure_summary_required`. */
function eventsOf(
  before: StoredTicket,
  { status, assignee_id }: StoredTicket,
  fields: readonly FieldChange[],
  closureSummaryId: string | null,
): NewEvent[] {
  const events: NewEvent[] = [];
  const move = { old_status: before.status, new_status: status, assignee_id };
  if (status !== before.status) events.push({ name: 'ticket.status_changed', payload: move });
  if (status === 'closed' && before.status !== 'closed') {
    if (closureSummaryId === null) throw new Failure('closure_summary_required');
    events.push({ name: 'ticket.closed', payload: { ...move, closure_comment_id: closureSummaryId } });
  }
  const named = fields.filter(({ field }) => isNamedInEvents(field));
  if (named.length > 0) events.push({ name: 'ticket.updated', payload: updateOf(before, named, assignee_id) });
  return events;
}

function updateOf(
  ticket: StoredTicket,
  fields: readonly FieldChange[],
  assigneeId: string | null,
): NewEvent<'ticket.updated'>['payload'] {
  const changed = fields.map(({ field }) => field).filter((field) => isNamedInEvents(field));
  const isMoved = changed.includes('project_id') || (isRestricted(ticket) && changed.includes('assignee_id'));
  const moved = isMoved ? factsBefore(ticket) : {};
  const shown = fields.some(({ isPublic }) => isPublic) ? { shown: true } : {};
  const internal = { ...moved, ...shown };
  if (changed.includes('assignee_id')) return { changed, internal: { new_assignee_id: assigneeId, ...internal } };
  const others = changed.filter((field) => field !== 'assignee_id');
  return Object.keys(internal).length > 0 ? { changed: others, internal } : { changed: others };
}

const withoutUndefined = <T extends object>(changes: T): Partial<TicketFields> =>
  Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined));
