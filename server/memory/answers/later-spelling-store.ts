import { sql } from 'kysely';
import { compiled, tableStore } from '#platform';

/** The counter of how far the tickets are written anew; the change of the schema `0059-later-spellings` makes it. */
const COUNTER = 'later spellings';
/** How many tickets a step reads. */
const STEP = 100;

const progress = compiled((db, _: object, dialect) =>
  dialect.claimable(db.selectFrom('counters').select('value').where('name', '=', sql.lit(COUNTER))),
);

const texts = compiled((db, p: { after: number }) =>
  db
    .selectFrom('tickets')
    .leftJoin('answers', 'answers.ticket_id', 'tickets.id')
    .select(['tickets.id', 'tickets.number', 'title', 'description', 'question'])
    .where('tickets.number', '>', p.after)
    .orderBy('tickets.number')
    .limit(STEP),
);

const held = compiled((db, p: { id: string }, dialect) =>
  dialect.held(
    db.selectFrom('tickets').select(['id', 'number', 'reporter_id', 'title', 'description']).where('id', '=', p.id),
  ),
);

/** How far tickets are written anew whose words have more spellings now. */
export class LaterSpellingStore extends tableStore('counters', 'name') {
  /** The texts of the next tickets. */
  readonly texts = this.all(texts);
  /** A ticket that nobody changes until the transaction ends. */
  readonly held = this.first(held);

  /** The number of the last ticket that was passed, which no other node passes meanwhile; null at the end. */
  async progress(): Promise<number | null> {
    return (await this.connection.first(progress))?.value ?? null;
  }

  /** @param number the last ticket that was passed; null for the end. */
  async advance(number: number | null): Promise<void> {
    if (number === null) await this.delete(COUNTER);
    else await this.change(COUNTER, { value: number });
  }
}
