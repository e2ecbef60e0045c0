import { isDeepStrictEqual } from 'node:util'
import type { TemplateChange, TicketTemplate } from '../../contract/templates.ts'
import { Failure } from '../failure.ts'
import { refuseUnknownProject } from '../tickets/open-ticket.ts'
import type { Work } from '../work.ts'
import type { StoredTemplate } from './template-store.ts'
import { viewTemplate } from './template-view.ts'

/** @throws Failure `ticket_template_not_found`, `project_not_found` (400). */
export async function changeTemplate(work: Work, id: string, changes: TemplateChange): Promise<TicketTemplate> {
  found(await work.templates.find(id))
  // Hold the project before the template, in the order in which `removeProject` holds them.
  await refuseUnknownProject(work, changes.project_id)
  const template = viewTemplate(found(await work.templates.hold(id)))
  const { checklist_items: items, ...fields } = differing(template, changes)
  if (items === undefined && Object.keys(fields).length === 0) return template
  const steps = items === undefined ? {} : { checklist_items: JSON.stringify(items) }
  await work.templates.change(id, { ...fields, ...steps, updated_at: work.now })
  return viewTemplate(found(await work.templates.find(id)))
}

/** @throws Failure `ticket_template_not_found`. */
export async function removeTemplate(work: Work, id: string): Promise<void> {
  if (!(await work.templates.remove(id))) throw new Failure('ticket_template_not_found')
}

function found(template: StoredTemplate | undefined): StoredTemplate {
  if (template === undefined) throw new Failure('ticket_template_not_found')
  return template
}

const differing = (template: TicketTemplate, changes: TemplateChange): TemplateChange =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => !isDeepStrictEqual(template[field as keyof TicketTemplate], value),
    ),
  )
