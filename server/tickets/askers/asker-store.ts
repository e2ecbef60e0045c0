import { type Kysely, sql } from 'kysely';
import { factColumns, type TicketFacts } from '#access';
import { compiled, type Dialect, type Instant, insertOnce, Store, selectBy } from '#platform';
import type { Schema } from '#records';

/** A ticket by which its reporter asked for the answer of another one. */
export interface AskingTicket extends TicketFacts {
  readonly id: string;
  readonly number: number;
  readonly status: string;
}

const others = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('tickets')
    .select(['tickets.id', 'tickets.number', 'tickets.status'])
    .select(factColumns(dialect))
    .orderBy('tickets.number');

const joined = compiled((db, p: { ticket: string }, dialect) =>
  others(db, dialect).where('tickets.merged_into_id', '=', p.ticket),
);
const solved = compiled((db, p: { ticket: string }, dialect) =>
  others(db, dialect)
    .innerJoin('ticket_relations', 'ticket_relations.from_id', 'tickets.id')
    .where('ticket_relations.to_id', '=', p.ticket)
    .where('ticket_relations.relation_type', '=', 'solved_by')
    .where('tickets.merged_into_id', 'is', null),
);
const some = compiled((db, p: { ids: readonly string[] }, dialect) =>
  others(db, dialect).where(dialect.among(sql.ref('tickets.id'), p.ids)),
);

const ofAnswer = compiled((db, p: { answer: string }) =>
  db
    .selectFrom('answer_tellings')
    .select(['what', 'version', 'note_digest', 'user_id', 'told_at'])
    .where('answer_id', '=', p.answer)
    .orderBy('told_at'),
);

export class AskerStore extends Store {
  readonly joined = this.all(joined);
  /** The tickets that the answer of this one solved. */
  readonly solved = this.all(solved);
  /** The tellings of an answer, the oldest first. */
  readonly tellings = this.all(ofAnswer);
  readonly addTelling = this.changes(insertOnce('answer_tellings'));
  readonly liveTellings = this.all(selectBy('live_tellings', 'ticket_id'));
  readonly addLiveTelling = this.changes(insertOnce('live_tellings'));

  among(ids: readonly string[]) {
    return this.connection.all(some, { ids });
  }
}

/** Somebody was told of an answer. */
export interface StoredTelling {
  readonly what: string;
  readonly version: number;
  readonly note_digest: string;
  readonly user_id: string;
  readonly told_at: Instant;
}
