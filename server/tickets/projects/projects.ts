import { Project, type ProjectChange, type ProjectDraft } from '#contract/projects.ts';
import { IdPath } from '#contract/scalars.ts';
import { recordEvent } from '#events';
import { pictureKind } from '#people';
import { type Actor, Failure, type Replacement, type StoredPicture, type Work } from '#platform';
import { HistoryStore } from '../history-store.ts';
import { TemplateStore } from '../templates/template-store.ts';
import { projectIconUrl } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { ProjectStore, type StoredProject } from './project-store.ts';

/** @throws Failure `project_not_found`. */
export async function findProject(work: Work<Actor>, id: string): Promise<StoredProject> {
  const project = await work.of(ProjectStore).find(id);
  if (project === undefined) throw new Failure('project_not_found');
  return project;
}

/** @throws Failure `project_not_found`; `file_not_found` for a project without an icon. */
export async function findIcon(work: Work<Actor>, id: string): Promise<StoredPicture> {
  const { icon_filename: filename, icon_type: type } = await findProject(work, id);
  if (filename === null || type === null) throw new Failure('file_not_found');
  return { filename, type };
}

/** Gives a project this icon, or none. @throws Failure `project_not_found`. */
export async function changeIcon(
  work: Work,
  id: string,
  picture: StoredPicture | null,
): Promise<Replacement & { project: StoredProject }> {
  const before = await work.of(ProjectStore).holdAlone(id);
  if (before === undefined) throw new Failure('project_not_found');
  const replaced = before.icon_filename;
  const change = { icon_filename: picture?.filename ?? null, icon_type: picture?.type ?? null };
  if (replaced !== null || picture !== null) await work.of(ProjectStore).change(id, change);
  return { project: await findProject(work, id), replaced };
}

export const viewProject = ({ icon_filename: icon, icon_type: _, ...project }: StoredProject): Project => ({
  ...project,
  icon_url: projectIconUrl(project.id, icon),
});

const path = '/api/projects/:id/icon';

/** A project's picture. */
export const icon = pictureKind({
  part: 'icon',
  tag: 'Projects',
  access: 'developer',
  scope: 'admin',
  changedAt: { path, params: IdPath },
  shownAt: { path, params: IdPath, isVersioned: true },
  ids: { put: 'putProjectIcon', show: 'getProjectIcon', remove: 'removeProjectIcon' },
  summaries: {
    put: 'Give a project an icon, in the place of the one before',
    show: "Show a project's icon",
    remove: "Remove a project's icon",
  },
  refuses: ['project_not_found'],
  owner: Project,
  refuseUnknown: (work, { id }) => findProject(work, id),
  async change(work, { id }, picture) {
    const { project, replaced } = await changeIcon(work, id, picture);
    return { owner: viewProject(project), replaced };
  },
  find: (work, { id }) => findIcon(work, id),
});

const GREY = '#6B7280';

export async function addProject(work: Work, draft: ProjectDraft): Promise<StoredProject> {
  const project = {
    id: work.newId(),
    name: draft.name,
    description: draft.description || null,
    color: draft.color ?? GREY,
    icon_filename: null,
    icon_type: null,
    created_at: work.now,
  };
  await work.of(ProjectStore).add(project);
  return { ...project, open_tickets: 0 };
}

/** @throws Failure `project_not_found`. */
export async function changeProject(work: Work, id: string, change: ProjectChange): Promise<StoredProject> {
  if (!(await work.of(ProjectStore).hold(id))) throw new Failure('project_not_found');
  await work.of(ProjectStore).change(id, change.description === '' ? { ...change, description: null } : change);
  return (await work.of(ProjectStore).find(id)) as StoredProject;
}

/**
 * Removes a project; its tickets stay and lose it (docs/rules/projects-and-templates.md#removing-a-project), each with
 * its history and its event, in one transaction. It switches the templates of the project off, for they would be
 * offered with every other project.
 *
 * @returns the icon that no project has any more.
 *
 * @throws Failure `project_not_found`.
 */
export async function removeProject(work: Work, id: string): Promise<Replacement> {
  const project = await work.of(ProjectStore).holdAlone(id);
  if (project === undefined) throw new Failure('project_not_found');
  for (const ticket of await work.of(TicketStore).detachFrom(id, work.now)) {
    await work.of(HistoryStore).add(work, ticket.id, [{ field: 'project_id', from: id, to: null }]);
    await recordEvent(work, ticket, 'ticket.updated', { changed: ['project_id'] });
  }
  await work.of(TemplateStore).retireThoseOf(id, work.now);
  await work.of(ProjectStore).remove(id);
  return { replaced: project.icon_filename };
}
