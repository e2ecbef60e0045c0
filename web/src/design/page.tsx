import { type ReactNode, useEffect } from 'react';
import { number } from '../texts/dates.ts';
import { Icon } from './icon.tsx';
import { titleTab } from './tab-title.ts';

interface PageHeadProps {
  title: string;
  count?: string | undefined;
  children?: ReactNode;
  below?: ReactNode;
}

/** A page's title, with its actions on the right. */
export function PageHeader({ title, count, children, below }: PageHeadProps) {
  useEffect(() => {
    titleTab(title);
  }, [title]);
  return (
    <header className="sticky top-0 z-20 in-data-cut-off:top-8 border-b border-line bg-page px-4 py-2.5 md:px-6">
      <div className="flex min-h-9 items-center gap-3">
        <h1 className="truncate text-lg font-semibold tracking-tight">{title}</h1>
        {count !== undefined && <span className="shrink-0 text-sm text-muted tabular-nums">{count}</span>}
        <div className="ml-auto flex items-center gap-2">{children}</div>
      </div>
      {below}
    </header>
  );
}

/** A titled box. */
export function Section({
  title,
  count,
  aside,
  fold,
  children,
}: {
  title: string;
  /** How many there are; undefined while that loads. */
  count?: number | undefined;
  aside?: ReactNode;
  /** A box that the title opens and folds. */
  fold?: { isOpen: boolean; onToggle: () => void };
  children: ReactNode;
}) {
  return (
    <section aria-label={title} className="overflow-hidden rounded-xl border border-line bg-surface">
      <div className="flex min-h-12 flex-wrap items-center gap-x-2 border-b border-line px-4 py-1 md:px-5 last:border-b-0">
        <h2 className="flex min-h-9 items-center leading-5 font-semibold wrap-break-word">
          {fold ? (
            <button
              type="button"
              aria-expanded={fold.isOpen}
              onClick={fold.onToggle}
              className="-ml-2 flex min-h-9 items-center gap-2 rounded-lg px-2 text-left hover:bg-hover max-md:min-h-11"
            >
              <Icon name={fold.isOpen ? 'up' : 'down'} size={16} className="text-muted" />
              {title}
            </button>
          ) : (
            title
          )}
        </h2>
        {count !== undefined && <span className="text-sm text-muted tabular-nums">{number(count, 0)}</span>}
        <div className="ml-auto flex flex-wrap items-center justify-end gap-2">{aside}</div>
      </div>
      {children}
    </section>
  );
}
