import type { QueryClient } from '@tanstack/react-query';
import type { BesideTicket } from '../../../contract/merging.ts';
import { get, KwitError, write } from './client.ts';
import type { Status, Ticket, TicketChanges } from './tickets.ts';

export type { BesideTicket };

/** A ticket of which something was refused, and why. */
export interface Refused {
  readonly id: string;
  readonly error: unknown;
}

interface Merged {
  readonly done: readonly string[];
  readonly refused: readonly Refused[];
}

/** Does something to each of these tickets, one after the other; what is refused of one keeps none of the others. */
async function toEach(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<Merged> {
  const [done, refused]: [string[], Refused[]] = [[], []];
  for (const id of ids) {
    try {
      await work(id);
      done.push(id);
    } catch (error) {
      refused.push({ id, error });
    }
  }
  return { done, refused };
}

export const refreshTickets = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['tickets'] });

interface Join {
  readonly into: string;
  /** Whether the reporters may read each other's public words. */
  readonly tell: boolean;
  /** Whether people may gain sight of internal words. */
  readonly confirm: boolean;
}

/** Joins tickets to another one. */
export const joinTickets = (ids: readonly string[], { into, tell, confirm }: Join): Promise<Merged> =>
  toEach(ids, (id) =>
    write('POST', `/tickets/${id}/merge`, { json: { into, mode: 'join', tell_reporters: tell, confirm } }),
  );

/** Lets tickets stand beside another one: one request. */
export async function placeBeside([first, ...also]: readonly string[], into: string): Promise<Merged> {
  if (first === undefined) return { done: [], refused: [] };
  const more = also.length === 0 ? {} : { also };
  const answer = await write('POST', `/tickets/${first}/merge`, { json: { into, mode: 'beside', ...more } });
  const { closed = [], refused = [] } = answer.also_result ?? {};
  return {
    done: [first, ...closed],
    refused: refused.map(({ id, error }) => ({ id, error: new KwitError(error, error) })),
  };
}

/** Closes tickets as doubles of another one, each with this answer. */
export const closeAsDoubles = (ids: readonly string[], number: number, answer: string): Promise<Merged> =>
  toEach(ids, async (id) => {
    const relation = { related_ticket_number: number, relation_type: 'duplicates' as const };
    await write('POST', `/tickets/${id}/related`, { json: relation });
    await closeOne(id, answer);
  });

/** Takes that back: each has the status that it had, and the link is gone. */
export async function takeDoublesBack(tickets: readonly Pick<Ticket, 'id' | 'status'>[], of: string): Promise<Merged> {
  await toEach(
    tickets.map(({ id }) => id),
    (id) => write('DELETE', `/tickets/${id}/related/${of}`),
  );
  return restoreStatus(tickets);
}

const closeOne = (id: string, answer: string) =>
  write('PATCH', `/tickets/${id}`, { json: { status: 'closed', closure_summary: answer } });

/** Closes tickets, each with an answer of its own. */
export const closeEach = (ids: readonly string[], answerOf: (id: string) => string): Promise<Merged> =>
  toEach(ids, (id) => closeOne(id, answerOf(id)));

/** Makes a new ticket of some comments. */
export const splitTicket = (id: string, split: { comment_ids: string[]; title: string }) =>
  write('POST', `/tickets/${id}/split`, { json: split });

/** What was split off goes back. Its reporter wrote in the ticket before, so they go on reading it. */
export const takeSplitBack = (id: string, into: string) =>
  write('POST', `/tickets/${id}/merge`, { json: { into, mode: 'join', tell_reporters: true } });

/** Opens tickets that were closed together, each in the status from which it was closed. */
export const reopenEach = (numbers: readonly number[]): Promise<Merged> =>
  toEach(numbers.map(String), async (number) => {
    const { id, history } = await get(`/numbered-tickets/${Number(number)}`, {});
    const closing = history.findLast(({ field, new_value }) => field === 'status' && new_value === 'closed');
    const status = (closing?.old_value ?? 'verified') as Status;
    await write('PATCH', `/tickets/${id}`, { json: { status } });
  });

/** Puts tickets back into a status. */
export const restoreStatus = (tickets: readonly Pick<Ticket, 'id' | 'status'>[]): Promise<Merged> =>
  toEach(
    tickets.map(({ id }) => id),
    (id) => {
      const changes: TicketChanges = { status: tickets.find((one) => one.id === id)?.status ?? 'verified' };
      return write('PATCH', `/tickets/${id}`, { json: changes });
    },
  );

export const unmergeTickets = (ids: readonly string[]): Promise<Merged> =>
  toEach(ids, (id) => write('POST', `/tickets/${id}/unmerge`));
