import { lazyRouteComponent } from '@tanstack/react-router';
import { PageNotLoaded } from './design/route-error.tsx';

/**
 * A page whose code the router loads when the user opens it. When that fails, the router reloads the app, as is right
 * after an update of the service. Without a connection a reload would lose the page: then it throws `PageNotLoaded`.
 */
export function lazyPage<M extends Record<string, unknown>, N extends keyof M>(fetchPage: () => Promise<M>, name: N) {
  const orTell = async (error: unknown): Promise<never> => {
    await fetch('/health').catch(() => {
      throw new PageNotLoaded(async () => component.preload?.());
    });
    throw error;
  };
  const component = lazyRouteComponent(() => fetchPage().catch(orTell), name);
  return component;
}
