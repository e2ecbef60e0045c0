import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { AnswerTargets, TargetList, TargetPreview, TargetTrial } from '#contract/answer-targets.ts';
import { Failure, ifMatch, withVersion } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { previewTargets } from './preview.ts';
import { listTargets, putTargets, type TargetsSeen } from './targets.ts';

const tag = 'Answer due';
const UNKNOWN = (['project_not_found', 'team_not_found', 'calendar_not_found'] as const).map(
  (code) => new Failure(code, { inBody: true }),
);

const listing = operation({
  tag,
  access: 'developer',
  scope: 'read',
  operationId: 'listAnswerTargets',
  summary: 'List within how much open time people are to be answered, in order: the first that fits counts',
  answersVersion: true,
  answers: { 200: AnswerTargets },
});

const putting = operation({
  tag,
  access: 'developer',
  scope: 'admin',
  operationId: 'putAnswerTargets',
  summary: 'Replace the list of targets; who waits has the target of now',
  headers: Type.Object({ 'if-match': Type.Optional(Type.String({ description: 'The ETag that you last saw.' })) }),
  body: TargetList,
  answersVersion: true,
  answers: { 200: AnswerTargets },
  refuses: ['too_many_requests', 'precondition_failed', ...UNKNOWN],
});

const previewing = operation({
  tag,
  access: 'developer',
  scope: 'admin',
  operationId: 'previewAnswerTargets',
  summary: 'See what other targets or calendars would change for who waits; nothing is written',
  body: TargetTrial,
  expensive: true,
  answers: { 200: TargetPreview },
  refuses: UNKNOWN,
});

const answered = (reply: FastifyReply, seen: TargetsSeen) => {
  const { targets } = withVersion(reply, seen);
  return { targets };
};

/** Until when people are to be answered (docs/rules/answer-due.md#targets). */
export async function targetRoutes(routes: Routes): Promise<void> {
  routes.get('/api/answer-targets', listing, async (request, reply) =>
    answered(reply, await request.read(listTargets)),
  );
  routes.put('/api/answer-targets', putting, async (request, reply) => {
    const expected = ifMatch(request.headers['if-match']);
    return answered(reply, await request.write((work) => putTargets(work, request.body.targets, expected)));
  });
  routes.post('/api/answer-targets/preview', previewing, (request) =>
    request.read((work) => previewTargets(work, request.body)),
  );
}
