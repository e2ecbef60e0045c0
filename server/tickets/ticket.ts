import { addedPeople, isHidden, isRestricted, permissions, readsInternals, standing, type TicketViewer } from '#access';
import { forBugTexts } from '#contract/bug-texts.ts';
import type { FieldProblem } from '#contract/errors.ts';
import { fieldsWith } from '#contract/ticket-fields.ts';
import type { Ticket, TicketChanges, TicketRow } from '#contract/tickets.ts';
import {
  BUG_TEXTS,
  type Category,
  type LONG_TEXTS,
  LONGEST,
  type Priority,
  type Standing,
  TEXT_BOUNDS,
} from '#contract/words.ts';
import { promisedDue, viewRunningWait, type WaitColumns } from '#conversation';
import { Failure, type Instant } from '#platform';
import type { RowOf } from '#records';
import { type LiveColumn, liveOf } from '#shipping';
import { fieldsOf, lacksOf } from './field-columns.ts';
import { labelsOf } from './label-columns.ts';
import { besideFrom, type LeadColumns } from './lead-columns.ts';
import { rootFrom } from './root-columns.ts';

/** The length in Unicode code points, as in every bound; no more than `most` are counted. */
const codePoints = (text: string, most: number): number => {
  let count = 0;
  for (const _ of text) {
    count += 1;
    if (count === most) break;
  }
  return count;
};

function tooShort(path: BoundText, text: string, category: Category): FieldProblem[] {
  const stricter: Partial<Record<Category, number>> = TEXT_BOUNDS[path].minFor;
  const least = stricter[category] ?? TEXT_BOUNDS[path].min;
  const length = codePoints(text, least);
  if (length >= least) return [];
  const message = `In the category ${category} the ${path} needs at least ${least} characters; write ${least - length} more.`;
  return [{ path, code: 'minLength', message }];
}

/** The texts whose bounds depend on the category. */
export const BOUND_TEXTS = ['title', 'description'] as const;
type BoundText = (typeof BOUND_TEXTS)[number];

/**
 * Checks the bounds that depend on the category (docs/rules/tickets.md#bounds). The schemas check the others.
 *
 * @param ticket as it is to become.
 * @param sent only these of its texts are checked.
 * @throws Failure `validation_error` with a detail for each text that is too short.
 */
export function refuseShortText(
  ticket: Record<BoundText, string> & { category: Category },
  sent: readonly BoundText[] = BOUND_TEXTS,
): void {
  const problems = sent.flatMap((text) => tooShort(text, ticket[text], ticket.category));
  if (problems.length > 0) throw new Failure('validation_error', problems);
}

const LONG_FIELDS = ['title', 'description', ...BUG_TEXTS] as const;

/** The texts of a report, and how long they may be. */
const MOST: Readonly<Record<(typeof LONG_FIELDS)[number], number>> = {
  title: TEXT_BOUNDS.title.max,
  description: LONGEST.description,
  ...forBugTexts((name) => LONGEST[name]),
};
/**
 * A text over its bound, which an import may have brought, may be made shorter (docs/rules/tickets.md#bounds).
 *
 * @throws Failure `validation_error` with a detail for each text that is over its bound and no shorter than before.
 */
export function refuseLongTexts(
  before: Readonly<Record<(typeof LONG_FIELDS)[number], string | null>>,
  changes: Partial<Record<(typeof LONG_FIELDS)[number], string | null>>,
): void {
  const problems = LONG_FIELDS.flatMap((path) => {
    const length = [...(changes[path] ?? '')].length;
    if (length <= MOST[path] || length < [...(before[path] ?? '')].length) return [];
    return [{ path, code: 'maxLength', message: `"${path}" must have at most ${MOST[path]} characters.` }];
  });
  if (problems.length > 0) throw new Failure('validation_error', problems);
}

/** The columns that rows and whole tickets show. A loop over names costs a tenth of a list more; a copied row would bring what is hidden. */
const shownInRows = (ticket: NamedRow | NamedTicket) => ({
  id: ticket.id,
  number: ticket.number,
  title: ticket.title,
  category: ticket.category,
  urgency_reporter: ticket.urgency_reporter,
  priority: ticket.priority,
  status: ticket.status,
  reporter_id: ticket.reporter_id,
  reporter_name: ticket.reporter_name,
  reporter_email: ticket.reporter_email,
  assignee_id: ticket.assignee_id,
  assignee_name: ticket.assignee_name,
  assignee_email: ticket.assignee_email,
  planned_date: ticket.planned_date,
  estimated_hours: ticket.estimated_hours,
  order_index: ticket.order_index,
  created_at: ticket.created_at,
  updated_at: ticket.updated_at,
  closed_at: ticket.closed_at,
  awaiting_reply_since: ticket.awaiting_reply_since,
  version: ticket.version,
  team_id: ticket.team_id,
});

/** Shows a ticket as this viewer may see it, with what they may do to it. */
export function viewTicket(ticket: NamedTicket, viewer: TicketViewer): Ticket {
  const theirs = standing(viewer.actor, ticket);
  const view: Ticket = {
    ...shownInRows(ticket),
    description: ticket.description,
    steps_to_reproduce: ticket.steps_to_reproduce,
    expected_result: ticket.expected_result,
    actual_result: ticket.actual_result,
    environment: ticket.environment,
    ...standsOn(ticket, viewer, theirs),
  };
  if (!readsInternals(theirs)) return view;
  view.internal_note = ticket.internal_note ?? null;
  view.labels = labelsOf(ticket);
  return view;
}

/** Where a ticket continues, with nulls for whoever does not see that; and what they may do. */
function afterMerge(
  ticket: NamedRow | NamedTicket,
  { actor, now }: TicketViewer,
  theirs: Standing,
): Pick<Ticket, 'merged_into' | 'can'> {
  const facts = rootFrom(ticket);
  if (facts === null) return { merged_into: null, can: permissions(theirs, now, ticket) };
  const root = { ...facts, ...(ticket.reopen_days === undefined ? {} : { reopen_days: ticket.reopen_days }) };
  const onRoot = standing(actor, root);
  const isSeen = onRoot !== 'none';
  const merged_into = { id: isSeen ? ticket.merged_into_id : null, number: isSeen ? root.number : null };
  return { merged_into, can: permissions(onRoot, now, ticket, root) };
}

/** The fields that whole tickets and rows share, as somebody of this standing may know them. */
function standsOn(ticket: NamedRow | NamedTicket, viewer: TicketViewer, theirs: Standing) {
  const internals = readsInternals(theirs);
  const { merged_into, can } = afterMerge(ticket, viewer, theirs);
  return {
    ...projectOf(ticket, viewer),
    restricted: isRestricted(ticket),
    people: shownPeople(ticket),
    fields: fieldsOf(ticket),
    lacks: lacksOf(ticket),
    merged_into,
    can,
    live: liveOf(ticket, internals),
    ...(internals ? { wait: viewRunningWait(ticket, viewer.now) } : { answer_due_at: promisedDue(ticket) }),
  };
}

/** The added people, without who appointed them. */
const shownPeople = (ticket: Pick<StoredTicket, 'people'>) => addedPeople(ticket).map(({ id, name }) => ({ id, name }));

/** The project of a ticket; none for whoever may not report into it and sees nothing else of it. */
function projectOf(ticket: NamedRow | NamedTicket, { actor }: TicketViewer) {
  const isShown = !isHidden(actor, ticket.project_id);
  return {
    project_id: isShown ? ticket.project_id : null,
    project_name: isShown ? ticket.project_name : null,
    project_color: isShown ? ticket.project_color : null,
    project_icon_url: isShown ? projectIconUrl(ticket.project_id, ticket.project_icon_filename) : null,
  };
}

/** A row as this viewer sees it. */
export function viewRow(row: NamedRow, viewer: TicketViewer): TicketRow {
  const theirs = standing(viewer.actor, row);
  const view: TicketRow = {
    ...shownInRows(row),
    ...standsOn(row, viewer, theirs),
    comment_count: row.comment_count,
    attachment_count: row.attachment_count,
  };
  return readsInternals(theirs) ? Object.assign(view, { labels: labelsOf(row) }, besideFrom(row, viewer)) : view;
}

/** Columns that only the service itself reads. */
type Hidden =
  | 'priority_rank'
  | 'status_since'
  | 'public_version'
  | 'public_updated_at'
  | 'event_seq'
  | 'summary_comment_id'
  | 'lead_id'
  | 'reporter_works'
  | 'due_at'
  | 'internal_note';

/** A ticket as it is stored. `version` and `updated_at` are those that the reader may know. */
export interface StoredTicket extends Omit<RowOf<'tickets'>, Hidden> {
  /** Missing when the ticket was read for somebody who may not see it. */
  readonly internal_note?: string | null;
  /** The added people, as `addedPeople` reads them. */
  readonly people: string | null;
  /** Its labels, as `labelsOf` reads them. Missing for who may not see them. */
  readonly labels?: string | null;
}

/** A ticket that is held for a change: as developers read it, with the version that its reporter knows. */
export interface HeldTicket extends StoredTicket {
  readonly public_version: number;
  /** Whether there is any field by category or project. */
  readonly has_fields: 0 | 1;
  readonly status_since: Instant;
}

/** A ticket with the names of its reporter, assignee and project. */
export interface NamedTicket extends StoredTicket, LiveColumn, WaitColumns {
  readonly project_name: string | null;
  /** Its values in fields, and the keys that its report lacks, as `fieldsOf` and `lacksOf` read them. */
  readonly fields: string | null;
  readonly lacks: string | null;
  /** The ticket to which it was joined, at the end of the chain, as `rootFrom` reads it. */
  readonly root: string | null;
  /** The part of it that stands in the subject of mails; null without a project. */
  readonly project_mail_subject: RowOf<'projects'>['mail_subject'] | null;
  readonly project_color: string | null;
  readonly project_icon_filename: string | null;
  readonly reporter_name: string | null;
  readonly reporter_email: string | null;
  readonly assignee_name: string | null;
  readonly assignee_email: string | null;
  /** The setting `reopen_days` as JSON; null for its default. Missing when the ticket was read for a developer. */
  readonly reopen_days?: string | null;
}

/** A ticket as rows show it: without its long texts, and with how much hangs on it that the reader may see. */
export interface NamedRow extends Omit<NamedTicket, (typeof LONG_TEXTS)[number]>, LeadColumns {
  readonly comment_count: number;
  readonly attachment_count: number;
}

/** The parts of a PATCH that are no columns of a ticket. */
export const NO_FIELDS = [
  'closure_summary',
  'closure_question',
  'closure_shared',
  'closure_found_by',
  'restricted',
  'confirm',
  'also',
  'fields',
] as const;

/** The fields that a PATCH may set. `ticket-change.ts` decides what follows from them. */
export type TicketFields = Pick<StoredTicket, Exclude<keyof TicketChanges, (typeof NO_FIELDS)[number]>>;

/** 4 for critical down to 1 for low: how a priority sorts. */
export const PRIORITY_RANK: Readonly<Record<Priority, number>> = { critical: 4, high: 3, normal: 2, low: 1 };

/** Texts in which an empty text means null. */
export const OPTIONAL_TEXTS = fieldsWith({ kind: 'text', isOptional: true });

/** Makes empty optional texts null, so that there is one way to say "nothing". */
export function emptyTextsAsNull<W extends object>(changes: W): W {
  const empty = OPTIONAL_TEXTS.filter((name) => (changes as Record<string, unknown>)[name] === '');
  return empty.length === 0 ? changes : { ...changes, ...Object.fromEntries(empty.map((name) => [name, null])) };
}

/** The icon's file name stands in the address, so that a changed icon is a changed address. */
export const projectIconUrl = (id: string | null, filename: string | null): string | null =>
  id && filename ? `/api/projects/${id}/icon?v=${filename.slice(0, 8)}` : null;
