import { isSealedProject, leadsProject, withSight, worksByTeam } from '#access';
import { leaveProjectNotice } from '#conversation';
import { recordTeamEvent } from '#events';
import { findUserByEmail, holdAccess } from '#people';
import { type Actor, Failure, isDeveloper, type Work } from '#platform';
import { recordAudit } from '#settings';
import { ProjectStore, type StoredProject } from '../project-store.ts';
import { TeamStore } from '../team-store.ts';
import { findProject } from './projects.ts';

/**
 * Makes the caller a lead of a team that works in a sealed project, so that nothing is orphaned and nobody reads silently:
 * its people are told at once (docs/rules/access.md#taking-over).
 *
 * @throws Failure `project_not_found` for a project that is not sealed.
 */
export async function takeOverProject(work: Work, id: string, reason: string): Promise<StoredProject> {
  await holdAccess(work);
  const project = await findProject(work, id);
  if (!isSealedProject(project)) throw new Failure('project_not_found');
  const [here] = await withSight(work, [work.actor]);
  if (here !== undefined && leadsProject(here, id)) return project;
  const team = (await workingTeams(work, id))[0];
  if (team === undefined) throw new Failure('project_not_found');
  await makeLead(work, { project: id, team: team.team_id, person: work.actor.id, reason });
  return (await work.of(ProjectStore).find(id)) as StoredProject;
}

/** The words of the server's command line for a take-over. */
export interface TakeOverByCommand {
  /** The project's id or name. */
  readonly project: string;
  /** The developer who shall lead it. */
  readonly address: string;
  /** The name of one of its teams that work there; the first of them when it is null. */
  readonly team: string | null;
  readonly reason: string;
}

/**
 * Makes a developer a lead of a team that works in a sealed project, for whoever has the server: the one way out when nobody
 * who leads it is there any more (docs/rules/access.md#taking-over).
 *
 * @returns the names of project and team, and whether anything changed.
 *
 * @throws Failure `project_not_found`, `user_not_found`, `cannot_lead`, `team_not_found`.
 */
export async function takeOverByCommand(
  work: Work<null>,
  { project: named, address, team: teamName, reason }: TakeOverByCommand,
): Promise<{ project: string; team: string; isNew: boolean }> {
  await holdAccess(work);
  const project = await sealedProject(work, named);
  const person = await findUserByEmail(work, address);
  if (person === undefined) throw new Failure('user_not_found', { message: `Nobody has the address ${address}.` });
  if (!isDeveloper(person) || person.is_active === 0)
    throw new Failure('cannot_lead', { message: `${address} is no active developer.` });
  const teams = await workingTeams(work, project.id);
  const team = teams.find(({ name }) => teamName === null || name.toLowerCase() === teamName.toLowerCase());
  if (team === undefined) {
    const names = teams.map(({ name }) => name).join(', ');
    throw new Failure('team_not_found', { message: `The teams that work in ${project.name} are ${names}.` });
  }
  const members = await work.of(TeamStore).membersOf(team.team_id);
  const isNew = !members.some(({ user_id, is_lead }) => user_id === person.id && is_lead === 1);
  if (isNew) await makeLead(work, { project: project.id, team: team.team_id, person: person.id, reason });
  return { project: project.name, team: team.name, isNew };
}

/** @throws Failure `project_not_found`, also when several projects have the name. */
async function sealedProject(work: Work<null>, named: string): Promise<StoredProject> {
  const projects = (await work.of(ProjectStore).listAll()).filter(isSealedProject);
  const fitting = projects.filter(({ id, name }) => id === named || name.toLowerCase() === named.toLowerCase());
  const [project] = fitting;
  if (project === undefined) throw new Failure('project_not_found', { message: `No sealed project is “${named}”.` });
  if (fitting.length === 1) return project;
  const ids = fitting.map(({ id }) => id).join(', ');
  throw new Failure('project_not_found', { message: `Several projects have this name. Type the id of one: ${ids}.` });
}

const workingTeams = async (work: Work<Actor>, project: string) =>
  (await work.of(ProjectStore).teamsOf(project)).filter(worksByTeam);

interface NewLead {
  readonly project: string;
  readonly team: string;
  readonly person: string;
  readonly reason: string;
}

async function makeLead(work: Work<Actor>, { project: id, team, person, reason }: NewLead): Promise<void> {
  await work.of(TeamStore).put({ team_id: team, user_id: person, is_lead: true, via: 'hand' });
  const takenOver = { taken_over_by: person, taken_over_reason: reason, taken_over_at: work.now };
  await work.of(ProjectStore).change(id, takenOver);
  const payload = { project_id: id, user_id: person, reason };
  const event = await recordTeamEvent(work, { type: 'project', id }, 'project.taken_over', payload);
  work.lines.push({ thing: { type: 'project', id }, projectId: id, field: 'taken_over', isUndoable: false });
  await recordAudit(work, 'project.taken_over', id, { team_id: team, reason });
  await tellTakeOver(work, id, event);
}

async function tellTakeOver(work: Work<Actor>, project: string, event: string): Promise<void> {
  const people = new Set<string>();
  for (const { team_id } of await work.of(ProjectStore).teamsOf(project))
    for (const { user_id, is_active } of await work.of(TeamStore).membersOf(team_id))
      if (is_active === 1 && user_id !== work.actor?.id) people.add(user_id);
  for (const user_id of [...people].sort())
    await leaveProjectNotice(work, { user_id, reason: 'taken_over', event_id: event, project_id: project });
}
