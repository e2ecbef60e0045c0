import type { TicketTemplate } from '../../contract/templates.ts';
import type { StoredTemplate } from './template-store.ts';

export const viewTemplate = (template: StoredTemplate): TicketTemplate => ({
  ...template,
  checklist_items: JSON.parse(template.checklist_items) as string[],
  is_active: template.is_active === 1,
});
