import { fieldsWith } from '#contract/ticket-fields.ts';
import type { Can } from '#contract/tickets.ts';
import type { Standing, Status } from '#contract/words.ts';
import { DAY, Failure, type Instant, isDeveloper, type Person, shifted } from '#platform';
import { DEFAULT_REOPEN_DAYS } from '#settings';
import { isConcealed, type Reader, standing, type TicketFacts, worksInProject } from './visibility.ts';

export interface Reopenable {
  readonly status: Status;
  readonly closed_at: Instant | null;
  /** The setting `reopen_days` as JSON; null for its default, and missing when the ticket was read for a developer. */
  readonly reopen_days?: string | null;
}

/** The last question: all rows of a list ask the same one, and to format a moment costs more than the rest of a row. */
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

interface ViewedTicket extends TicketFacts {
  readonly status: Status;
  readonly was_closed: 0 | 1;
  readonly merged_into_id: string | null;
}

export interface TicketViewer {
  readonly actor: Person;
  readonly now: Instant;
}

/** The fields that only who works on a ticket may write. */
const WORKERS_FIELDS = [
  ...fieldsWith({ writer: 'worker' }),
  'closure_summary',
  'closure_question',
  'closure_shared',
  'closure_found_by',
  'restricted',
  'labels',
  'also',
] as const;

const mayEdit = (standing: Standing, ticket: ViewedTicket): boolean =>
  standing === 'worker' || (standing === 'reporter' && ticket.status === 'submitted' && ticket.was_closed === 0);

/** Whether the person may say that the ticket, which was closed, is not solved (docs/rules/closing.md#not-solved). */
export const mayReopen = (person: Reader, ticket: TicketFacts & Reopenable, now: Instant): boolean =>
  standing(person, ticket) === 'reporter' && isReopenable(ticket, now);

/**
 * The rights of somebody of this standing on the ticket, or on its root, now (docs/rules/tickets.md#what-one-may-do).
 *
 * @param root the ticket to which it was joined, which takes what is written to it, by the rights there; null for none.
 */
export function permissions(
  personStanding: Standing,
  now: Instant,
  ticket: ViewedTicket & Reopenable,
  root: Reopenable | null = null,
): Can {
  const works = personStanding === 'worker';
  const changes = works && root === null;
  const says = works || personStanding === 'reporter' || personStanding === 'participant';
  return {
    edit: root === null && mayEdit(personStanding, ticket),
    comment: says,
    comment_internally: works,
    attach: says,
    change_status: changes,
    assign: changes,
    plan: changes,
    close: changes && ticket.status !== 'closed',
    link: works,
    reopen: personStanding === 'reporter' && isReopenable(root ?? ticket, now),
  };
}

const refuseField = (field: string) =>
  new Failure('forbidden', { message: `Only developers may change ${field}. Leave it out.` });

/** @throws Failure `forbidden` when the changes have a field that only developers write. Call it before reading the ticket. */
export function permitFields(person: Person, changes: object): void {
  if (isDeveloper(person)) return;
  const refused = WORKERS_FIELDS.find((field) => field in changes);
  if (refused) throw refuseField(refused);
}

/** @throws Failure `ticket_not_found` for a ticket of which nobody may know who may not open it, else `forbidden`. */
export function permitOpening(person: Person, ticket: TicketFacts): Standing {
  const personStanding = standing(person, ticket);
  if (personStanding !== 'none') return personStanding;
  if (isConcealed(person, ticket)) throw new Failure('ticket_not_found');
  throw new Failure('forbidden', { message: 'This ticket was reported by someone else. Ask a developer about it.' });
}

const READS = 'Your team reads this ticket and does not work on it.';

/** @throws Failure `forbidden` for whoever reads the ticket alone. */
export function permitSaying(person: Person, ticket: TicketFacts): Standing {
  const personStanding = permitOpening(person, ticket);
  if (personStanding === 'reader') throw new Failure('forbidden', { message: READS });
  return personStanding;
}

/** @throws Failure `forbidden` for whoever does not work on the ticket, though a developer. */
export function permitWorking(person: Person, ticket: TicketFacts): void {
  const personStanding = permitOpening(person, ticket);
  if (personStanding !== 'worker')
    throw new Failure('forbidden', {
      message: personStanding === 'reader' ? READS : 'Only who works on this ticket may do this.',
    });
}

/**
 * Lets those change a project, and what belongs to it, who work there (docs/rules/access.md#sealed-projects).
 *
 * @param project one of which the person may know; null is no project.
 * @throws Failure `forbidden`.
 */
export function permitBelongings(person: Person, project: string | null): void {
  if (project !== null && !worksInProject(person, project))
    throw new Failure('forbidden', { message: 'Only who works in this project changes it, and what belongs to it.' });
}

/**
 * @throws Failure `forbidden` for whoever may not change it, and for a field that only its workers write; for its reporter
 * `ticket_locked` unless it is `submitted` and never was `closed`, and `already_merged` once it was joined.
 */
export function permitChange(person: Person, ticket: ViewedTicket, changes: object): void {
  const personStanding = permitSaying(person, ticket);
  if (personStanding === 'worker') return;
  const refused = WORKERS_FIELDS.find((field) => field in changes);
  if (refused) throw refuseField(refused);
  if (personStanding === 'participant')
    throw new Failure('forbidden', {
      message: 'Only its reporter and who works on it change this ticket; comment on it.',
    });
  if (!mayEdit(personStanding, ticket))
    throw new Failure(ticket.merged_into_id === null ? 'ticket_locked' : 'already_merged');
}
