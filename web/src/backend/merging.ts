import type { QueryClient } from '@tanstack/react-query';
import type { BesideTicket } from '../../../contract/merging.ts';
import { KwitError, write } from './client.ts';

export type { BesideTicket };

/** A ticket of which something was refused, and why. */
export interface Refused {
  readonly id: string;
  readonly error: unknown;
}

interface Merged {
  readonly done: readonly string[];
  readonly refused: readonly Refused[];
  /** The answer of each request. */
  readonly answers: readonly unknown[];
}

/** Does something to each of these tickets, one after the other; what is refused of one keeps none of the others. */
async function toEach(ids: readonly string[], work: (id: string) => Promise<unknown>): Promise<Merged> {
  const [done, refused, answers]: [string[], Refused[], unknown[]] = [[], [], []];
  for (const id of ids) {
    try {
      answers.push(...[await work(id)].flat());
      done.push(id);
    } catch (error) {
      refused.push({ id, error });
    }
  }
  return { done, refused, answers };
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
  if (first === undefined) return { done: [], refused: [], answers: [] };
  const more = also.length === 0 ? {} : { also };
  const answer = await write('POST', `/tickets/${first}/merge`, { json: { into, mode: 'beside', ...more } });
  const { closed = [], refused = [] } = answer.also_result ?? {};
  return {
    done: [first, ...closed],
    refused: refused.map(({ id, error }) => ({ id, error: new KwitError(error, error) })),
    answers: [answer],
  };
}

/** Closes tickets as doubles of another one, each with this answer. */
export const closeAsDoubles = (ids: readonly string[], number: number, answer: string): Promise<Merged> =>
  toEach(ids, async (id) => {
    const relation = { related_ticket_number: number, relation_type: 'duplicates' as const };
    const linked = await write('POST', `/tickets/${id}/related`, { json: relation });
    return [linked, await closeOne(id, answer)];
  });

const closeOne = (id: string, answer: string) =>
  write('PATCH', `/tickets/${id}`, { json: { status: 'closed', closure_summary: answer } });

/** Closes tickets, each with an answer of its own. */
export const closeEach = (ids: readonly string[], answerOf: (id: string) => string): Promise<Merged> =>
  toEach(ids, (id) => closeOne(id, answerOf(id)));

/** Makes a new ticket of some comments. */
export const splitTicket = (id: string, split: { comment_ids: string[]; title: string }) =>
  write('POST', `/tickets/${id}/split`, { json: split });

export const unmergeTickets = (ids: readonly string[]): Promise<Merged> =>
  toEach(ids, (id) => write('POST', `/tickets/${id}/unmerge`));
