import { sql } from 'kysely';
import { compiled, Store, upsertInto } from '#platform';
import { flag } from '#records';

/** At most so many tickets that an answer solved are looked at, the newest. */
const MOST_SOLVED = 1000;

const askedWords = compiled((db, _: object, dialect) =>
  db
    .selectFrom('words_asked')
    .innerJoin('users', 'users.id', 'words_asked.user_id')
    .select(['words_asked.comment_id as answer_id', 'words_asked.words'])
    .select(dialect.mailbox('users.email').as('person')),
);

const solved = compiled((db, _: object, dialect) =>
  db
    .selectFrom('ticket_relations')
    .innerJoin('tickets', 'tickets.id', 'ticket_relations.from_id')
    .innerJoin('answers', 'answers.ticket_id', 'ticket_relations.to_id')
    .innerJoin('users', 'users.id', 'tickets.reporter_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .where('ticket_relations.relation_type', '=', 'solved_by')
    .select(['answers.comment_id as answer_id', 'tickets.title', 'tickets.description'])
    .select(['tickets.restricted', 'projects.sealed', dialect.mailbox('users.email').as('person')])
    .orderBy('tickets.number', 'desc')
    .limit(MOST_SOLVED),
);

const answers = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .innerJoin('users', 'users.id', 'answers.reporter_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .where('answers.is_closed', '=', flag(true))
    .where(dialect.among(sql.ref('answers.comment_id'), p.ids))
    .select(['answers.comment_id as id', 'answers.ticket_id', 'answers.question', 'answers.found_by'])
    .select(['comments.content', 'tickets.restricted', 'projects.sealed'])
    .select(dialect.mailbox('users.email').as('reporter')),
);

const settled = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('settled_suggestions')
    .select('id')
    .where(dialect.among(sql.ref('id'), p.ids)),
);
const settle = upsertInto('settled_suggestions');

/** The words that people used for the matters of answers. */
export class LearntStore extends Store {
  /** Words that people asked with before an answer helped them, by their mailboxes. */
  readonly asked = this.all(askedWords);
  /** The reports that an answer solved, by the mailboxes of their reporters. */
  readonly solved = this.all(solved);
  readonly answers = this.all(answers);
  readonly settled = this.all(settled);
  readonly settle = this.changes(settle);
}
