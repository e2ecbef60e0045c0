import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { isSingle } from '../../../../contract/field-words.ts';
import { fieldsQuery } from '../../backend/fields.ts';
import { isGone } from '../../backend/ticket-cache.ts';
import { type TicketSummary, ticketCountQuery, ticketPagesQuery } from '../../backend/tickets.ts';
import { Button, buttonClass, IconButton } from '../../design/button.tsx';
import { Empty } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { Pending } from '../../design/pending.tsx';
import { toast, toastRefusal } from '../../design/toast.tsx';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { number } from '../../texts/dates.ts';
import { loadTexts, type TextKey, t } from '../../texts/texts.ts';
import { WithPeek } from '../../ticket/peek/with-peek.tsx';
import { localName } from '../../tickets/filling/filling.ts';
import { FilterBar } from '../../tickets/filtering/filter-bar.tsx';
import { SaveView } from '../../tickets/filtering/save-view.tsx';
import { SearchStepNote } from '../../tickets/filtering/search-step-note.tsx';
import { filtersOf, queryOf, stillMatches } from '../../tickets/filtering/service-filters.ts';
import {
  GROUPS,
  type Group,
  isFiltered,
  type Sort,
  savedQuery,
  sortedBy,
  type TicketSearch,
  usualSort,
} from '../../tickets/filtering/ticket-search.ts';
import { useAnchored } from './anchored.ts';
import { useSelection } from './selection.ts';
import { TicketRows } from './ticket-rows.tsx';
import '../../tickets/filtering/filter-chips.css';
import { SORTS } from '../../../../contract/words.ts';
import { useCommands } from '../../commands/registry.ts';
import type { IconName } from '../../design/icon.tsx';
import { Menu, MenuCheckbox, MenuLabel, MenuRadio, MenuRadioGroup, MenuSeparator } from '../../design/menu.tsx';
import { askToChoose, askToCloseSeveral, askToMerge, type Question } from '../../tickets/changing/dialog-requests.ts';
import { FieldPicks } from '../../tickets/showing/field-picks.tsx';
import {
  COLUMNS,
  DENSITIES,
  type Density,
  fieldNames,
  layRowsOut,
  MOST_FIELD_COLUMNS,
  toggleColumn,
  useRowLayout,
} from '../../tickets/showing/row-layout.ts';

export const AllTicketsPage = () => <ListPage mine={false} title={t('nav.tickets')} />;
export const MyTicketsPage = () => <ListPage mine title={t('nav.my')} />;

/** A grouped list loads more at once, because a group may gather tickets from all of it. */
const PAGE = 100;
const GROUPED_PAGE = 500;
/** More than that nobody looks through before a change of all. */
const MOST_SELECTED = 2000;

function ListPage({ mine, title }: { mine: boolean; title: string }) {
  const search: TicketSearch = useSearch({ strict: false });
  const navigate = useNavigate();
  const developer = useIsDeveloper();
  const me = useMe().id;
  // A list of one's own reports has each of them.
  const own = mine ? ({ my: '1', beside: undefined } as const) : {};
  const query = useInfiniteQuery(
    ticketPagesQuery({ ...queryOf(search), ...own, limit: search.group ? GROUPED_PAGE : PAGE }),
  );
  const newest = useMemo(() => query.data?.pages.flatMap((page) => page.items) ?? [], [query.data]);
  const { rows: loaded, waiting } = useAnchored(newest, JSON.stringify([mine, search.q, queryOf(search)]));
  const tickets = useMemo(
    () => loaded.filter((ticket) => stillMatches(ticket, search, me) && !isGone(ticket.number)),
    [loaded, search, me],
  );
  const count = useQuery({ ...ticketCountQuery({ ...filtersOf(search), ...own }), enabled: query.hasNextPage });
  const total = query.hasNextPage ? count.data : tickets.length;
  const selection = useSelection(tickets);
  // On a phone the checkboxes show only while the user selects; elsewhere always.
  const [selecting, setSelecting] = useState(false);
  const stopSelecting = () => {
    setSelecting(false);
    selection.clear();
  };

  const selectAll = async () => {
    let all = query;
    while (all.hasNextPage && (all.data?.pages.flatMap(({ items }) => items).length ?? 0) < MOST_SELECTED)
      all = await query.fetchNextPage();
    if (all.error) return toastRefusal(all.error);
    selection.add(all.data?.pages.flatMap(({ items }) => items.map(({ id }) => id)) ?? []);
    if (!all.hasNextPage) return;
    await loadTexts('commands');
    toast({ text: t('commands.some', { count: MOST_SELECTED }) });
  };

  const change = (next: Partial<TicketSearch>) =>
    navigate({ to: '.', search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });

  return (
    <WithPeek>
      <PageHeader
        title={title}
        count={query.data && total !== undefined ? number(total, 0) : undefined}
        below={
          <FilterBar search={search} onChange={change} without={mine && !developer ? ['assignee'] : []}>
            {developer && !mine && <SaveView page="tickets" query={savedQuery(search)} />}
            {developer && (
              <Button
                look="quiet"
                small
                icon="check"
                aria-pressed={selecting}
                onClick={() => (selecting ? stopSelecting() : setSelecting(true))}
                className="aria-pressed:bg-accent-soft aria-pressed:text-accent-strong md:hidden"
              >
                {t('command.select')}
              </Button>
            )}
            <RowLayoutMenu own={!developer} />
            <Arrange search={search} onChange={change} />
          </FilterBar>
        }
      />
      {!query.data && <Pending query={query} lines={10} />}
      {query.data && tickets.length === 0 && (
        <NoTickets filtered={isFiltered(search)} onClear={() => navigate({ to: '.', search: {} })} />
      )}
      {tickets.length > 0 && <SearchStepNote step={query.data?.pages[0]?.step} />}
      <Arrivals count={waiting} />
      {tickets.length > 0 && (
        <TicketRows
          tickets={tickets}
          group={search.group}
          selection={selection}
          selectable={developer}
          selecting={selecting}
          search={search}
          onSort={change}
          onSelectAll={() => void selectAll()}
          whole={!query.hasNextPage}
          onEnd={() => query.hasNextPage && !query.isFetchingNextPage && query.fetchNextPage()}
        />
      )}
      {selection.chosen.length > 0 && (
        <BulkBar tickets={selection.chosen} onClear={stopSelecting} onDone={selection.drop} />
      )}
    </WithPeek>
  );
}

/** New tickets are shown once somebody asks for them, or goes back to the top. */
function Arrivals({ count }: { count: number }) {
  return (
    <div role="status" className="sticky top-26 z-20 flex h-0 justify-center">
      {count > 0 && (
        <Button look="primary" small icon="up" className="mt-2 shadow-float" onClick={() => window.scrollTo(0, 0)}>
          {t('list.arrived', { count })}
        </Button>
      )}
    </div>
  );
}

function NoTickets({ filtered, onClear }: { filtered: boolean; onClear: () => void }) {
  if (filtered) {
    return (
      <Empty
        text={t('list.noneMatch')}
        action={
          <button type="button" className={buttonClass()} onClick={onClear}>
            {t('filtering.clear')}
          </button>
        }
      />
    );
  }
  return (
    <Empty
      text={t('list.none')}
      action={
        <Link to="/new" className={buttonClass('primary')}>
          {t('new.title')}
        </Link>
      }
    />
  );
}

interface ArrangeProps {
  search: TicketSearch;
  onChange: (change: Partial<TicketSearch>) => void;
}

/** The menu for sorting and grouping. */
function Arrange({ search, onChange }: ArrangeProps) {
  const order = search.order ?? 'desc';
  const sortable = (useQuery(fieldsQuery).data ?? []).filter(
    ({ archived_at, kind }) => archived_at === null && isSingle(kind),
  );
  const usual = usualSort(search) ?? '';
  return (
    <Menu
      align="end"
      label={t('list.arrange')}
      trigger={
        <Button look="quiet" small icon="list" title={t('list.arrange')}>
          <span className="filter-bar-label">{t('list.arrange')}</span>
        </Button>
      }
    >
      <MenuLabel>{t('list.sortBy')}</MenuLabel>
      <MenuRadioGroup value={search.sort ?? usual} onPick={(sort: Sort | '') => onChange(sortedBy(sort, search))}>
        {usual === '' && <MenuRadio value="">{t('sort.best')}</MenuRadio>}
        {SORTS.map((sort) => (
          <MenuRadio key={sort} value={sort}>
            {t(`sort.${sort}`)}
          </MenuRadio>
        ))}
        {sortable.map((field) => (
          <MenuRadio key={field.id} value={`field.${field.key}`}>
            {localName(field)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
      <MenuSeparator />
      <MenuRadioGroup
        value={order}
        onPick={(next: 'asc' | 'desc') => onChange({ order: next === 'desc' ? undefined : next })}
      >
        <MenuRadio value="desc">{t('sort.desc')}</MenuRadio>
        <MenuRadio value="asc">{t('sort.asc')}</MenuRadio>
      </MenuRadioGroup>
      <MenuLabel>{t('list.groupBy')}</MenuLabel>
      <MenuRadioGroup
        value={search.group ?? ''}
        onPick={(group: Group | '') => onChange({ group: group || undefined })}
      >
        <MenuRadio value="">{t('list.noGroups')}</MenuRadio>
        {GROUPS.map((group) => (
          <MenuRadio key={group} value={group}>
            {t(`field.${group}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}

interface BulkQuestion {
  question: Question;
  icon: IconName;
  allowed: keyof TicketSummary['can'];
  name: TextKey;
}

const QUESTIONS: BulkQuestion[] = [
  { question: 'status', icon: 'refresh', allowed: 'change_status', name: 'field.status' },
  { question: 'priority', icon: 'flag', allowed: 'plan', name: 'field.priority' },
  { question: 'assignee', icon: 'user', allowed: 'assign', name: 'bulk.assign' },
  { question: 'category', icon: 'list', allowed: 'edit', name: 'field.category' },
  { question: 'project', icon: 'folder', allowed: 'edit', name: 'field.project' },
  { question: 'planned_date', icon: 'calendar', allowed: 'plan', name: 'bulk.plan' },
  { question: 'labels', icon: 'flag', allowed: 'plan', name: 'field.labels' },
];
/** Offered where some field is. */
const FIELDS: BulkQuestion = { question: 'fields', icon: 'edit', allowed: 'plan', name: 'bulk.field' };

interface BulkBarProps {
  tickets: TicketSummary[];
  onClear: () => void;
  /** Called with the ids of those that were closed or merged. */
  onDone: (ids: readonly string[]) => void;
}

/** The changes that the user can make to all selected tickets at once. */
function BulkBar({ tickets, onClear, onDone }: BulkBarProps) {
  const may = (allowed: keyof TicketSummary['can']) => tickets.every((ticket) => ticket.can[allowed]);
  const hasFields = useQuery(fieldsQuery).data?.some(({ archived_at }) => archived_at === null) ?? false;
  const questions = (hasFields ? [...QUESTIONS, FIELDS] : QUESTIONS).filter(({ allowed }) => may(allowed));
  useCommands([{ id: 'deselect', label: t('bulk.clear'), group: 'list', keys: 'escape', run: onClear }]);
  return (
    <section
      aria-label={t('bulk.title')}
      data-bulk
      className="sticky bottom-4 z-30 mx-auto mt-auto flex w-fit max-w-[96%] items-center gap-1 rounded-xl border border-line bg-raised p-1.5 pl-4 shadow-float max-md:bottom-18 max-md:w-full max-md:flex-wrap md:ml-6"
    >
      <span role="status" className="mr-2 text-sm font-semibold whitespace-nowrap tabular-nums max-md:flex-1">
        {t('bulk.count', { count: tickets.length })}
      </span>
      <IconButton icon="close" label={t('bulk.clear')} small onClick={onClear} className="md:order-last" />
      <div className="flex flex-wrap gap-1 max-md:flex-nowrap max-md:-ml-2.5 max-md:w-[calc(100%+0.625rem)] max-md:gap-0 max-md:overflow-x-auto">
        {questions.map(({ question, icon, name }) => (
          <Act key={question} icon={icon} onClick={() => askToChoose(question, tickets)}>
            {t(name)}
          </Act>
        ))}
        {may('link') && (
          <Act icon="link" onClick={() => askToMerge(tickets, onDone)}>
            {t('bulk.merge')}
          </Act>
        )}
        {may('close') && (
          <Act icon="check" onClick={() => askToCloseSeveral(tickets, onDone)}>
            {t('bulk.close')}
          </Act>
        )}
      </div>
    </section>
  );
}

const Act = ({ icon, onClick, children }: { icon: IconName; onClick: () => void; children: string }) => (
  <Button
    look="quiet"
    small
    icon={icon}
    onClick={onClick}
    className="max-md:h-14! max-md:min-w-16 max-md:flex-1 max-md:flex-col max-md:gap-1! max-md:px-0! max-md:text-xs!"
  >
    {children}
  </Button>
);

/** How high the rows are, and what they show. A phone has room for one way only. */
function RowLayoutMenu({ own }: { own: boolean }) {
  const { density, columns } = useRowLayout();
  return (
    <Menu
      align="end"
      label={t('list.columns')}
      trigger={
        <Button look="quiet" small icon="board" title={t('list.columns')} className="max-md:hidden">
          <span className="filter-bar-label">{t('list.columns')}</span>
        </Button>
      }
    >
      {COLUMNS.filter((column) => !own || column !== 'reporter').map((column) => (
        <MenuCheckbox key={column} checked={columns.includes(column)} onCheck={(shown) => toggleColumn(column, shown)}>
          {t(`column.${column}`)}
        </MenuCheckbox>
      ))}
      <FieldPicks chosen={fieldNames(columns)} most={MOST_FIELD_COLUMNS} onToggle={toggleColumn} />
      <MenuSeparator />
      <MenuLabel>{t('density.title')}</MenuLabel>
      <MenuRadioGroup value={density} onPick={(next: Density) => layRowsOut({ density: next })}>
        {DENSITIES.map((entry) => (
          <MenuRadio key={entry} value={entry}>
            {t(`density.${entry}`)}
          </MenuRadio>
        ))}
      </MenuRadioGroup>
    </Menu>
  );
}
