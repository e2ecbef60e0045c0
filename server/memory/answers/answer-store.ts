import { sql } from 'kysely';
import { peopleColumn } from '#access';
import { type Actor, compiled, Store, updateBy, type Work } from '#platform';
import { flag, type NewRow, type RowChange } from '#records';

export type NewAnswer = Readonly<
  Omit<NewRow<'answers'>, 'was_reopened' | 'held' | 'helped' | 'not_helped' | 'last_used_at'>
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

const findWithTicket = compiled((db, p: { comment: string }) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .selectAll('answers')
    .select(['tickets.assignee_id', 'tickets.project_id', 'tickets.restricted'])
    .select((eb) => peopleColumn(eb))
    .where('comment_id', '=', p.comment),
);

const inProject = (project: string) =>
  sql<boolean>`ticket_id in (select id from tickets where project_id = ${project})`;

const unshare = compiled((db, p: { project: string }) =>
  db.updateTable('answers').set({ is_shared: false }).where('is_shared', '=', flag(true)).where(inProject(p.project)),
);

const unshareOne = compiled((db, p: { ticket: string }) =>
  db.updateTable('answers').set({ is_shared: false }).where('ticket_id', '=', p.ticket),
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

const setAside = compiled((db, p: { ticket: string; isClosed: boolean }) =>
  db.updateTable('answers').set({ is_closed: p.isClosed }).where('ticket_id', '=', p.ticket),
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
export class AnswerStore extends Store {
  /** Puts an answer in the place of the one that the ticket had. */
  /** The same with what decides who sees its ticket. */
  findWithTicket(comment: string) {
    return this.connection.first(findWithTicket, { comment });
  }

  /** None of the answers in a project is shared any more. */
  async unshare(project: string): Promise<void> {
    await this.connection.change(unshare, { project });
  }

  async unshareOne(ticket: string): Promise<void> {
    await this.connection.change(unshareOne, { ticket });
  }

  async put(answer: NewAnswer): Promise<void> {
    await this.removeOf(answer.ticket_id);
    await this.connection.change(insert, answer);
  }

  find(comment: string) {
    return this.connection.first(find, { comment });
  }

  /** The answer, and holds it until the transaction ends. */
  hold(comment: string) {
    return this.connection.first(held, { comment });
  }

  async removeOf(ticket: string): Promise<void> {
    await this.connection.change(removeOf, { ticket });
  }

  /** The ticket is closed now. */
  async close(ticket: string): Promise<void> {
    await this.connection.change(close, { ticket });
  }

  /** The ticket was joined to another one, or is on its own again: its answer is offered to nobody, or as before. */
  async setAside(ticket: string, isClosed: boolean): Promise<void> {
    await this.connection.change(setAside, { ticket, isClosed });
  }

  /** The ticket is closed no more, so its answer did not hold. */
  async reopen(ticket: string): Promise<void> {
    await this.connection.change(reopen, { ticket });
  }

  async change(comment: string, changes: Omit<RowChange<'answers'>, 'comment_id'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, comment_id: comment });
  }

  /** Makes a row of every answer that there is. */
  async fill(): Promise<void> {
    await this.connection.change(fill);
  }
}

export type StoredAnswer = NonNullable<Awaited<ReturnType<AnswerStore['find']>>>;

/** The ticket is closed now. */
export const closeAnswer = (work: Work<Actor>, ticket: string) => work.of(AnswerStore).close(ticket);

/** Makes a row of every answer that there is. */
export const fillAnswers = (work: Work<Actor>) => work.of(AnswerStore).fill();

/** Puts an answer in the place of the one that the ticket had. */
export const putAnswer = (work: Work<Actor>, answer: NewAnswer) => work.of(AnswerStore).put(answer);

/** The ticket is closed no more, so its answer did not hold. */
export const reopenAnswer = (work: Work<Actor>, ticket: string) => work.of(AnswerStore).reopen(ticket);
