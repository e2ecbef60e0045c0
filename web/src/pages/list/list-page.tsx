import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { ticketCountQuery, ticketPagesQuery } from '../../backend/tickets.ts';
import { Button, buttonClass } from '../../design/button.tsx';
import { Empty, LoadFailed, Skeleton } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { toast } from '../../design/toast.tsx';
import { toastRefusal } from '../../design/toast-refusal.ts';
import { useIsDeveloper, useMe } from '../../session/me.ts';
import { number } from '../../texts/dates.ts';
import { loadTexts, t } from '../../texts/texts.ts';
import { WithPeek } from '../../ticket/peek/with-peek.tsx';
import { FilterBar } from '../../tickets/filtering/filter-bar.tsx';
import { SaveView } from '../../tickets/filtering/save-view.tsx';
import { SearchStepNote } from '../../tickets/filtering/search-step-note.tsx';
import { filtersOf, queryOf, stillMatches } from '../../tickets/filtering/service-filters.ts';
import { isFiltered, savedQuery, type TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { Arrange } from './arrange.tsx';
import { BulkBar } from './bulk-bar.tsx';
import { RowLayoutMenu } from './row-layout-menu.tsx';
import { useSelection } from './selection.ts';
import { TicketRows } from './ticket-rows.tsx';
import '../../tickets/filtering/filter-chips.css';

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
  const my = mine ? ('1' as const) : undefined;
  const found = useInfiniteQuery(
    ticketPagesQuery({ my, ...queryOf(search), limit: search.group ? GROUPED_PAGE : PAGE }),
  );
  const loaded = useMemo(() => found.data?.pages.flatMap((page) => page.items) ?? [], [found.data]);
  const tickets = useMemo(() => loaded.filter((ticket) => stillMatches(ticket, search, me)), [loaded, search, me]);
  const count = useQuery({ ...ticketCountQuery({ my, ...filtersOf(search) }), enabled: found.hasNextPage });
  const total = found.hasNextPage ? count.data : tickets.length;
  const selection = useSelection(tickets);
  // On a phone the checkboxes show only while the user selects; elsewhere always.
  const [selecting, setSelecting] = useState(false);
  const stopSelecting = () => {
    setSelecting(false);
    selection.clear();
  };

  const selectAll = async () => {
    let all = found;
    while (all.hasNextPage && (all.data?.pages.flatMap(({ items }) => items).length ?? 0) < MOST_SELECTED)
      all = await found.fetchNextPage();
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
        count={found.data && total !== undefined ? number(total, 0) : undefined}
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
      {found.error && !found.data && <LoadFailed error={found.error} onRetry={() => found.refetch()} />}
      {found.isPending && <Skeleton lines={10} />}
      {found.data && tickets.length === 0 && (
        <NoTickets filtered={isFiltered(search)} onClear={() => navigate({ to: '.', search: {} })} />
      )}
      {tickets.length > 0 && <SearchStepNote step={found.data?.pages[0]?.step} />}
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
          whole={!found.hasNextPage}
          onEnd={() => found.hasNextPage && !found.isFetchingNextPage && found.fetchNextPage()}
        />
      )}
      {selection.chosen.length > 0 && (
        <BulkBar tickets={selection.chosen} onClear={stopSelecting} onDone={selection.drop} />
      )}
    </WithPeek>
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
