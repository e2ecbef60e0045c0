import { sql } from 'kysely';
import { compiled, compiledForms, Store, VERSION_BEFORE_RECORDS, VERSION_RECORD } from '#platform';
import { nameColumn, type RecordedTable, TABLES } from '#records';

/** A column whose rows name rows of another table. */
export interface Link {
  readonly table: string;
  readonly column: string;
  readonly to: string;
  /** The column of the other table that is named. */
  readonly key: string;
}

/** Every link that the inventory has checked. */
export const LINKS: readonly Link[] = TABLES.filter(({ checked }) => checked.includes('links')).flatMap(
  ({ name: table, columns }) =>
    Object.entries(columns).flatMap(([column, { names }]) => {
      const target = TABLES.find(({ name }) => name === names);
      return target === undefined ? [] : [{ table, column, to: target.name, key: nameColumn(target) }];
    }),
);

const dangling = compiledForms(
  ({ table, column }: Link) => `${table}.${column}`,
  (_, __: object, { table, column, to, key }) => {
    const from = sql.ref(`${table}.${column}`);
    return sql<{ count: number }>`select count(*) as count from ${sql.table(table)} where ${from} is not null
      and not exists (select 1 from ${sql.table(to)} as target where ${sql.ref(`target.${key}`)} = ${from})`;
  },
);

const rowsOf = compiledForms(
  (table: string) => table,
  (_, __: object, table) => sql<{ count: number }>`select count(*) as count from ${sql.table(table)}`,
);

const miscounted = compiled(
  () => sql<{ name: string; value: number; actual: number }>`select name, value, found from (
    select name, value, (select count(*) from tickets where 'status:' || status = counters.name and merged_into_id is null) as found
    from counters where name like 'status:%') as counted where value <> found`,
);

const behind = compiled(
  () => sql<{ value: number; highest: number }>`select value, highest from (
    select value, (select coalesce(max(number), 0) from tickets) as highest
    from counters where name = 'ticket_number') as counted where value < highest`,
);

const votes = compiled(
  () => sql<{ count: number }>`select count(*) as count from answers where
    helped <> (select count(*) from answer_votes v where v.comment_id = answers.comment_id and v.helped = true)
    or not_helped <> (select count(*) from answer_votes v where v.comment_id = answers.comment_id and v.helped = false)`,
);

const summaries = compiled(
  () => sql<{ count: number }>`select count(*) as count from tickets t where summary_comment_id is not null
    and not exists (select 1 from comments c
      where c.id = t.summary_comment_id and c.ticket_id = t.id and c.is_closure_summary = true)`,
);

/** Each step of a chain of merges leads to its end, where what is joined is closed and answers nothing. */
const misled = compiled(
  () => sql<{ count: number }>`select count(*) as count from tickets t
    left join ticket_merges m on m.ticket_id = t.id left join tickets next on next.id = m.into_id
    where (t.merged_into_id is null) <> (m.ticket_id is null)
      or (m.ticket_id is not null and t.merged_into_id <> coalesce(next.merged_into_id, next.id))
      or (m.ticket_id is not null and (t.status <> 'closed' or t.summary_comment_id is not null
        or exists (select 1 from answers where answers.ticket_id = t.id and answers.is_closed)))`,
);

const unindexed = compiled(
  () => sql<{ count: number }>`select count(*) as count from tickets
    where number not in (select rowid from search_tickets)`,
);

const called = compiled(
  (_, p: { ids: readonly string[] }, dialect) => sql<{ name: string }>`
    select '#' || number as name from tickets where ${dialect.among(sql.ref('id'), p.ids)}
    union all select name from projects where ${dialect.among(sql.ref('id'), p.ids)}`,
);

const lastPosition = compiled(
  () => sql<{ position: number }>`select coalesce(max(position), 0) as position from event_outbox`,
);

const names = compiled((db) => db.selectFrom('migrations').select('name').orderBy('name'));

const brought = compiled((db) =>
  db.selectFrom('upgrades').select('version').orderBy('upgraded_at', 'desc').orderBy('id', 'desc').limit(sql.lit(1)),
);

const sealed = compiled((db) => db.selectFrom('webhooks').select(['id', 'url', 'secret']).orderBy('id'));

/** Questions about a whole database. Each reads every row, so no request asks them. */
export class CheckStore extends Store {
  /** Counters that say another number than there is. */
  readonly miscounted = this.all(miscounted);
  /** The counter of numbers, when a ticket has a higher one. */
  readonly numbersBehind = this.first(behind);
  readonly miscountedVotes = this.countOf(votes);
  /** Tickets whose answer is no closing answer of theirs. */
  readonly strangeSummaries = this.countOf(summaries);
  /** Tickets that were joined to others, and do not say so, or say it wrongly. */
  readonly misled = this.countOf(misled);
  readonly unindexed = this.countOf(unindexed);
  readonly webhookSecrets = this.all(sealed);

  /** How many rows name one that is not there. */
  async dangling(link: Link): Promise<number> {
    return (await this.connection.only(dangling(link))).count;
  }

  /** Numbers of tickets and names of projects. */
  called(ids: readonly string[]): Promise<{ name: string }[]> {
    return this.connection.all(called, { ids });
  }

  async rowsOf(table: string): Promise<number> {
    return (await this.connection.only(rowsOf(table))).count;
  }

  /** The version that a database of these changes of the schema was brought to last. */
  async version(migrations: readonly string[]): Promise<string> {
    if (!migrations.includes(VERSION_RECORD)) return VERSION_BEFORE_RECORDS;
    return (await this.connection.first(brought))?.version ?? VERSION_BEFORE_RECORDS;
  }

  /** The tables and columns of the inventory that the database has: an older one lacks some. */
  async tables(): Promise<RecordedTable[]> {
    const rows = await this.connection.rows(this.connection.dialect.columns);
    const there = Map.groupBy(rows, ({ table }) => table);
    return TABLES.flatMap((table) => {
      const names = new Set(there.get(table.name)?.map(({ column }) => column));
      const columns = Object.entries(table.columns).filter(([name]) => names.has(name));
      return columns.length === 0 ? [] : [{ ...table, columns: Object.fromEntries(columns) }];
    });
  }

  /** The position of the newest event; 0 when there is none. */
  async lastPosition(): Promise<number> {
    return (await this.connection.only(lastPosition)).position;
  }

  async migrations(): Promise<string[]> {
    return (await this.connection.all(names)).map(({ name }) => name);
  }
}
