import { Type } from 'typebox';
import { ExternalReference, ReferenceDraft, ReferencePath } from '#contract/references.ts';
import { LinkDraft, RelatedPath, RelatedTicket, SolvedByDraft } from '#contract/relations.ts';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { pageOf } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import {
  addReference,
  linkTickets,
  markSolvedBy,
  removeReference,
  showLinks,
  showReferences,
  unlinkTickets,
} from './relations.ts';

const tag = 'External references';

const listing = operation({
  operationId: 'listExternalReferences',
  summary: 'List what lies elsewhere and belongs to a ticket, newest first',
  tag,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(ExternalReference) },
  refuses: ['forbidden', 'ticket_not_found'],
});

const writes = { tag, access: 'developer', scope: 'write' } as const;

const adding = operation({
  ...writes,
  operationId: 'addExternalReference',
  summary: 'Put the address of a pull request, a deployment or the like on a ticket',
  params: IdPath,
  body: ReferenceDraft,
  answers: { 201: Type.Array(ExternalReference) },
  refuses: ['too_many_requests', 'ticket_not_found'],
});

const removing = operation({
  ...writes,
  operationId: 'removeExternalReference',
  summary: 'Take an address off a ticket',
  params: ReferencePath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_not_found', 'external_reference_not_found'],
});

/** External references of tickets. */
export async function referenceRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/external-references', listing, async (request, reply) =>
    pageOf(request, reply, await request.read((work) => showReferences(work, request.params.id))),
  );

  routes.post('/api/tickets/:id/external-references', adding, (request) =>
    request.write((work) => addReference(work, request.params.id, request.body)),
  );

  routes.delete('/api/tickets/:id/external-references/:refId', removing, (request) => {
    const { id, refId } = request.params;
    return request.write((work) => removeReference(work, id, refId));
  });
}

const tagRelation = 'Links';
const linkWrites = { tag: tagRelation, access: 'developer', scope: 'write' } as const;

const listingRelation = operation({
  operationId: 'listRelatedTickets',
  summary: 'List the tickets that a ticket is linked to, newest link first',
  tag: tagRelation,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(RelatedTicket) },
  refuses: ['forbidden', 'ticket_not_found'],
});

const linking = operation({
  ...linkWrites,
  operationId: 'linkTickets',
  summary: 'Link a ticket to another one, or change how they are linked',
  params: IdPath,
  body: LinkDraft,
  answers: { 200: Type.Array(RelatedTicket), 201: Type.Array(RelatedTicket) },
  refuses: ['too_many_requests', 'ticket_not_found', 'related_ticket_not_found', 'ticket_relation_self_ref'],
});

const solving = operation({
  ...linkWrites,
  operationId: 'addSolution',
  summary: 'Note that the answer of a closed ticket helped with this one',
  params: IdPath,
  body: SolvedByDraft,
  answers: { 200: Type.Array(RelatedTicket), 201: Type.Array(RelatedTicket) },
  refuses: ['too_many_requests', 'ticket_not_found', 'related_ticket_not_found', 'ticket_relation_self_ref'],
});

const unlinking = operation({
  ...linkWrites,
  operationId: 'unlinkTickets',
  summary: 'Remove the link to another ticket, whichever way it points',
  params: RelatedPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_not_found', 'ticket_relation_not_found'],
});

/** Links between tickets. */
export async function relationRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/related', listingRelation, async (request, reply) =>
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

  routes.delete('/api/tickets/:id/related/:relatedId', unlinking, (request) => {
    const { id, relatedId } = request.params;
    return request.write((work) => unlinkTickets(work, id, relatedId));
  });
}
