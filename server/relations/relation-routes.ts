import { Type } from 'typebox';
import { LinkDraft, RelatedPath, RelatedTicket, SolvedByDraft } from '../../contract/relations.ts';
import { IdPath, PageFilter } from '../../contract/scalars.ts';
import { NoContent, operation } from '../http/operation.ts';
import { pageOf } from '../http/pages.ts';
import type { Routes } from '../http/routes.ts';
import { linkTickets } from './link-tickets.ts';
import { markSolvedBy } from './mark-solved-by.ts';
import { showLinks } from './show-links.ts';
import { unlinkTickets } from './unlink-tickets.ts';

const tag = 'Links';

const listing = operation({
  operationId: 'listRelatedTickets',
  summary: 'List the tickets that a ticket is linked to, newest link first',
  tag,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(RelatedTicket) },
  refuses: ['forbidden', 'ticket_not_found'],
});

const linking = operation({
  operationId: 'linkTickets',
  summary: 'Link a ticket to another one, or change how they are linked',
  tag,
  access: 'developer',
  scope: 'write',
  params: IdPath,
  body: LinkDraft,
  answers: { 200: Type.Array(RelatedTicket), 201: Type.Array(RelatedTicket) },
  refuses: ['too_many_requests', 'ticket_not_found', 'related_ticket_not_found', 'ticket_relation_self_ref'],
});

const solving = operation({
  operationId: 'addSolution',
  summary: 'Note that the answer of a closed ticket helped with this one',
  tag,
  access: 'developer',
  scope: 'write',
  params: IdPath,
  body: SolvedByDraft,
  answers: { 200: Type.Array(RelatedTicket), 201: Type.Array(RelatedTicket) },
  refuses: ['too_many_requests', 'ticket_not_found', 'related_ticket_not_found', 'ticket_relation_self_ref'],
});

const unlinking = operation({
  operationId: 'unlinkTickets',
  summary: 'Remove the link to another ticket, whichever way it points',
  tag,
  access: 'developer',
  scope: 'write',
  params: RelatedPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_not_found', 'ticket_relation_not_found'],
});

/** Links between tickets. */
export async function relationRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/related', listing, async (request, reply) =>
    pageOf(request, reply, await request.read((work) => showLinks(work, request.params.id))),
  );

  routes.post('/api/tickets/:id/related', linking, async (request, reply) => {
    const { links, isNew } = await request.write((work) => linkTickets(work, request.params.id, request.body));
    reply.code(isNew ? 201 : 200);
    return links;
  });

  routes.post('/api/tickets/:id/solved-by', solving, async (request, reply) => {
    const { id } = request.params;
    const { links, isNew } = await request.write((work) => markSolvedBy(work, id, request.body.ticket_number));
    reply.code(isNew ? 201 : 200);
    return links;
  });

  routes.delete('/api/tickets/:id/related/:relatedId', unlinking, async (request, reply) => {
    const { id, relatedId } = request.params;
    await request.write((work) => unlinkTickets(work, id, relatedId));
    reply.code(204);
    return null;
  });
}
