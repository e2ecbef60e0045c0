import { type Insertable, sql, type Updateable } from 'kysely';
import { compiled } from '../database/compiled.ts';
import type { Connection } from '../database/connection.ts';
import type { AnswerTable } from '../database/tables/answers.ts';
import { updateBy } from '../database/update-by-id.ts';

export type NewAnswer = Readonly<
  Omit<Insertable<AnswerTable>, 'was_reopened' | 'held' | 'helped' | 'not_helped' | 'last_used_at'>
>;

const insert = compiled((db, p: NewAnswer) =>
  db.insertInto('answers').values({
    comment_id: p.comment_id,
    ticket_id: p.ticket_id,
    number: p.number,
    reporter_id: p.reporter_id,
    question: p.question,
    is_shared: p.is_shared,
    is_confirmed: p.is_confirmed,
    is_closed: p.is_closed,
    was_reopened: false,
    held: true,
    helped: 0,
    not_helped: 0,
    answered_at: p.answered_at,
  }),
);

const find = compiled((db, p: { comment: string }) =>
  db.selectFrom('answers').selectAll().where('comment_id', '=', p.comment),
);

const held = compiled((db, p: { comment: string }, dialect) =>
  dialect.held(
    db.selectFrom('answers').select(['was_reopened', 'helped', 'not_helped']).where('comment_id', '=', p.comment),
  ),
);

const removeOf = compiled((db, p: { ticket: string }) => db.deleteFrom('answers').where('ticket_id', '=', p.ticket));

const close = compiled((db, p: { ticket: string }) =>
  db.updateTable('answers').set({ is_closed: true }).where('ticket_id', '=', p.ticket),
);

const reopen = compiled((db, p: { ticket: string }) =>
  db
    .updateTable('answers')
    .set({ is_closed: false, was_reopened: true, held: false })
    .where('ticket_id', '=', p.ticket),
);

const update = updateBy('answers', 'comment_id');

/** An answer is from before there was a choice, so nobody has confirmed that it is shared. */
const fill = compiled(
  () => sql`insert into answers (comment_id, ticket_id, number, reporter_id, question, is_shared, is_confirmed, is_closed,
      was_reopened, held, helped, not_helped, answered_at)
    select id, ticket_id, number, reporter_id, null, true, false, is_closed, was_reopened, not was_reopened, 0, 0, created_at
    from (
      select comments.id, tickets.id as ticket_id, number, reporter_id, comments.created_at,
        tickets.status = 'closed' as is_closed,
        exists (select 1 from ticket_history as history
          where history.ticket_id = tickets.id and field = 'status' and old_value = 'closed'
            and history.created_at >= comments.created_at) as was_reopened
      from tickets join comments on comments.id = tickets.summary_comment_id) as answered
    where true on conflict do nothing`,
);

/** The answers of tickets: what each is about, whether it is shared, and whether it held. */
export class AnswerStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Puts an answer in the place of the one that the ticket had. */
  async put(answer: NewAnswer): Promise<void> {
    await this.removeOf(answer.ticket_id);
    await this.#connection.change(insert, answer);
  }

  find(comment: string) {
    return this.#connection.first(find, { comment });
  }

  /** The answer, and holds it until the transaction ends. */
  hold(comment: string) {
    return this.#connection.first(held, { comment });
  }

  async removeOf(ticket: string): Promise<void> {
    await this.#connection.change(removeOf, { ticket });
  }

  /** The ticket is closed now. */
  async close(ticket: string): Promise<void> {
    await this.#connection.change(close, { ticket });
  }

  /** The ticket is closed no more, so its answer did not hold. */
  async reopen(ticket: string): Promise<void> {
    await this.#connection.change(reopen, { ticket });
  }

  async change(comment: string, changes: Omit<Updateable<AnswerTable>, 'comment_id'>): Promise<void> {
    await this.#connection.change(update(changes), { ...changes, comment_id: comment });
  }

  /** Makes a row of every answer that there is. */
  async fill(): Promise<void> {
    await this.#connection.change(fill);
  }
}

export type StoredAnswer = NonNullable<Awaited<ReturnType<AnswerStore['find']>>>;
