import { type Kysely, sql } from 'kysely';
import { compiled, compiledForms, type Instant, selectBy, tableStore } from '#platform';
import { flag, type RowOf, type Schema } from '#records';

/** A template as the database has it, with the name of its project: its steps as JSON, its flag as 0 or 1. */
export type StoredTemplate = Readonly<RowOf<'ticket_templates'>> & { readonly project_name: string | null };

export interface TemplateListing {
  readonly activeOnly: boolean;
  /** This project's templates and those for any project; null for all templates. */
  readonly projectId: string | null;
}

const withProjects = (db: Kysely<Schema>) =>
  db
    .selectFrom('ticket_templates')
    .leftJoin('projects', 'projects.id', 'ticket_templates.project_id')
    .selectAll('ticket_templates')
    .select('projects.name as project_name');

const listing = compiledForms(
  (form: TemplateListing) => `${form.activeOnly} ${form.projectId !== null}`,
  (db, p: { project: string }, form) => {
    let query = withProjects(db);
    if (form.activeOnly) query = query.where('is_active', '=', flag(true));
    if (form.projectId !== null)
      query = query
        .where((eb) => eb.or([eb('project_id', '=', p.project), eb('project_id', 'is', null)]))
        .orderBy(sql`case when project_id is null then 1 else 0 end`);
    return query.orderBy('ticket_templates.created_at', 'desc').orderBy('ticket_templates.id', 'desc');
  },
);

const find = compiled((db, p: { id: string }) => withProjects(db).where('ticket_templates.id', '=', p.id));
const retire = compiled((db, p: { project: string; now: Instant }) =>
  db
    .updateTable('ticket_templates')
    .set({ project_id: null, is_active: false, updated_at: p.now })
    .where('project_id', '=', p.project),
);

const ofProject = selectBy('ticket_templates', 'project_id');

export class TemplateStore extends tableStore('ticket_templates') {
  readonly ofProject = this.all(ofProject);
  /** Switches off the templates of a project that is being removed. */
  readonly retireThoseOf = this.changes(retire);

  /** The project's own templates come before those for any project; newest first. */
  list(filter: TemplateListing): Promise<StoredTemplate[]> {
    return this.connection.all(listing(filter), { project: filter.projectId ?? '' });
  }

  override find(id: string): Promise<StoredTemplate | undefined> {
    return this.connection.first(find, { id });
  }
}
