import { type Static, Type } from 'typebox';
import { FieldValues, SentFields } from './fields.ts';
import { Id, Instant, line, nullable, oneOf, pageParameters, record, text } from './scalars.ts';
import { CATEGORIES, LONG_PAGE_SIZE, PRIORITIES, TEXT_BOUNDS } from './words.ts';

/** A start for new tickets, with steps to tick off when one closes (docs/rules/projects-and-templates.md#templates). */
export const TicketTemplate = record({
  id: Id,
  name: Type.String(),
  project_id: nullable(Type.String({ description: 'null: for tickets of any project.' })),
  project_name: nullable(Type.String()),
  category: oneOf(CATEGORIES),
  urgency_reporter: oneOf(PRIORITIES),
  title_template: Type.String(),
  description_template: Type.String(),
  checklist_items: Type.Array(Type.String()),
  fields: FieldValues,
  is_active: Type.Boolean({ description: 'Only active ones are shown to the role user.' }),
  created_at: Instant,
  updated_at: Instant,
});
export type TicketTemplate = Static<typeof TicketTemplate>;

const writable = {
  name: line(1, 120, 'Printer trouble'),
  project_id: Type.Optional(nullable(Id)),
  category: Type.Optional(oneOf(CATEGORIES)),
  urgency_reporter: Type.Optional(oneOf(PRIORITIES)),
  title_template: Type.Optional(line(0, TEXT_BOUNDS.title.max)),
  description_template: Type.Optional(text(0, TEXT_BOUNDS.description.max)),
  checklist_items: Type.Optional(Type.Array(line(1, 300), { maxItems: 12 })),
  fields: Type.Optional(SentFields),
  is_active: Type.Optional(Type.Boolean()),
};

/** POST /api/ticket-templates. Defaults: `other`, `normal`, any project, empty texts, no steps, active. */
export const TemplateDraft = record(writable, {
  examples: [
    {
      name: 'Printer trouble',
      category: 'bug',
      title_template: 'Printer on floor … does not print',
      description_template: 'What stands on its display?\n\nSince when?',
      checklist_items: ['Printed a test page', 'Told the floor'],
    },
  ],
});
export type TemplateDraft = Static<typeof TemplateDraft>;

export const TemplateChange = record(
  { ...writable, name: Type.Optional(writable.name) },
  { minProperties: 1, examples: [{ is_active: false }] },
);
export type TemplateChange = Static<typeof TemplateChange>;

/** GET /api/ticket-templates: with `project_id` that project's, then those for any; without it all of them. */
export const TemplateFilter = record({
  project_id: Type.Optional(Id),
  include_inactive: Type.Optional(
    oneOf(['0', '1'], { description: '`1` lists inactive ones, too, for developers; for others it changes nothing.' }),
  ),
  ...pageParameters(LONG_PAGE_SIZE),
});
export type TemplateFilter = Static<typeof TemplateFilter>;
