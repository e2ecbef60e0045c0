import { fieldsWith } from '#contract/ticket-fields.ts';
import type { TicketDraft } from '#contract/tickets.ts';
import { addWait, attachFiles, type NewAttachment, reportedWait, ticketItself } from '#conversation';
import { recordEvent } from '#events';
import { indexNewTicket, indexTicket } from '#memory';
import { allSettled, pick, type Work } from '#platform';
import { FieldStore, type ValueChange } from './field-store.ts';
import { emptyTextsAsNull } from './ticket.ts';
import { TicketStore } from './ticket-store.ts';

const optional = fieldsWith({ isOptional: true });
const empty = Object.fromEntries(optional.map((name) => [name, null])) as Record<(typeof optional)[number], null>;

const NEW = {
  ...empty,
  category: 'other',
  urgency_reporter: 'normal',
  priority: 'normal',
  status: 'submitted',
  order_index: 0,
  closed_at: null,
  version: 1,
} as const;

/** A new ticket besides its draft. `read` is sent to the database together with what writes it. */
interface Reported<T> {
  readonly reporterId: string;
  readonly files?: readonly NewAttachment[];
  /** Its values in fields of its category and project. */
  readonly values?: readonly ValueChange[];
  readonly read: (id: string) => Promise<T>;
  /** Whether its reporter is mailed its number: they reported by mail. */
  readonly acknowledge?: boolean;
}

/** The parts that a caller may name: somebody else reports it, files come along, the reporter is mailed its number. */
export type Reporting = Partial<Omit<Reported<never>, 'read'>>;

/** Adds a ticket with its files, its number and its first event. What it says has been checked. @returns what `read` reads. */
export async function addTicket<T>(
  work: Work,
  { fields: _, ...draft }: TicketDraft,
  { reporterId: reporter_id, files = [], values = [], read, acknowledge = false }: Reported<T>,
): Promise<T> {
  const id = work.newId();
  const ticket = {
    ...NEW,
    ...emptyTextsAsNull(draft),
    id,
    reporter_id,
    number: await work.of(TicketStore).nextNumber(),
    created_at: work.now,
    updated_at: work.now,
  };
  work.lines.push({ ticketId: id, field: 'created', isUndoable: false });
  const wait = await reportedWait(work, { ...ticket, restricted: 0, people: null });
  const [, result] = await allSettled([
    allSettled([
      work.of(TicketStore).add(ticket),
      wait === null ? work.of(TicketStore).set(id, { reporter_works: true }) : addWait(work, wait),
      indexNewTicket(work, ticket),
      attachFiles(work, ticketItself(id), files),
      work.of(FieldStore).say(id, values),
      recordEvent(work, ticket, 'ticket.created', {
        ...pick(ticket, 'status', 'category', 'priority', 'urgency_reporter', 'project_id', 'reporter_id'),
        ...(acknowledge ? { internal: { acknowledge } } : {}),
      }),
    ]),
    read(id),
  ]);
  if (values.length > 0) await indexTicket(work, ticket);
  return result;
}
