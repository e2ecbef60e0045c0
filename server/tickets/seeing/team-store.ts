import type { Role } from '#contract/users.ts';
import { compiled, insertInto, Store, updateById } from '#platform';
import type { NewRow, RowOf } from '#records';

const insert = insertInto('teams');
const update = updateById('teams');

const all = compiled((db) => db.selectFrom('teams').select(['id', 'name', 'created_at']).orderBy('folded_name'));
const byId = compiled((db, p: { id: string }) =>
  db.selectFrom('teams').select(['id', 'name', 'created_at']).where('id', '=', p.id),
);
const held = compiled((db, p: { id: string }, dialect) =>
  dialect.held(db.selectFrom('teams').select(['id', 'name', 'created_at']).where('id', '=', p.id)),
);
const byName = compiled((db, p: { name: string }) =>
  db.selectFrom('teams').select('id').where('folded_name', '=', p.name),
);
const count = compiled((db) => db.selectFrom('teams').select((eb) => eb.fn.countAll<number>().as('teams')));
const remove = compiled((db, p: { id: string }) => db.deleteFrom('teams').where('id', '=', p.id));
const members = compiled((db) =>
  db
    .selectFrom('team_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.team_id', 'm.user_id', 'users.name', 'users.role', 'users.is_active', 'm.is_lead', 'm.via'])
    .orderBy('m.team_id')
    .orderBy('users.folded_name')
    .orderBy('m.user_id'),
);
const membersOf = compiled((db, p: { team: string }) =>
  db
    .selectFrom('team_members as m')
    .innerJoin('users', 'users.id', 'm.user_id')
    .select(['m.team_id', 'm.user_id', 'users.name', 'users.role', 'users.is_active', 'm.is_lead', 'm.via'])
    .where('m.team_id', '=', p.team)
    .orderBy('users.folded_name')
    .orderBy('m.user_id'),
);
const put = compiled((db, p: NewRow<'team_members'>) =>
  db
    .insertInto('team_members')
    .values({ team_id: p.team_id, user_id: p.user_id, is_lead: p.is_lead, via: p.via })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doUpdateSet({ is_lead: p.is_lead, via: p.via })),
);
const takeOut = compiled((db, p: { team: string; user: string }) =>
  db.deleteFrom('team_members').where('team_id', '=', p.team).where('user_id', '=', p.user),
);
const projectsOf = compiled((db, p: { team: string }) =>
  db
    .selectFrom('project_teams')
    .innerJoin('projects', 'projects.id', 'project_teams.project_id')
    .select(['projects.id', 'projects.name'])
    .where('team_id', '=', p.team)
    .orderBy('projects.name'),
);

export type StoredTeam = Pick<RowOf<'teams'>, 'id' | 'name' | 'created_at'>;

/** A person in a team. */
export interface StoredMember {
  readonly team_id: string;
  readonly user_id: string;
  readonly name: string;
  readonly role: Role;
  readonly is_active: 0 | 1;
  readonly is_lead: 0 | 1;
  readonly via: RowOf<'team_members'>['via'];
}

/** Teams and their people. */
export class TeamStore extends Store {
  /** By name. */
  list(): Promise<StoredTeam[]> {
    return this.connection.all(all);
  }

  find(id: string): Promise<StoredTeam | undefined> {
    return this.connection.first(byId, { id });
  }

  /** The same, and holds it until the transaction ends. */
  hold(id: string): Promise<StoredTeam | undefined> {
    return this.connection.first(held, { id });
  }

  /** The id of the team with this folded name. */
  async idOf(foldedName: string): Promise<string | undefined> {
    return (await this.connection.first(byName, { name: foldedName }))?.id;
  }

  async count(): Promise<number> {
    return (await this.connection.only(count)).teams;
  }

  async add(team: RowOf<'teams'>): Promise<void> {
    await this.connection.change(insert, team);
  }

  async rename(id: string, names: Pick<RowOf<'teams'>, 'name' | 'folded_name'>): Promise<void> {
    await this.connection.change(update(names), { ...names, id });
  }

  async remove(id: string): Promise<void> {
    await this.connection.change(remove, { id });
  }

  /** Everybody in every team, by team and name. */
  members(): Promise<StoredMember[]> {
    return this.connection.all(members);
  }

  /** Everybody in a team, by name. */
  membersOf(team: string): Promise<StoredMember[]> {
    return this.connection.all(membersOf, { team });
  }

  async put(member: NewRow<'team_members'>): Promise<void> {
    await this.connection.change(put, member);
  }

  async takeOut(team: string, user: string): Promise<boolean> {
    return (await this.connection.change(takeOut, { team, user })) > 0;
  }

  /** The projects that name a team, by name. */
  projectsOf(team: string): Promise<{ id: string; name: string }[]> {
    return this.connection.all(projectsOf, { team });
  }
}
