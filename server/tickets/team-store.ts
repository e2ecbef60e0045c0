import { type Actor, compiled, compiledForms, deleteBy, selectBy, tableStore, upsertInto, type Work } from '#platform';
import type { RowOf } from '#records';

const all = compiled((db) => db.selectFrom('teams').selectAll().orderBy('folded_name'));
const byName = selectBy('teams', 'folded_name');
const count = compiled((db) => db.selectFrom('teams').select((eb) => eb.fn.countAll<number>().as('count')));
const members = compiledForms(String, (db, p: { team: string }, isOfOne: boolean) => {
  const query = db
    .selectFrom('team_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.team_id', 'm.user_id', 'users.name', 'users.role', 'users.is_active', 'm.is_lead', 'm.via'])
    .orderBy('m.team_id')
    .orderBy('users.folded_name')
    .orderBy('m.user_id');
  return isOfOne ? query.where('m.team_id', '=', p.team) : query;
});
const put = upsertInto('team_members');
const takeOut = deleteBy('team_members', 'team_id', 'user_id');
const projectsOf = compiled((db, p: { team: string }) =>
  db
    .selectFrom('project_teams')
    .innerJoin('projects', 'projects.id', 'project_teams.project_id')
    .select(['projects.id', 'projects.name'])
    .where('team_id', '=', p.team)
    .orderBy('projects.name'),
);

export type StoredTeam = RowOf<'teams'>;

/** A person in a team. */
export type StoredMember = RowOf<'team_members'> & Pick<RowOf<'users'>, 'name' | 'role' | 'is_active'>;

/** Teams and their people. */
export class TeamStore extends tableStore('teams') {
  /** By name. */
  readonly list = this.all(all);
  readonly count = this.countOf(count);
  readonly put = this.changes(put);
  readonly takeOut = this.changesAny(takeOut);
  /** The projects that name a team, by name. */
  readonly projectsOf = this.all(projectsOf);

  /** The id of the team with this folded name. */
  async idOf(folded_name: string): Promise<string | undefined> {
    return (await this.connection.first(byName, { folded_name }))?.id;
  }

  /** Everybody in every team, by team and name. */
  members(): Promise<StoredMember[]> {
    return this.connection.all(members(false), { team: '' });
  }

  /** Everybody in a team, by name. */
  membersOf(team: string): Promise<StoredMember[]> {
    return this.connection.all(members(true), { team });
  }
}

/** All teams by name, whoever may know of them. */
export const listStoredTeams = (work: Work<Actor>) => work.of(TeamStore).list();
