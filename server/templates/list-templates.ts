import type { TicketTemplate } from '../../contract/templates.ts'
import { readsInternals } from '../visibility.ts'
import type { Work } from '../work.ts'
import { viewTemplate } from './template-view.ts'

/** Lists the templates that the caller may use: developers, who write them, get all, everybody else the active ones. */
export async function listTemplates(work: Work, projectId: string | undefined): Promise<TicketTemplate[]> {
  const wanted = { activeOnly: !readsInternals(work.actor), projectId: projectId ?? null }
  return (await work.templates.list(wanted)).map(viewTemplate)
}
