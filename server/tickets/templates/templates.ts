import { isDeepStrictEqual } from 'node:util';
import { isHidden, permitBelongings, seesProject } from '#access';
import type { TemplateChange, TemplateDraft, TemplateFilter, TicketTemplate } from '#contract/templates.ts';
import { recordThing, removeThing } from '#events';
import { Failure, isDeveloper, pick, type Work } from '#platform';
import { settingOf, settingsOf } from '../fields/template-fields.ts';
import { holdNamedProject } from '../named-project.ts';
import { ProjectStore } from '../project-store.ts';
import { type StoredTemplate, TemplateStore } from './template-store.ts';

const thingOf = ({ id, name, project_id }: Pick<StoredTemplate, 'id' | 'name' | 'project_id'>) => ({
  ...{ type: 'template', id, name, projectId: project_id },
});

async function viewTemplates(work: Work, templates: readonly StoredTemplate[]): Promise<TicketTemplate[]> {
  const set = await settingsOf(work, templates);
  return templates.map((template) => ({
    ...template,
    checklist_items: JSON.parse(template.checklist_items) as string[],
    fields: set(template),
    is_active: template.is_active === 1,
  }));
}

/**
 * Lists the active templates, and the others for a developer who asks for them.
 *
 * @throws Failure `project_not_found`.
 */
export async function listTemplates(work: Work, filter: TemplateFilter): Promise<TicketTemplate[]> {
  const { project_id: projectId = null, include_inactive: all } = filter;
  if (
    projectId !== null &&
    (isHidden(work.actor, projectId) || !(await work.of(ProjectStore).exists({ id: projectId })))
  )
    throw new Failure('project_not_found');
  const templates = await work.of(TemplateStore).list({ activeOnly: all !== '1', projectId });
  return viewTemplates(
    work,
    templates.filter((template) => isOffered(work, template)),
  );
}

/** Whether a template is there for the caller: an active one where they may report, any for developers who see its project. */
const isOffered = ({ actor }: Work, { is_active, project_id }: StoredTemplate): boolean =>
  is_active === 1
    ? !isHidden(actor, project_id)
    : isDeveloper(actor) && (project_id === null || seesProject(actor, project_id));

/** @throws Failure `ticket_template_not_found`. */
async function findTemplate(work: Work, id: string): Promise<StoredTemplate> {
  const template = await work.of(TemplateStore).find(id);
  if (template === undefined || !isOffered(work, template)) throw new Failure('ticket_template_not_found');
  return template;
}

/** @throws Failure `ticket_template_not_found`. */
export async function showTemplate(work: Work, id: string): Promise<TicketTemplate> {
  const [view] = await viewTemplates(work, [await findTemplate(work, id)]);
  return view as TicketTemplate;
}

/** @throws Failure `project_not_found`, `forbidden`. */
export async function addTemplate(work: Work, draft: TemplateDraft): Promise<TicketTemplate> {
  await holdNamedProject(work, draft.project_id, false);
  const template = { ...BLANK, ...draft, id: work.newId(), created_at: work.now, updated_at: work.now };
  const fields = await settingOf(work, template, draft.fields ?? {});
  const { fields: _, ...row } = { ...template, checklist_items: JSON.stringify(template.checklist_items) };
  await work.of(TemplateStore).add(row);
  if (draft.fields !== undefined) await work.of(TemplateStore).change(template.id, { fields });
  recordThing(work, thingOf(template), null, draft);
  return showTemplate(work, template.id);
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

/** Reads a template that the caller may change. @throws Failure `ticket_template_not_found`, `forbidden`. */
async function findOwnTemplate(work: Work, id: string): Promise<TicketTemplate> {
  const { project_id } = await findTemplate(work, id);
  permitBelongings(work.actor, project_id);
  return showTemplate(work, id);
}

/** @throws Failure `ticket_template_not_found`, `project_not_found`, `forbidden`. */
export async function changeTemplate(work: Work, id: string, changes: TemplateChange): Promise<TicketTemplate> {
  await findOwnTemplate(work, id);
  // Hold the project before the template, in the order in which `removeProject` holds them.
  await holdNamedProject(work, changes.project_id, false);
  await work.of(TemplateStore).hold(id);
  // Somebody may have changed or removed the template before it was held, so it is read again.
  const template = await findOwnTemplate(work, id);
  const { checklist_items: items, fields: sent, ...others } = differing(template, changes);
  if (items === undefined && sent === undefined && Object.keys(others).length === 0) return template;
  const steps = items === undefined ? {} : { checklist_items: JSON.stringify(items) };
  const fields = sent === undefined ? {} : { fields: await settingOf(work, { ...template, ...others }, sent) };
  await work.of(TemplateStore).change(id, { ...others, ...steps, ...fields, updated_at: work.now });
  const after = await showTemplate(work, id);
  recordThing(work, thingOf(after), template, pick(after, ...(Object.keys(changes) as (keyof TemplateChange)[])));
  return after;
}

/** @throws Failure `ticket_template_not_found`, `forbidden`. */
export async function removeTemplate(work: Work, id: string): Promise<void> {
  await work.of(TemplateStore).hold(id);
  const template = await findOwnTemplate(work, id);
  await removeThing(work, thingOf(template), { ticket_templates: 'id' });
}

const differing = (template: TicketTemplate, changes: TemplateChange): TemplateChange =>
  Object.fromEntries(
    Object.entries(changes).filter(
      ([field, value]) => !isDeepStrictEqual(template[field as keyof TicketTemplate], value),
    ),
  );
