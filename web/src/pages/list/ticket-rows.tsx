import { useQuery } from '@tanstack/react-query';
import { memo, useMemo, useRef } from 'react';
import { isSingle } from '../../../../contract/field-words.ts';
import { type FieldName, fieldsQuery } from '../../backend/fields.ts';
import { CATEGORIES, PRIORITIES, STATUSES, type TicketSummary } from '../../backend/tickets.ts';
import { onRow } from '../../commands/registry.ts';
import { classes } from '../../design/class-names.ts';
import { CheckBox } from '../../design/field.tsx';
import { Icon } from '../../design/icon.tsx';
import { useStable } from '../../design/use-stable.ts';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { useIsDeveloper } from '../../session/me.ts';
import { number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useTicketKeys } from '../../ticket/peek/ticket-keys.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import {
  type Group,
  type Sort,
  sortedBy,
  type TicketSearch,
  usualSort,
} from '../../tickets/filtering/ticket-search.ts';
import { LabelTags } from '../../tickets/showing/label-tags.tsx';
import { fieldNames, ROW_HEIGHT, type RowColumn, useRowLayout } from '../../tickets/showing/row-layout.ts';
import { columnClass, columnKey, headOf, type ShownColumn } from '../../tickets/showing/ticket-columns.tsx';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import type { Selection } from './selection.ts';

interface TicketRowsProps {
  tickets: TicketSummary[];
  group: Group | undefined;
  selection: Selection;
  selectable: boolean;
  selecting: boolean;
  /** Whether all tickets have loaded; else groups count those that have. */
  whole: boolean;
  onEnd: () => void;
  onSelectAll: () => void;
  search: TicketSearch;
  onSort: (change: Partial<TicketSearch>) => void;
}

export function TicketRows(props: TicketRowsProps) {
  const { tickets, group, selection, selectable, selecting, whole, onEnd, onSelectAll, search, onSort } = props;
  const rows = useMemo(() => rowsOf(tickets, group), [tickets, group]);
  const list = useRef<ShownRows>(null);
  const inOrder = useMemo(() => rows.flatMap((row) => (row.kind === 'ticket' ? [row.ticket] : [])), [rows]);
  const { current, moveTo } = useTicketKeys(inOrder, {
    show: ({ id }) => {
      const index = rows.findIndex((row) => row.kind === 'ticket' && row.ticket.id === id);
      if (index >= 0) list.current?.show(index);
    },
    chosen: selection.chosen,
    onDone: selection.drop,
    more: (ticket) => [
      onRow(ticket, 'select', t('command.select'), 'x', ({ id }) => selection.toggle(id)),
      { id: 'select all', label: t('command.selectAll'), group: 'list', keys: 'mod+a', run: onSelectAll },
    ],
  });
  const { peek, open } = usePeek();
  const { density } = useRowLayout();
  const columns = useColumns(selectable, {
    due: search.sort === 'due_at' || inOrder.some(isDue),
    waiting: search.sort === 'awaiting_reply_since' || inOrder.some(isWaiting),
  });
  const select = useStable(selection.toggle);
  const show = useStable((number: number) => {
    moveTo(number);
    open(number);
  });
  return (
    <>
      <ColumnHeads columns={columns} search={search} onSort={onSort} />
      <VirtualList
        key={density}
        ref={list}
        rows={rows}
        keyOf={(row) => (row.kind === 'ticket' ? row.ticket.id : row.key)}
        height={ROW_HEIGHT[density]}
        onEnd={onEnd}
      >
        {(row) =>
          row.kind === 'group' ? (
            <RowsHeading
              name={row.name}
              count={whole ? number(row.count, 0) : t('list.atLeast', { count: row.count })}
            />
          ) : (
            <TicketRow
              ticket={row.ticket}
              columns={columns}
              isCurrent={row.ticket.id === current?.id || row.ticket.number === peek}
              isSelected={selection.ids.has(row.ticket.id)}
              isSelecting={selecting}
              onSelect={selectable ? select : undefined}
              onOpen={show}
            />
          )
        }
      </VirtualList>
    </>
  );
}

interface TicketRowProps {
  ticket: TicketSummary;
  columns: readonly ShownColumn[];
  isCurrent: boolean;
  isSelected: boolean;
  isSelecting: boolean;
  /** undefined where rows are not selected. */
  onSelect: Selection['toggle'] | undefined;
  onOpen: (number: number) => void;
}

/** A step or a choice draws the rows anew that it changes, and no other. */
const TicketRow = memo(function TicketRow(props: TicketRowProps) {
  const { ticket, columns, isCurrent, isSelected, isSelecting, onSelect, onOpen } = props;
  return (
    <TicketListItem
      ticket={ticket}
      columns={columns}
      current={isCurrent}
      selected={isSelected}
      tags={
        ticket.labels &&
        ticket.labels.length > 0 && (
          <span className="flex min-w-0 max-md:hidden">
            <LabelTags labels={ticket.labels} />
          </span>
        )
      }
      onOpen={() => onOpen(ticket.number)}
      lead={
        onSelect && (
          <CheckBox
            aria-label={t('list.select', { number: ticket.number })}
            checked={isSelected}
            onChange={() => {}}
            onClick={(event) => onSelect(ticket.id, event.shiftKey)}
            className={classes('relative z-10 -order-2', !isSelecting && 'max-md:hidden')}
          />
        )
      }
    />
  );
});

const isDue = ({ wait, answer_due_at }: TicketSummary): boolean => (wait?.due_at ?? answer_due_at) != null;
const isWaiting = ({ awaiting_reply_since }: TicketSummary): boolean => awaiting_reply_since !== null;

/**
 * The columns that the user has chosen; those of fields once these are there.
 *
 * @param ofMany whether others report them too.
 * @param has whether an answer is due to any of them, and whether anybody waits: titles have the room of the column otherwise.
 */
function useColumns(ofMany: boolean, has: Record<'due' | 'waiting', boolean>): readonly ShownColumn[] {
  const { columns } = useRowLayout();
  const { due, waiting } = has;
  const fields = useQuery({ ...fieldsQuery, enabled: fieldNames(columns).length > 0 }).data;
  return useMemo(
    () =>
      columns.flatMap((column): readonly ShownColumn[] => {
        if (column === 'reporter' && !ofMany) return [];
        if ((column === 'due' && !due) || (column === 'waiting' && !waiting)) return [];
        if (!isOfField(column)) return [column];
        return fields?.filter(({ key }) => column === `field.${key}`) ?? [];
      }),
    [columns, fields, ofMany, due, waiting],
  );
}

const isOfField = (column: RowColumn | FieldName): column is FieldName => fieldNames([column]).length > 0;

/** A column whose name is wider than what it shows has a sign for a name. */
const SIGNS = { comments: 'comment', files: 'clip' } as const;
/** The columns by which the service sorts. */
const SORT_OF: Partial<Record<RowColumn, Sort>> = {
  age: 'created_at',
  changed: 'updated_at',
  waiting: 'awaiting_reply_since',
  due: 'due_at',
};
const sortOf = (column: ShownColumn): Sort | undefined => {
  if (typeof column === 'string') return SORT_OF[column];
  return isSingle(column.kind) ? `field.${column.key}` : undefined;
};

interface ColumnHeadsProps {
  columns: readonly ShownColumn[];
  search: TicketSearch;
  onSort: (change: Partial<TicketSearch>) => void;
}

/** The names of the columns, above the rows. Each row says them to screen readers as well; a click sorts, another turns the order. */
function ColumnHeads({ columns, search, onSort }: ColumnHeadsProps) {
  const isDeveloper = useIsDeveloper();
  const head = (sort: Sort, name: string) => <SortHead key={sort} {...{ sort, name, search, onSort }} />;
  return (
    <div className="@container/row max-md:hidden print:hidden">
      <div className="flex items-center gap-3 border-b border-line bg-sunken px-5 py-1">
        {isDeveloper && <span className="min-w-11.5">{head('priority', t('sort.priority'))}</span>}
        <span className="hidden w-32 shrink-0 text-xs text-muted @xl/row:block">{t('field.status')}</span>
        <span className="mr-auto">{head('number', t('sort.number'))}</span>
        {columns.map((column) => {
          const [sort, name] = [sortOf(column), headOf(column)];
          return (
            <span key={columnKey(column)} className={columnClass(columns, column)} title={name}>
              {column === 'comments' || column === 'files' ? (
                <>
                  <Icon name={SIGNS[column]} size={14} className="ml-auto" />
                  <span className="sr-only">{name}</span>
                </>
              ) : sort ? (
                head(sort, name)
              ) : (
                name
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

type Row = { kind: 'ticket'; ticket: TicketSummary } | { kind: 'group'; key: string; name: string; count: number };

const NAMES: Record<Group, (ticket: TicketSummary) => string> = {
  status: (ticket) => t(`status.${ticket.status}`),
  priority: (ticket) => t(`priority.${ticket.priority}`),
  category: (ticket) => t(`category.${ticket.category}`),
  project: (ticket) => ticket.project_name ?? t('field.noProject'),
  assignee: (ticket) => ticket.assignee_name ?? t('assignee.none'),
};

/** Groups of the contract's words come in its order, groups of names in alphabetical order, "none" last. */
const PLACES: Record<Group, (ticket: TicketSummary) => number> = {
  status: (ticket) => STATUSES.indexOf(ticket.status),
  priority: (ticket) => PRIORITIES.indexOf(ticket.priority),
  category: (ticket) => CATEGORIES.indexOf(ticket.category),
  project: (ticket) => (ticket.project_id ? 0 : 1),
  assignee: (ticket) => (ticket.assignee_id ? 0 : 1),
};

export function rowsOf(tickets: TicketSummary[], group: Group | undefined): Row[] {
  if (!group) return tickets.map((ticket) => ({ kind: 'ticket', ticket }));
  const groups = new Map<string, TicketSummary[]>();
  for (const ticket of tickets) {
    const name = NAMES[group](ticket);
    const members = groups.get(name);
    if (members) members.push(ticket);
    else groups.set(name, [ticket]);
  }
  const place = (members: TicketSummary[]) => (members[0] ? PLACES[group](members[0]) : 0);
  return [...groups]
    .sort(([nameA, a], [nameB, b]) => place(a) - place(b) || nameA.localeCompare(nameB))
    .flatMap(([name, members]): Row[] => [
      { kind: 'group', key: name, name, count: members.length },
      ...members.map((ticket): Row => ({ kind: 'ticket', ticket })),
    ]);
}
