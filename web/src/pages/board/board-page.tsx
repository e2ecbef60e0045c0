import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useMemo, useState } from 'react';
import { type BoardOfRows, boardQuery, STATUSES, type Status, type TicketSummary } from '../../backend/tickets.ts';
import { useCommands } from '../../commands/registry.ts';
import { classes } from '../../design/class-names.ts';
import { LoadFailed } from '../../design/feedback.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/opening-commands.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { ticketCommands } from '../../tickets/changing/commands.ts';
import { FilterBar } from '../../tickets/filtering/filter-bar.tsx';
import { SaveView } from '../../tickets/filtering/save-view.tsx';
import { filtersOf, stillMatches } from '../../tickets/filtering/service-filters.ts';
import { listedWords, savedQuery, type TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { COLUMN, Column } from './column.tsx';
import { useMoves } from './moves.ts';
import '../../tickets/filtering/filter-chips.css';

/** How many cards a column has at first, and when the user has scrolled to its end again and again. */
const FIRST_CARDS = 16;
const MOST_CARDS = 500;

interface BoardColumn {
  status: Status;
  tickets: TicketSummary[];
  /** How many match, shown or not. */
  total: number;
}

function columnsOf(board: BoardOfRows | undefined, search: TicketSearch, me: string): BoardColumn[] {
  return STATUSES.map((status) => {
    const cards = board?.[status] ?? [];
    const tickets = cards.filter((ticket) => stillMatches(ticket, { ...search, status: undefined }, me));
    return { status, tickets, total: (board?._stats[status] ?? 0) - (cards.length - tickets.length) };
  });
}

export function BoardPage() {
  const search = useSearch({ from: '/signed-in/board' });
  const navigate = useNavigate();
  const me = useMe();
  const [limit, setLimit] = useState(FIRST_CARDS);
  const { status: statuses, ...filters } = filtersOf(search);
  const board = useQuery({ ...boardQuery(filters, limit), placeholderData: keepPreviousData });
  const columns = useMemo(() => columnsOf(board.data, search, me.id), [board.data, search, me.id]);
  const shown = columns.filter(({ status }) => !statuses || listedWords(statuses).includes(status));
  const [focused, setFocused] = useState<string>();
  const { move, announcement } = useMoves(columns);
  useBoardKeys(shown, focused, setFocused, move);

  const bringMore = useCallback(() => setLimit((old) => Math.min(old * 4, MOST_CARDS)), []);
  const change = (next: Partial<TicketSearch>) =>
    navigate({ to: '.', search: (old) => ({ ...old, ...next }), replace: true, resetScroll: false });

  return (
    <WithPeek>
      <div className="flex h-dvh flex-col max-md:h-[calc(100dvh-4rem)]">
        <PageHeader
          title={t('nav.board')}
          below={
            <FilterBar search={search} onChange={change}>
              <SaveView page="board" query={savedQuery(search)} />
            </FilterBar>
          }
        />
        <p aria-live="assertive" className="sr-only">
          {announcement}
        </p>
        {board.error && !board.data && <LoadFailed error={board.error} onRetry={() => board.refetch()} />}
        {board.isPending && <BoardOutline />}
        {board.data && (
          <div className={COLUMNS}>
            {shown.map(({ status, tickets, total }) => (
              <Column
                key={status}
                status={status}
                tickets={tickets}
                total={total}
                search={search}
                onEnd={limit < MOST_CARDS && !board.isPlaceholderData ? bringMore : undefined}
                focused={tickets.some(({ id }) => id === focused) ? focused : undefined}
                onFocus={setFocused}
                onMove={move}
              />
            ))}
          </div>
        )}
      </div>
    </WithPeek>
  );
}

const COLUMNS = 'flex min-h-0 flex-1 gap-3 overflow-x-auto p-3 max-md:snap-x max-md:scroll-pl-3 md:px-6 xl:gap-2';

/** Empty columns while the board loads. */
const BoardOutline = () => (
  <div role="status" aria-label={t('state.loading')} className={classes(COLUMNS, 'animate-late')}>
    {STATUSES.map((status) => (
      <div key={status} className={COLUMN} />
    ))}
  </div>
);

/** J/K and the arrows move the focus; Shift+Left and Shift+Right move the card, and the focus with it. */
function useBoardKeys(
  columns: BoardColumn[],
  focused: string | undefined,
  setFocused: (id: string) => void,
  move: (ticket: TicketSummary, status: Status, index?: number) => void,
): void {
  const me = useMe();
  const change = useChangeTicket();
  const { peek } = usePeek();
  const columnAt = columns.findIndex(({ tickets }) => tickets.some((ticket) => ticket.id === focused));
  const column = columns[columnAt];
  const at = column?.tickets.findIndex((ticket) => ticket.id === focused) ?? -1;
  const current = column?.tickets[at];
  const step = (by: number) => {
    const within = column ?? columns.find(({ tickets }) => tickets.length > 0);
    const next = within?.tickets[Math.min(Math.max(at + by, 0), within.tickets.length - 1)];
    if (next) setFocused(next.id);
  };
  const across = (by: number) => {
    for (let index = columnAt + by; index >= 0 && index < columns.length; index += by) {
      const tickets = columns[index]?.tickets ?? [];
      const next = tickets[Math.min(Math.max(at, 0), tickets.length - 1)];
      if (next) return setFocused(next.id);
    }
  };
  const moveCard = (by: number) => {
    const status = columns[columnAt + by]?.status;
    if (current && status) move(current, status);
  };
  useCommands([
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => step(-1) },
    { id: 'down', label: t('command.next'), group: 'list', keys: 'down', run: () => step(1) },
    { id: 'up', label: t('command.previous'), group: 'list', keys: 'up', run: () => step(-1) },
    { id: 'column right', label: t('command.columnRight'), group: 'list', keys: 'right', run: () => across(1) },
    { id: 'column left', label: t('command.columnLeft'), group: 'list', keys: 'left', run: () => across(-1) },
    {
      id: 'move right',
      label: t('command.moveRight'),
      group: 'list',
      keys: 'shift+right',
      idle: !current,
      run: () => moveCard(1),
    },
    {
      id: 'move left',
      label: t('command.moveLeft'),
      group: 'list',
      keys: 'shift+left',
      idle: !current,
      run: () => moveCard(-1),
    },
    ...useOpeningCommands(current),
    ...ticketCommands(current && peek === undefined ? [current] : [], me, change),
  ]);
}
