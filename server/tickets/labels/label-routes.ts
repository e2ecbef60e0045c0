import { Type } from 'typebox';
import { Label, LabelChanges, LabelDraft, LabelMerge } from '#contract/labels.ts';
import { IdPath } from '#contract/scalars.ts';
import { Failure } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { addLabel, changeLabel, listLabels, mergeLabel, removeLabel } from './labels.ts';

const tag = 'Labels';
const changed = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  operationId: 'listLabels',
  summary: 'List labels by name',
  tag,
  access: 'developer',
  scope: 'read',
  answers: { 200: Type.Array(Label) },
});

const adding = operation({
  operationId: 'addLabel',
  summary: 'Make a label',
  ...changed,
  body: LabelDraft,
  answers: { 201: Label },
  refuses: [
    ...(['too_many_requests', 'label_exists', 'limit_reached'] as const),
    new Failure('project_not_found', { inBody: true }),
  ],
});

const changing = operation({
  operationId: 'changeLabel',
  summary: 'Rename, colour or archive a label',
  ...changed,
  params: IdPath,
  body: LabelChanges,
  answers: { 200: Label },
  refuses: ['too_many_requests', 'label_not_found', 'label_exists'],
});

const removing = operation({
  operationId: 'removeLabel',
  summary: 'Remove a label that no ticket has',
  ...changed,
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'label_not_found', 'label_in_use'],
});

const merging = operation({
  operationId: 'mergeLabel',
  summary: 'Let tickets that have a label have another one instead',
  ...changed,
  params: IdPath,
  body: LabelMerge,
  answers: { 200: Label },
  refuses: ['too_many_requests', 'label_not_found', new Failure('label_not_found', { inBody: true })],
});

export async function labelRoutes(routes: Routes): Promise<void> {
  routes.get('/api/labels', listing, (request) => request.read(listLabels));
  routes.post('/api/labels', adding, (request) => request.write((work) => addLabel(work, request.body)));
  routes.patch('/api/labels/:id', changing, (request) =>
    request.write((work) => changeLabel(work, request.params.id, request.body)),
  );
  routes.delete('/api/labels/:id', removing, (request) =>
    request.write((work) => removeLabel(work, request.params.id)),
  );
  routes.post('/api/labels/:id/merge', merging, (request) =>
    request.write((work) => mergeLabel(work, request.params.id, request.body.into)),
  );
}
