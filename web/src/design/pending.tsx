import { LoadFailed, Skeleton } from './feedback.tsx';

/** What stands in the place of what a query brings, until it has come. */
export function Pending({ query, lines }: { query: { error: unknown; refetch: () => unknown }; lines?: number }) {
  return query.error ? (
    <LoadFailed error={query.error} onRetry={() => query.refetch()} />
  ) : (
    <Skeleton {...(lines && { lines })} />
  );
}
