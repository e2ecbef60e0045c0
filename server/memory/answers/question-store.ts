import { sql } from 'kysely';
import { factColumns } from '#access';
import { compiled, type Instant, insertInto, Store, selectBy, updateBy, upsertInto } from '#platform';
import { flag, type NewRow } from '#records';

const add = insertInto('questions_asked');
const offer = insertInto('offered_answers');

/** The newest tickets that nobody has looked at yet, oldest first. */
const unseen = compiled((db, p: { after: number; limit: number }) =>
  db
    .selectFrom('tickets')
    .innerJoin('users', 'users.id', 'tickets.reporter_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .select([
      'tickets.number',
      'tickets.title',
      'tickets.description',
      'tickets.reporter_id',
      'tickets.created_at',
      'users.role',
      'tickets.restricted',
      'projects.sealed',
    ])
    .where('tickets.number', '>', p.after)
    .orderBy('tickets.number')
    .limit(p.limit),
);

/** The counter that says up to which ticket its question has been noted. */
const SEEN = 'questions_asked';
const seen = selectBy('counters', 'name');
const see = updateBy('counters', 'name');

const mostAsked = compiled((db, p: { limit: number }, dialect) =>
  db
    .selectFrom((from) =>
      from
        .selectFrom('offered_answers')
        .select(['comment_id', sql<number>`count(*)`.as('asked')])
        .groupBy('comment_id')
        .orderBy('asked', 'desc')
        .limit(p.limit)
        .as('offered'),
    )
    .innerJoin('answers', 'answers.comment_id', 'offered.comment_id')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .where('answers.is_closed', '=', flag(true))
    .select(factColumns(dialect))
    .select(['answers.comment_id as id', 'answers.ticket_id', 'answers.number as ticket_number', 'answers.question'])
    .select(['comments.content', 'offered.asked', 'answers.helped', 'answers.not_helped', 'answers.last_used_at'])
    .orderBy('offered.asked', 'desc')
    .orderBy('answers.helped')
    .orderBy('answers.number', 'desc'),
);

const stale = compiled((db, p: { before: Instant; limit: number }, dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .where('answers.is_closed', '=', flag(true))
    .select(factColumns(dialect))
    .where('answers.answered_at', '<', p.before)
    .where((eb) => eb.or([eb('answers.last_used_at', 'is', null), eb('answers.last_used_at', '<', p.before)]))
    .select(['answers.comment_id as id', 'answers.ticket_id', 'answers.number as ticket_number', 'answers.question'])
    .select(['comments.content', 'answers.helped', 'answers.not_helped', 'answers.last_used_at'])
    .orderBy('answers.answered_at')
    .orderBy('answers.number')
    .limit(p.limit),
);

const unanswered = compiled((db, p: { limit: number }) =>
  db
    .selectFrom('questions_asked')
    .where('was_found', '=', flag(false))
    .select(['question', sql<number>`count(*)`.as('times'), sql<Instant>`max(asked_at)`.as('last_asked_at')])
    .groupBy('question')
    .orderBy('times', 'desc')
    .orderBy('last_asked_at', 'desc')
    .limit(p.limit),
);

/** Questions that found nothing, with the answers of the tickets that followed: a question is as old as its ticket. */
const answeredLater = compiled((db, p: { limit: number }, dialect) =>
  db
    .selectFrom('questions_asked')
    .innerJoin('tickets', (join) =>
      join
        .onRef('tickets.created_at', '=', 'questions_asked.asked_at')
        .onRef('tickets.title', '=', 'questions_asked.question'),
    )
    .innerJoin('answers', 'answers.ticket_id', 'tickets.id')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .where('questions_asked.was_found', '=', flag(false))
    .where('answers.is_closed', '=', flag(true))
    .select(factColumns(dialect))
    .select([
      'questions_asked.question',
      'questions_asked.asked_at as last_asked_at',
      'answers.comment_id as answer_id',
    ])
    .select(['answers.ticket_id', 'answers.question as answered', 'answers.found_by', 'comments.content'])
    .orderBy('questions_asked.asked_at', 'desc')
    .limit(p.limit),
);

/** Questions that people asked before they reported, without their names, and the answers that they were offered. */
export class QuestionStore extends Store {
  readonly mostAsked = this.all(mostAsked);
  /** Answers that have not helped anybody since that moment, the oldest first. */
  readonly stale = this.all(stale);
  readonly unanswered = this.all(unanswered);
  readonly answeredLater = this.all(answeredLater);

  async add(question: NewRow<'questions_asked'>, answers: readonly string[]): Promise<void> {
    await this.connection.change(add, question);
    for (const comment_id of answers) await this.connection.change(offer, { question_id: question.id, comment_id });
  }

  /** Tickets whose questions have not been noted, the oldest first. */
  async unseen(limit: number) {
    const { value } = await this.connection.only(seen, { name: SEEN });
    return this.connection.all(unseen, { after: value, limit });
  }

  /** The questions of all tickets up to this number have been noted. */
  async see(number: number): Promise<void> {
    await this.connection.change(see({ value: number }), { value: number, name: SEEN });
  }
}

const put = upsertInto('answer_votes');

/** The last vote of each mailbox, whichever of its accounts gave it. */
const counts = compiled(
  (_, p: { answer: string }, dialect) => sql<{ helped: 0 | 1; votes: number }>`
    select helped, count(*) as votes from (
      select helped, row_number() over (
        partition by ${dialect.mailbox('users.email')} order by voted_at desc, answer_votes.user_id desc) as latest
      from answer_votes join users on users.id = answer_votes.user_id where comment_id = ${p.answer}) as votes
    where latest = 1 group by helped`,
);

const reporter = compiled((db, p: { ticket: string }) =>
  db.selectFrom('tickets').select('reporter_id').where('id', '=', p.ticket),
);

/** The people whom answers helped: one vote a person and answer. */
export class VoteStore extends Store {
  /** Puts a vote in the place of the one that the person gave before. */
  readonly put = this.changes(put);

  /** The reporter of a ticket; undefined when there is no such ticket. */
  async reporterOf(ticket: string): Promise<string | undefined> {
    return (await this.connection.first(reporter, { ticket }))?.reporter_id;
  }

  async counts(answer: string): Promise<{ helped: number; not_helped: number }> {
    const rows = await this.connection.all(counts, { answer });
    const votes = (helped: 0 | 1) => rows.find((row) => row.helped === helped)?.votes ?? 0;
    return { helped: votes(1), not_helped: votes(0) };
  }
}
