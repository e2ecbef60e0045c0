import type { QueryClient } from '@tanstack/react-query';
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import { meQuery } from './backend/sign-in.ts';
import { token } from './backend/token.ts';
import { workspaceQuery } from './backend/workspace.ts';
import { onDemand } from './design/on-demand.tsx';
import { chooseLanguage, loadTexts } from './texts/texts.ts';

/** The routes above all pages: one for everybody, and one below it for everybody who is signed in. */

export const root = createRootRouteWithContext<{ queryClient: QueryClient }>()({ component: Outlet });

export const signedIn = createRoute({
  getParentRoute: () => root,
  id: 'signed-in',
  beforeLoad: ({ location }) => {
    if (token()) return;
    throw redirect({ to: '/login', search: location.href === '/' ? {} : { next: location.href } });
  },
  loader: async ({ context }) => {
    const { queryClient } = context;
    await Promise.all([queryClient.ensureQueryData(workspaceQuery), loadTexts('app')]);
    const me = await queryClient.ensureQueryData(meQuery);
    // The user may have chosen the language on another device.
    await chooseLanguage(me.language);
  },
  component: onDemand(async () => (await import('./shell/frame.tsx')).Frame),
  errorComponent: onDemand(async () => (await import('./shell/frame-error.tsx')).FrameError),
});
