/** The rules of reports and changes (docs/rules/tickets.md). */
import type { Category } from '../../contract/words.ts';
import { answer } from './comment-rules.ts';
import { changed, followUp } from './linked-task-rules.ts';
import {
  type Fields,
  type KnownTicket,
  type Model,
  type Prediction,
  record,
  refused,
  succeeded,
  type Who,
} from './model.ts';

/** The body of a PATCH. */
export type Changes = Partial<Fields> & { closure_summary?: string };

const OF_DEVELOPERS = [
  'status',
  'priority',
  'planned_date',
  'estimated_hours',
  'internal_note',
  'assignee_id',
  'closure_summary',
];
const MINIMUM_LENGTH: Partial<Record<Category, { title?: number; description?: number }>> = {
  bug: { title: 10, description: 100 },
  feature: { description: 50 },
  improvement: { description: 50 },
};

const isTooShort = ({ title, description, category }: Pick<Fields, 'title' | 'description' | 'category'>): boolean =>
  title.length < (MINIMUM_LENGTH[category]?.title ?? 3) ||
  description.length < (MINIMUM_LENGTH[category]?.description ?? 1);

/** Fields whose change asks for texts that are long enough. */
const BOUND: readonly (keyof Fields)[] = ['title', 'description', 'category'];
/** Texts that are long enough for every category: a developer is asked only for those that they send. */
const LONG = { title: 'x'.repeat(100), description: 'x'.repeat(100) };

const trimmed = <T extends Changes>(changes: T): T =>
  changes.title === undefined ? changes : { ...changes, title: changes.title.trim() };

const NEW: Fields = {
  title: '',
  description: '',
  category: 'other',
  urgency_reporter: 'normal',
  priority: 'normal',
  status: 'submitted',
  project_id: null,
  assignee_id: null,
  planned_date: null,
  estimated_hours: null,
  internal_note: null,
};

export function report(model: Model, who: Who, changes: Changes): Prediction {
  if (OF_DEVELOPERS.some((field) => field in changes)) return refused('400 validation_error');
  const fields = { ...NEW, ...trimmed(changes) };
  if (isTooShort(fields)) return refused('400 validation_error');
  if (fields.project_id !== null && !model.isLive(fields.project_id)) return refused('400 project_not_found');
  const number = model.nextNumber();
  const ticket: KnownTicket = {
    id: '',
    number,
    reporter: who,
    fields,
    version: 1,
    publicVersion: 1,
    wasClosed: false,
    history: 0,
    comments: [],
    events: {},
  };
  model.tickets.push(ticket);
  record(ticket, 'ticket.created');
  return succeeded(201, ({ id }) => {
    ticket.id = id;
  });
}

export function change(
  model: Model,
  who: Who,
  ticket: KnownTicket | undefined,
  changes: Changes,
  isStale = false,
): Prediction {
  const isDeveloper = model.isDeveloper(who);
  const clean = trimmed(changes);
  if ((clean.title?.length ?? 3) < 3) return refused('400 validation_error');
  if (!isDeveloper && OF_DEVELOPERS.some((field) => field in changes)) return refused('403 forbidden');
  if (ticket === undefined) return refused('404 ticket_not_found');
  if (!isDeveloper && ticket.reporter !== who) return refused('403 forbidden');
  if (!isDeveloper && (ticket.fields.status !== 'submitted' || ticket.wasClosed)) return refused('403 ticket_locked');
  if (isStale) return refused('412 precondition_failed');
  const { closure_summary, ...fields } = clean;
  const after = accepted({ ...ticket.fields, ...fields }, ticket.fields, isDeveloper ? who : null);
  const checked = isDeveloper ? { ...LONG, ...fields, category: after.category } : after;
  const isRewritten = changed(ticket.fields, after).some((field) => BOUND.includes(field));
  const isShort = isRewritten && isTooShort(checked);
  const refusals = objections(model, ticket, after, { isShort, summary: closure_summary });
  if (refusals.length > 0) return refused(...refusals);
  if (closure_summary !== undefined) answer(ticket, who);
  apply(model, ticket, after);
  return succeeded(200);
}

/** Acceptance: planning a submitted ticket verifies it, and a developer who accepts a ticket without assignee becomes that. */
function accepted(after: Fields, before: Fields, developer: Who | null): Fields {
  if (before.status !== 'submitted' || developer === null) return after;
  const isPlanned = (['assignee_id', 'planned_date', 'estimated_hours'] as const).some(
    (field) => after[field] !== null && after[field] !== before[field],
  );
  const status = after.status === 'submitted' && isPlanned ? 'verified' : after.status;
  const isAccepted = ['verified', 'in_progress', 'waiting'].includes(status);
  return { ...after, status, assignee_id: after.assignee_id ?? (isAccepted ? developer : null) };
}

/** @returns the refusals that the state of the ticket gives reason for; the rules do not say which comes first. */
function objections(
  model: Model,
  { fields, comments }: KnownTicket,
  after: Fields,
  { isShort, summary }: { isShort: boolean; summary: string | undefined },
): string[] {
  const isNew = (field: keyof Fields) => after[field] !== null && after[field] !== fields[field];
  const closes = after.status === 'closed' && fields.status !== 'closed';
  const isAnswered = summary !== undefined || comments.some(({ isSummary }) => isSummary);
  return [
    ...(isNew('project_id') && !model.isLive(after.project_id) ? ['400 project_not_found'] : []),
    ...(isNew('assignee_id') && !model.isDeveloper(after.assignee_id) ? ['400 assignee_not_found'] : []),
    ...(isShort || (summary !== undefined && after.status !== 'closed') ? ['400 validation_error'] : []),
    ...(closes && !isAnswered ? ['400 closure_summary_required'] : []),
  ];
}

/** Applies a change that is not refused, and records what follows from it. */
export function apply(model: Model, ticket: KnownTicket, after: Fields): void {
  const which = changed(ticket.fields, after);
  const closes = which.includes('status') && after.status === 'closed';
  if (which.includes('status') && ticket.fields.status === 'closed') ticket.wasClosed = true;
  ticket.fields = after;
  if (which.length === 0) return;
  ticket.version += 1;
  if (which.some((field) => field !== 'internal_note')) ticket.publicVersion += 1;
  ticket.history += which.length;
  if (which.includes('status')) record(ticket, 'ticket.status_changed');
  if (closes) record(ticket, 'ticket.closed');
  if (which.some((field) => field !== 'status')) record(ticket, 'ticket.updated');
  followUp(model, ticket, which);
}
