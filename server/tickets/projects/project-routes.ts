import { Type } from 'typebox';
import { ticketScope } from '#access';
import { Project, ProjectChange, ProjectDraft } from '#contract/projects.ts';
import { IdPath, LONG_PAGE_SIZE, LongPageFilter } from '#contract/scalars.ts';
import type { PictureStore } from '#people';
import { NoContent, operation, pageOf, type Routes } from '#platform';
import { ProjectStore } from './project-store.ts';
import { addProject, changeProject, removeProject, viewProject } from './projects.ts';

const tag = 'Projects';

const listing = operation({
  operationId: 'listProjects',
  summary: 'List projects, newest first',
  tag,
  access: 'signed-in',
  scope: 'read',
  query: LongPageFilter,
  answers: { 200: Type.Array(Project) },
  refuses: [],
});

const adding = operation({
  operationId: 'addProject',
  summary: 'Add a project',
  tag,
  access: 'developer',
  scope: 'admin',
  body: ProjectDraft,
  answers: { 201: Project },
  refuses: ['too_many_requests'],
});

const changing = operation({
  operationId: 'changeProject',
  summary: 'Change a project',
  tag,
  access: 'developer',
  scope: 'admin',
  params: IdPath,
  body: ProjectChange,
  answers: { 200: Project },
  refuses: ['too_many_requests', 'project_not_found'],
});

const removing = operation({
  operationId: 'removeProject',
  summary: 'Remove a project; its tickets stay and lose it',
  tag,
  access: 'developer',
  scope: 'admin',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'project_not_found'],
});

export const projectRoutes =
  (pictures: PictureStore) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/projects', listing, async (request, reply) => {
      const projects = await request.read((work) => work.of(ProjectStore).list(ticketScope(work.actor)));
      return pageOf(request, reply, projects, LONG_PAGE_SIZE).map(viewProject);
    });

    routes.post('/api/projects', adding, async (request, reply) => {
      const project = await request.write((work) => addProject(work, request.body));
      reply.code(201);
      return viewProject(project);
    });

    routes.patch('/api/projects/:id', changing, async (request) =>
      viewProject(await request.write((work) => changeProject(work, request.params.id, request.body))),
    );

    routes.delete('/api/projects/:id', removing, async (request, reply) => {
      await pictures.replacing(() => request.write((work) => removeProject(work, request.params.id)));
      reply.code(204);
      return null;
    });
  };
