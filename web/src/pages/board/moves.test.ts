import { describe, expect, test } from 'vitest';
import type { TicketSummary } from '../../backend/tickets.ts';
import { ticket } from '../../testing/tickets.ts';
import { makeRoom } from './moves.ts';

const column = (...places: number[]): TicketSummary[] =>
  places.map((order_index, index) => ticket({ number: index + 1, order_index }));

/** The order indexes of the column from top to bottom, after the move. */
function after(others: TicketSummary[], index: number): number[] {
  const { order_index, shifted } = makeRoom(others, index);
  const moved = new Map(shifted.map((shift) => [shift.ticket.id, shift.order_index]));
  return others.map((other) => moved.get(other.id) ?? other.order_index).toSpliced(index, 0, order_index);
}

const rises = (places: number[]) => places.every((place, index) => index === 0 || place > (places[index - 1] ?? 0));

describe('a place for a card', () => {
  test('is halfway between its neighbours', () => {
    expect(makeRoom(column(0, 1000), 1)).toEqual({ order_index: 500, shifted: [] });
  });

  test('exists before the first, after the last and in an empty column', () => {
    expect(makeRoom(column(0), 0).order_index).toBeLessThan(0);
    expect(makeRoom(column(0), 1).order_index).toBeGreaterThan(0);
    expect(makeRoom([], 0)).toEqual({ order_index: 0, shifted: [] });
  });

  test('is made among cards that nobody has moved, by shifting the shorter side only', () => {
    const untouched = column(0, 0, 0, 0, 0);
    expect(makeRoom(untouched, 2).shifted).toHaveLength(2);
    expect(makeRoom(untouched, 4).shifted).toHaveLength(1);
    const places = after(untouched, 2);
    expect(rises(places.slice(0, 4))).toBe(true);
  });
});
