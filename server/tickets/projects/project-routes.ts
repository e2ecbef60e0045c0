import { Type } from 'typebox';
import { isSealedProject, seesProject } from '#access';
import {
  Project,
  ProjectChange,
  ProjectDraft,
  ProjectRemoval,
  ReportProject,
  SealedProject,
  TakeOver,
} from '#contract/projects.ts';
import { IdPath, LongPageFilter } from '#contract/scalars.ts';
import { LONG_PAGE_SIZE } from '#contract/words.ts';
import { pictureKind } from '#people/serving';
import { Failure, pageOf } from '#platform';
import { NoContent, operation, plainJson, type Routes } from '#platform/serving';
import {
  addProject,
  changeIcon,
  changeProject,
  findProject,
  listSealedProjects,
  permitChanging,
  showProject,
  showProjects,
} from './projects.ts';
import { removeProject } from './remove-project.ts';
import { takeOverProject } from './take-over.ts';

const UNKNOWN_TEAM = new Failure('team_not_found', { inBody: true });

const tag = 'Projects';
const administers = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  operationId: 'listProjects',
  summary: 'List projects, newest first',
  tag,
  access: 'signed-in',
  scope: 'read',
  query: LongPageFilter,
  answers: { 200: Type.Array(Type.Union([Project, ReportProject])) },
});

const adding = operation({
  ...administers,
  operationId: 'addProject',
  summary: 'Add a project',
  body: ProjectDraft,
  answers: { 201: Project },
  refuses: ['too_many_requests', UNKNOWN_TEAM, 'would_be_orphaned'],
});

const changing = operation({
  ...administers,
  operationId: 'changeProject',
  summary: 'Change a project',
  params: IdPath,
  body: ProjectChange,
  answers: { 200: Project },
  refuses: [
    ...(['too_many_requests', 'forbidden', 'project_not_found', UNKNOWN_TEAM] as const),
    ...(['would_be_orphaned', 'would_reveal', 'internal_words'] as const),
  ],
});

const removing = operation({
  ...administers,
  operationId: 'removeProject',
  summary: 'Remove a project; its tickets stay and lose it',
  params: IdPath,
  query: ProjectRemoval,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'forbidden', 'project_not_found', 'would_be_orphaned', 'would_reveal'],
});

const sealed = operation({
  operationId: 'listSealedProjects',
  summary: 'List the sealed projects that you do not see, which you may take over',
  tag,
  access: 'developer',
  scope: 'read',
  answers: { 200: Type.Array(SealedProject) },
});

const takingOver = operation({
  ...administers,
  operationId: 'takeOverProject',
  summary: 'Become a lead of a sealed project; everybody in its teams is told',
  params: IdPath,
  body: TakeOver,
  answers: { 200: Project },
  refuses: ['too_many_requests', 'project_not_found'],
});

export async function projectRoutes(routes: Routes): Promise<void> {
  routes.get('/api/projects', { ...listing, ...plainJson }, async (request, reply) => {
    return pageOf(request, reply, await request.read(showProjects), LONG_PAGE_SIZE);
  });

  routes.get('/api/projects/sealed', sealed, (request) => request.read(listSealedProjects));

  routes.post('/api/projects/:id/take-over', takingOver, (request) =>
    request.write(async (work) =>
      showProject(work, await takeOverProject(work, request.params.id, request.body.reason)),
    ),
  );

  routes.post('/api/projects', adding, (request) =>
    request.write(async (work) => showProject(work, await addProject(work, request.body))),
  );

  routes.patch('/api/projects/:id', changing, (request) =>
    request.write(async (work) => {
      const project = await changeProject(work, request.params.id, request.body);
      return showProject(work, project);
    }),
  );

  routes.delete('/api/projects/:id', removing, (request) =>
    request.write((work) => removeProject(work, request.params.id, request.query.confirm === '1')),
  );
}

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
  async permit(work, { id }) {
    await findProject(work, id);
    permitChanging(work, id);
  },
  async change(work, { id }, picture) {
    await changeIcon(work, id, picture);
    return { owner: await showProject(work, await findProject(work, id)), replaced: null };
  },
  /** @throws Failure `project_not_found`, also for a sealed one that the caller does not see; `file_not_found` for one without an icon. */
  async find(work, { id }) {
    const project = await findProject(work, id);
    const { icon_filename: filename, icon_type: type } = project;
    const isPrivate = isSealedProject(project);
    if (isPrivate && (work.actor === null || !seesProject(work.actor, id))) throw new Failure('project_not_found');
    if (filename === null || type === null) throw new Failure('file_not_found');
    return { filename, type, isPrivate };
  },
});
