import { Failure } from '../failure.ts';
import type { Replacement, StoredPicture } from '../files/picture.ts';
import type { Work } from '../work.ts';
import { findProject } from './find-project.ts';
import type { StoredProject } from './project-store.ts';

/** Gives a project this icon, or none. @throws Failure `project_not_found`. */
export async function changeIcon(
  work: Work,
  id: string,
  picture: StoredPicture | null,
): Promise<Replacement & { project: StoredProject }> {
  const before = await work.projects.holdAlone(id);
  if (before === undefined) throw new Failure('project_not_found');
  const replaced = before.icon_filename;
  const change = { icon_filename: picture?.filename ?? null, icon_type: picture?.type ?? null };
  if (replaced !== null || picture !== null) await work.projects.change(id, change);
  return { project: await findProject(work, id), replaced };
}
