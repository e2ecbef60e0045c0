/** The routes. The address holds the state of a page, so that a user can send what a list shows to a colleague. */

import type { QueryClient } from '@tanstack/react-query'
import { createRootRouteWithContext, createRoute, createRouter, Outlet, redirect } from '@tanstack/react-router'
import { parseSearch, stringifySearch } from './address-search.ts'
import { queryClient } from './backend/query-client.ts'
import { meQuery } from './backend/sign-in.ts'
import { token } from './backend/token.ts'
import { RouteError } from './design/route-error.tsx'
import { lazyPage } from './lazy-page.ts'
import { chooseLanguage, loadTexts } from './texts/texts.ts'
import { readPeek, readSearch } from './tickets/filtering/ticket-search.ts'

const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet })

const login = createRoute({
  getParentRoute: () => root,
  path: '/login',
  validateSearch: (raw: Record<string, unknown>): { next?: string } => {
    // Only a path of this app: `//elsewhere` would lead to another host.
    const next = typeof raw.next === 'string' && /^\/(?![/\\])/.test(raw.next) ? raw.next : undefined
    return next ? { next } : {}
  },
  component: lazyPage(() => import('./pages/login/login-page.tsx'), 'LoginPage'),
})

const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (token()) return
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } })
  },
  loader: async ({ context }) => {
    const [me] = await Promise.all([context.queryClient.ensureQueryData(meQuery), loadTexts('app')])
    // The user may have chosen the language on another device.
    await chooseLanguage(me.language)
  },
  component: lazyPage(() => import('./shell/frame.tsx'), 'Frame'),
  errorComponent: lazyPage(() => import('./shell/frame-error.tsx'), 'FrameError'),
})

const home = createRoute({
  getParentRoute: () => signedIn,
  path: '/',
  validateSearch: readPeek,
  component: lazyPage(() => import('./pages/home/home-page.tsx'), 'HomePage'),
})

const tickets = createRoute({
  getParentRoute: () => signedIn,
  path: '/tickets',
  validateSearch: readSearch,
  component: lazyPage(() => import('./pages/list/list-page.tsx'), 'AllTicketsPage'),
})

const my = createRoute({
  getParentRoute: () => signedIn,
  path: '/my',
  validateSearch: readSearch,
  component: lazyPage(() => import('./pages/list/list-page.tsx'), 'MyTicketsPage'),
})

const board = createRoute({
  getParentRoute: () => signedIn,
  path: '/board',
  validateSearch: readSearch,
  component: lazyPage(() => import('./pages/board/board-page.tsx'), 'BoardPage'),
})

const inbox = createRoute({
  getParentRoute: () => signedIn,
  path: '/inbox',
  component: lazyPage(() => import('./pages/inbox/inbox-page.tsx'), 'InboxPage'),
})

const ticket = createRoute({
  getParentRoute: () => signedIn,
  path: '/t/$number',
  component: lazyPage(() => import('./pages/ticket/ticket-page.tsx'), 'TicketPage'),
})

/** Mails that tell of a closing lead here. */
const reopen = createRoute({
  getParentRoute: () => signedIn,
  path: '/reopen/$number',
  loader: () => loadTexts('reopening'),
  component: lazyPage(() => import('./pages/reopen/reopen-page.tsx'), 'ReopenPage'),
})

const newTicket = createRoute({
  getParentRoute: () => signedIn,
  path: '/new',
  component: lazyPage(() => import('./pages/new-ticket/new-ticket-page.tsx'), 'NewTicketPage'),
})

const todo = createRoute({
  getParentRoute: () => signedIn,
  path: '/todo',
  validateSearch: readPeek,
  component: lazyPage(() => import('./pages/todo/todo-page.tsx'), 'TodoPage'),
})

const workload = createRoute({
  getParentRoute: () => signedIn,
  path: '/workload',
  validateSearch: readPeek,
  component: lazyPage(() => import('./pages/workload/workload-page.tsx'), 'WorkloadPage'),
})

const insights = createRoute({
  getParentRoute: () => signedIn,
  path: '/insights',
  validateSearch: (raw: Record<string, unknown>): { q?: string } => (raw.q ? { q: String(raw.q) } : {}),
  loader: () => loadTexts('answers'),
  component: lazyPage(() => import('./pages/insights/insights-page.tsx'), 'InsightsPage'),
})

const admin = createRoute({
  getParentRoute: () => signedIn,
  path: '/admin',
  loader: () => loadTexts('admin'),
  component: lazyPage(() => import('./pages/admin/admin-page.tsx'), 'AdminPage'),
})

const adminStart = createRoute({
  getParentRoute: () => admin,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/admin/$section', params: { section: 'application' }, replace: true })
  },
})

/** What the pages of the administration keep in the address. */
const ADMIN_SEARCH = ['status', 'entry', 'q', 'role', 'state', 'open', 'action', 'actor'] as const

const adminSection = createRoute({
  getParentRoute: () => admin,
  path: '$section',
  validateSearch: (raw: Record<string, unknown>): Partial<Record<(typeof ADMIN_SEARCH)[number], string>> =>
    Object.fromEntries(ADMIN_SEARCH.flatMap((name) => (raw[name] ? [[name, String(raw[name])]] : []))),
  component: lazyPage(() => import('./pages/admin/admin-page.tsx'), 'AdminSection'),
})

const me = createRoute({
  getParentRoute: () => signedIn,
  path: '/me',
  component: lazyPage(() => import('./pages/me/me-page.tsx'), 'MePage'),
})

/** An unknown address. It is below the frame, so that a signed-in user keeps the navigation. */
const nowhere = createRoute({
  getParentRoute: () => signedIn,
  path: '$',
  component: lazyPage(() => import('./shell/frame-error.tsx'), 'NotFound'),
})

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
    admin.addChildren([adminStart, adminSection]),
    me,
    nowhere,
  ]),
])

export const router = createRouter({
  routeTree,
  context: { queryClient },
  parseSearch,
  stringifySearch,
  defaultPreload: 'intent',
  defaultPreloadStaleTime: 0,
  scrollRestoration: true,
  defaultErrorComponent: RouteError,
})

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router
  }
}
