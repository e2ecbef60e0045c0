import type { TemplateFilter, TicketTemplate } from '../../contract/templates.ts';
import { Failure } from '../failure.ts';
import { readsInternals } from '../visibility.ts';
import type { Work } from '../work.ts';
import { viewTemplate } from './template-view.ts';

/**
 * Lists the active templates, and the others for a developer who asks for them.
 *
 * @throws Failure `project_not_found`.
 */
export async function listTemplates(work: Work, filter: TemplateFilter): Promise<TicketTemplate[]> {
  const { project_id: projectId = null, include_inactive: all } = filter;
  if (projectId !== null && (await work.projects.find(projectId)) === undefined) throw new Failure('project_not_found');
  const activeOnly = all !== '1' || !readsInternals(work.actor);
  return (await work.templates.list({ activeOnly, projectId })).map(viewTemplate);
}

/** Reads one template; an inactive one only for developers. @throws Failure `ticket_template_not_found`. */
export async function showTemplate(work: Work, id: string): Promise<TicketTemplate> {
  const template = await work.templates.find(id);
  if (template === undefined || (template.is_active === 0 && !readsInternals(work.actor)))
    throw new Failure('ticket_template_not_found');
  return viewTemplate(template);
}
