import type { Can, Status } from '#contract/tickets.ts';
import { DAY, Failure, type Instant, type Person, shifted } from '#platform';
import { DEFAULT_REOPEN_DAYS } from '#settings';
import { mayOpen, type Reader } from './visibility.ts';

export interface Reopenable {
  readonly status: Status;
  readonly closed_at: Instant | null;
  /** The setting `reopen_days` as JSON; null for its default, and missing when the ticket was read for a developer. */
  readonly reopen_days?: string | null;
}

/** What was last asked for: all rows of a list ask the same, and a text of a moment costs more than the rest of a row. */
let earliest = { now: '', days: 0, end: '' };

function earliestEnd(now: Instant, days: number): Instant {
  if (earliest.now !== now || earliest.days !== days) earliest = { now, days, end: shifted(now, -days * DAY) };
  return earliest.end;
}

/** Whether a ticket was closed so lately that its reporter may say that it is not solved (docs/rules/closing.md#not-solved). */
export function isReopenable({ status, closed_at, reopen_days }: Reopenable, now: Instant): boolean {
  if (status !== 'closed' || closed_at === null) return false;
  const days = reopen_days == null ? DEFAULT_REOPEN_DAYS : Number(reopen_days);
  return days > 0 && closed_at >= earliestEnd(now, days);
}

/** Decides who may do what to a ticket. Each ticket carries the result as its `can`. */

interface Standing {
  readonly status: Status;
  readonly was_closed: 0 | 1;
  readonly reporter_id: string;
}

/** Who looks at a ticket, and when. */
export interface TicketViewer {
  readonly actor: Person;
  readonly now: Instant;
}

/** The fields that only developers may write. */
const DEVELOPER_FIELDS = [
  'status',
  'priority',
  'planned_date',
  'estimated_hours',
  'internal_note',
  'assignee_id',
  'order_index',
  'closure_summary',
  'closure_question',
  'closure_shared',
] as const;

const mayEdit = (person: Person, ticket: Standing): boolean =>
  person.role === 'developer' || (mayOpen(person, ticket) && ticket.status === 'submitted' && ticket.was_closed === 0);

/** Whether the person may say that the ticket, which was closed, is not solved (docs/rules/closing.md#not-solved). */
export const mayReopen = (person: Reader, ticket: Pick<Standing, 'reporter_id'> & Reopenable, now: Instant): boolean =>
  person.role !== 'developer' && mayOpen(person, ticket) && isReopenable(ticket, now);

/** What the person may do to the ticket now (docs/rules/tickets.md#what-one-may-do). */
export function permissions({ actor: person, now }: TicketViewer, ticket: Standing & Reopenable): Can {
  const developer = person.role === 'developer';
  const opens = mayOpen(person, ticket);
  return {
    edit: mayEdit(person, ticket),
    comment: opens,
    comment_internally: developer,
    attach: opens,
    change_status: developer,
    assign: developer,
    plan: developer,
    close: developer && ticket.status !== 'closed',
    link: developer,
    reopen: mayReopen(person, ticket, now),
  };
}

/** @throws Failure `forbidden` when the changes have a field that only developers write. Call it before reading the ticket. */
export function permitFields(person: Person, changes: object): void {
  if (person.role === 'developer') return;
  const refused = DEVELOPER_FIELDS.find((field) => field in changes);
  if (refused) throw new Failure('forbidden', { message: `Only developers may change ${refused}. Leave it out.` });
}

/** @throws Failure `forbidden` when the person may not open the ticket. */
export function permitOpening(person: Person, ticket: { readonly reporter_id: string }): void {
  if (!mayOpen(person, ticket))
    throw new Failure('forbidden', { message: 'This ticket was reported by someone else. Ask a developer about it.' });
}

/** @throws Failure `forbidden`, or `ticket_locked` for its reporter unless it is `submitted` and never was `closed`. */
export function permitChange(person: Person, ticket: Standing): void {
  permitOpening(person, ticket);
  if (!mayEdit(person, ticket)) throw new Failure('ticket_locked');
}
