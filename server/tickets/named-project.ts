import { permitBelongings, seesProject } from '#access';
import { Failure, type Work } from '#platform';
import { ProjectStore } from './project-store.ts';

/**
 * Holds the project, if any, to which a field, a label or a template is to belong.
 *
 * @param inBody whether a body names it: then an unknown one is answered 400.
 * @throws Failure `project_not_found`, also for one that the caller does not see; `forbidden`.
 */
export async function holdNamedProject(work: Work, id: string | null | undefined, inBody: boolean): Promise<void> {
  if (!id) return;
  if (!seesProject(work.actor, id) || !(await work.of(ProjectStore).share({ id })))
    throw new Failure('project_not_found', { inBody });
  permitBelongings(work.actor, id);
}
