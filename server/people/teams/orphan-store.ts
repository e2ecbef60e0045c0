import { sql } from 'kysely';
import { worksOnTicket } from '#access';
import { type Actor, compiled, Failure, Store, type Work } from '#platform';
import { flag } from '#records';

const unlead = compiled((db, p: { user: string }) =>
  db.updateTable('team_members').set({ is_lead: false }).where('user_id', '=', p.user),
);

/** Active developers who lead a team that works in the project of the query. */
const leads = sql`select 1 from project_teams
  inner join team_members on team_members.team_id = project_teams.team_id and team_members.is_lead
  inner join users on users.id = team_members.user_id and users.role = 'developer' and users.is_active
  where project_teams.level = 'work' and project_teams.project_id =`;

const projectsWithoutLead = compiled((db) =>
  db
    .selectFrom('projects')
    .select('id')
    .where('sealed', '=', flag(true))
    .where(sql<boolean>`not exists (${leads} projects.id)`),
);

/** Restricted tickets on which no active developer works. */
const ticketsWithoutWorker = compiled((db) =>
  db
    .selectFrom('tickets')
    .select('id')
    .where(sql<boolean>`tickets.restricted`)
    .where(sql<boolean>`not exists (select 1 from users where users.is_active and ${worksOnTicket})`),
);

/** What must not be left without anybody who works there, and who leads. */
export class OrphanStore extends Store {
  /** Somebody who is no developer any more leads no team. */
  readonly unlead = this.changes(unlead);

  /** The ids of sealed projects without a lead, and of restricted tickets on which nobody works. */
  async orphans(): Promise<string[]> {
    const found = [
      ...(await this.connection.all(projectsWithoutLead)),
      ...(await this.connection.all(ticketsWithoutWorker)),
    ];
    return found.map(({ id }) => id);
  }
}

/** The ids of sealed projects without a lead, and of restricted tickets on which nobody works. */
export const orphansOf = (work: Work<Actor>): Promise<string[]> => work.of(OrphanStore).orphans();

/** Every transaction that changes who works where waits for the others: two may each take one of the last two. */
export const holdAccess = (work: Work<Actor>): Promise<void> => work.lock('access');

/**
 * Makes a change, and refuses it when it leaves a sealed project without a lead, or a restricted ticket without anybody who
 * works on it (docs/rules/access.md#nothing-is-orphaned).
 *
 * @throws Failure `would_be_orphaned`.
 */
export async function withoutOrphans<T>(work: Work<Actor>, change: () => Promise<T>): Promise<T> {
  await holdAccess(work);
  const before = new Set(await work.of(OrphanStore).orphans());
  const result = await change();
  const after = await work.of(OrphanStore).orphans();
  if (after.some((id) => !before.has(id))) throw new Failure('would_be_orphaned');
  return result;
}
