import { Project } from '../../contract/projects.ts';
import { IdPath } from '../../contract/scalars.ts';
import { changeIcon } from '../projects/change-icon.ts';
import { findIcon, findProject } from '../projects/find-project.ts';
import { viewProject } from '../projects/project-view.ts';
import { pictureKind } from './picture-kind.ts';

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
