import { Type } from 'typebox';
import { Askers, Telling, TellingResult } from '#contract/askers.ts';
import { IdPath } from '#contract/scalars.ts';
import { ifMatch } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { showAskers } from './askers.ts';
import { notifyAskers } from './tell.ts';

const showing = operation({
  operationId: 'listAskers',
  summary: 'See who asked for the answer of a ticket, why, and who cannot be told',
  tag: 'Answers',
  access: 'developer',
  scope: 'read',
  params: IdPath,
  answers: { 200: Askers },
  refuses: ['forbidden', 'ticket_not_found'],
});

const telling = operation({
  operationId: 'notifyAskers',
  summary: 'Tell who asked that an answer changed or is live, each once, in their thread and language',
  tag: 'Answers',
  access: 'developer',
  scope: 'write',
  params: IdPath,
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ description: 'The ETag that you last saw.' })) }),
  body: Telling,
  answers: { 200: TellingResult },
  refuses: [
    'too_many_requests',
    'answer_not_found',
    'precondition_failed',
    'not_changed',
    'not_live',
    'already_told',
    'cannot_be_mentioned',
  ],
});

export async function askerRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/:id/askers', showing, (request) =>
    request.read((work) => showAskers(work, request.params.id)),
  );
  routes.post('/api/answers/:id/tell', telling, (request) => {
    const matches = ifMatch(request.headers['if-match']);
    return request.write((work) => notifyAskers(work, request.params.id, request.body, matches));
  });
}
