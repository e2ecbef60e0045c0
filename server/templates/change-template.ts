import { isDeepStrictEqual } from 'node:util';
import type { TemplateChange, TicketTemplate } from '../../contract/templates.ts';
import { Failure } from '../failure.ts';
import type { Work } from '../work.ts';
import { holdTemplateProject } from './add-template.ts';
import { showTemplate } from './list-templates.ts';

/** @throws Failure `ticket_template_not_found`, `project_not_found`. */
export async function changeTemplate(work: Work, id: string, changes: TemplateChange): Promise<TicketTemplate> {
  await showTemplate(work, id);
  // Hold the project before the template, in the order in which `removeProject` holds them.
  await holdTemplateProject(work, changes.project_id);
  await work.templates.hold(id);
  // Somebody may have changed or removed the template before it was held, so it is read again.
  const template = await showTemplate(work, id);
  const { checklist_items: items, ...fields } = differing(template, changes);
  if (items === undefined && Object.keys(fields).length === 0) return template;
  const steps = items === undefined ? {} : { checklist_items: JSON.stringify(items) };
  await work.templates.change(id, { ...fields, ...steps, updated_at: work.now });
  return showTemplate(work, id);
}

/** @throws Failure `ticket_template_not_found`. */
export async function removeTemplate(work: Work, id: string): Promise<void> {
  if (!(await work.templates.remove(id))) throw new Failure('ticket_template_not_found');
}

const differing = (template: TicketTemplate, changes: TemplateChange): TemplateChange =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => !isDeepStrictEqual(template[field as keyof TicketTemplate], value),
    ),
  );
