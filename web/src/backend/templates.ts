import { queryOptions } from '@tanstack/react-query'
import { get, write } from './client.ts'
import type { Category, Priority } from './tickets.ts'

export interface TicketTemplate {
  id: string
  name: string
  project_id: string | null
  category: Category
  urgency_reporter: Priority
  title_template: string
  description_template: string
  checklist_items: string[]
  is_active: boolean
}
export type TemplateDraft = Omit<TicketTemplate, 'id'>

export const templatesQuery = queryOptions({
  queryKey: ['templates'],
  queryFn: ({ signal }) => get<TicketTemplate[]>('/ticket-templates', {}, signal),
  staleTime: 60_000,
})

export const createTemplate = (draft: TemplateDraft) =>
  write<TicketTemplate>('POST', '/ticket-templates', { json: draft })
export const changeTemplate = (id: string, change: Partial<TemplateDraft>) =>
  write<TicketTemplate>('PATCH', `/ticket-templates/${id}`, { json: change })
export const deleteTemplate = (id: string) => write<void>('DELETE', `/ticket-templates/${id}`)
