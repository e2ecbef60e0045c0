import { sql } from 'kysely';
import {
  EVERYTHING,
  formOfScopes,
  inScopes,
  type Reader,
  type Scopes,
  type ScopeValues,
  scopesOf,
  scopeValues,
  seesProject,
} from '#access';
import { STATUSES } from '#contract/words.ts';
import { type Actor, compiled, compiledForms, deleteBy, insertInto, tableStore, type Work } from '#platform';
import type { RowOf } from '#records';

/** A project with the count of its tickets that are not closed, and with who took it over. */
export interface StoredProject extends RowOf<'projects'> {
  readonly open_tickets: number;
  readonly taken_over_name: string | null;
}

/** A team of a project, with its name. */
export type ProjectTeam = RowOf<'project_teams'> & Pick<RowOf<'teams'>, 'name'>;

const OPEN = STATUSES.filter((status) => status !== 'closed');

interface Form {
  readonly isOne: boolean;
  /** As `scopesOf` gives them; those of a reporter count what they reported. */
  readonly scopes: Scopes;
}

/** Projects with the count of their open tickets, as far as the reader may see those. */
const listing = compiledForms(
  ({ isOne, scopes }: Form) => `${isOne} ${formOfScopes(scopes)}`,
  (db, p: ScopeValues & { id: string }, { isOne, scopes }, dialect) => {
    const query = db
      .selectFrom('projects')
      .leftJoin('users as taker', 'taker.id', 'projects.taken_over_by')
      .selectAll('projects')
      .select('taker.name as taken_over_name')
      .select((eb) => {
        const count = eb
          .selectFrom('tickets')
          .select(sql<number>`count(*)`.as('n'))
          .whereRef('tickets.project_id', '=', 'projects.id')
          .where('tickets.status', 'in', OPEN);
        const isOwn = scopes.some(({ kind }) => kind === 'reporter');
        const condition = isOwn ? sql<boolean>`tickets.reporter_id = ${p.reader}` : inScopes(scopes, p, dialect);
        return (condition === null ? count : count.where(condition)).$asScalar().as('open_tickets');
      });
    return isOne ? query.where('projects.id', '=', p.id) : query.orderBy('projects.id', 'desc');
  },
);

const share = compiled((db, p: { id: string }, dialect) =>
  dialect.shared(db.selectFrom('projects').select('id').where('id', '=', p.id)),
);
const byId = compiled((db, p: { id: string }) => db.selectFrom('projects').select('id').where('id', '=', p.id));
const among = compiled((db, p: { ids: readonly string[] }, dialect) =>
  db
    .selectFrom('projects')
    .select('id')
    .where(dialect.among(sql.ref('projects.id'), p.ids)),
);
const any = compiled((db) => db.selectFrom('projects').select('id').limit(1));
const teams = compiled((db) =>
  db
    .selectFrom('project_teams')
    .innerJoin('teams', 'teams.id', 'project_teams.team_id')
    .select(['project_teams.project_id', 'project_teams.team_id', 'teams.name', 'project_teams.level'])
    .orderBy('teams.folded_name'),
);
const addTeam = insertInto('project_teams');
const dropTeams = deleteBy('project_teams', 'project_id');

export class ProjectStore extends tableStore('projects') {
  readonly isAny = this.any(any);
  readonly exists = this.any(byId);
  readonly among = this.all(among);
  /** Whether there is such a project. It stays until the transaction ends; others may put tickets into it meanwhile. */
  readonly share = this.any(share);
  /** The teams of every project, by name. */
  readonly teams = this.all(teams);

  /** Newest first; each counts the open tickets that the reader sees. */
  list(person: Reader): Promise<StoredProject[]> {
    return this.#read(scopesOf(person), null);
  }

  /** Newest first; each counts all of its open tickets. */
  listAll(): Promise<StoredProject[]> {
    return this.#read(EVERYTHING, null);
  }

  /** @param person null to count all of its open tickets. */
  override async find(id: string, person: Reader | null = null): Promise<StoredProject | undefined> {
    const [project] = await this.#read(person === null ? EVERYTHING : scopesOf(person), id);
    return project;
  }

  async teamsOf(project: string): Promise<ProjectTeam[]> {
    return (await this.teams()).filter(({ project_id }) => project_id === project);
  }

  /** Replaces the teams of a project. */
  async setTeams(project_id: string, projectTeams: readonly Pick<ProjectTeam, 'team_id' | 'level'>[]): Promise<void> {
    await this.connection.change(dropTeams, { project_id });
    for (const { team_id, level } of projectTeams)
      await this.connection.change(addTeam, { project_id, team_id, level });
  }

  #read(scopes: Scopes, id: string | null): Promise<StoredProject[]> {
    const values = { ...scopeValues(scopes[0]), id: id ?? '' };
    return this.connection.all(listing({ isOne: id !== null, scopes }), values) as Promise<StoredProject[]>;
  }
}

/** The ids among these that are of projects. */
export const projectsAmong = async (work: Work<Actor>, ids: readonly string[]): Promise<ReadonlySet<string>> =>
  new Set((await work.of(ProjectStore).among({ ids })).map(({ id }) => id));

export const hasProjects = (work: Work<Actor>) => work.of(ProjectStore).isAny();

/** The projects that the caller sees, newest first; each counts the open tickets that they see. */
export const listSeenProjects = async (work: Work): Promise<StoredProject[]> =>
  (await work.of(ProjectStore).list(work.actor)).filter(({ id }) => seesProject(work.actor, id));

/** Every project, newest first. */
export const listStoredProjects = (work: Work<Actor>) => work.of(ProjectStore).listAll();
