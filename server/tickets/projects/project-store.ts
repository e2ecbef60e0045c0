import { sql } from 'kysely';
import type { TicketScope } from '#access';
import { STATUSES } from '#contract/tickets.ts';
import { type Actor, type Connection, compiled, updateById, type Work } from '#platform';
import type { ProjectTable } from '#records';

/** A project with the count of its tickets that are not closed. */
export interface StoredProject extends ProjectTable {
  readonly open_tickets: number;
}

const insert = compiled((db, p: ProjectTable) =>
  db.insertInto('projects').values({
    id: p.id,
    name: p.name,
    description: p.description,
    color: p.color,
    icon_filename: p.icon_filename,
    icon_type: p.icon_type,
    created_at: p.created_at,
  }),
);

const update = updateById('projects');

const OPEN = STATUSES.filter((status) => status !== 'closed');

/** Projects with the count of their open tickets, as far as the reader may see those. */
const listing = (wanted: { one: boolean; own: boolean }) =>
  compiled((db, p: { id: string; reporter: string }) => {
    const query = db
      .selectFrom('projects')
      .selectAll('projects')
      .select((eb) => {
        const count = eb
          .selectFrom('tickets')
          .select(sql<number>`count(*)`.as('n'))
          .whereRef('tickets.project_id', '=', 'projects.id')
          .where('tickets.status', 'in', OPEN);
        return (wanted.own ? count.where('tickets.reporter_id', '=', p.reporter) : count)
          .$asScalar()
          .as('open_tickets');
      });
    return wanted.one ? query.where('projects.id', '=', p.id) : query.orderBy('projects.id', 'desc');
  });

const all = listing({ one: false, own: false });
const allWithOwn = listing({ one: false, own: true });
const byId = listing({ one: true, own: false });
const share = compiled((db, p: { id: string }, dialect) =>
  dialect.shared(db.selectFrom('projects').select('id').where('id', '=', p.id)),
);
const holdAlone = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('projects').selectAll().where('id', '=', p.id)),
);
const any = compiled((db) => db.selectFrom('projects').select('id').limit(1));
const remove = compiled((db, p: { id: string }) => db.deleteFrom('projects').where('id', '=', p.id));

export class ProjectStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Newest first; each counts the open tickets of the scope. */
  list(scope: TicketScope): Promise<StoredProject[]> {
    const query = scope.all ? all : allWithOwn;
    return this.#connection.all(query, { id: '', reporter: scope.all ? '' : scope.reporterId }) as Promise<
      StoredProject[]
    >;
  }

  async isAny(): Promise<boolean> {
    return (await this.#connection.first(any)) !== undefined;
  }

  find(id: string): Promise<StoredProject | undefined> {
    return this.#connection.first(byId, { id, reporter: '' }) as Promise<StoredProject | undefined>;
  }

  /** The same for who is going to replace its icon, or to remove it: nobody puts a ticket into it meanwhile. */
  holdAlone(id: string): Promise<ProjectTable | undefined> {
    return this.#connection.first(holdAlone, { id });
  }

  /** Whether there is such a project. It stays until the transaction ends. */
  async hold(id: string): Promise<boolean> {
    return (await this.#connection.first(share, { id })) !== undefined;
  }

  async add(project: ProjectTable): Promise<void> {
    await this.#connection.change(insert, project);
  }

  async change(id: string, changes: Partial<ProjectTable>): Promise<void> {
    await this.#connection.change(update(changes), { ...changes, id });
  }

  async remove(id: string): Promise<boolean> {
    return (await this.#connection.change(remove, { id })) > 0;
  }
}

export const hasProjects = (work: Work<Actor>) => work.of(ProjectStore).isAny();

/** Newest first; each counts the open tickets of the scope. */
export const listStoredProjects = (work: Work<Actor>, scope: TicketScope) => work.of(ProjectStore).list(scope);
