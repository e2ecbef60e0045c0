import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery, type User } from './backend/sign-in.ts';
import { token } from './backend/token.ts';
import { onDemand } from './design/on-demand.tsx';
import { chooseLanguage, hasTexts, loadTexts } from './texts/texts.ts';

/** The routes above all pages: one for everybody, and one below it for everybody who is signed in. */

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

/** Where `workspaceQuery` keeps its answer, by code that nobody needs who is not signed in. */
const WORKSPACE = ['workspace'];

/** Brings what the app shows around every screen, unless it is there: after a sign-in nothing is. */
async function open(client: QueryClient): Promise<User> {
  if (!hasTexts('app') || client.getQueryData(WORKSPACE) === undefined) {
    const brought = import('./backend/workspace.ts').then(({ workspaceQuery }) =>
      client.ensureQueryData(workspaceQuery),
    );
    await Promise.all([brought, loadTexts('app')]);
  }
  return client.getQueryData(meQuery.queryKey) ?? client.ensureQueryData(meQuery);
}

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (token()) return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  loader: async ({ context }) => {
    const me = await open(context.queryClient);
    // The user may have chosen the language on another device.
    await chooseLanguage(me.language);
  },
  component: onDemand(async () => (await import('./shell/frame.tsx')).Frame),
  errorComponent: onDemand(async () => (await import('./shell/frame-error.tsx')).FrameError),
});
