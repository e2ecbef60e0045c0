import { createRoute, createRouter, redirect } from '@tanstack/react-router';
import {
  parseSearch,
  readAdminSearch,
  readAnswerSearch,
  readInsightSearch,
  readNext,
  stringifySearch,
} from './address-search.ts';
import { queryClient } from './backend/query-client.ts';
import { onDemand, RouteError } from './design/on-demand.tsx';
import { root, signedIn } from './signed-in-route.ts';
import { loadTexts } from './texts/texts.ts';
import { readPeek, readSearch } from './tickets/filtering/ticket-search.ts';

/** The routes. The address holds the state of a page, so that a user can send what a list shows to a colleague. */

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readNext,
  // What a sign-in elsewhere was refused for stands there from the first moment: later it would move the page.
  loader: ({ location: { hash } }) =>
    Promise.all([loadTexts('waysIn'), ...(hash.startsWith('error=') ? [loadTexts('entering')] : [])]),
  component: onDemand(async () => (await import('./pages/login/login-page.tsx')).LoginPage),
});

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: readPeek,
  component: onDemand(async () => (await import('./pages/home/home-page.tsx')).HomePage),
});

const tickets = createRoute({
  getParentRoute: () => signedIn,
  path: '/tickets',
  validateSearch: readSearch,
  loader: () => loadTexts('lists'),
  component: onDemand(async () => (await import('./pages/list/list-page.tsx')).AllTicketsPage),
});

const my = createRoute({
  getParentRoute: () => signedIn,
  path: '/my',
  validateSearch: readSearch,
  loader: () => loadTexts('lists'),
  component: onDemand(async () => (await import('./pages/list/list-page.tsx')).MyTicketsPage),
});

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/board',
  validateSearch: readSearch,
  loader: () => loadTexts('lists'),
  component: onDemand(async () => (await import('./pages/board/board-page.tsx')).BoardPage),
});

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  validateSearch: readPeek,
  component: onDemand(async () => (await import('./pages/inbox/inbox-page.tsx')).InboxPage),
});

const ticket = createRoute({
  getParentRoute: () => signedIn,
  path: '/t/$number',
  component: onDemand(async () => (await import('./pages/ticket/ticket-page.tsx')).TicketPage),
});

/** Mails that tell of a closing lead here. */
const reopen = createRoute({
  getParentRoute: () => signedIn,
  path: '/reopen/$number',
  loader: () => loadTexts('reopening'),
  component: onDemand(async () => (await import('./pages/reopen/reopen-page.tsx')).ReopenPage),
});

const newTicket = createRoute({
  getParentRoute: () => signedIn,
  path: '/new',
  loader: () => loadTexts('answers'),
  component: onDemand(async () => (await import('./pages/new-ticket/new-ticket-page.tsx')).NewTicketPage),
});

const todo = createRoute({
  getParentRoute: () => signedIn,
  path: '/todo',
  validateSearch: readPeek,
  loader: () => loadTexts('work'),
  component: onDemand(async () => (await import('./pages/todo/todo-page.tsx')).TodoPage),
});

const workload = createRoute({
  getParentRoute: () => signedIn,
  path: '/workload',
  validateSearch: readPeek,
  loader: () => loadTexts('work'),
  component: onDemand(async () => (await import('./pages/workload/workload-page.tsx')).WorkloadPage),
});

const insights = createRoute({
  getParentRoute: () => signedIn,
  path: '/insights',
  validateSearch: readInsightSearch,
  loader: () => loadTexts('answers'),
  component: onDemand(async () => (await import('./pages/insights/insights-page.tsx')).InsightsPage),
});

const answers = createRoute({
  getParentRoute: () => signedIn,
  path: '/answers',
  validateSearch: readAnswerSearch,
  loader: () => loadTexts('answers'),
  component: onDemand(async () => (await import('./pages/answers/answers-page.tsx')).AnswersPage),
});

const answerReview = createRoute({
  getParentRoute: () => signedIn,
  path: '/answers/review',
  loader: () => loadTexts('answers'),
  component: onDemand(async () => (await import('./pages/answers/review-page.tsx')).ReviewPage),
});

const answer = createRoute({
  getParentRoute: () => signedIn,
  path: '/answers/$id',
  // `helped=1` stands in the mail that closes a ticket: the page then asks, and a click answers.
  validateSearch: (raw: Record<string, unknown>): { helped?: string } => (raw.helped ? { helped: '1' } : {}),
  loader: () => loadTexts('answers'),
  component: onDemand(async () => (await import('./pages/answers/answer-page.tsx')).SingleAnswerPage),
});

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  loader: () => Promise.all([loadTexts('admin'), loadTexts('operating')]),
  component: onDemand(async () => (await import('./pages/admin/admin-page.tsx')).AdminPage),
});

const adminStart = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$section', params: { section: 'application' }, replace: true });
  },
});

const adminSection = createRoute({
  getParentRoute: () => admin,
  path: '$section',
  validateSearch: readAdminSearch,
  component: onDemand(async () => (await import('./pages/admin/admin-page.tsx')).AdminSectionPage),
});

const me = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  loader: () =>
    Promise.all([
      loadTexts('tokens'),
      loadTexts('personData'),
      loadTexts('entering'),
      loadTexts('waysIn'),
      loadTexts('work'),
    ]),
  component: onDemand(async () => (await import('./pages/me/me-page.tsx')).MePage),
});

/** An unknown address. It is below the frame, so that a signed-in user keeps the navigation. */
const nowhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: onDemand(async () => (await import('./shell/frame-error.tsx')).NotFound),
});

const routeTree = root.addChildren([
  login,
  signedIn.addChildren([
    home,
    inbox,
    tickets,
    my,
    board,
    ticket,
    reopen,
    newTicket,
    todo,
    workload,
    insights,
    answers,
    answerReview,
    answer,
    admin.addChildren([adminStart, adminSection]),
    me,
    nowhere,
  ]),
]);

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteError,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
