import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type AlsoResult, Merge, Split } from '#contract/merging.ts';
import { IdPath } from '#contract/scalars.ts';
import { Ticket } from '#contract/tickets.ts';
import { takeLineBack } from '#events';
import { Failure, ifMatch, pick, type Runner, type Work, withVersion } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { findTicket } from '../find-ticket.ts';
import { viewTicket } from '../ticket.ts';
import { besideOf, rootNumberOf } from './beside.ts';
import { mergeTicket, unmergeTicket } from './merge.ts';
import { splitTicket } from './split.ts';

const tag = 'Tickets';
const writes = { tag, access: 'developer', scope: 'write' } as const;

const headers = Type.Object({
  'if-match': Type.Optional(Type.String({ description: 'The ETag that you last saw.' })),
});

const merging = operation({
  ...writes,
  operationId: 'mergeTicket',
  summary: 'Merge a ticket into another one, or let it stand beside it',
  params: IdPath,
  headers,
  body: Merge,
  answersVersion: true,
  answers: { 200: Ticket },
  refuses: [
    'too_many_requests',
    'merge_self',
    'ticket_not_found',
    'precondition_failed',
    'already_merged',
    'merge_circle',
    'ticket_closed',
    'reporters_differ',
    'limit_reached',
    'would_reveal',
  ],
});

const unmerging = operation({
  ...writes,
  operationId: 'unmergeTicket',
  summary: 'Take a ticket out of the one that it was merged into, or off those beside it',
  params: IdPath,
  headers,
  answersVersion: true,
  answers: { 200: Ticket },
  refuses: [
    'too_many_requests',
    'ticket_not_found',
    'precondition_failed',
    'not_merged',
    'merged_on',
    'would_be_orphaned',
  ],
});

const splitting = operation({
  ...writes,
  operationId: 'splitTicket',
  summary: 'Make a new ticket of comments that are about something else',
  params: IdPath,
  body: Split,
  answersVersion: true,
  answers: { 201: Ticket },
  refuses: ['too_many_requests', 'ticket_not_found', 'comment_not_found'],
});

/**
 * Does the same with other tickets, each in a transaction of its own: what is refused of one keeps none of the others.
 *
 * @returns those with which it was done, and those of which it was refused.
 */
export async function doAlso(
  request: FastifyRequest,
  ids: readonly string[],
  act: (work: Work, id: string) => Promise<unknown>,
): Promise<AlsoResult> {
  const [closed, refused]: [string[], AlsoResult['refused']] = [[], []];
  for (const id of ids) {
    try {
      await request.write((work) => act(work, id));
      closed.push(id);
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      refused.push({ id, error: error.code, ...pick(error.more.facts ?? {}, 'keys') });
    }
  }
  return { closed, refused };
}

/** A ticket as it is answered to who works on it. */
const shown = async (work: Work, id: string) => {
  const ticket = await findTicket(work, id);
  return { ...viewTicket(ticket, work), ...(await besideOf(work, ticket)) };
};

/** Merging, standing beside, splitting. */
export async function mergingRoutes(routes: Routes): Promise<void> {
  routes.post('/api/tickets/:id/merge', merging, async (request, reply) => {
    const { also = [], ...draft } = request.body;
    if (also.length > 0 && draft.mode !== 'beside')
      throw new Failure('validation_error', [
        { path: 'also', code: 'dependentRequired', message: 'Send also together with the mode "beside".' },
      ]);
    const expected = ifMatch(request.headers['if-match']);
    const target = await request.write((work) => mergeTicket(work, request.params.id, draft, expected));
    // Its version moves with each ticket that comes to stand beside it.
    const { into_version: _, ...further } = draft;
    const result = await doAlso(request, also, (work, id) => mergeTicket(work, id, further, null));
    const ticket = withVersion(reply, await request.read((work) => shown(work, target.id)));
    return request.body.also === undefined ? ticket : { ...ticket, also_result: result };
  });

  routes.post('/api/tickets/:id/unmerge', unmerging, async (request, reply) => {
    const { id } = request.params;
    const expected = ifMatch(request.headers['if-match']);
    const ticket = await request.write(async (work) => {
      const { merged_into_id } = await findTicket(work, id);
      const field = merged_into_id === null ? 'beside' : 'merged_into';
      await takeLineBack(work, id, field, () => unmergeTicket(work, id, expected));
      return shown(work, id);
    });
    return withVersion(reply, ticket);
  });

  routes.post('/api/tickets/:id/split', splitting, async (request, reply) => {
    const ticket = await request.write(async (work) => {
      const { id } = await splitTicket(work, request.params.id, request.body);
      return shown(work, id);
    });
    return withVersion(reply, ticket);
  });
}

/** The address of a ticket's page, and of the one on which its reporter says that it is not solved. */
const PAGE = /^\/(t|reopen)\/([1-9]\d{0,14})(?:\?(.*))?$/;

/**
 * Has links to a ticket that was merged lead to where it continues. Who follows one signs in as for any other page, so they
 * tell nothing but a number. With `merged=1` the page of the ticket itself opens, on which it is unmerged.
 */
export const mergedAddresses =
  (runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    routes.addHook('onRequest', async (request, reply) => {
      if (request.method !== 'GET' && request.method !== 'HEAD') return;
      const [, page, number, query = ''] = PAGE.exec(request.url) ?? [];
      if (number === undefined || new URLSearchParams(query).get('merged') === '1') return;
      const root = await runner.read(request.anonymous, (work) => rootNumberOf(work, Number(number)));
      if (root !== undefined) return reply.redirect(`/${page}/${root}`);
    });
  };
