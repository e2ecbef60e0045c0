import { type Insertable, type Kysely, sql, type Updateable } from 'kysely';
import type { Category } from '#contract/tickets.ts';
import {
  type Actor,
  type AnswerReader,
  type Connection,
  compiled,
  compiledForms,
  formOfMatching,
  type Matching,
  plannedAnew,
  updateBy,
  type Work,
} from '#platform';
import type { Schema } from '#records';
import { type AnswerTable, flag } from '#records';

/** Where a page starts: behind the answer with these values, in the order of the list. */
export type HelpPosition = readonly [held: 0 | 1, helped: number, answeredAt: string, id: string];

/** Which answers, for whom. */
export interface AnswerListing {
  readonly reader: AnswerReader;
  readonly categories: readonly Category[] | null;
  readonly projectId: string | null;
  readonly limit: number;
}

/** A search among the answers that held, or among those that did not: the newest first. */
export interface AnswerSearch {
  readonly matching: Matching;
  readonly held: boolean;
  /** Only answers of tickets with smaller numbers; null for all. */
  readonly before: number | null;
}

const shown = (db: Kysely<Schema>) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .where('answers.is_closed', '=', flag(true))
    .selectAll('answers')
    .select(['comments.content', 'tickets.category', 'projects.name as project_name', 'users.name as author_name']);

interface Form {
  readonly reader: 'all' | 'shared' | 'own';
  readonly categories: number;
  readonly inProject: boolean;
}

const formOf = ({ reader, categories, projectId }: Omit<AnswerListing, 'limit'>): Form => ({
  reader: reader.all ? 'all' : reader.shared ? 'shared' : 'own',
  categories: categories?.length ?? 0,
  inProject: projectId !== null,
});

/** A reporter reads the answers of their own tickets, and others' that are shared and that a developer has decided to share. */
function visible(db: Kysely<Schema>, p: Record<string, unknown>, { reader, categories, inProject }: Form) {
  let query = shown(db);
  if (reader === 'own') query = query.where('answers.reporter_id', '=', p.own as string);
  if (reader === 'shared')
    query = query.where((eb) =>
      eb.or([
        eb.and([eb('answers.is_shared', '=', flag(true)), eb('answers.is_confirmed', '=', flag(true))]),
        eb('answers.reporter_id', '=', p.own as string),
      ]),
    );
  if (categories > 0) {
    const words = Array.from({ length: categories }, (_, index) => p[`category${index}`] as Category);
    query = query.where('tickets.category', 'in', words);
  }
  return inProject ? query.where('tickets.project_id', '=', p.project as string) : query;
}

const valuesOf = ({ reader, categories, projectId }: Omit<AnswerListing, 'limit'>) => ({
  own: reader.all ? '' : reader.ownId,
  project: projectId ?? '',
  ...Object.fromEntries((categories ?? []).map((category, index) => [`category${index}`, category])),
});

const one = compiledForms(
  (form: Form) => JSON.stringify(form),
  (db, p: Record<string, unknown>, form) => visible(db, p, form).where('answers.comment_id', '=', p.id as string),
);

const byHelp = compiledForms(
  ([form, isFirst]: readonly [Form, boolean]) => JSON.stringify([form, isFirst]),
  (db, p: Record<string, unknown>, [form, isFirst]) => {
    const query = visible(db, p, form)
      .orderBy('answers.held', 'desc')
      .orderBy('answers.helped', 'desc')
      .orderBy('answers.answered_at', 'desc')
      .orderBy('answers.comment_id', 'desc')
      .limit(p.limit as number);
    if (isFirst) return query;
    return query.where(
      sql<boolean>`(answers.held, answers.helped, answers.answered_at, answers.comment_id) < (${p.held}, ${p.helped}, ${p.answeredAt}, ${p.id})`,
    );
  },
);

interface SearchForm {
  readonly form: Form;
  readonly matching: Matching;
  readonly held: boolean;
  readonly isFirst: boolean;
}

const found = compiledForms(
  ({ form, matching, held, isFirst }: SearchForm) => JSON.stringify([form, formOfMatching(matching), held, isFirst]),
  (db, p: Record<string, unknown>, { form, matching, held, isFirst }, { answerSearch }) => {
    const query = visible(db, p, form)
      .innerJoin('search_said', 'search_said.rowid', 'answers.number')
      .where(answerSearch.matches(matching, p as Record<string, string>))
      .where('answers.held', '=', flag(held))
      .orderBy('search_said.rowid', 'desc')
      .limit(p.limit as number);
    return isFirst ? query : query.where('search_said.rowid', '<', p.before as number);
  },
);

/** Answers as readers see them: one, the most helpful ones, and those that have some words. */
export class AnswerListStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** An answer that the reader may read; undefined for any other. */
  find(id: string, reader: AnswerReader) {
    const listing = { reader, categories: null, projectId: null };
    return this.#connection.first(one(formOf(listing)), { ...valuesOf(listing), id });
  }

  /** Those that held first, of these the most helpful, then the newest. */
  byHelp(listing: AnswerListing, after: HelpPosition | null) {
    const [held, helped, answeredAt, id] = after ?? [0, 0, '', ''];
    const values = { ...valuesOf(listing), held: held === 1, helped, answeredAt, id, limit: listing.limit };
    return this.#connection.all(byHelp([formOf(listing), after === null]), values);
  }

  search(listing: AnswerListing, { matching, held, before }: AnswerSearch) {
    const query = found({ form: formOf(listing), matching, held, isFirst: before === null });
    const { answerSearch } = this.#connection.dialect;
    return this.#connection.all(plannedAnew(query), {
      ...valuesOf(listing),
      ...answerSearch.parameters(matching),
      before: before ?? 0,
      limit: listing.limit,
    });
  }
}

export type ListedAnswer = NonNullable<Awaited<ReturnType<AnswerListStore['find']>>>;

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

/** The ticket is closed now. */
export const closeAnswer = (work: Work<Actor>, ticket: string) => work.of(AnswerStore).close(ticket);

/** Makes a row of every answer that there is. */
export const fillAnswers = (work: Work<Actor>) => work.of(AnswerStore).fill();

/** Puts an answer in the place of the one that the ticket had. */
export const putAnswer = (work: Work<Actor>, answer: NewAnswer) => work.of(AnswerStore).put(answer);

/** The ticket is closed no more, so its answer did not hold. */
export const reopenAnswer = (work: Work<Actor>, ticket: string) => work.of(AnswerStore).reopen(ticket);
