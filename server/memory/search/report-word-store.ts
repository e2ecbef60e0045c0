import { sql } from 'kysely';
import { type Actor, compiled, type Dialect, Store, type Work } from '#platform';
import type { SearchedTicket } from './search-entry.ts';
import { StemsOfWords, topicWords } from './stems.ts';

/** Words that are remembered, and that are gathered before they are written: in their order they find the pages of the index together. */
const MOST_REMEMBERED = 50_000;
const MOST_GATHERED = 20_000;

/**
 * Which words of reports are common, and which rare ones are kept, for many answers at once: each word is asked for once, and
 * one statement writes many. The index of words writes a part of its own at each such statement.
 */
export class WordsOfReports {
  readonly stems = new StemsOfWords();
  readonly #store: ReportWordStore;
  readonly #isCommon = new Map<string, boolean>();
  #rare = new Map<number, readonly string[]>();
  #gathered = 0;

  constructor(store: ReportWordStore) {
    this.#store = store;
  }

  /** Learns which of the words are common. Nothing is known of others. */
  async learn(words: ReadonlySet<string>): Promise<void> {
    if (this.#isCommon.size + words.size > MOST_REMEMBERED) this.#isCommon.clear();
    const unlearnt = [...words].filter((word) => !this.#isCommon.has(word));
    const common = await this.#store.common(unlearnt);
    for (const word of unlearnt) this.#isCommon.set(word, common.has(word));
  }

  /** @param word one that was learnt. */
  readonly isCommon = (word: string): boolean => this.#isCommon.get(word) === true;

  /** Sets which words of a ticket's report are rare. */
  async putRare(number: number, rare: readonly string[]): Promise<void> {
    this.#rare.set(number, rare);
    this.#gathered += rare.length;
    if (this.#gathered > MOST_GATHERED) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const rare = this.#rare;
    this.#rare = new Map();
    this.#gathered = 0;
    if (rare.size > 0) await this.#store.putRare(rare);
  }
}

/** A word that so many others than the reader have tells nothing about one of them. */
const ENOUGH_OTHERS = 3;
/** So many reporters of a word are kept: three others than the reader have the word then, no matter who reads. */
export const KEPT_REPORTERS = ENOUGH_OTHERS + 1;
/** Stands for as many reporters as are kept, no matter who they are. */
const ENOUGH: readonly string[] = [];

/** Writes the words of many reports: of the reporters of a word no more than are kept, and many words with one statement. */
export class ReportWordFilling {
  readonly #write: (pairs: readonly (readonly [word: string, reporter: string])[]) => Promise<unknown>;
  readonly #readShared: () => Promise<readonly { readonly id: string; readonly key: string }[]>;
  #keys: ReadonlyMap<string, string> | null = null;
  readonly #reportersOf = new Map<string, readonly string[]>();
  #pairs: [string, string][] = [];

  /** @param readShared reads the accounts that share their mailbox with others. */
  constructor(
    write: (pairs: readonly (readonly [word: string, reporter: string])[]) => Promise<unknown>,
    readShared: () => Promise<readonly { readonly id: string; readonly key: string }[]> = async () => [],
  ) {
    this.#write = write;
    this.#readShared = readShared;
  }

  async take(by: string, words: readonly string[]): Promise<void> {
    this.#keys ??= new Map((await this.#readShared()).map(({ id, key }) => [id, key]));
    const reporter = this.#keys.get(by) ?? by;
    for (const word of words) {
      const reporters = this.#reportersOf.get(word);
      if (reporters === ENOUGH || reporters?.includes(reporter)) continue;
      const before = reporters ?? [];
      this.#reportersOf.set(word, before.length + 1 === KEPT_REPORTERS ? ENOUGH : [...before, reporter]);
      this.#pairs.push([word, reporter]);
    }
    if (this.#pairs.length >= MOST_GATHERED) await this.end();
  }

  /** Writes what is left. */
  async end(): Promise<void> {
    const pairs = this.#pairs;
    this.#pairs = [];
    if (pairs.length > 0) await this.#write(pairs);
  }
}

/** Filling takes this many tickets at a time. */
const BATCH_SIZE = 250;
/** At most this many rare words that begin alike are looked at. */
const MOST_RARE_WORDS = 1000;

/**
 * Under which id a person's words stand: accounts of one mailbox are one reporter, by the oldest of them
 * (docs/rules/people.md#one-mailbox-is-one-person).
 */
const reporterKey = (id: unknown, { mailbox, types }: Dialect) =>
  sql`(select cast(account.id as ${sql.raw(types.text)}) from users as account
    where ${mailbox('account.email')} = (select ${mailbox('self.email')} from users as self where self.id = ${id})
    order by account.id limit 1)`;

/** Written in the order of the words, so that two writers who add the same ones do not deadlock. */
const add = compiled(
  (_, p: { reporter: string; words: readonly string[] }, dialect) =>
    sql`insert into report_words (word, reporter_id)
    select value, ${reporterKey(p.reporter, dialect)} from ${dialect.texts(p.words)}
    where (select count(*) from report_words where word = value) < ${sql.lit(KEPT_REPORTERS)}
    order by value
    on conflict do nothing`,
);

/** Adds words of many reporters. Each word counts only the reporters that it had before the statement. */
const addAll = compiled(
  (_, p: { pairs: readonly (readonly [string, string | number])[] }, dialect) =>
    sql`insert into report_words (word, reporter_id)
    select text, ${reporterKey(sql`cast(owner as ${sql.raw(dialect.types.id)})`, dialect)} from ${dialect.pairs(p.pairs)}
    where (select count(*) from report_words where word = text) < ${sql.lit(KEPT_REPORTERS)}
    order by text, owner
    on conflict do nothing`,
);

/** The accounts that share their mailbox with others, and under which id their words stand. */
const shared = compiled(
  (_, __, dialect) =>
    sql<{ id: string; key: string }>`select account.id, ${reporterKey(sql.ref('account.id'), dialect)} as key
      from users as account where ${dialect.mailbox('account.email')} in (
        select ${dialect.mailbox('email')} from users group by 1 having count(*) > 1)`,
);

const remove = compiled(
  (_, p: { reporter: string; words: readonly string[] }, dialect) =>
    sql`delete from report_words where reporter_id = ${reporterKey(p.reporter, dialect)}
      and word in (select value from ${dialect.texts(p.words)})`,
);

const keptOf = compiled(
  (_, p: { reporter: string; words: readonly string[] }, dialect) =>
    sql<{ word: string }>`select word from report_words where reporter_id = ${reporterKey(p.reporter, dialect)}
      and word in (select value from ${dialect.texts(p.words)})`,
);

const common = compiled(
  (_, p: { words: readonly string[] }, { texts }) =>
    sql<{ word: string }>`select word from report_words where word in (select value from ${texts(p.words)})
      group by word having count(*) >= ${sql.lit(KEPT_REPORTERS)}`,
);

const readable = compiled(
  (_, p: { reader: string; words: readonly string[] }, dialect) =>
    sql<{ word: string }>`select word from report_words
      where word in (select value from ${dialect.texts(p.words)}) and reporter_id <> ${reporterKey(p.reader, dialect)}
      group by word having count(*) >= ${sql.lit(ENOUGH_OTHERS)}`,
);

/** The reader's own come first. Each rare word is asked for whose it is, which takes less time than to read all of their answers. */
const rare = compiled(
  (_, p: { reader: string; beginnings: readonly string[] }, dialect) =>
    sql<RareWord>`with self as materialized (select ${reporterKey(p.reader, dialect)} as key), near as materialized (
        select rare.word, rare.number, (select reporter_id from answers where answers.number = rare.number) as reporter
        from ${dialect.texts(p.beginnings)} join rare_words as rare on rare.word >= value and rare.word < value || ${sql.lit('\u{10ffff}')})
      select word, number, case when reporter = ${p.reader} then 1 else 0 end as is_own from near
      where reporter = ${p.reader} or (
        select count(*) from report_words as known
        where known.word = near.word and known.reporter_id <> (select key from self)) >= ${sql.lit(ENOUGH_OTHERS)}
      order by is_own desc, number desc limit ${sql.lit(MOST_RARE_WORDS)}`,
);

const putRare = compiled(
  (_, p: { pairs: readonly (readonly [string, string | number])[] }, { pairs }) =>
    sql`insert into rare_words (word, number) select text, cast(owner as bigint) from ${pairs(p.pairs)} where true
      order by text, owner on conflict do nothing`,
);

const dropRare = compiled(
  (_, p: { numbers: readonly number[] }, { texts }) =>
    sql`delete from rare_words where number in (select cast(value as bigint) from ${texts(p.numbers)})`,
);

const batch = compiled((db, p: { after: number }) =>
  db
    .selectFrom('tickets')
    .select(['number', 'reporter_id', 'title', 'description'])
    .where('number', '>', p.after)
    .orderBy('number')
    .limit(BATCH_SIZE),
);

/** A rare word of the report of an answer. */
interface RareWord {
  readonly word: string;
  readonly number: number;
  /** Whether the answer is the reader's own. */
  readonly is_own: 0 | 1;
}

type Reported = Pick<SearchedTicket, 'reporter_id' | 'title' | 'description'>;

/** Leaves out each beginning that begins with another one: what begins with it begins with that one as well. */
function shortest(beginnings: readonly string[]): string[] {
  const roots: string[] = [];
  for (const start of beginnings.toSorted()) if (!start.startsWith(roots.at(-1) ?? ' ')) roots.push(start);
  return roots;
}

/**
 * The words of titles and descriptions, and which reporters have them. A word that three others have may be used to find an
 * answer for somebody who may not open its ticket (docs/rules/answers.md#similar): it tells nothing about one reporter.
 */
export class ReportWordStore extends Store {
  async add(reporter: string, words: readonly string[]): Promise<void> {
    if (words.length > 0) await this.connection.change(add, { reporter, words });
  }

  async addOf(tickets: readonly Reported[]): Promise<void> {
    const filling = this.filling();
    for (const { reporter_id, title, description } of tickets)
      await filling.take(reporter_id, topicWords(`${title} ${description}`));
    await filling.end();
  }

  async remove(reporter: string, words: readonly string[]): Promise<void> {
    if (words.length > 0) await this.connection.change(remove, { reporter, words });
  }

  /** The words among these with which this reporter is kept. */
  async keptOf(reporter: string, words: readonly string[]): Promise<string[]> {
    if (words.length === 0) return [];
    return (await this.connection.all(keptOf, { reporter, words })).map(({ word }) => word);
  }

  /** The words among these that four reporters have: three others than the reader, no matter who reads. */
  async common(words: readonly string[]): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    const rows = await this.connection.all(common, { words });
    return new Set(rows.map(({ word }) => word));
  }

  /** The words among these that at least three reporters other than the reader have. */
  async readable(reader: string, words: readonly string[]): Promise<Set<string>> {
    if (words.length === 0) return new Set();
    const rows = await this.connection.all(readable, { reader, words });
    return new Set(rows.map(({ word }) => word));
  }

  /** Sets which words of the reports of shared answers are rare. @param rare by the numbers of their tickets. */
  async putRare(rare: ReadonlyMap<number, readonly string[]>): Promise<void> {
    await this.connection.change(dropRare, { numbers: [...rare.keys()] });
    const pairs = [...rare].flatMap(([number, words]) => words.map((word): [string, number] => [word, number]));
    if (pairs.length > 0) await this.connection.change(putRare, { pairs });
  }

  /**
   * The rare words with these beginnings that the reader may be matched by, with the numbers of their tickets.
   *
   * @returns `areAll`: whether there are no more.
   */
  async rare(reader: string, beginnings: readonly string[]): Promise<{ rows: RareWord[]; areAll: boolean }> {
    if (beginnings.length === 0) return { rows: [], areAll: true };
    const rows = await this.connection.all(rare, { reader, beginnings: shortest(beginnings) });
    return { rows, areAll: rows.length < MOST_RARE_WORDS };
  }

  /** Begins to write the words of many tickets. */
  filling(): ReportWordFilling {
    return new ReportWordFilling(
      (pairs) => this.connection.change(addAll, { pairs }),
      () => this.connection.all(shared),
    );
  }

  /** Adds the words of some tickets after one, as far as reporters of them are kept. @returns the last ticket; null for none. */
  async topUp(after: number): Promise<number | null> {
    const tickets = await this.connection.all(batch, { after });
    await this.addOf(tickets);
    return tickets.at(-1)?.number ?? null;
  }

  /** Writes the words of every ticket. */
  async fill(): Promise<void> {
    const filling = this.filling();
    for (let after = 0; ; ) {
      const tickets = await this.connection.all(batch, { after });
      const last = tickets.at(-1);
      if (last === undefined) return filling.end();
      for (const { reporter_id, title, description } of tickets)
        await filling.take(reporter_id, topicWords(`${title} ${description}`));
      after = last.number;
    }
  }
}

export const addReportWords = (work: Work<Actor>, tickets: readonly Reported[]) =>
  work.of(ReportWordStore).addOf(tickets);

export const reportWordFilling = (work: Work<Actor>) => work.of(ReportWordStore).filling();

export const topUpReportWords = (work: Work<Actor>, after: number) => work.of(ReportWordStore).topUp(after);
