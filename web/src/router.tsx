import { createRoute, createRouter, type RouteComponent, redirect } from '@tanstack/react-router';
import {
  parseSearch,
  readAdminSearch,
  readAnswerSearch,
  readInsightSearch,
  readNext,
  stringifySearch,
} from './address-search.ts';
import { queryClient } from './backend/query-client.ts';
import { setupQuery } from './backend/sign-in.ts';
import { onDemand, RouteError } from './design/on-demand.tsx';
import { root, signedIn } from './signed-in-route.ts';
import { loadTexts } from './texts/texts.ts';
import { readPeek, readSearch } from './tickets/filtering/ticket-search.ts';

/** The routes. The address holds the state of a page, so that a user can send what a list shows to a colleague. */

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: readNext,
  // The refusal of a sign-in elsewhere stands there from the first moment: later it would move the page.
  loader: ({ location: { hash } }) =>
    Promise.all([loadTexts('waysIn'), ...(hash.startsWith('error=') ? [loadTexts('entering')] : [])]),
  component: onDemand(async () => (await import('./pages/login/login-page.tsx')).LoginPage),
});

const first = createRoute({
  getParentRoute: () => root,
  path: '/first',
  loader: () => Promise.all([loadTexts('waysIn'), loadTexts('first'), queryClient.prefetchQuery(setupQuery)]),
  component: onDemand(async () => (await import('./pages/login/first-page.tsx')).FirstPage),
});

/** The search parameters of an address, unread. */
type Raw = Record<string, unknown>;

/** A page below the frame. @param readSearch what of its address it reads. */
const page = <const P extends string, S extends object = Record<never, never>>(
  path: P,
  component: RouteComponent,
  validateSearch: (raw: Raw) => S = () => ({}) as S,
) => createRoute({ getParentRoute: () => signedIn, path, component, validateSearch });

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  component: onDemand(async () => (await import('./pages/admin/admin-page.tsx')).AdminPage, 'admin', 'operating'),
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

const pages = [
  page(
    '/',
    onDemand(async () => (await import('./pages/home/home-page.tsx')).HomePage),
    readPeek,
  ),
  page(
    '/inbox',
    onDemand(async () => (await import('./pages/inbox/inbox-page.tsx')).InboxPage),
    readPeek,
  ),
  page(
    '/tickets',
    onDemand(async () => (await import('./pages/list/list-page.tsx')).AllTicketsPage, 'lists'),
    readSearch,
  ),
  page(
    '/my',
    onDemand(async () => (await import('./pages/list/list-page.tsx')).MyTicketsPage, 'lists'),
    readSearch,
  ),
  page(
    '/board',
    onDemand(async () => (await import('./pages/board/board-page.tsx')).BoardPage, 'lists'),
    readSearch,
  ),
  page(
    '/t/$number',
    onDemand(async () => (await import('./pages/ticket/ticket-page.tsx')).TicketPage),
  ),
  // Mails that tell of a closing lead here.
  page(
    '/reopen/$number',
    onDemand(async () => (await import('./pages/reopen/reopen-page.tsx')).ReopenPage, 'reopening'),
  ),
  page(
    '/new',
    onDemand(async () => (await import('./pages/new-ticket/new-ticket-page.tsx')).NewTicketPage, 'answers'),
  ),
  page(
    '/todo',
    onDemand(async () => (await import('./pages/todo/todo-page.tsx')).TodoPage, 'work'),
    readPeek,
  ),
  page(
    '/workload',
    onDemand(async () => (await import('./pages/workload/workload-page.tsx')).WorkloadPage, 'work'),
    readPeek,
  ),
  page(
    '/insights',
    onDemand(async () => (await import('./pages/insights/insights-page.tsx')).InsightsPage, 'answers', 'promises'),
    readInsightSearch,
  ),
  page(
    '/answers',
    onDemand(async () => (await import('./pages/answers/answers-page.tsx')).AnswersPage, 'answers'),
    readAnswerSearch,
  ),
  page(
    '/answers/review',
    onDemand(async () => (await import('./pages/answers/review-page.tsx')).ReviewPage, 'answers'),
  ),
  page(
    '/answers/$id',
    onDemand(async () => (await import('./pages/answers/answer-page.tsx')).SingleAnswerPage, 'answers'),
    // `helped=1` stands in the mail that closes a ticket: the page then asks, and a click answers.
    (raw): { helped?: string } => (raw.helped ? { helped: '1' } : {}),
  ),
  page(
    '/me',
    onDemand(
      async () => (await import('./pages/me/me-page.tsx')).MePage,
      'tokens',
      'personData',
      'entering',
      'waysIn',
      'work',
    ),
  ),
  // An unknown address. It is below the frame, so that a signed-in user keeps the navigation.
  page(
    '$',
    onDemand(async () => (await import('./shell/frame-error.tsx')).NotFound),
  ),
] as const;

export const router = createRouter({
  routeTree: root.addChildren([
    login,
    first,
    signedIn.addChildren([...pages, admin.addChildren([adminStart, adminSection])]),
  ]),
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
