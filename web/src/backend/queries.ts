/** How the app asks the service and keeps the answer. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import { get, getPage, type PageAddress } from './client.ts';
import type { Address, QueryOf } from './operations.ts';

interface Keeping {
  /** For how long an answer counts as new, in milliseconds. */
  staleTime?: number;
  /** How often a page that shows it asks anew, in milliseconds. */
  refetchInterval?: number;
  retry?: boolean;
}

export const readQuery = <const A extends Address<'get'>>(
  queryKey: readonly unknown[],
  path: A,
  query?: QueryOf<'get', A>,
  keeping: Keeping = {},
) => queryOptions({ queryKey, queryFn: ({ signal }) => get(path, query, signal), ...keeping });

/** A list page by page. */
export const pagesQuery = <T>(queryKey: readonly unknown[], first: PageAddress<T>, keeping: Keeping = {}) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
    initialPageParam: first,
    getNextPageParam: (page) => page.next,
    ...keeping,
  });
