import { useCallback, useState } from 'react';
import type { Status, TicketSummary } from '../../backend/tickets.ts';
import { t } from '../../texts/texts.ts';
import { useChangeTicket } from '../../tickets/changing/change.ts';

const STEP = 1000;

interface Placement {
  ticket: TicketSummary;
  order_index: number;
}

const at = (ticket: TicketSummary | undefined) => ticket?.order_index;

/**
 * The order index that puts a card at `index` among the others; undefined when there is none between their order
 * indexes.
 */
export function placeBetween(others: TicketSummary[], index: number): number | undefined {
  const before = at(others[index - 1]);
  const after = at(others[index]);
  if (before === undefined) return after === undefined ? 0 : after - STEP;
  if (after === undefined) return before + STEP;
  return after - before >= 2 ? Math.floor((before + after) / 2) : undefined;
}

/**
 * Cards that nobody has moved all have the order index 0. To put a card between two of them, those on the shorter side
 * get new ones.
 */
export function makeRoom(others: TicketSummary[], index: number): { order_index: number; shifted: Placement[] } {
  const free = placeBetween(others, index);
  if (free !== undefined) return { order_index: free, shifted: [] };
  const up = index <= others.length - index;
  const edge = at(others[up ? index : index - 1]) ?? 0;
  const step = up ? -STEP : STEP;
  const order_index = edge + step;
  const side = up ? others.slice(0, index).reverse() : others.slice(index);
  const shifted: Placement[] = [];
  let bound = order_index;
  for (const ticket of side) {
    if (up ? ticket.order_index < bound : ticket.order_index > bound) break;
    bound += step;
    shifted.push({ ticket, order_index: bound });
  }
  return { order_index, shifted };
}

/** Moves a card to a column, and to a place within it when `index` is given. `announcement` tells screen readers. */
export function useMoves(columns: { status: Status; tickets: TicketSummary[] }[]) {
  const change = useChangeTicket();
  const [announcement, setSaid] = useState('');
  const move = useCallback(
    async (ticket: TicketSummary, status: Status, index?: number) => {
      const others = (columns.find((column) => column.status === status)?.tickets ?? []).filter(
        ({ id }) => id !== ticket.id,
      );
      const room = index === undefined ? undefined : makeRoom(others, index);
      const changes = {
        ...(status === ticket.status ? {} : { status }),
        ...(room === undefined || room.order_index === ticket.order_index ? {} : { order_index: room.order_index }),
      };
      if (Object.keys(changes).length === 0) return;
      for (const shift of room?.shifted ?? []) change(shift.ticket, { order_index: shift.order_index }, {}, true);
      const moved = await change(ticket, changes, {}, status === ticket.status);
      if (moved) setSaid(t('board.moved', { number: ticket.number, status: t(`status.${status}`) }));
    },
    [columns, change],
  );
  return { move, announcement };
}
