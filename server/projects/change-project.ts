import type { ProjectChange } from '../../contract/projects.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import type { StoredProject } from './project-store.ts';

/** @throws Failure `project_not_found`. */
export async function changeProject(work: Work, id: string, change: ProjectChange): Promise<StoredProject> {
  if (!(await work.projects.hold(id))) throw new Failure('project_not_found');
  await work.projects.change(id, change.description === '' ? { ...change, description: null } : change);
  return (await work.projects.find(id)) as StoredProject;
}
