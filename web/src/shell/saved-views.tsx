import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type SavedView, viewsQuery } from '../backend/views.ts';
import { classes } from '../design/class-names.ts';
import { Icon } from '../design/icon.tsx';
import { t } from '../texts/texts.ts';
import { readSearch } from '../tickets/filtering/ticket-search.ts';

const PLACES = { tickets: '/tickets', board: '/board', todo: '/todo' } as const;

/** Where a view is. */
export const placeOfView = ({ page, query }: SavedView) => ({
  to: PLACES[page],
  search: readSearch(Object.fromEntries(new URLSearchParams(query))),
});

interface SavedViewsProps {
  className?: string;
  linkClass: string;
  onFollow?: () => void;
}

/** The user's own saved views; nothing when there are none. */
export function SavedViews({ className, linkClass, onFollow }: SavedViewsProps) {
  const views = useQuery(viewsQuery).data ?? [];
  if (views.length === 0) return null;
  return (
    <nav aria-label={t('views.title')} className={classes('flex flex-col', className)}>
      <p className="px-2.5 pb-1 text-xs font-medium text-faint in-data-folded:sr-only">{t('views.title')}</p>
      {views.map((view) => (
        <Link
          key={view.id}
          {...placeOfView(view)}
          onClick={onFollow}
          activeOptions={{ exact: true, includeSearch: true }}
          title={view.name}
          className={classes(linkClass, 'shrink-0')}
        >
          <Icon name="bookmark" />
          <span className="truncate in-data-folded:sr-only">{view.name}</span>
        </Link>
      ))}
    </nav>
  );
}
