import { type Static, Type } from 'typebox';
import { record } from './scalars.ts';
import { StatusCounts } from './statistics.ts';
import { Ticket, TicketRow } from './tickets.ts';

const column = Type.Array(Type.Union([Ticket, TicketRow]));

/** Cards by status; `_stats` counts all that the filters leave, shown or not. */
export const Board = record({
  submitted: column,
  verified: column,
  in_progress: column,
  waiting: column,
  blocked: column,
  closed: column,
  _stats: StatusCounts,
});

/** A board of whole tickets, or with `view=row` of rows. */
export type Board<T extends Ticket | TicketRow = Ticket> = Omit<Static<typeof Board>, keyof Columns<T>> & Columns<T>;

interface Columns<T> {
  submitted: T[];
  verified: T[];
  in_progress: T[];
  waiting: T[];
  blocked: T[];
  closed: T[];
}
