import { Type } from 'typebox';
import { IdPath } from '#contract/scalars.ts';
import { TemplateChange, TemplateDraft, TemplateFilter, TicketTemplate } from '#contract/templates.ts';
import { LONG_PAGE_SIZE } from '#contract/words.ts';
import { pageOf } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addTemplate, changeTemplate, listTemplates, removeTemplate, showTemplate } from './templates.ts';

const tag = 'Ticket templates';
const reads = { tag, access: 'signed-in', scope: 'read' } as const;
const administers = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...reads,
  operationId: 'listTemplates',
  summary: 'List active templates, newest first; with a project its own, then those for any project',
  query: TemplateFilter,
  answers: { 200: Type.Array(TicketTemplate) },
  refuses: ['project_not_found'],
});

const reading = operation({
  ...reads,
  operationId: 'getTemplate',
  summary: 'Read a template; an inactive one only as a developer',
  params: IdPath,
  answers: { 200: TicketTemplate },
  refuses: ['ticket_template_not_found'],
});

const adding = operation({
  ...administers,
  operationId: 'addTemplate',
  summary: 'Add a template for new tickets',
  body: TemplateDraft,
  answers: { 201: TicketTemplate },
  refuses: ['too_many_requests', 'project_not_found', 'forbidden', 'cannot_see_ticket'],
});

const changing = operation({
  ...administers,
  operationId: 'changeTemplate',
  summary: 'Change a template',
  params: IdPath,
  body: TemplateChange,
  answers: { 200: TicketTemplate },
  refuses: ['too_many_requests', 'ticket_template_not_found', 'project_not_found', 'forbidden', 'cannot_see_ticket'],
});

const removing = operation({
  ...administers,
  operationId: 'removeTemplate',
  summary: 'Remove a template; tickets that began with it stay as they are',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'ticket_template_not_found'],
});

/** Templates: starts for new tickets. */
export async function templateRoutes(routes: Routes): Promise<void> {
  routes.get('/api/ticket-templates', listing, async (request, reply) =>
    pageOf(request, reply, await request.read((work) => listTemplates(work, request.query)), LONG_PAGE_SIZE),
  );

  routes.get('/api/ticket-templates/:id', reading, (request) =>
    request.read((work) => showTemplate(work, request.params.id)),
  );

  routes.post('/api/ticket-templates', adding, (request) => request.write((work) => addTemplate(work, request.body)));

  routes.patch('/api/ticket-templates/:id', changing, (request) =>
    request.write((work) => changeTemplate(work, request.params.id, request.body)),
  );

  routes.delete('/api/ticket-templates/:id', removing, (request) =>
    request.write((work) => removeTemplate(work, request.params.id)),
  );
}
