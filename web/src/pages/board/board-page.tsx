import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { fieldsQuery } from '../../backend/fields.ts';
import { type BoardOfRows, boardQuery, STATUSES, type Status, type TicketSummary } from '../../backend/tickets.ts';
import { onRow, useCommands } from '../../commands/registry.ts';
import { Button } from '../../design/button.tsx';
import { classes } from '../../design/class-names.ts';
import { LoadFailed } from '../../design/feedback.tsx';
import { Menu } from '../../design/menu.tsx';
import { PageHeader } from '../../design/page.tsx';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/ticket-keys.ts';
import { usePeek, WithPeek } from '../../ticket/peek/with-peek.tsx';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { ticketCommands } from '../../tickets/changing/commands.ts';
import { FilterBar } from '../../tickets/filtering/filter-bar.tsx';
import { SaveView } from '../../tickets/filtering/save-view.tsx';
import { filtersOf, stillMatches } from '../../tickets/filtering/service-filters.ts';
import { isTurned, listedWords, savedQuery, type TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { FieldPicks } from '../../tickets/showing/field-picks.tsx';
import { layRowsOut, MOST_CARD_FIELDS, useRowLayout } from '../../tickets/showing/row-layout.ts';
import { COLUMN, Column, FOLDED_COLUMN, FoldedColumn } from './column.tsx';
import { useMoves } from './moves.ts';
import '../../tickets/filtering/filter-chips.css';
import { local } from '../../storage.ts';

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
  const statuses = search.status;
  // The columns are the statuses: the service is asked for all of them.
  const filters = filtersOf({ ...search, status: undefined });
  const board = useQuery({ ...boardQuery(filters, limit), placeholderData: keepPreviousData });
  const columns = useMemo(() => columnsOf(board.data, search, me.id), [board.data, search, me.id]);
  const shown = columns.filter(
    ({ status }) => !statuses || listedWords(statuses).includes(status) !== isTurned(search, 'status'),
  );
  const [focused, setFocused] = useState<string>();
  const { move, announcement } = useMoves(columns);
  const closed = useFoldedClosed();
  const isFolded = (status: Status) => closed.folded && statuses === undefined && status === 'closed';
  useBoardKeys({ columns: shown, isFolded, unfold: () => closed.fold(false), focused, setFocused, move });

  const { fold } = closed;
  const foldClosed = useCallback(() => fold(true), [fold]);
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
              <CardMenu />
            </FilterBar>
          }
        />
        <p aria-live="assertive" className="sr-only">
          {announcement}
        </p>
        {board.error && !board.data && <LoadFailed error={board.error} onRetry={() => board.refetch()} />}
        {board.isPending && <BoardOutline folded={isFolded('closed')} />}
        {board.data && (
          <div className={COLUMNS}>
            {shown.map(({ status, tickets, total }) =>
              isFolded(status) ? (
                <FoldedColumn
                  key={status}
                  status={status}
                  total={total}
                  onMove={move}
                  button={closed.button}
                  onUnfold={() => closed.fold(false)}
                />
              ) : (
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
                  onFold={status === 'closed' && statuses === undefined ? foldClosed : undefined}
                  foldButton={closed.button}
                />
              ),
            )}
          </div>
        )}
      </div>
    </WithPeek>
  );
}

/** The fields that cards show. */
function CardMenu() {
  const { cardFields } = useRowLayout();
  const hasFields = (useQuery(fieldsQuery).data ?? []).length > 0;
  if (!hasFields) return null;
  return (
    <Menu
      align="end"
      label={t('board.shows')}
      trigger={
        <Button look="quiet" small icon="board" title={t('board.shows')}>
          <span className="filter-bar-label">{t('board.shows')}</span>
        </Button>
      }
    >
      <FieldPicks
        chosen={cardFields}
        most={MOST_CARD_FIELDS}
        onToggle={(name, isShown) =>
          layRowsOut({
            cardFields: isShown ? [...cardFields, name] : cardFields.filter((cardField) => cardField !== name),
          })
        }
      />
    </Menu>
  );
}

const COLUMNS = 'flex min-h-0 flex-1 gap-3 overflow-x-auto p-3 max-md:snap-x max-md:scroll-pl-3 md:px-6 xl:gap-2';

/** Empty columns while the board loads. */
const BoardOutline = ({ folded }: { folded: boolean }) => (
  <div role="status" aria-label={t('state.loading')} className={classes(COLUMNS, 'animate-late')}>
    {STATUSES.filter((status) => status !== 'closed').map((status) => (
      <div key={status} className={COLUMN} />
    ))}
    <div className={folded ? FOLDED_COLUMN : COLUMN} />
  </div>
);

interface BoardKeys {
  columns: BoardColumn[];
  isFolded: (status: Status) => boolean;
  unfold: () => void;
  focused: string | undefined;
  setFocused: (id: string) => void;
  move: (ticket: TicketSummary, status: Status, index?: number) => void;
}

/**
 * J/K and the arrows move the focus, beyond the last column into a folded one, which they unfold; Shift+Left and
 * Shift+Right move the card, and the focus with it.
 */
function useBoardKeys({ columns, isFolded, unfold, focused, setFocused, move }: BoardKeys): void {
  const me = useMe();
  const change = useChangeTicket();
  const { peek } = usePeek();
  const open = columns.map((column) => (isFolded(column.status) ? [] : column.tickets));
  const columnAt = open.findIndex((tickets) => tickets.some((ticket) => ticket.id === focused));
  const at = open[columnAt]?.findIndex((ticket) => ticket.id === focused) ?? -1;
  const current = open[columnAt]?.[at];
  useNeighbour(open, { columnAt, at }, focused, setFocused);
  const step = (by: number) => {
    const within = open[columnAt] ?? open.find((tickets) => tickets.length > 0);
    const next = within?.[Math.min(Math.max(at + by, 0), within.length - 1)];
    if (next) setFocused(next.id);
  };
  const across = (by: number) => {
    for (let index = columnAt + by; index >= 0 && index < columns.length; index += by) {
      const { status, tickets = [] } = columns[index] ?? {};
      const next = tickets[Math.min(Math.max(at, 0), tickets.length - 1)];
      if (!status || !next) continue;
      if (isFolded(status)) unfold();
      return setFocused(next.id);
    }
  };
  const moveCard = (by: number) => (card: TicketSummary) => {
    const status = columns[columnAt + by]?.status;
    if (status) move(card, status);
  };
  useCommands([
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => step(-1) },
    { id: 'down', label: t('command.next'), group: 'list', keys: 'down', run: () => step(1) },
    { id: 'up', label: t('command.previous'), group: 'list', keys: 'up', run: () => step(-1) },
    { id: 'column right', label: t('command.columnRight'), group: 'list', keys: 'right', run: () => across(1) },
    { id: 'column left', label: t('command.columnLeft'), group: 'list', keys: 'left', run: () => across(-1) },
    onRow(current, 'move right', t('command.moveRight'), 'shift+right', moveCard(1)),
    onRow(current, 'move left', t('command.moveLeft'), 'shift+left', moveCard(-1)),
    ...useOpeningCommands(current),
    ...ticketCommands(current && peek === undefined ? [current] : [], me, change),
  ]);
}

/** Where the focused card is out of sight now, closed or filtered out, the focus goes to the one that took its place. */
function useNeighbour(
  open: TicketSummary[][],
  { columnAt, at }: { columnAt: number; at: number },
  focused: string | undefined,
  setFocused: (id: string) => void,
): void {
  const place = useRef({ columnAt, at });
  useEffect(() => {
    if (columnAt >= 0) place.current = { columnAt, at };
    else if (focused !== undefined) {
      const tickets = open[place.current.columnAt] ?? [];
      const next = tickets[Math.min(place.current.at, tickets.length - 1)];
      if (next) setFocused(next.id);
    }
  });
}

const PLACE = 'kwit.board.closed';

/** Whether the column Closed is folded: until somebody unfolds it, for what is closed is no work. */
function useFoldedClosed() {
  const [folded, setFolded] = useState(() => local.get(PLACE) !== 'open');
  /** The button that folds or unfolds it, whichever there is: the focus goes from one to the other. */
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  /** Folds or unfolds the column; the device remembers it. */
  const fold = useCallback((next: boolean) => {
    hadFocus.current = button.current !== null && document.activeElement === button.current;
    setFolded(next);
    local.set(PLACE, next ? 'folded' : 'open');
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the other button is there once it is folded or unfolded
  useEffect(() => {
    if (hadFocus.current) button.current?.focus();
    hadFocus.current = false;
  }, [folded]);
  return { folded, fold, button };
}
