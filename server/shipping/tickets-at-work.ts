import type { Reader } from '#access';
import type { Actor, Internals, Work } from '#platform';

/** A ticket on which somebody works. */
export interface TicketAtWork {
  readonly id: string;
  readonly number: number;
}

/** What shipping asks of tickets. The module of tickets answers it. */
export interface TicketsAtWork {
  /** The tickets of these numbers on which the person works; where a ticket was joined to another one, that one. */
  readonly byNumbers: (
    work: Work<Actor>,
    person: Reader,
    numbers: readonly number[],
  ) => Promise<ReadonlyMap<number, TicketAtWork>>;
  /** Those who asked and have not been told yet that a ticket is live there. From now on they have. */
  readonly liveNews: (work: Work, ticket: string, environment: string) => Promise<NonNullable<Internals['told']>>;
}
