import { type Insertable, sql } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import type { AnswerVoteTable } from '../database/tables/answers.ts';

const put = compiled((db, p: Insertable<AnswerVoteTable>) =>
  db
    .insertInto('answer_votes')
    .values({
      comment_id: p.comment_id,
      user_id: p.user_id,
      helped: p.helped,
      ticket_id: p.ticket_id,
      voted_at: p.voted_at,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['comment_id', 'user_id'])
        .doUpdateSet({ helped: p.helped, ticket_id: p.ticket_id, voted_at: p.voted_at }),
    ),
);

const counts = compiled((db, p: { answer: string }) =>
  db
    .selectFrom('answer_votes')
    .select(['helped', sql<number>`count(*)`.as('votes')])
    .where('comment_id', '=', p.answer)
    .groupBy('helped'),
);

const reporter = compiled((db, p: { ticket: string }) =>
  db.selectFrom('tickets').select('reporter_id').where('id', '=', p.ticket),
);

/** Whom answers helped: one vote a person and answer. */
export class VoteStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Puts a vote in the place of the one that the person gave before. */
  async put(vote: Insertable<AnswerVoteTable>): Promise<void> {
    await this.#connection.change(put, vote);
  }

  /** Who reported a ticket; undefined when there is none. */
  async reporterOf(ticket: string): Promise<string | undefined> {
    return (await this.#connection.first(reporter, { ticket }))?.reporter_id;
  }

  async counts(answer: string): Promise<{ helped: number; not_helped: number }> {
    const rows = await this.#connection.all(counts, { answer });
    const votes = (helped: 0 | 1) => rows.find((row) => row.helped === helped)?.votes ?? 0;
    return { helped: votes(1), not_helped: votes(0) };
  }
}
