import { AnswerReview } from '#contract/answers.ts';
import { BuiltInGlossary, TeamGlossary, TeamGlossaryChange } from '#contract/glossary.ts';
import { operation, type Routes } from '#platform/serving';
import { changeGlossary, reviewAnswers, showBuiltInGlossary, showGlossary } from './keeping.ts';

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

const showingBuiltIn = operation({
  ...described,
  operationId: 'getBuiltInGlossary',
  summary: 'Read the glossary that comes with Kwit',
  scope: 'read',
  answers: { 200: BuiltInGlossary },
});

const changing = operation({
  ...described,
  operationId: 'putGlossary',
  summary: 'Change the glossary, let the one that comes with Kwit hold besides, or put that one back',
  scope: 'admin',
  body: TeamGlossaryChange,
  answers: { 200: TeamGlossary },
  refuses: ['too_many_requests'],
});

export async function keepingRoutes(routes: Routes): Promise<void> {
  routes.get('/api/answers/review', reviewing, (request) => request.read(reviewAnswers));
  routes.get('/api/glossary', showing, (request) => request.read(showGlossary));
  routes.get('/api/glossary/built-in', showingBuiltIn, async () => showBuiltInGlossary());
  routes.put('/api/glossary', changing, (request) => request.write((work) => changeGlossary(work, request.body)));
}
