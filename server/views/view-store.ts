import { sql } from 'kysely'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { ViewTable } from '../database/tables/views.ts'

export type StoredView = Readonly<ViewTable>

interface Owned {
  readonly id: string
  readonly owner: string
}

const insert = compiled((db, p: StoredView) =>
  db.insertInto('saved_views').values({
    id: p.id,
    user_id: p.user_id,
    name: p.name,
    page: p.page,
    query: p.query,
    created_at: p.created_at,
  }),
)

const list = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').selectAll().where('user_id', '=', p.owner).orderBy('id', 'desc'),
)

const count = compiled((db, p: { owner: string }) =>
  db.selectFrom('saved_views').select(sql<number>`count(*)`.as('n')).where('user_id', '=', p.owner),
)

const update = compiledForms(
  (columns: readonly string[]) => columns.join(),
  (db, p: Record<string, never>, columns) =>
    db
      .updateTable('saved_views')
      .set(Object.fromEntries(columns.map((name) => [name, p[name]])))
      .where('id', '=', p.id as never)
      .where('user_id', '=', p.owner as never)
      .returningAll(),
)

const remove = compiled((db, p: Owned) =>
  db.deleteFrom('saved_views').where('id', '=', p.id).where('user_id', '=', p.owner),
)

/** The views that people keep, each for themselves: nothing is found without its owner. */
export class ViewStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Newest first. */
  list(owner: string): Promise<StoredView[]> {
    return this.#connection.all(list, { owner })
  }

  async count(owner: string): Promise<number> {
    return (await this.#connection.only(count, { owner })).n
  }

  async add(view: StoredView): Promise<void> {
    await this.#connection.change(insert, view)
  }

  /** The changed view, if it is the owner's. */
  change(owned: Owned, set: Partial<ViewTable>): Promise<StoredView | undefined> {
    return this.#connection.first(update(Object.keys(set).sort()), { ...set, ...owned } as never) as Promise<
      StoredView | undefined
    >
  }

  async remove(owned: Owned): Promise<boolean> {
    return (await this.#connection.change(remove, owned)) > 0
  }
}
