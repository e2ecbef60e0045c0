import { queryOptions } from '@tanstack/react-query';
import type { Project, ProjectChange, ProjectDraft } from '../../../contract/projects.ts';
import { getAll, write } from './client.ts';

export type { Project, ProjectChange, ProjectDraft };

export const byName = (projects: Project[]) => projects.toSorted((a, b) => a.name.localeCompare(b.name));

export const projectsQuery = queryOptions({
  queryKey: ['projects'],
  queryFn: async ({ signal }) => byName(await getAll<Project>('/projects', { limit: 500 }, signal)),
  staleTime: 60_000,
});

export const createProject = (draft: ProjectDraft) => write<Project>('POST', '/projects', { json: draft });
export const changeProject = (id: string, change: ProjectChange) =>
  write<Project>('PATCH', `/projects/${id}`, { json: change });
export const deleteProject = (id: string) => write<void>('DELETE', `/projects/${id}`);
export const uploadProjectIcon = (id: string, file: File) => {
  const form = new FormData();
  form.set('icon', file);
  return write<Project>('POST', `/projects/${id}/icon`, { form });
};
export const removeProjectIcon = (id: string) => write<void>('DELETE', `/projects/${id}/icon`);
