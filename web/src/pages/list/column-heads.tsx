import { classes } from '../../design/class-names.ts';
import { Icon } from '../../design/icon.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { type Sort, sortedBy, type TicketSearch, usualSort } from '../../tickets/filtering/ticket-search.ts';
import type { RowColumn } from '../../tickets/showing/row-layout.ts';
import { COLUMN_CELL, COLUMN_WIDTHS } from '../../tickets/showing/ticket-columns.tsx';

/** A column whose name is wider than what it shows has a sign for a name. */
const SIGNS = { comments: 'comment', files: 'clip' } as const;
/** The columns by which the service sorts. */
const SORT_OF: Partial<Record<RowColumn, Sort>> = { age: 'created_at', waiting: 'awaiting_reply_since' };
const BESIDE_TITLE: readonly Sort[] = ['priority', 'number', 'updated_at'];
const OF_REPORTERS: readonly Sort[] = ['number', 'updated_at'];

interface ColumnHeadsProps {
  columns: readonly RowColumn[];
  search: TicketSearch;
  onSort: (change: Partial<TicketSearch>) => void;
}

/** The names of the columns, above the rows. Each row says them to screen readers as well; a click sorts, another turns the order. */
export function ColumnHeads({ columns, search, onSort }: ColumnHeadsProps) {
  const head = (sort: Sort, name: string) => <SortHead key={sort} {...{ sort, name, search, onSort }} />;
  return (
    <div className="@container/row max-md:hidden print:hidden">
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-5 py-1">
        <span className="mr-auto flex gap-4">
          {(useIsDeveloper() ? BESIDE_TITLE : OF_REPORTERS).map((sort) => head(sort, t(`sort.${sort}`)))}
        </span>
        {columns.map((column) => {
          const sort = SORT_OF[column];
          return (
            <span key={column} className={classes(COLUMN_CELL, COLUMN_WIDTHS[column])} title={t(`column.${column}`)}>
              {column === 'comments' || column === 'files' ? (
                <>
                  <Icon name={SIGNS[column]} size={14} />
                  <span className="sr-only">{t(`column.${column}`)}</span>
                </>
              ) : sort ? (
                head(sort, t(`column.${column}`))
              ) : (
                <span className="truncate">{t(`column.${column}`)}</span>
              )}
            </span>
          );
        })}
        {/* The place of the assignee. */}
        <span className="w-6" />
      </div>
    </div>
  );
}

interface SortHeadProps extends Omit<ColumnHeadsProps, 'columns'> {
  sort: Sort;
  name: string;
}

function SortHead({ sort, name, search, onSort }: SortHeadProps) {
  const isActive = (search.sort ?? usualSort(search)) === sort;
  const isAscending = search.order === 'asc';
  return (
    <button
      type="button"
      aria-pressed={isActive}
      onClick={() => onSort(isActive ? { order: isAscending ? undefined : 'asc' } : sortedBy(sort, search))}
      className="flex h-6 min-w-0 items-center gap-1 rounded text-xs text-muted hover:text-ink aria-pressed:font-medium aria-pressed:text-ink"
    >
      <span className="truncate">{name}</span>
      {isActive && (
        <>
          <Icon name={isAscending ? 'up' : 'down'} size={14} />
          <span className="sr-only">{t(isAscending ? 'sort.asc' : 'sort.desc')}</span>
        </>
      )}
    </button>
  );
}
