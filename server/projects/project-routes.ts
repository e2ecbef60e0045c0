import { Type } from 'typebox';
import { Project, ProjectChange, ProjectDraft } from '../../contract/projects.ts';
import { IdPath, LONG_PAGE_SIZE, LongPageFilter } from '../../contract/scalars.ts';
import { NoContent, operation } from '../http/operation.ts';
import { pageOf } from '../http/pages.ts';
import type { Routes } from '../http/routes.ts';
import type { PictureStore } from '../pictures/picture-store.ts';
import { ticketScope } from '../visibility.ts';
import { addProject } from './add-project.ts';
import { changeProject } from './change-project.ts';
import { viewProject } from './project-view.ts';
import { removeProject } from './remove-project.ts';

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
      const projects = await request.read((work) => work.projects.list(ticketScope(work.actor)));
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
