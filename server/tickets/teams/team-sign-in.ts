import { recordTeamEvent } from '#events';
import { type FollowTeams, holdAccess, type OidcLine, withoutOrphans } from '#people';
import { type Actor, Failure, fold, type RequestContext, type Runner, type Work } from '#platform';
import { readSetting, recordAudit } from '#settings';
import { personOf, settleProjects } from '../projects/settling.ts';
import { type StoredTeam, TeamStore } from '../team-store.ts';

/** Whether the directory decides who is in a team of this name (docs/rules/sign-in.md#teams-by-groups). */
export async function isManagedBySignIn(work: Work<Actor>, team: Pick<StoredTeam, 'name'>): Promise<boolean> {
  const names = Object.values(await readSetting(work, 'oidc_teams'));
  return names.some((name) => fold(name) === fold(team.name));
}

/**
 * Puts a person who signs in into the teams of their groups, and takes them out of the other teams that groups decide. Those
 * whom somebody has put there stay. Each team is a write of its own: what would leave a project without a lead stays as it is.
 */
export const followTeams: FollowTeams = async (runner, context, user, { mapped, wanted: belonging }) => {
  const isWanted = new Set(belonging.map(fold));
  const problems: OidcLine[] = [];
  for (const name of new Map(mapped.map((team) => [fold(team), team])).values()) {
    const problem = await followTeam(runner, context, user.id, { name, belongs: isWanted.has(fold(name)) });
    if (problem !== null) problems.push(problem);
  }
  return problems;
};

interface Membership {
  readonly name: string;
  readonly belongs: boolean;
}

async function followTeam(
  runner: Runner,
  context: RequestContext<null>,
  userId: string,
  { name, belongs }: Membership,
): Promise<OidcLine | null> {
  const actor = await runner.read(context, (work) => personOf(work, userId));
  if (actor === null) return null;
  try {
    return await runner.write({ ...context, actor }, (work) => bringInStep(work, { name, belongs }));
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'would_be_orphaned') throw error;
    return ['last_of_team', name];
  }
}

async function bringInStep(work: Work, { name, belongs }: Membership): Promise<OidcLine | null> {
  await holdAccess(work);
  const id = await work.of(TeamStore).idOf(fold(name));
  const team = id === undefined ? undefined : await work.of(TeamStore).hold(id);
  if (team === undefined) return belongs ? ['no_team', name] : null;
  const user_id = work.actor.id;
  const member = (await work.of(TeamStore).membersOf(team.id)).find((row) => row.user_id === user_id);
  if (belongs === (member !== undefined) || (!belongs && member?.via !== 'sign_in')) return null;
  if (belongs) await work.of(TeamStore).put({ team_id: team.id, user_id, is_lead: false, via: 'sign_in' });
  else {
    await withoutOrphans(work, () => work.of(TeamStore).takeOut({ team_id: team.id, user_id }));
    await settleProjects(work, await work.of(TeamStore).projectsOf({ team: team.id }), 'people');
  }
  await recordTeamEvent(work, { type: 'team', id: team.id }, 'team.changed', { team_id: team.id, name: team.name });
  await recordAudit(work, 'team.changed', team.id, { user_id });
  return null;
}
