import type { TemplateDraft } from '../contract/templates.ts';
import type { DemoProject } from './people.ts';

/** Templates for reports that come reopened and reopened, with steps to tick off before closing. */
export const TEMPLATES: readonly (Omit<TemplateDraft, 'project_id'> & { project: DemoProject })[] = [
  {
    name: 'New colleague',
    project: 'workplace',
    category: 'other',
    title_template: 'Workplace for ',
    description_template: 'Name and team:\nFirst day:\nDesk:\nPrograms that are needed:',
    checklist_items: ['Account made', 'Laptop handed over', 'Access card ordered'],
  },
  {
    name: 'Brak dostępu',
    project: 'intranet',
    category: 'question',
    title_template: 'Brak dostępu do ',
    description_template: 'Do czego:\nDla kogo:\nDo kiedy:',
    checklist_items: ['Zgoda kierownika', 'Uprawnienie nadane', 'Sprawdzone z osobą zgłaszającą'],
  },
];
