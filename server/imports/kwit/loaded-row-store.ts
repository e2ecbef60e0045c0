import { sql } from 'kysely'
import type { Instant } from '../../clock.ts'
import { compiled, compiledForms } from '../../database/compiled.ts'
import type { Connection } from '../../database/connection.ts'
import { tablesOf } from '../../exports/open-format/format.ts'
import type { KeptTable } from '../../inventory/inventory.ts'
import type { ImportedValues } from './read-row.ts'

/** Rows that one statement adds. */
const ROWS_AT_ONCE = 50

interface LoadForm {
  readonly table: KeptTable
  readonly columns: readonly string[]
  readonly count: number
}

const load = compiledForms(
  ({ table: { name }, columns, count }: LoadForm) => `${name} ${count} ${columns.join()}`,
  (_, values: readonly unknown[], { table, columns, count }, { givenKey }) => {
    const row = (_: unknown, index: number) =>
      sql`(${sql.join(columns.map((_, column) => values[index * columns.length + column]))})`
    const names = sql.join(columns.map((column) => sql.ref(column)))
    return sql`insert into ${sql.table(table.name)} (${names}) ${table.key[0] === 'position' ? givenKey : sql``}
      values ${sql.join(Array.from({ length: count }, row))}`
  },
)

const some = compiledForms(
  (name: string) => name,
  (_, __: object, name) => sql<{ found: number }>`select 1 as found from ${sql.table(name)} limit 1`,
)

const setParent = compiled((db, p: { id: string; parent: string }) =>
  db.updateTable('comments').set({ parent_id: p.parent }).where('id', '=', p.id),
)

const counters = compiled(
  () => sql`update counters set value = case
      when name like 'status:%' then (select count(*) from tickets where 'status:' || status = counters.name)
      when name in ('ticket_number', 'questions_asked') then (select coalesce(max(number), 0) from tickets)
      else value end`,
)

const firstTickets = compiled(
  () => sql`insert into first_tickets (user_id, ticket_id, opened_at, assigned_at)
    select t.reporter_id, t.id, t.created_at, (
      select min(h.created_at) from ticket_history as h
      where h.ticket_id = t.id and h.field = 'assignee_id' and h.new_value is not null)
    from tickets as t where t.number in (select min(number) from tickets group by reporter_id)`,
)

const telemetryPeople = compiled(
  () => sql`insert into telemetry_people (event_name, user_id, last_at)
    select event_name, user_id, max(at) from telemetry where user_id is not null group by event_name, user_id`,
)

const inboxes = compiled(
  (_, p: { now: Instant }, { types }) => sql`insert into inboxes (user_id, revision, changed_at)
    select distinct user_id, 1, cast(${p.now} as ${sql.raw(types.time)}) from notices`,
)

const votes = compiled(
  () => sql`update answers set
    helped = (select count(*) from answer_votes v where v.comment_id = answers.comment_id and v.helped),
    not_helped = (select count(*) from answer_votes v where v.comment_id = answers.comment_id and not v.helped)`,
)

/** Loads rows of every table alike into an empty database, and works out what follows from them. */
export class LoadedRowStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** The first table of an export that has a row; null when none has. Settings may have some: a start makes them. */
  async firstWithRows(): Promise<string | null> {
    for (const { name } of tablesOf({ events: true }))
      if ((await this.#connection.first(some(name))) !== undefined) return name
    return null
  }

  /** Adds rows of one table, which all have the same columns. */
  async add(table: KeptTable, rows: readonly ImportedValues[]): Promise<void> {
    const columns = Object.keys(rows[0] ?? {})
    for (let from = 0; from < rows.length; ) {
      const count = rows.length - from >= ROWS_AT_ONCE ? ROWS_AT_ONCE : 1
      const values = rows.slice(from, from + count).flatMap((row) => columns.map((column) => row[column]))
      await this.#connection.change(load({ table, columns, count }), values)
      from += count
    }
  }

  async setParent(id: string, parent: string): Promise<void> {
    await this.#connection.change(setParent, { id, parent })
  }

  /** Works out what no export has, but for indexes of words. */
  async workOut(now: Instant): Promise<void> {
    for (const query of [counters, firstTickets, telemetryPeople, votes]) await this.#connection.change(query)
    await this.#connection.change(inboxes, { now })
    for (const table of ['event_outbox', 'telemetry'] as const)
      await this.#connection.dialect.countOn(this.#connection, table)
  }

  withoutTimeouts(): Promise<void> {
    return this.#connection.dialect.withoutTimeouts(this.#connection)
  }
}
