import { t } from '../texts/texts.ts';
import { Button } from './button.tsx';

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
