/** What may stand between Kwit and PostgreSQL and hand one connection of the server to many clients, one after the other. */
export type Pooler = 'session' | 'transaction';

/** How PostgreSQL is reached. */
export interface PostgresAddress {
  readonly databaseUrl: string;
  /**
   * Whether a pooler stands at this address, and for how long it gives a client a connection: for the whole session, or for
   * a transaction only, so that nothing of the session (prepared statements, LISTEN) lasts. Null for none.
   */
  readonly pooler?: Pooler | null;
  /** The same database without the pooler, on which Kwit listens. */
  readonly directUrl?: string | null;
}
