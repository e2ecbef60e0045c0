import { isHidden, isSealedProject, permitBelongings, seesProject } from '#access';
import type { Project, ProjectChange, ProjectDraft, ReportProject } from '#contract/projects.ts';
import { recordTeamEvent, recordThing, setFileAside } from '#events';
import { unshareProject } from '#memory';
import { withoutOrphans } from '#people';
import {
  type Actor,
  DAY,
  Failure,
  type Instant,
  invalidField,
  pick,
  type StoredPicture,
  shifted,
  type Work,
} from '#platform';
import { recordAudit } from '#settings';
import { ProjectStore, type ProjectTeam, type StoredProject } from '../project-store.ts';
import { TeamStore } from '../team-store.ts';
import { projectIconUrl } from '../ticket.ts';
import { revealing } from './revealing.ts';
import { settleProjects } from './settling.ts';

/** @throws Failure `project_not_found`. */
export async function findProject(work: Work<Actor>, id: string): Promise<StoredProject> {
  const project = await work.of(ProjectStore).find(id, work.actor);
  if (project === undefined) throw new Failure('project_not_found');
  return project;
}

/** @throws Failure `project_not_found`, also for a sealed one that the caller does not see; `forbidden`. */
export function permitChanging({ actor }: Work, id: string): void {
  if (!seesProject(actor, id)) throw new Failure('project_not_found');
  permitBelongings(actor, id);
}

export const projectThing = ({ id, name }: Pick<StoredProject, 'id' | 'name'>) => ({
  type: 'project',
  id,
  name,
  projectId: id,
});

/** Gives a project this icon, or none. The one before is kept, as an undo may bring it back. @throws Failure `project_not_found`, `forbidden`. */
export async function changeIcon(work: Work, id: string, picture: StoredPicture | null): Promise<void> {
  permitChanging(work, id);
  const before = await work.of(ProjectStore).hold(id);
  if (before === undefined) throw new Failure('project_not_found');
  const { icon_filename: filename, icon_type: type } = before;
  if (filename === null && picture === null) return;
  await work
    .of(ProjectStore)
    .change(id, { icon_filename: picture?.filename ?? null, icon_type: picture?.type ?? null });
  const keptId = filename && (await setFileAside(work, 'projects.icon_filename', filename));
  const [old, icon] = [filename, picture?.filename ?? null].map((name) => projectIconUrl(id, name));
  const line = { thing: projectThing(before), projectId: id, field: 'icon', old, new: icon };
  work.lines.push({ ...line, before: { picture: filename && { filename, type, keptId } } });
}

/** How long a project shows that somebody took it over. */
const TAKE_OVER_SHOWN = 90 * DAY;

/** Shows a project to somebody who sees it. @param teams of any projects. */
export function viewProject(project: StoredProject, teams: readonly ProjectTeam[], now: Instant): Project {
  const { taken_over_by: by, taken_over_name: name, taken_over_reason: reason, taken_over_at: at } = project;
  const isTakenOver = by !== null && at !== null && at > shifted(now, -TAKE_OVER_SHOWN);
  return {
    id: project.id,
    name: project.name,
    description: project.description,
    color: project.color,
    icon_url: projectIconUrl(project.id, project.icon_filename),
    open_tickets: project.open_tickets,
    created_at: project.created_at,
    sealed: isSealedProject(project),
    reports: project.reports,
    teams: teams
      .filter(({ project_id }) => project_id === project.id)
      .map(({ team_id, level }) => ({ team_id, level })),
    mail_subject: project.mail_subject,
    taken_over: isTakenOver ? { user_id: by, name: name ?? '', reason: reason ?? '', at } : null,
  };
}

/** Shows one project that the caller has just read or changed. */
export const showProject = async (work: Work, project: StoredProject): Promise<Project> =>
  viewProject(project, await work.of(ProjectStore).teamsOf(project.id), work.now);

/** The projects that the caller sees, and of others what they need for reporting into them; newest first. */
export async function showProjects(work: Work): Promise<(Project | ReportProject)[]> {
  const projects = await work.of(ProjectStore).list(work.actor);
  const teams = work.actor.sight.projects.size === 0 ? [] : await work.of(ProjectStore).teams();
  return projects.flatMap((project): (Project | ReportProject)[] => {
    if (seesProject(work.actor, project.id)) return [viewProject(project, teams, work.now)];
    if (isHidden(work.actor, project.id)) return [];
    const { id, name, reports } = project;
    const read_by = teams.filter(({ project_id }) => project_id === id).map((team) => team.name);
    return [{ id, name, sealed: true, reports, read_by }];
  });
}

/** The sealed projects that the caller does not see, by name, to be taken over. */
export const listSealedProjects = async (work: Work): Promise<{ id: string; name: string }[]> =>
  (await work.of(ProjectStore).list(work.actor))
    .filter(({ id }) => !seesProject(work.actor, id))
    .map(({ id, name }) => ({ id, name }))
    .sort((a, b) => a.name.localeCompare(b.name));

const GREY = '#6B7280';

/** Adds a project. @throws Failure `team_not_found` (400), `validation_error`, `would_be_orphaned`. */
export async function addProject(work: Work, { teams = [], ...draft }: ProjectDraft): Promise<StoredProject> {
  const project = {
    id: work.newId(),
    name: draft.name,
    description: draft.description || null,
    color: draft.color ?? GREY,
    icon_filename: null,
    icon_type: null,
    created_at: work.now,
  };
  const { sealed = false, reports = 'everyone', mail_subject = 'title' } = draft;
  await refuseTeams(work, teams);
  const add = async () => {
    await work.of(ProjectStore).add(project);
    await work.of(ProjectStore).change(project.id, { sealed, reports, mail_subject });
    await work.of(ProjectStore).setTeams(project.id, teams);
  };
  if (sealed) await withoutOrphans(work, add);
  else await add();
  recordThing(work, projectThing(project), null, project);
  if (sealed || teams.length > 0) await recordAccess(work, project.id, ['sealed', 'teams']);
  return findProject(work, project.id);
}

type Teams = NonNullable<ProjectDraft['teams']>;

/** @throws Failure `team_not_found` (400); `validation_error` for a team that is named twice. */
async function refuseTeams(work: Work, teams: Teams): Promise<void> {
  if (new Set(teams.map(({ team_id }) => team_id)).size < teams.length)
    throw invalidField('teams', 'uniqueItems', 'Name each team once.');
  for (const { team_id } of teams)
    if ((await work.of(TeamStore).hold(team_id)) === undefined) throw new Failure('team_not_found', { inBody: true });
}

/** Records who sees a project now. @param names what of it changed. */
export async function recordAccess(work: Work, id: string, names: string[]): Promise<void> {
  const project = await findProject(work, id);
  const teams = (await work.of(ProjectStore).teamsOf(id)).map(({ team_id, level }) => ({ team_id, level }));
  const payload = { project_id: id, sealed: isSealedProject(project), reports: project.reports, teams };
  await recordTeamEvent(work, { type: 'project', id }, 'project.access_changed', payload);
  await recordAudit(work, 'project.access_changed', id, { names });
}

/**
 * Changes a project. Who loses sight of its tickets is taken off them (docs/rules/access.md#who-loses-sight), and its answers
 * are its teams' alone once it is sealed.
 *
 * @throws Failure `project_not_found`, `forbidden`, `team_not_found` (400), `would_be_orphaned`, `would_reveal`,
 * `internal_words`.
 */
export async function changeProject(
  work: Work,
  id: string,
  { confirm, teams, ...change }: ProjectChange,
): Promise<StoredProject> {
  if (!(await work.of(ProjectStore).share({ id }))) throw new Failure('project_not_found');
  permitChanging(work, id);
  const before = await findProject(work, id);
  const former = await work.of(ProjectStore).teamsOf(id);
  const shown = viewProject(before, former, work.now);
  const names = changedAccess(before, former, { ...change, teams });
  const store = async () => {
    const set = change.description === '' ? { ...change, description: null } : change;
    if (Object.keys(set).length > 0) await work.of(ProjectStore).change(id, set);
    if (teams !== undefined) await work.of(ProjectStore).setTeams(id, teams);
  };
  if (names.length === 0) await store();
  else {
    await refuseTeams(work, teams ?? []);
    await revealing(work, id, confirm === true, () => withoutOrphans(work, store));
    if (change.sealed && names.includes('sealed')) await unshareProject(work, id);
    await settleProjects(work, [{ id }], names.includes('sealed') ? 'words' : 'people');
    await recordAccess(work, id, names);
  }
  const after = (await work.of(ProjectStore).find(id, work.actor)) as StoredProject;
  const now = viewProject(after, await work.of(ProjectStore).teamsOf(id), work.now);
  recordThing(work, projectThing(after), shown, pick(now, ...WRITABLE));
  return after;
}

const WRITABLE = ['name', 'description', 'color', 'sealed', 'reports', 'teams', 'mail_subject'] as const;

const textOf = (teams: readonly Pick<ProjectTeam, 'team_id' | 'level'>[]): string =>
  teams
    .map(({ team_id, level }) => `${team_id} ${level}`)
    .sort()
    .join();

/** The parts of a change that decide who sees the project. */
const changedAccess = (
  before: StoredProject,
  former: readonly ProjectTeam[],
  { sealed, reports, teams }: Pick<ProjectChange, 'sealed' | 'reports'> & { teams: Teams | undefined },
): string[] => [
  ...(sealed !== undefined && sealed !== isSealedProject(before) ? ['sealed'] : []),
  ...(reports !== undefined && reports !== before.reports ? ['reports'] : []),
  ...(teams !== undefined && textOf(teams) !== textOf(former) ? ['teams'] : []),
];
