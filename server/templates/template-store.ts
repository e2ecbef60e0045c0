import { sql } from 'kysely'
import type { Instant } from '../clock.ts'
import { compiled, compiledForms } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { TemplateTable } from '../database/tables/templates.ts'

/** A template as it is kept: its steps as JSON, its flag as 0 or 1. */
export type StoredTemplate = Readonly<Omit<TemplateTable, 'is_active'>> & { readonly is_active: 0 | 1 }

/** A template as it is written. */
export type WrittenTemplate = Readonly<Omit<TemplateTable, 'is_active'>> & { readonly is_active: boolean }

export interface TemplateListing {
  readonly activeOnly: boolean
  /** This project's and those for any; null for all. */
  readonly projectId: string | null
}

const insert = compiled((db, p: WrittenTemplate) =>
  db.insertInto('ticket_templates').values({
    id: p.id,
    name: p.name,
    project_id: p.project_id,
    category: p.category,
    urgency_reporter: p.urgency_reporter,
    title_template: p.title_template,
    description_template: p.description_template,
    checklist_items: p.checklist_items,
    is_active: p.is_active,
    created_at: p.created_at,
    updated_at: p.updated_at,
  }),
)

const update = compiledForms(
  (columns: readonly string[]) => columns.join(),
  (db, p: Record<string, never>, columns) =>
    db
      .updateTable('ticket_templates')
      .set(Object.fromEntries(columns.map((name) => [name, p[name]])))
      .where('id', '=', p.id as never),
)

const listing = compiledForms(
  (wanted: TemplateListing) => `${wanted.activeOnly} ${wanted.projectId !== null}`,
  (db, p: { project: string; yes: boolean }, wanted) => {
    let query = db.selectFrom('ticket_templates').selectAll()
    if (wanted.activeOnly) query = query.where('is_active', '=', p.yes as never)
    if (wanted.projectId !== null)
      query = query
        .where((eb) => eb.or([eb('project_id', '=', p.project), eb('project_id', 'is', null)]))
        .orderBy(sql`case when project_id is null then 1 else 0 end`)
    return query.orderBy('created_at', 'desc').orderBy('id', 'desc')
  },
)

const find = compiled((db, p: { id: string }) => db.selectFrom('ticket_templates').selectAll().where('id', '=', p.id))
const hold = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('ticket_templates').selectAll().where('id', '=', p.id)),
)
const remove = compiled((db, p: { id: string }) => db.deleteFrom('ticket_templates').where('id', '=', p.id))
const retire = compiled((db, p: { project: string; no: boolean; now: Instant }) =>
  db
    .updateTable('ticket_templates')
    .set({ project_id: null, is_active: p.no, updated_at: p.now })
    .where('project_id', '=', p.project),
)

export class TemplateStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** A project's own before those for any; newest first. */
  list(wanted: TemplateListing): Promise<StoredTemplate[]> {
    return this.#connection.all(listing(wanted), { project: wanted.projectId ?? '', yes: true }) as Promise<
      StoredTemplate[]
    >
  }

  find(id: string): Promise<StoredTemplate | undefined> {
    return this.#connection.first(find, { id })
  }

  /** The same, held until the transaction ends. */
  hold(id: string): Promise<StoredTemplate | undefined> {
    return this.#connection.first(hold, { id })
  }

  async add(template: WrittenTemplate): Promise<void> {
    await this.#connection.change(insert, template)
  }

  async change(id: string, set: Partial<WrittenTemplate>): Promise<void> {
    await this.#connection.change(update(Object.keys(set).sort()), { ...set, id } as never)
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#connection.change(remove, { id })) > 0
  }

  /** Switches off the templates of a project that is going away. */
  async retireThoseOf(project: string, now: Instant): Promise<void> {
    await this.#connection.change(retire, { project, no: false, now })
  }
}
