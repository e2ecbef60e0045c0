import type { Reader } from '#access';
import type { Actor, Internals, Work } from '#platform';

/** A ticket on which somebody works. */
export interface TicketAtWork {
  readonly id: string;
  readonly number: number;
}

/** The questions of shipping about tickets. The module of tickets answers them. */
export interface TicketsAtWork {
  /** The tickets of these numbers on which the person works; where a ticket was joined to another one, that one. */
  readonly byNumbers: (
    work: Work<Actor>,
    person: Reader,
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, TicketAtWork>>;
  /** The askers who have not been told yet that a ticket is live there. From now on they count as told. */
  readonly liveNews: (work: Work, ticket: string, environment: string) => Promise<NonNullable<Internals['told']>>;
}
