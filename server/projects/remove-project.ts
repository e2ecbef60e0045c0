import { recordEvent } from '../events/record-event.ts'
import { Failure } from '../failure.ts'
import type { Replacement } from '../pictures/picture.ts'
import type { Work } from '../work.ts'

/**
 * Removes a project; its tickets stay and lose it (docs/rules/projects-and-templates.md#removing-a-project), each with
 * its history and its event, in one transaction. Its icon is left without an owner, and its templates are switched off:
 * they would be offered to everybody else.
 *
 * @throws Failure `project_not_found`.
 */
export async function removeProject(work: Work, id: string): Promise<Replacement> {
  const project = await work.projects.holdAlone(id)
  if (project === undefined) throw new Failure('project_not_found')
  for (const ticket of await work.tickets.detachFrom(id, work.now)) {
    await work.history.add(work, ticket.id, [{ field: 'project_id', from: id, to: null }])
    await recordEvent(work, ticket, 'ticket.updated', { changed: ['project_id'] })
  }
  await work.templates.retireThoseOf(id, work.now)
  await work.projects.remove(id)
  return { replaced: project.icon_filename }
}
