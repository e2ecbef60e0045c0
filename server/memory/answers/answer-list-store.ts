import { type Kysely, sql } from 'kysely';
import {
  factColumns,
  formOfScopes,
  inScopes,
  internalScopeOf,
  type Scopes,
  type ScopeValues,
  scopesOf,
  scopeValues,
} from '#access';
import type { Category } from '#contract/words.ts';
import { compiledForms, type Dialect, formOfMatching, type Matching, plannedAnew, Store } from '#platform';
import { flag, type Schema } from '#records';
import { closedWith } from './answer-store.ts';
import type { MemoryReader } from './answers.ts';

/** Where a page starts: behind the answer with these values, in the order of the list. */
export type HelpPosition = readonly [held: 0 | 1, helped: number, answeredAt: string, id: string];

/** Which answers, for whom. */
export interface AnswerListing {
  readonly reader: MemoryReader;
  /** Where a search looks for words. */
  readonly spaces: readonly string[];
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

const shown = (db: Kysely<Schema>, dialect: Dialect) =>
  db
    .selectFrom('answers')
    .innerJoin('tickets', 'tickets.id', 'answers.ticket_id')
    .innerJoin('comments', 'comments.id', 'answers.comment_id')
    .innerJoin('users', 'users.id', 'comments.user_id')
    .leftJoin('projects', 'projects.id', 'tickets.project_id')
    .where('answers.is_closed', '=', flag(true))
    .selectAll('answers')
    .select(['comments.content', 'tickets.category', 'projects.name as project_name', 'users.name as author_name'])
    .select('projects.sealed')
    .select(factColumns(dialect));

interface Form {
  readonly reader: 'all' | 'shared' | 'own';
  readonly scopes: Scopes;
  readonly categories: number;
  readonly inProject: boolean;
  /** Whether only one is asked for. Whose ticket was closed with it reads it, too. */
  readonly isOne?: boolean;
}

const formOf = ({ reader, categories, projectId }: Omit<AnswerListing, 'limit' | 'spaces'>): Form => ({
  reader: reader.all ? 'all' : reader.shared ? 'shared' : 'own',
  scopes: scopesOf(reader.person),
  categories: categories?.length ?? 0,
  inProject: projectId !== null,
});

const nameOf = ({ reader, scopes, categories, inProject }: Form): string =>
  [reader, formOfScopes(scopes), categories, inProject].join(' ');

/** A reporter reads the answers of their own tickets, of those that they were added to, and others' that are shared and that a developer has decided to share. */
function visible(
  db: Kysely<Schema>,
  p: Record<string, unknown>,
  { reader, scopes, categories, inProject, isOne = false }: Form,
  dialect: Dialect,
) {
  let query = shown(db, dialect);
  const orClosedWith = isOne ? sql` or ${closedWith(p.own)}` : sql``;
  if (reader === 'all') {
    const condition = inScopes(scopes, p as unknown as ScopeValues, dialect);
    if (condition !== null) query = query.where(sql<boolean>`(${condition} or answers.is_shared${orClosedWith})`);
  }
  const added = sql`select ticket_id from ticket_people where user_id = ${p.own}`;
  const own = sql<boolean>`(answers.reporter_id = ${p.own} or ${dialect.selected(sql`answers.ticket_id`, added)}${orClosedWith})`;
  if (reader === 'own') query = query.where(own);
  if (reader === 'shared') query = query.where(sql<boolean>`((answers.is_shared and answers.is_confirmed) or ${own})`);
  if (categories > 0) {
    const words = Array.from({ length: categories }, (_, index) => p[`category${index}`] as Category);
    query = query.where('tickets.category', 'in', words);
  }
  return inProject ? query.where('tickets.project_id', '=', p.project as string) : query;
}

const valuesOf = ({ reader, categories, projectId }: Omit<AnswerListing, 'limit' | 'spaces'>) => ({
  ...scopeValues(internalScopeOf(reader.person)),
  own: reader.person.id,
  project: projectId ?? '',
  ...Object.fromEntries((categories ?? []).map((category, index) => [`category${index}`, category])),
});

const answer = compiledForms(nameOf, (db, p: Record<string, unknown>, form: Form, dialect) =>
  visible(db, p, { ...form, isOne: true }, dialect).where('answers.comment_id', '=', p.id as string),
);

const byHelp = compiledForms(
  ([form, isFirst]: readonly [Form, boolean]) => `${nameOf(form)} ${isFirst}`,
  (db, p: Record<string, unknown>, [form, isFirst], dialect) => {
    const query = visible(db, p, form, dialect)
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

const matches = compiledForms(
  ({ form, matching, held, isFirst }: SearchForm) =>
    `${nameOf(form)} ${JSON.stringify([formOfMatching(matching), held, isFirst])}`,
  (db, p: Record<string, unknown>, { form, matching, held, isFirst }, dialect) => {
    const query = visible(db, p, form, dialect)
      .innerJoin('search_said', 'search_said.rowid', 'answers.number')
      .where(dialect.answerSearch.matches(matching, p as Record<string, string>))
      .where('answers.held', '=', flag(held))
      .orderBy('search_said.rowid', 'desc')
      .limit(p.limit as number);
    return isFirst ? query : query.where('search_said.rowid', '<', p.before as number);
  },
);

/** Answers as readers see them: one, the most helpful ones, and those that have some words. */
export class AnswerListStore extends Store {
  /** An answer that the reader may read; undefined for any other. */
  find(id: string, reader: MemoryReader) {
    const listing = { reader, categories: null, projectId: null };
    return this.connection.first(answer(formOf(listing)), { ...valuesOf(listing), id });
  }

  /** Answers that held come first, of these the most helpful, then the newest. */
  byHelp(listing: AnswerListing, after: HelpPosition | null) {
    const [held, helped, answeredAt, id] = after ?? [0, 0, '', ''];
    const values = { ...valuesOf(listing), held: held === 1, helped, answeredAt, id, limit: listing.limit };
    return this.connection.all(byHelp([formOf(listing), after === null]), values);
  }

  search(listing: AnswerListing, { matching, held, before }: AnswerSearch) {
    const query = matches({ form: formOf(listing), matching, held, isFirst: before === null });
    const { answerSearch } = this.connection.dialect;
    return this.connection.all(plannedAnew(query), {
      ...valuesOf(listing),
      ...answerSearch.parameters(matching),
      before: before ?? 0,
      limit: listing.limit,
    });
  }
}

export type ListedAnswer = NonNullable<Awaited<ReturnType<AnswerListStore['find']>>>;
