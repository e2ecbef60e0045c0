import { sql } from 'kysely'
import { compiled, compiledForms } from '../database/compiled.ts'
import { type Connection, first } from '../database/connection.ts'
import type { ProjectTable } from '../database/tables/tickets.ts'

/** A project with the count of its tickets that are not closed. */
export interface StoredProject extends ProjectTable {
  readonly open_tickets: number
}

const insert = compiled((db, p: ProjectTable) =>
  db.insertInto('projects').values({
    id: p.id, name: p.name, description: p.description, color: p.color, icon_filename: p.icon_filename, created_at: p.created_at,
  }),
)

const update = compiledForms(
  (columns: readonly string[]) => columns.join(),
  (db, p: Record<string, never>, columns) =>
    db.updateTable('projects')
      .set(Object.fromEntries(columns.map((name) => [name, p[name]])))
      .where('id', '=', p.id as string),
)

const listing = (one: boolean) =>
  compiled((db, p: { id: string }) => {
    const query = db
      .selectFrom('projects')
      .selectAll('projects')
      .select((eb) =>
        eb.selectFrom('tickets')
          .select(sql<number>`count(*)`.as('n'))
          .whereRef('tickets.project_id', '=', 'projects.id')
          .where('tickets.status', 'in', ['submitted', 'verified', 'in_progress', 'waiting', 'blocked'])
          .$asScalar()
          .as('open_tickets'),
      )
    return one ? query.where('projects.id', '=', p.id) : query.orderBy('projects.name').orderBy('projects.id')
  })

const all = listing(false)
const byId = listing(true)
const share = compiled((db, p: { id: string }, dialect) => dialect.shared(db.selectFrom('projects').select('id').where('id', '=', p.id)))
const remove = compiled((db, p: { id: string }) => db.deleteFrom('projects').where('id', '=', p.id))

export class ProjectStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** By name. */
  list(): Promise<StoredProject[]> {
    return this.#connection.rows(all(this.#connection, { id: '' })) as Promise<StoredProject[]>
  }

  find(id: string): Promise<StoredProject | undefined> {
    return first(this.#connection.rows(byId(this.#connection, { id }))) as Promise<StoredProject | undefined>
  }

  /** Whether it is there; if so, it stays until the transaction ends. */
  async hold(id: string): Promise<boolean> {
    return (await first(this.#connection.rows(share(this.#connection, { id })))) !== undefined
  }

  async add(project: ProjectTable): Promise<void> {
    await this.#connection.change(insert(this.#connection, project))
  }

  async change(id: string, set: Partial<ProjectTable>): Promise<void> {
    await this.#connection.change(update(this.#connection, Object.keys(set).sort(), { ...set, id } as never))
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#connection.change(remove(this.#connection, { id }))) > 0
  }
}
