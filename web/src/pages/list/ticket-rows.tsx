import { useMemo, useRef } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { classes } from '../../design/class-names.ts';
import { CheckBox } from '../../design/field.tsx';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { number } from '../../texts/dates.ts';
import { t } from '../../texts/texts.ts';
import { useTicketKeys } from '../../ticket/peek/ticket-keys.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import type { Group, TicketSearch } from '../../tickets/filtering/ticket-search.ts';
import { LabelTags } from '../../tickets/showing/label-tags.tsx';
import { ROW_HEIGHT, useRowLayout } from '../../tickets/showing/row-layout.ts';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import { ColumnHeads } from './column-heads.tsx';
import { rowsOf } from './groups.ts';
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

export function TicketRows({
  tickets,
  group,
  selection,
  selectable,
  selecting,
  whole,
  onEnd,
  onSelectAll,
  search,
  onSort,
}: TicketRowsProps) {
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
      {
        id: 'select',
        label: t('command.select'),
        group: 'list',
        keys: 'x',
        idle: !ticket,
        run: () => ticket && selection.toggle(ticket.id),
      },
      { id: 'select all', label: t('command.selectAll'), group: 'list', keys: 'mod+a', run: onSelectAll },
    ],
  });
  const { peek, open } = usePeek();
  const { density, columns: chosen } = useRowLayout();
  // A reporter who sees only their own tickets needs nobody to say who reported them.
  const columns = selectable ? chosen : chosen.filter((column) => column !== 'reporter');
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
            <TicketListItem
              ticket={row.ticket}
              columns={columns}
              current={row.ticket.id === current?.id || row.ticket.number === peek}
              selected={selection.ids.has(row.ticket.id)}
              tags={
                <span className="flex min-w-0 max-md:hidden">
                  <LabelTags labels={row.ticket.labels} />
                </span>
              }
              onOpen={() => {
                moveTo(row.ticket.number);
                open(row.ticket.number);
              }}
              lead={
                selectable && (
                  <CheckBox
                    aria-label={t('list.select', { number: row.ticket.number })}
                    checked={selection.ids.has(row.ticket.id)}
                    onChange={() => {}}
                    onClick={(event) => selection.toggle(row.ticket.id, event.shiftKey)}
                    className={classes('relative z-10 -order-2', !selecting && 'max-md:hidden')}
                  />
                )
              }
            />
          )
        }
      </VirtualList>
    </>
  );
}
