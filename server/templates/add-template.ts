import type { TemplateDraft, TicketTemplate } from '../../contract/templates.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { showTemplate } from './list-templates.ts';

/** @throws Failure `project_not_found`. */
export async function addTemplate(work: Work, draft: TemplateDraft): Promise<TicketTemplate> {
  await holdTemplateProject(work, draft.project_id);
  const template = { ...BLANK, ...draft, id: work.newId(), created_at: work.now, updated_at: work.now };
  await work.templates.add({ ...template, checklist_items: JSON.stringify(template.checklist_items) });
  return showTemplate(work, template.id);
}

/** Holds the project that a template names, if any. @throws Failure `project_not_found`. */
export async function holdTemplateProject(work: Work, projectId: string | null | undefined): Promise<void> {
  if (projectId && !(await work.projects.hold(projectId))) throw new Failure('project_not_found');
}

const BLANK = {
  project_id: null,
  category: 'other',
  urgency_reporter: 'normal',
  title_template: '',
  description_template: '',
  checklist_items: [] as string[],
  is_active: true,
} as const;
