import { Type } from 'typebox';
import { ExternalReference, ReferenceDraft, ReferencePath } from '../../contract/references.ts';
import { IdPath, PageFilter } from '../../contract/scalars.ts';
import { NoContent, operation } from '../http/operation.ts';
import { pageOf } from '../http/pages.ts';
import type { Routes } from '../http/routes.ts';
import { addReference } from './add-reference.ts';
import { removeReference } from './remove-reference.ts';
import { showReferences } from './show-references.ts';

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

const adding = operation({
  operationId: 'addExternalReference',
  summary: 'Put the address of a pull request, a deployment or the like on a ticket',
  tag,
  access: 'developer',
  scope: 'write',
  params: IdPath,
  body: ReferenceDraft,
  answers: { 201: Type.Array(ExternalReference) },
  refuses: ['too_many_requests', 'ticket_not_found'],
});

const removing = operation({
  operationId: 'removeExternalReference',
  summary: 'Take an address off a ticket',
  tag,
  access: 'developer',
  scope: 'write',
  params: ReferencePath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_not_found', 'external_reference_not_found'],
});

/** External references of tickets. */
export async function referenceRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/external-references', listing, async (request, reply) =>
    pageOf(request, reply, await request.read((work) => showReferences(work, request.params.id))),
  );

  routes.post('/api/tickets/:id/external-references', adding, async (request, reply) => {
    const references = await request.write((work) => addReference(work, request.params.id, request.body));
    reply.code(201);
    return references;
  });

  routes.delete('/api/tickets/:id/external-references/:refId', removing, async (request, reply) => {
    const { id, refId } = request.params;
    await request.write((work) => removeReference(work, id, refId));
    reply.code(204);
    return null;
  });
}
