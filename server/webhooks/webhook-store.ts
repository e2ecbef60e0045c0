import type { Insertable, Selectable } from 'kysely'
import type { Instant } from '../clock.ts'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { WebhookTable } from '../database/tables/webhooks.ts'

export type StoredWebhook = Readonly<Selectable<WebhookTable>>
export type NewWebhook = Readonly<Insertable<WebhookTable>>
type Changed = Partial<Omit<NewWebhook, 'id'>>

const all = compiled((db) => db.selectFrom('webhooks').selectAll().orderBy('id', 'desc'))
const find = compiled((db, p: { id: string }) => db.selectFrom('webhooks').selectAll().where('id', '=', p.id))
const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('webhooks').selectAll().where('id', '=', p.id)),
)
const count = compiled((db) => db.selectFrom('webhooks').select((eb) => eb.fn.countAll<number>().as('n')))
const active = compiled((db, p: { yes: boolean }) =>
  db
    .selectFrom('webhooks')
    .select(['id', 'events'])
    .where('is_active', '=', p.yes as never)
    .orderBy('id'),
)
const insert = compiledForms(
  (columns: readonly string[]) => columns.join(),
  (db, p: Record<string, never>, columns) =>
    db.insertInto('webhooks').values(Object.fromEntries(columns.map((name) => [name, p[name]])) as never),
)
const update = compiledForms(
  (columns: readonly string[]) => columns.join(),
  (db, p: Record<string, never>, columns) =>
    db
      .updateTable('webhooks')
      .set(Object.fromEntries(columns.map((name) => [name, p[name]])))
      .where('id', '=', p.id as never),
)
const remove = compiled((db, p: { id: string }) => db.deleteFrom('webhooks').where('id', '=', p.id))

/** Where events are sent, and with which secrets they are signed. */
export class WebhookStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Newest first. */
  list(): Promise<StoredWebhook[]> {
    return this.#connection.all(all)
  }

  find(id: string): Promise<StoredWebhook | undefined> {
    return this.#connection.first(find, { id })
  }

  /** It is ours until the transaction ends. */
  hold(id: string): Promise<StoredWebhook | undefined> {
    return this.#connection.first(hold, { id })
  }

  async count(): Promise<number> {
    return (await this.#connection.only(count)).n
  }

  /** Those that are switched on, with the events that they want. */
  async active(): Promise<{ id: string; events: readonly string[] }[]> {
    const rows = await this.#connection.all(active, { yes: true })
    return rows.map(({ id, events }) => ({ id, events: JSON.parse(events) }))
  }

  async add(webhook: NewWebhook): Promise<void> {
    await this.#connection.change(insert(Object.keys(webhook).sort()), webhook as never)
  }

  async change(id: string, changed: Changed): Promise<void> {
    await this.#connection.change(update(Object.keys(changed).sort()), { ...changed, id } as never)
  }

  /** Keeps when something was last tried, and what it was answered with. */
  remember(id: string, at: Instant, status: number | null): Promise<void> {
    return this.change(id, { last_delivery_at: at, last_status: status })
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#connection.change(remove, { id })) > 0
  }
}
