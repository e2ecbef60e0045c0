import { type SqlBool, sql } from 'kysely';
import { factColumns } from '#access';
import { type Actor, compiled, deleteBy, selectBy, tableStore, updateBy, type Work } from '#platform';
import { flag, type NewRow, type RowChange, type RowOf } from '#records';

export type NewAnswer = Readonly<
  Omit<NewRow<'answers'>, 'found_by' | 'was_reopened' | 'held' | 'helped' | 'not_helped' | 'last_used_at'> & {
    readonly found_by?: string;
  }
>;

const findWithTicket = compiled((db, p: { comment: string }, dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .selectAll('answers')
    .select(factColumns(dialect))
    .where('comment_id', '=', p.comment),
);

const withTicketOf = compiled((db, p: { ticket: string }, dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .selectAll('answers')
    .select(factColumns(dialect))
    .where('ticket_id', '=', p.ticket),
);

const countUp = compiled((db, p: { comment: string }) =>
  db
    .updateTable('answers')
    .set((eb) => ({ version: eb('version', '+', 1) }))
    .where('comment_id', '=', p.comment),
);

const helped = compiled((db, p: { comment: string }) =>
  db.selectFrom('answer_votes').select('user_id').where('comment_id', '=', p.comment).where('helped', '=', flag(true)),
);

/** The tickets of a reporter that stand beside that of an answer and were closed with it, in one act. */
export const closedWith = (reporter: unknown) => sql<SqlBool>`exists (select 1 from tickets as own
  join comments as copy on copy.ticket_id = own.id join comments as said on said.id = answers.comment_id
  where own.reporter_id = ${reporter} and coalesce(own.lead_id, tickets.lead_id) is not null
    and copy.is_closure_summary and copy.act_id = said.act_id)`;

const isClosedWith = compiled((db, p: { comment: string; reporter: string }) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .select('comment_id')
    .where('comment_id', '=', p.comment)
    .where(closedWith(p.reporter)),
);

const inProject = (project: string) =>
  sql<boolean>`ticket_id in (select id from tickets where project_id = ${project})`;

const unshare = compiled((db, p: { project: string }) =>
  db.updateTable('answers').set({ is_shared: false }).where('is_shared', '=', flag(true)).where(inProject(p.project)),
);

const ofTicket = selectBy('answers', 'ticket_id');
const removeOf = deleteBy('answers', 'ticket_id');
const update = updateBy('answers', 'ticket_id');

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
export class AnswerStore extends tableStore('answers', 'comment_id') {
  /** An answer by its own id, or by its ticket's, with what decides who sees the ticket. */
  readonly findWithTicket = this.first(findWithTicket);
  readonly withTicketOf = this.first(withTicketOf);
  /** Its content or its question changed. */
  readonly countUp = this.changes(countUp);
  /** The people who said last that it helped them. */
  readonly helped = this.all(helped);
  readonly isClosedWith = this.any(isClosedWith);
  /** None of the answers in a project is shared any more. */
  readonly unshare = this.changes(unshare);
  readonly removeOf = this.changes(removeOf);
  readonly ofTicket = this.first(ofTicket);
  /** Makes a row of every answer that there is. */
  readonly fill = this.changes(fill);

  /** Puts an answer in the place of the one that the ticket had. */
  async put({ found_by = '[]', ...answer }: NewAnswer): Promise<void> {
    await this.removeOf({ ticket_id: answer.ticket_id });
    await this.add({ ...answer, was_reopened: false, held: true, helped: 0, not_helped: 0 });
    if (found_by !== '[]') await this.change(answer.comment_id, { found_by });
  }

  /** Changes the answer of a ticket, if it has one. */
  async changeOf(ticket_id: string, changes: Omit<RowChange<'answers'>, 'ticket_id'>): Promise<void> {
    await this.connection.change(update(changes), { ...changes, ticket_id });
  }

  /** The ticket is closed no more, so its answer did not hold. */
  reopen(ticket: string): Promise<void> {
    return this.changeOf(ticket, { is_closed: false, was_reopened: true, held: false });
  }
}

export type StoredAnswer = RowOf<'answers'>;

/** Whether the answer of a ticket held, as far as it is known. */
export type AnswerState = Pick<StoredAnswer, 'was_reopened' | 'held'>;

/** The answer of a ticket as it stands; undefined for none. */
export const answerStateOf = (work: Work<Actor>, ticket: string): Promise<AnswerState | undefined> =>
  work.of(AnswerStore).ofTicket({ ticket_id: ticket });

/** An answer with what decides who sees its ticket. */
export type AnsweredTicket = NonNullable<Awaited<ReturnType<AnswerStore['findWithTicket']>>>;

export const answerOfTicket = async (work: Work<Actor>, ticket: string): Promise<AnsweredTicket | null> =>
  (await work.of(AnswerStore).withTicketOf({ ticket })) ?? null;

/** Holds an answer until the transaction ends. */
export async function holdAnswer(work: Work<Actor>, comment: string): Promise<AnsweredTicket | undefined> {
  await work.of(AnswerStore).hold(comment);
  return work.of(AnswerStore).findWithTicket({ comment });
}

/** The ids of those who said last that an answer helped them. */
export const helpedBy = async (work: Work<Actor>, comment: string): Promise<string[]> =>
  (await work.of(AnswerStore).helped({ comment })).map(({ user_id }) => user_id);

export const findStoredAnswer = (work: Work<Actor>, comment: string) => work.of(AnswerStore).find(comment);

export const countAnswerUp = (work: Work<Actor>, comment: string) => work.of(AnswerStore).countUp({ comment });

/** The ticket is closed now. */
export const closeAnswer = (work: Work<Actor>, ticket: string) =>
  work.of(AnswerStore).changeOf(ticket, { is_closed: true });

export const fillAnswers = (work: Work<Actor>) => work.of(AnswerStore).fill();

export const putAnswer = (work: Work<Actor>, answer: NewAnswer) => work.of(AnswerStore).put(answer);

export const reopenAnswer = (work: Work<Actor>, ticket: string) => work.of(AnswerStore).reopen(ticket);
