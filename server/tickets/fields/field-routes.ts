import { Type } from 'typebox';
import { FieldChanges, FieldDraft, TicketField } from '#contract/fields.ts';
import { IdPath } from '#contract/scalars.ts';
import { Failure } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addField, changeField, listFields, removeField, showField } from './fields.ts';

const tag = 'Fields';
const read = { tag, access: 'signed-in', scope: 'read' } as const;
const changed = { tag, access: 'developer', scope: 'admin' } as const;
const UNKNOWN_PROJECT = new Failure('project_not_found', { inBody: true });

const listing = operation({
  ...read,
  operationId: 'listFields',
  summary: 'List the fields that you are asked for, by position',
  answers: { 200: Type.Array(TicketField) },
});

const showing = operation({
  ...read,
  operationId: 'getField',
  summary: 'Read a field',
  params: IdPath,
  answers: { 200: TicketField },
  refuses: ['field_not_found'],
});

const adding = operation({
  ...changed,
  operationId: 'addField',
  summary: 'Make a field',
  body: FieldDraft,
  answers: { 201: TicketField },
  refuses: ['too_many_requests', UNKNOWN_PROJECT, 'field_exists', 'limit_reached'],
});

const changing = operation({
  ...changed,
  operationId: 'changeField',
  summary: 'Change a field, archive it, or bring it back',
  params: IdPath,
  body: FieldChanges,
  answers: { 200: TicketField },
  refuses: ['too_many_requests', UNKNOWN_PROJECT, 'field_not_found', 'option_in_use', 'limit_reached'],
});

const removing = operation({
  ...changed,
  operationId: 'removeField',
  summary: 'Remove a field in which no ticket says anything',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'field_not_found', 'field_in_use'],
});

export async function fieldRoutes(routes: Routes): Promise<void> {
  routes.get('/api/fields', listing, (request) => request.read(listFields));
  routes.get('/api/fields/:id', showing, (request) => request.read((work) => showField(work, request.params.id)));
  routes.post('/api/fields', adding, (request) => request.write((work) => addField(work, request.body)));
  routes.patch('/api/fields/:id', changing, (request) =>
    request.write((work) => changeField(work, request.params.id, request.body)),
  );
  routes.delete('/api/fields/:id', removing, (request) =>
    request.write((work) => removeField(work, request.params.id)),
  );
}
