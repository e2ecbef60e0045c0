import { Ages } from '#contract/ages.ts';
import { AnswerStatistics } from '#contract/answer-statistics.ts';
import { AnswerTimeFilter, AnswerTimes } from '#contract/answer-times.ts';
import { AnsweredThisMonth, FigureFilter, Figures } from '#contract/figures.ts';
import { Activation, Overview, Usage, Workload } from '#contract/statistics.ts';
import { showActivation, showUsage } from '#events';
import { operation, plainJson, type Routes } from '#platform/serving';
import { showAges } from './ages.ts';
import { showAnswerTimes } from './answer-times.ts';
import { showAnsweredThisMonth, showFigures } from './figures.ts';
import { showAnswers, showOverview, showWorkload } from './statistics.ts';

const tag = 'Overview';
const reads = { tag, access: 'signed-in', scope: 'read' } as const;
const developerReads = { tag, access: 'developer', scope: 'read' } as const;

const workload = operation({
  ...reads,
  operationId: 'getWorkload',
  summary: 'See who works on what',
  expensive: true,
  cacheable: true,
  answers: { 200: Workload },
});

const overview = operation({
  ...reads,
  operationId: 'getOverview',
  summary: 'Count the tickets that you may see by status',
  expensive: true,
  answers: { 200: Overview },
});

const activation = operation({
  ...developerReads,
  operationId: 'getActivation',
  summary: 'See how soon people report something, and how soon somebody takes it on',
  expensive: true,
  answers: { 200: Activation },
});

const usage = operation({
  ...developerReads,
  operationId: 'getUsage',
  summary: 'See how much is done, by how many people, on which days',
  expensive: true,
  answers: { 200: Usage },
});

const answers = operation({
  ...developerReads,
  operationId: 'getAnswerStatistics',
  summary: 'See which answers helped with other tickets, and which tickets were reopened after theirs',
  expensive: true,
  answers: { 200: AnswerStatistics },
});

const figures = operation({
  ...developerReads,
  operationId: 'getFigures',
  summary: 'See how soon people were answered in a period, what came, went and was open, by week and by kind of ticket',
  query: FigureFilter,
  expensive: true,
  answers: { 200: Figures },
});

const answerTimes = operation({
  ...developerReads,
  operationId: 'getAnswerTimes',
  summary: 'See in how much open time people who waited were answered, by week, project, category, label or target',
  query: AnswerTimeFilter,
  expensive: true,
  answers: { 200: AnswerTimes },
});

const ages = operation({
  ...developerReads,
  operationId: 'getAges',
  summary: 'See how old what is open is, against how long took what was ever closed',
  expensive: true,
  answers: { 200: Ages },
});

const answered = operation({
  ...developerReads,
  operationId: 'getAnsweredThisMonth',
  summary: 'Count the questions that an answer settled this month before anybody reported them',
  answers: { 200: AnsweredThisMonth },
});

export async function statisticsRoutes(routes: Routes): Promise<void> {
  routes.get('/api/tickets/workload', { ...workload, ...plainJson }, (request) => request.read(showWorkload));
  routes.get('/api/tickets/stats/overview', overview, (request) => request.read(showOverview));
  routes.get('/api/tickets/stats/activation', activation, (request) => request.read(showActivation));
  routes.get('/api/tickets/stats/answers', answers, (request) => request.read(showAnswers));
  routes.get('/api/tickets/stats/figures', figures, (request) =>
    request.read((work) => showFigures(work, request.query)),
  );
  routes.get('/api/statistics/answers', answerTimes, (request) =>
    request.read((work) => showAnswerTimes(work, request.query)),
  );
  routes.get('/api/statistics/ages', ages, (request) => request.read(showAges));
  routes.get('/api/tickets/stats/answered', answered, (request) => request.read(showAnsweredThisMonth));
  routes.get('/api/tickets/stats/usage', usage, (request) => request.read(showUsage));
}
