import type { TemplateChange, TicketTemplate } from '../../../contract/templates.ts';
import { write } from './client.ts';
import { readQuery } from './queries.ts';

export type { TicketTemplate };
/** The fields of a template that a developer writes. */
export type TemplateFields = Omit<TicketTemplate, 'id' | 'project_name' | 'created_at' | 'updated_at'>;

export function draftOf(template: TicketTemplate): TemplateFields {
  const { id: _, project_name: __, created_at: ___, updated_at: ____, ...draft } = template;
  return draft;
}

export const templatesQuery = readQuery(
  ['templates'],
  '/ticket-templates',
  { include_inactive: '1' },
  { staleTime: 60_000 },
);

export const createTemplate = (draft: TemplateFields) => write('POST', '/ticket-templates', { json: draft });
export const changeTemplate = (id: string, change: TemplateChange) =>
  write('PATCH', `/ticket-templates/${id}`, { json: change });
export const deleteTemplate = (id: string) => write('DELETE', `/ticket-templates/${id}`);
