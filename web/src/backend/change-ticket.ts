/**
 * Changes a ticket optimistically: the page shows the change at once, sends changes in order, and rolls back what the
 * service refuses.
 */
import type { QueryClient } from '@tanstack/react-query';
import { enqueue, hasPendingChange } from './change-queue.ts';
import { KwitError } from './client.ts';
import { changeEverywhere, dropTicket, newestVersion, putTicket } from './ticket-cache.ts';
import { ticketQuery } from './ticket-detail.ts';
import {
  type ManyChanged,
  patchTicket,
  patchTickets,
  type Ticket,
  type TicketChanges,
  type TicketSummary,
} from './tickets.ts';

type Answer = Awaited<ReturnType<typeof patchTicket>>;

/** Fields that the service derives from the changes, such as names: the page shows them before the answer. */
export type Shown = Partial<Ticket>;

function shownBy(changes: TicketChanges, more: Shown): Shown {
  const {
    closure_summary: _,
    closure_question: _question,
    closure_shared: _shared,
    closure_found_by: _foundBy,
    also: _also,
    confirm: _confirm,
    // Ids are sent, and names are shown: whoever changes them says both.
    labels: _labels,
    // People are sent by their ids; the answer has all that the ticket says.
    fields: _fields,
    ...values
  } = changes;
  return { ...(values as Shown), ...more };
}

/** Somebody else has changed the same, and to something else. */
export class Overtaken extends KwitError {
  /** The name of whoever did; undefined for one whose name is not there. */
  readonly by: string | undefined;
  readonly fields: readonly string[];

  constructor(by: string | undefined, fields: readonly string[]) {
    super('precondition_failed', 'Somebody else has changed it.', 412);
    this.by = by;
    this.fields = fields;
  }
}

/** Sends a change. What is so already is no conflict, nor what somebody did to other fields meanwhile. @throws KwitError, `Overtaken`. */
async function sendChange(client: QueryClient, ticket: TicketSummary, changes: TicketChanges): Promise<Answer> {
  try {
    return await patchTicket(ticket.id, changes, newestVersion(client, ticket.id) ?? ticket.version);
  } catch (error) {
    if (!(error instanceof KwitError && error.code === 'precondition_failed')) throw error;
    const now = await client.fetchQuery({ ...ticketQuery(ticket.number), staleTime: 0 });
    const [before, is, shall] = [ticket, now, changes] as Readonly<Record<string, unknown>>[];
    const fields = Object.keys(changes).filter((field) => field in now);
    const others = fields.filter((field) => is?.[field] !== before?.[field] && is?.[field] !== shall?.[field]);
    if (others.length > 0) {
      const entry = now.history.findLast(({ field }) => others.includes(field));
      throw new Overtaken(entry?.user_name ?? undefined, others);
    }
    if (fields.length > 0 && fields.every((field) => is?.[field] === shall?.[field])) return now;
    return patchTicket(ticket.id, changes, now.version);
  }
}

export async function changeTicket(
  client: QueryClient,
  ticket: TicketSummary,
  changes: TicketChanges,
  more: Shown = {},
): Promise<Ticket> {
  await client.cancelQueries({ queryKey: ['tickets'] });
  const shown = shownBy(changes, more);
  const before = Object.fromEntries(
    Object.keys(shown).map((key) => [key, ticket[key as keyof TicketSummary]]),
  ) as Shown;
  changeEverywhere(client, ticket.id, shown);
  // The second of two quick changes needs the version that the first one made.
  return enqueue(ticket.id, async () => {
    try {
      const answer = await sendChange(client, ticket, changes);
      // A developer who moves a ticket out of their own sight is answered its id and its number alone.
      if ('version' in answer) putTicket(client, answer);
      else await dropTicket(client, ticket);
      return answer;
    } catch (error) {
      changeEverywhere(client, ticket.id, before);
      if (error instanceof KwitError) client.invalidateQueries({ queryKey: ['tickets'] });
      throw error;
    } finally {
      client.invalidateQueries({ queryKey: ['tickets', 'detail', ticket.number] });
      client.invalidateQueries({ queryKey: ['tickets'], refetchType: 'none' });
    }
  }).finally(() => refetchCounted(client));
}

/** Changes many tickets in one request; each that was refused is as before. */
export async function changeTickets(
  client: QueryClient,
  tickets: readonly TicketSummary[],
  changes: TicketChanges,
  more: Shown = {},
): Promise<ManyChanged> {
  await client.cancelQueries({ queryKey: ['tickets'] });
  const shown = shownBy(changes, more);
  for (const { id } of tickets) changeEverywhere(client, id, shown);
  const { also: _, ...change } = changes;
  const ids = tickets.map(({ id }) => id);
  return patchTickets(ids, change).finally(() => client.invalidateQueries({ queryKey: ['tickets'] }));
}

/** Queries that count tickets, or show the first of many: only the service can tell how a change alters them. */
const COUNTED: readonly unknown[] = ['some', 'count', 'overview', 'workload'];

function refetchCounted(client: QueryClient): void {
  // An answer from before another change that is under way would show the old state again.
  if (hasPendingChange()) return;
  client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] === 'tickets' && COUNTED.includes(queryKey[1]) });
}
