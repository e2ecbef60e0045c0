import { Type } from 'typebox';
import { Answer, AnswerCounts, AnswerFilter, AnswerVote } from '#contract/answers.ts';
import { IdPath } from '#contract/scalars.ts';
import { checkedCursor, nextPage, readCursor, withStepHeader, withVersion } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { showAnswer, voteOnAnswer } from './answers.ts';
import { isAnswerCursor, listAnswers } from './list-answers.ts';

const described = { tag: 'Answers', access: 'signed-in' } as const;

const listing = operation({
  ...described,
  operationId: 'listAnswers',
  summary:
    'List the answers of closed tickets that you may read, the most helpful ones first, or look for words in them',
  scope: 'read',
  query: AnswerFilter,
  expensive: true,
  answers: { 200: Type.Array(Answer) },
});

const showing = operation({
  ...described,
  operationId: 'getAnswer',
  summary: 'Read an answer',
  scope: 'read',
  params: IdPath,
  answersVersion: true,
  answers: { 200: Answer },
  refuses: ['answer_not_found'],
});

const voting = operation({
  ...described,
  operationId: 'rateAnswer',
  summary: 'Say whether an answer helped you; the last word counts',
  scope: 'write',
  params: IdPath,
  body: AnswerVote,
  answers: { 200: AnswerCounts },
  refuses: ['too_many_requests', 'answer_not_found', 'forbidden'],
});

/** Answers: the team's memory, for everybody who asks. */
export async function answerRoutes(routes: Routes): Promise<void> {
  routes.get('/api/answers', listing, async (request, reply) => {
    const from = checkedCursor(readCursor(request.query.cursor), isAnswerCursor(request.query));
    const { answers, next, step } = await request.read((work) => listAnswers(work, request.query, from));
    nextPage(reply, request, next);
    return withStepHeader(reply, step, answers);
  });

  routes.get('/api/answers/:id', showing, async (request, reply) =>
    withVersion(reply, await request.read((work) => showAnswer(work, request.params.id))),
  );

  routes.post('/api/answers/:id/helped', voting, (request) =>
    request.write((work) => voteOnAnswer(work, request.params.id, request.body)),
  );
}
