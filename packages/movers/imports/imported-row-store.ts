import { type Insertable, sql } from 'kysely';
import { isApartColumn } from '#access';
import { compiled, compiledForms, type Instant, Store } from '#platform';
import type { Schema, TableName } from '#records';

const counters = compiled(
  () => sql`update counters set value = case
      when name like 'status:%' then (select count(*) from tickets where 'status:' || status = counters.name and merged_into_id is null)
      when name = 'ticket_number' then (select max(number) from (
        select 0 as number union all select max(number) from tickets
        union all select max(cast(coalesce(new_value, old_value) as integer)) from act_lines
          where thing_type = 'imported_ticket' and field = 'created') as given)
      when name = 'questions_asked' then (select coalesce(max(number), 0) from tickets)
      else value end`,
);

const firstTickets = compiled(
  () => sql`insert into first_tickets (user_id, ticket_id, opened_at, assigned_at)
    select t.reporter_id, t.id, t.created_at, (
      select min(h.created_at) from ticket_history as h
      where h.ticket_id = t.id and h.field = 'assignee_id' and h.new_value is not null)
    from tickets as t where t.number in (select min(number) from tickets group by reporter_id)
    on conflict do nothing`,
);

const telemetryPeople = compiled(
  () => sql`insert into telemetry_people (event_name, user_id, last_at)
    select event_name, user_id, max(at) from telemetry where user_id is not null group by event_name, user_id
    on conflict (event_name, user_id) do update set last_at = excluded.last_at
    where telemetry_people.last_at < excluded.last_at`,
);

const inboxes = compiled(
  (_, p: { now: Instant }, { types }) => sql`insert into inboxes (user_id, revision, changed_at)
    select distinct user_id, 1, cast(${p.now} as ${sql.raw(types.time)}) from notices`,
);

const votes = compiled(
  () => sql`update answers set
    helped = (select count(*) from answer_votes v where v.comment_id = answers.comment_id and v.helped),
    not_helped = (select count(*) from answer_votes v where v.comment_id = answers.comment_id and not v.helped)`,
);

export interface FollowingRows {
  readonly id: string;
  readonly events: number;
  /** Since when it has its status; null where that stays as it is. */
  readonly since: Instant | null;
  readonly wasClosed: boolean;
  /** The comment that answers it; null where that stays as it is. */
  readonly summary: string | null;
}

const follow = compiled((_, p: { rows: string }, { texts, types }) => {
  const value = (index: number, type: string) => sql`cast(given ->> ${sql.lit(index)} as ${sql.raw(type)})`;
  return sql`update tickets set event_seq = ${value(1, types.integer)},
      status_since = coalesce(${value(2, types.time)}, status_since),
      was_closed = (was_closed or ${value(3, types.flag)}),
      summary_comment_id = coalesce(${value(4, types.id)}, summary_comment_id)
    from (select cast(value as ${sql.raw(types.json)}) as given from ${texts(p.rows)}) as followed
    where tickets.id = ${value(0, types.id)}`;
});

/** Tickets that not everybody who works on open ones reads. */
const concealed = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('tickets')
    .select('tickets.id')
    .where(dialect.among(sql.ref('tickets.id'), p.ids))
    .where(isApartColumn),
);

/** Works out rows that follow from imported ones, but for the indexes of words. */
export class DerivedRowStore extends Store {
  async follow(tickets: readonly FollowingRows[]): Promise<void> {
    const rows = tickets.map(({ id, events, since, wasClosed, summary }) => [id, events, since, wasClosed, summary]);
    if (rows.length > 0) await this.connection.change(follow, { rows: JSON.stringify(rows) });
  }

  /** Tickets among these that are restricted, or in a sealed project. */
  async concealed(ids: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.connection.all(concealed, { ids });
    return new Set(rows.map(({ id }) => id));
  }

  /** Statistics keep each person's first ticket, and when they last did something, beside the rows. */
  async statistics(): Promise<void> {
    await this.connection.dialect.analyze(this.connection);
    await this.connection.change(firstTickets);
    await this.connection.change(telemetryPeople);
  }

  /** An export leaves out counters, and the votes that answers got; a backup has them. */
  async counted(): Promise<void> {
    await this.connection.change(counters);
    await this.connection.change(votes);
  }

  /** Neither an export nor a backup has these. The database had no rows before. */
  async derived(now: Instant): Promise<void> {
    await this.statistics();
    await this.connection.change(inboxes, { now });
    for (const table of ['event_outbox', 'telemetry'] as const)
      await this.connection.dialect.countOn(this.connection, table);
  }
}

export type ImportedRow<T extends TableName> = Readonly<Insertable<Schema[T]>>;

/** Rows that one statement adds: the most that are there. */
const ROWS_AT_ONCE = [50, 10, 1] as const;
/** The column of a key that the database counts, unless a row gives it. */
const COUNTED_KEY = 'position';

interface InsertForm {
  readonly table: TableName;
  readonly columns: readonly string[];
  readonly count: number;
}

const insert = compiledForms(
  ({ table, columns, count }: InsertForm) => `${table} ${count} ${columns.join()}`,
  (_, values: readonly unknown[], { table, columns, count }, { givenKey }) => {
    const row = (_: unknown, index: number) =>
      sql`(${sql.join(columns.map((_, column) => values[index * columns.length + column]))})`;
    const names = sql.join(columns.map((column) => sql.ref(column)));
    return sql`insert into ${sql.table(table)} (${names}) ${columns.includes(COUNTED_KEY) ? givenKey : sql``}
      values ${sql.join(Array.from({ length: count }, row))}`;
  },
);

type Values = Readonly<Record<string, unknown>>;

/** `is not distinct from` is known to both databases, and takes null for a value. */
const matching = compiledForms(
  ({ table, columns }: Omit<InsertForm, 'count'>) => `${table} ${columns.join()}`,
  (_, values: Values, { table, columns }) =>
    sql<Values>`select * from ${sql.table(table)}
      where ${sql.join(
        columns.map((column) => sql`${sql.ref(column)} is not distinct from ${values[column]}`),
        sql` and `,
      )} limit 1`,
);

const some = compiledForms(
  (name: TableName) => name,
  (_, __: object, name) => sql<{ found: number }>`select 1 as found from ${sql.table(name)} limit 1`,
);

const setParent = compiled((db, p: { id: string; parent: string }) =>
  db.updateTable('comments').set({ parent_id: p.parent }).where('id', '=', p.id),
);

/** Writes rows of every table as they come, many with one statement. */
export class ImportedRowStore extends Store {
  /** Adds rows of one table, which all have the same columns. */
  async add(table: TableName, rows: readonly Values[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {});
    for (let from = 0; from < rows.length; ) {
      const count = ROWS_AT_ONCE.find((most) => most <= rows.length - from) ?? 1;
      const values: unknown[] = [];
      for (const row of rows.slice(from, from + count)) for (const column of columns) values.push(row[column]);
      await this.connection.change(insert({ table, columns, count }), values);
      from += count;
    }
  }

  find(table: TableName, values: Values): Promise<Values | undefined> {
    return this.connection.first(matching({ table, columns: Object.keys(values) }), values);
  }

  /** The first of the tables that has a row; null when none has. */
  async firstWithRows(tables: readonly TableName[]): Promise<TableName | null> {
    for (const name of tables) if ((await this.connection.first(some(name))) !== undefined) return name;
    return null;
  }

  async setParent(comment: string, parent: string): Promise<void> {
    await this.connection.change(setParent, { id: comment, parent });
  }

  withoutTimeouts(): Promise<void> {
    return this.connection.dialect.withoutTimeouts(this.connection);
  }
}
