import { AnswerReview } from '#contract/answers.ts';
import { TeamGlossary, TeamGlossaryChange } from '#contract/glossary.ts';
import { operation, type Routes } from '#platform';
import { changeGlossary, reviewAnswers, showGlossary } from './keeping.ts';

const described = { tag: 'Answers', access: 'developer' } as const;

const reviewing = operation({
  ...described,
  operationId: 'reviewAnswers',
  summary: 'Read which answers are asked for often, which are out of use, and which questions have no answer',
  scope: 'read',
  expensive: true,
  answers: { 200: AnswerReview },
});

const showing = operation({
  ...described,
  operationId: 'getGlossary',
  summary: 'Read the glossary: which words mean the same when an answer is looked for',
  scope: 'read',
  expensive: true,
  answers: { 200: TeamGlossary },
});

const changing = operation({
  ...described,
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
  routes.get('/api/glossary', showing, (request) => request.read(showGlossary));
  routes.put('/api/glossary', changing, (request) => request.write((work) => changeGlossary(work, request.body)));
}
