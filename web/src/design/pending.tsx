import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';
import { LoadFailed, Skeleton } from './feedback.tsx';

/** The placeholder of a query's result, until it has come. */
export function Pending({ query, lines }: { query: { error: unknown; refetch: () => unknown }; lines?: number }) {
  return query.error ? (
    <LoadFailed error={query.error} onRetry={() => query.refetch()} />
  ) : (
    <Skeleton {...(lines && { lines })} />
  );
}

interface Pages {
  hasNextPage: boolean;
  isFetchingNextPage: boolean;
  fetchNextPage: () => unknown;
}

/** Brings the next page of a list; nothing when there is none. */
export function ShowMore({ pages }: { pages: Pages }) {
  if (!pages.hasNextPage) return null;
  return (
    <div className="p-2 text-center">
      <Button look="quiet" small busy={pages.isFetchingNextPage} onClick={() => pages.fetchNextPage()}>
        {t('list.showMore')}
      </Button>
    </div>
  );
}
