import { recordEvent } from '../events/record-event.ts';
import { Failure } from '../failure.ts';
import type { Replacement } from '../files/picture.ts';
import type { Work } from '../work.ts';

/**
 * Removes a project; its tickets stay and lose it (docs/rules/projects-and-templates.md#removing-a-project), each with
 * its history and its event, in one transaction. It switches the templates of the project off, for they would be
 * offered with every other project.
 *
 * @returns the icon that no project has any more.
 *
 * @throws Failure `project_not_found`.
 */
export async function removeProject(work: Work, id: string): Promise<Replacement> {
  const project = await work.projects.holdAlone(id);
  if (project === undefined) throw new Failure('project_not_found');
  for (const ticket of await work.tickets.detachFrom(id, work.now)) {
    await work.history.add(work, ticket.id, [{ field: 'project_id', from: id, to: null }]);
    await recordEvent(work, ticket, 'ticket.updated', { changed: ['project_id'] });
  }
  await work.templates.retireThoseOf(id, work.now);
  await work.projects.remove(id);
  return { replaced: project.icon_filename };
}
