import { queryOptions } from '@tanstack/react-query';
import type { Project, ProjectChange, ProjectDraft, ReportProject } from '../../../contract/projects.ts';
import { formWith, getAll, write } from './client.ts';

export type { Project, ProjectChange, ProjectDraft };

/** A project that one sees, or one into which one may only report. */
export type AnyProject = Project | ReportProject;

export const byName = (projects: AnyProject[]) => projects.toSorted((a, b) => a.name.localeCompare(b.name));

const isSeen = (project: AnyProject): project is Project => 'teams' in project;

/** Every project into which one may report. */
export const everyProjectQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => byName(await getAll('/projects', { limit: 500 }, signal)),
  staleTime: 60_000,
});

/** The projects that one sees. */
export const projectsQuery = queryOptions({
  ...everyProjectQuery,
  select: (projects: AnyProject[]) => projects.filter(isSeen),
});

export const createProject = (draft: ProjectDraft) => write('POST', '/projects', { json: draft });
export const changeProject = (id: string, change: ProjectChange) => write('PATCH', `/projects/${id}`, { json: change });
/** @param confirm whether people may gain sight by it: tickets of a sealed project become open. */
export const deleteProject = (id: string, confirm: boolean) =>
  write('DELETE', `/projects/${id}`, confirm ? { query: { confirm: '1' } } : {});
export const uploadProjectIcon = (id: string, file: File) =>
  write('POST', `/projects/${id}/icon`, { form: formWith('icon', file) });
export const removeProjectIcon = (id: string) => write('DELETE', `/projects/${id}/icon`);
