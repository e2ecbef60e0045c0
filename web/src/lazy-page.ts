import { lazyRouteComponent } from '@tanstack/react-router'
import { PageNotLoaded } from './design/route-error.tsx'

/**
 * The code of a page, fetched when it is opened. The router reloads what it cannot fetch, as is right after an update; where
 * nothing can be fetched that would be the end of the page, so then it is told.
 */
export function lazyPage<M extends Record<string, unknown>, N extends keyof M>(fetchPage: () => Promise<M>, name: N) {
  const orTell = async (error: unknown): Promise<never> => {
    await fetch('/health').catch(() => {
      throw new PageNotLoaded(async () => component.preload?.())
    })
    throw error
  }
  const component = lazyRouteComponent(() => fetchPage().catch(orTell), name)
  return component
}
