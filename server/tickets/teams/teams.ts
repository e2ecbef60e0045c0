import { seesProject, standing, type TicketFacts, worksInProject } from '#access';
import type { Team, TeamDraft, TeamMembership } from '#contract/teams.ts';
import { MOST_MEMBERS, MOST_TEAMS } from '#contract/words.ts';
import { lockPromises, reviseWaits } from '#conversation';
import { type Rows, recordTeamEvent, recordThing, removeThing } from '#events';
import { findUser, holdAccess, holdUser, withoutOrphans } from '#people';
import { type Actor, Failure, fold, isDeveloper, type Work } from '#platform';
import { recordAudit } from '#settings';
import { settleProjects } from '../projects/settling.ts';
import { type StoredMember, type StoredTeam, TeamStore } from '../team-store.ts';
import { TicketStore } from '../ticket-store.ts';
import { isManagedBySignIn } from './team-sign-in.ts';

function viewTeam({ id, name, created_at }: StoredTeam, members: readonly StoredMember[], actor: Actor): Team {
  if (!isDeveloper(actor)) return { id, name };
  const seen = members.map(({ user_id, name, role, is_lead, via }) => {
    return { user_id, name, role, is_lead: is_lead === 1, via };
  });
  return { id, name, created_at, members: seen };
}

const thingOf = ({ id, name }: Pick<StoredTeam, 'id' | 'name'>) => ({ type: 'team', id, name });

/** Every team, by name: for developers with their people. */
export async function listTeams(work: Work): Promise<Team[]> {
  const teams = await work.of(TeamStore).list();
  const members = isDeveloper(work.actor) ? await work.of(TeamStore).members() : [];
  const byTeam = Map.groupBy(members, ({ team_id }) => team_id);
  return teams.map((team) => viewTeam(team, byTeam.get(team.id) ?? [], work.actor));
}

/** @throws Failure `team_not_found`. */
export async function showTeam(work: Work, id: string): Promise<Team> {
  const team = await work.of(TeamStore).find(id);
  if (team === undefined) throw new Failure('team_not_found');
  return viewTeam(team, await work.of(TeamStore).membersOf(id), work.actor);
}

/** @throws Failure `team_exists` for a name that another team has, whatever its case. */
async function refuseUsedName(work: Work, name: string, own: string | null): Promise<void> {
  const id = await work.of(TeamStore).idOf(fold(name));
  if (id !== undefined && id !== own) throw new Failure('team_exists', { facts: { id } });
}

/** Makes a team, which the caller leads. @throws Failure `team_exists`, `limit_reached`. */
export async function addTeam(work: Work, { name }: TeamDraft): Promise<Team> {
  await holdAccess(work);
  await refuseUsedName(work, name, null);
  if ((await work.of(TeamStore).count()) >= MOST_TEAMS) throw new Failure('limit_reached');
  const team = { id: work.newId(), name, created_at: work.now };
  await work.of(TeamStore).add({ ...team, folded_name: fold(name) });
  await work.of(TeamStore).put({ team_id: team.id, user_id: work.actor.id, is_lead: true, via: 'hand' });
  recordThing(work, thingOf(team), null, team);
  await recordCreation(work, team);
  return showTeam(work, team.id);
}

async function recordCreation(work: Work, { id, name }: Pick<StoredTeam, 'id' | 'name'>): Promise<void> {
  await recordTeamEvent(work, { type: 'team', id }, 'team.created', { team_id: id, name });
  await recordAudit(work, 'team.created', id, {});
}

const isLead = ({ is_lead, is_active, role }: StoredMember): boolean =>
  is_lead === 1 && is_active === 1 && role === 'developer';

/**
 * Holds a team that the caller may change: who leads it, or while nobody does any developer who works in all its projects
 * and opens their restricted tickets, as its leads will. Others take a sealed one over, with a reason.
 *
 * @throws Failure `team_not_found`, `forbidden`.
 */
async function holdLedTeam(work: Work, id: string): Promise<StoredTeam> {
  await holdAccess(work);
  const team = await work.of(TeamStore).hold(id);
  if (team === undefined) throw new Failure('team_not_found');
  const leads = (await work.of(TeamStore).membersOf(id)).filter(isLead);
  if (leads.length > 0 && !leads.some(({ user_id }) => user_id === work.actor.id))
    throw new Failure('forbidden', { message: 'Only who leads this team changes it; ask one of them.' });
  const projects = leads.length > 0 ? [] : await work.of(TeamStore).projectsOf({ team: id });
  const restricted = projects.map((project) => work.of(TicketStore).restrictedIn({ project: project.id }));
  const opens = (ticket: TicketFacts) => standing(work.actor, ticket) !== 'none';
  if (
    !projects.every((project) => worksInProject(work.actor, project.id)) ||
    !(await Promise.all(restricted)).flat().every(opens)
  )
    throw new Failure('forbidden', { message: 'This team sees more than you do. Who sees that changes the team.' });
  return team;
}

const recordChange = async (
  work: Work,
  { id, name }: StoredTeam,
  details: { user_id?: string } = {},
): Promise<void> => {
  await recordTeamEvent(work, { type: 'team', id }, 'team.changed', { team_id: id, name });
  await recordAudit(work, 'team.changed', id, details);
};

/** Renames a team. @throws Failure `team_not_found`, `forbidden`, `team_exists`. */
export async function changeTeam(work: Work, id: string, { name }: TeamDraft): Promise<Team> {
  const team = await holdLedTeam(work, id);
  if (name !== team.name) {
    await refuseUsedName(work, name, id);
    await work.of(TeamStore).change(id, { name, folded_name: fold(name) });
    recordThing(work, thingOf(team), team, { name });
    await recordChange(work, { ...team, name });
  }
  return showTeam(work, id);
}

/** Removes a team that no project names. @throws Failure `team_not_found`, `forbidden`, `team_in_use`. */
export async function removeTeam(work: Work, id: string): Promise<void> {
  await lockPromises(work);
  const team = await holdLedTeam(work, id);
  const projects = await work.of(TeamStore).projectsOf({ team: id });
  const seen = projects.filter(({ id: project }) => seesProject(work.actor, project));
  const names = seen.map(({ name }) => name);
  const message = { message: `${names.join(', ')}: take the team out of them first.` };
  if (projects.length > 0)
    throw new Failure('team_in_use', {
      facts: { projects: names },
      ...(names.length < projects.length ? {} : message),
    });
  const parts = { teams: 'id', team_members: 'team_id', answer_targets: 'team_id' } as const;
  await removeThing(work, thingOf(team), parts, { tickets: 'team_id' });
  await reviseWaits(work);
  await recordTeamEvent(work, { type: 'team', id }, 'team.deleted', { team_id: id, name: team.name });
  await recordAudit(work, 'team.deleted', id, {});
}

/** Permits somebody who led a team to bring it back. @throws Failure `forbidden`, `team_exists`, `limit_reached`. */
export async function permitTeam(work: Work, { teams: [team] = [], team_members: members = [] }: Rows): Promise<void> {
  await lockPromises(work);
  await holdAccess(work);
  const leads = members.filter(({ is_lead }) => is_lead === 1);
  if (team === undefined || (leads.length > 0 && !leads.some(({ user_id }) => user_id === work.actor.id)))
    throw new Failure('forbidden');
  await refuseUsedName(work, team.name, null);
  if ((await work.of(TeamStore).count()) >= MOST_TEAMS) throw new Failure('limit_reached');
}

/** Settles a team that is back. */
export async function followTeam(work: Work, { teams = [] }: Rows): Promise<void> {
  for (const team of teams) await recordCreation(work, team);
  await reviseWaits(work);
}

/** The field of lines that say of a team who is in it. */
export const memberField = (user: string): string => `members.${user}`;

/** @throws Failure `managed_by_sign_in` when the directory has put the person there and still decides it. */
async function refuseManaged(work: Work, team: StoredTeam, member: StoredMember | undefined): Promise<void> {
  if (member?.via === 'sign_in' && (await isManagedBySignIn(work, team))) throw new Failure('managed_by_sign_in');
}

/**
 * Puts somebody into a team, or changes whether they lead it.
 *
 * @throws Failure `team_not_found`, `forbidden`, `user_not_found`, `cannot_be_added`, `cannot_lead`, `limit_reached`,
 * `would_be_orphaned`, `managed_by_sign_in`.
 */
export async function putTeamMember(
  work: Work,
  id: string,
  userId: string,
  { is_lead = false }: TeamMembership,
): Promise<void> {
  const team = await holdLedTeam(work, id);
  const person = await holdUser(work, userId);
  if (person === undefined) throw new Failure('user_not_found');
  if (person.is_active === 0) throw new Failure('cannot_be_added');
  if (is_lead && !isDeveloper(person)) throw new Failure('cannot_lead');
  const members = await work.of(TeamStore).membersOf(id);
  const before = members.find(({ user_id }) => user_id === userId);
  if (before === undefined && members.length >= MOST_MEMBERS) throw new Failure('limit_reached');
  await refuseManaged(work, team, before);
  if (before !== undefined && (before.is_lead === 1) === is_lead) return;
  await withoutOrphans(work, () => work.of(TeamStore).put({ team_id: id, user_id: userId, is_lead, via: 'hand' }));
  recordMember(work, team, before, { user_id: userId, is_lead });
  await recordChange(work, team, { user_id: userId });
}

/** Takes somebody out of a team, if they are in it. @throws Failure `team_not_found`, `forbidden`, `would_be_orphaned`, `managed_by_sign_in`. */
export async function removeTeamMember(work: Work, id: string, userId: string): Promise<void> {
  const team = await holdLedTeam(work, id);
  if ((await findUser(work, userId)) === undefined) throw new Failure('user_not_found');
  const members = await work.of(TeamStore).membersOf(id);
  const before = members.find(({ user_id }) => user_id === userId);
  await refuseManaged(work, team, before);
  recordMember(work, team, before, null);
  if (!(await withoutOrphans(work, () => work.of(TeamStore).takeOut({ team_id: id, user_id: userId })))) return;
  await settleProjects(work, await work.of(TeamStore).projectsOf({ team: id }), 'people');
  await recordChange(work, team, { user_id: userId });
}

function recordMember(work: Work, team: StoredTeam, before: StoredMember | undefined, after: Member | null): void {
  const field = memberField(before?.user_id ?? after?.user_id ?? '');
  const old = before === undefined ? null : { is_lead: before.is_lead === 1 };
  recordThing(work, thingOf(team), { [field]: old }, { [field]: after && { is_lead: after.is_lead } });
}

interface Member {
  readonly user_id: string;
  readonly is_lead: boolean;
}
