import { isDeepStrictEqual } from 'node:util'
import type { TemplateChange, TicketTemplate } from '../../contract/templates.ts'
import { Failure } from '../failure.ts'
import { refuseUnknownProject } from '../tickets/open-ticket.ts'
import type { Work } from '../work.ts'
import type { StoredTemplate } from './template-store.ts'
import { viewTemplate } from './template-view.ts'

/** @throws Failure `ticket_template_not_found`, `project_not_found` (400). */
export async function changeTemplate(work: Work, id: string, wish: TemplateChange): Promise<TicketTemplate> {
  found(await work.templates.find(id))
  // The project is held before its templates, in the order in which its removal holds them.
  await refuseUnknownProject(work, wish.project_id)
  const template = viewTemplate(found(await work.templates.hold(id)))
  const { checklist_items: items, ...fields } = differing(template, wish)
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

const differing = (template: TicketTemplate, wish: TemplateChange): TemplateChange =>
  Object.fromEntries(
    Object.entries(wish).filter(([field, value]) => !isDeepStrictEqual(template[field as keyof TicketTemplate], value)),
  )
