import { useMemo, useRef } from 'react';
import type { TicketSummary } from '../../backend/tickets.ts';
import { useCommands } from '../../commands/registry.ts';
import { classes } from '../../design/class-names.ts';
import { CheckBox } from '../../design/field.tsx';
import { RowsHeading, type ShownRows, VirtualList } from '../../design/virtual-list.tsx';
import { useMe } from '../../session/me.ts';
import { t } from '../../texts/texts.ts';
import { useOpeningCommands } from '../../ticket/peek/opening-commands.ts';
import { usePeek } from '../../ticket/peek/with-peek.tsx';
import { useChangeTicket } from '../../tickets/changing/change.ts';
import { ticketCommands } from '../../tickets/changing/commands.ts';
import type { Group } from '../../tickets/filtering/ticket-search.ts';
import { ROW_HEIGHT, useRowLayout } from '../../tickets/showing/row-layout.ts';
import { ColumnHeads } from '../../tickets/showing/ticket-columns.tsx';
import { TicketListItem } from '../../tickets/showing/ticket-list-item.tsx';
import { leaveFocus, useCursor } from '../../tickets/walking/walk.ts';
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
}

export function TicketRows({ tickets, group, selection, selectable, selecting, whole, onEnd }: TicketRowsProps) {
  const rows = useMemo(() => rowsOf(tickets, group), [tickets, group]);
  const list = useRef<ShownRows>(null);
  const inOrder = useMemo(() => rows.flatMap((row) => (row.kind === 'ticket' ? [row.ticket] : [])), [rows]);
  const { current, moveTo } = useListKeys(inOrder, selection, (ticket) => {
    const index = rows.findIndex((row) => row.kind === 'ticket' && row.ticket.id === ticket.id);
    if (index >= 0) list.current?.show(index);
  });
  const { peek, open } = usePeek();
  const { density, columns: chosen } = useRowLayout();
  // A reporter who sees only their own tickets needs nobody to say who reported them.
  const columns = selectable ? chosen : chosen.filter((column) => column !== 'reporter');
  return (
    <>
      <ColumnHeads columns={columns} />
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
            <RowsHeading name={row.name} count={whole ? String(row.count) : t('list.atLeast', { count: row.count })} />
          ) : (
            <TicketListItem
              ticket={row.ticket}
              columns={columns}
              current={row.ticket.id === current?.id || row.ticket.number === peek}
              selected={selection.ids.has(row.ticket.id)}
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

/**
 * J and K move to another row, Enter opens, Space peeks, X selects. The other keys act on the selection or the current
 * row.
 */
function useListKeys(tickets: TicketSummary[], selection: Selection, show: (ticket: TicketSummary) => void) {
  const me = useMe();
  const change = useChangeTicket();
  const { peek, open } = usePeek();
  const { current, at, moveTo } = useCursor(tickets, peek);
  const step = (by: number) => {
    const next = tickets[Math.min(Math.max(at + by, 0), tickets.length - 1)];
    if (!next) return;
    leaveFocus();
    moveTo(next.number);
    show(next);
    if (peek !== undefined) open(next.number);
  };
  const subject = selection.chosen.length > 0 ? selection.chosen : current && peek === undefined ? [current] : [];
  useCommands([
    { id: 'next', label: t('command.next'), group: 'list', keys: 'j', run: () => step(1) },
    { id: 'previous', label: t('command.previous'), group: 'list', keys: 'k', run: () => step(-1) },
    ...useOpeningCommands(current),
    {
      id: 'select',
      label: t('command.select'),
      group: 'list',
      keys: 'x',
      idle: !current,
      run: () => current && selection.toggle(current.id),
    },
    { id: 'select all', label: t('command.selectAll'), group: 'list', keys: 'mod+a', run: selection.all },
    ...ticketCommands(subject, me, change),
  ]);
  return { current, moveTo };
}
