import type { Actor } from '../actor.ts';
import { Failure } from '../failure.ts';
import type { StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';
import type { StoredProject } from './project-store.ts';

/** @throws Failure `project_not_found`. */
export async function findProject(work: Work<Actor>, id: string): Promise<StoredProject> {
  const project = await work.projects.find(id);
  if (project === undefined) throw new Failure('project_not_found');
  return project;
}

/** @throws Failure `project_not_found`; `file_not_found` for a project without an icon. */
export async function findIcon(work: Work<Actor>, id: string): Promise<StoredPicture> {
  const { icon_filename: filename, icon_type: type } = await findProject(work, id);
  if (filename === null || type === null) throw new Failure('file_not_found');
  return { filename, type };
}
