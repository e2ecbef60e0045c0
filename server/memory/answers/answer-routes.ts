import { Type } from 'typebox';
import { Answer, AnswerCounts, AnswerFilter, AnswerReview, AnswerVote } from '#contract/answers.ts';
import { TeamGlossary, TeamGlossaryChange } from '#contract/glossary.ts';
import { IdPath } from '#contract/scalars.ts';
import { checkedCursor, nextPage, operation, type Routes, readCursor, withStepHeader } from '#platform';
import { showAnswer, voteOnAnswer } from './answers.ts';
import { changeGlossary, reviewAnswers, showGlossary } from './keeping.ts';
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

  routes.get('/api/answers/:id', showing, (request) => request.read((work) => showAnswer(work, request.params.id)));

  routes.post('/api/answers/:id/helped', voting, (request) =>
    request.write((work) => voteOnAnswer(work, request.params.id, request.body)),
  );
}

const describedKeeping = { tag: 'Answers', access: 'developer' } as const;

const reviewing = operation({
  ...describedKeeping,
  operationId: 'reviewAnswers',
  summary: 'Read which answers are asked for often, which are out of use, and which questions have no answer',
  scope: 'read',
  expensive: true,
  answers: { 200: AnswerReview },
});

const showingKeeping = operation({
  ...describedKeeping,
  operationId: 'getGlossary',
  summary: 'Read the glossary: which words mean the same when an answer is looked for',
  scope: 'read',
  expensive: true,
  answers: { 200: TeamGlossary },
});

const changing = operation({
  ...describedKeeping,
  operationId: 'putGlossary',
  summary: 'Change the glossary, or put the one that comes with Kwit back',
  scope: 'admin',
  body: TeamGlossaryChange,
  answers: { 200: TeamGlossary },
  refuses: ['too_many_requests'],
});

/** What keepers of the answers need. */
export async function keepingRoutes(routes: Routes): Promise<void> {
  routes.get('/api/answers/review', reviewing, (request) => request.read(reviewAnswers));
  routes.get('/api/glossary', showingKeeping, (request) => request.read(showGlossary));
  routes.put('/api/glossary', changing, (request) => request.write((work) => changeGlossary(work, request.body)));
}
