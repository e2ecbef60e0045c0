/** Decides who may do what to a ticket. Each ticket carries the result as its `can`. */
import type { Can } from '../../contract/tickets.ts';
import type { Person } from '../actor.ts';
import type { Instant } from '../clock.ts';
import { Failure } from '../failure.ts';
import type { StoredTicket } from '../tickets/ticket.ts';
import { mayOpen, type Reader } from '../visibility.ts';
import { isReopenable, type Reopenable } from './reopening.ts';

type Standing = Pick<StoredTicket, 'status' | 'was_closed' | 'reporter_id'>;

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
export function permitOpening(person: Person, ticket: Pick<StoredTicket, 'reporter_id'>): void {
  if (!mayOpen(person, ticket))
    throw new Failure('forbidden', { message: 'This ticket was reported by someone else. Ask a developer about it.' });
}

/** @throws Failure `forbidden`, or `ticket_locked` for its reporter unless it is `submitted` and never was `closed`. */
export function permitChange(person: Person, ticket: Standing): void {
  permitOpening(person, ticket);
  if (!mayEdit(person, ticket)) throw new Failure('ticket_locked');
}
