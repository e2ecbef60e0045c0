import type { TemplateDraft, TicketTemplate } from '../../contract/templates.ts'
import { refuseUnknownProject } from '../tickets/open-ticket.ts'
import type { Work } from '../work.ts'

/** @throws Failure `project_not_found` (400). */
export async function addTemplate(work: Work, draft: TemplateDraft): Promise<TicketTemplate> {
  await refuseUnknownProject(work, draft.project_id)
  const template = { ...BLANK, ...draft, id: work.newId(), created_at: work.now, updated_at: work.now }
  await work.templates.add({ ...template, checklist_items: JSON.stringify(template.checklist_items) })
  return template
}

const BLANK = {
  project_id: null,
  category: 'other',
  urgency_reporter: 'normal',
  title_template: '',
  description_template: '',
  checklist_items: [] as string[],
  is_active: true,
} as const
