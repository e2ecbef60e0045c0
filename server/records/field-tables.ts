import { type SqlBool, sql } from 'kysely';
import { FIELD_ASKS, FIELD_KINDS } from '#contract/field-words.ts';
import { CATEGORIES } from '#contract/words.ts';
import { column, optional, workedOut } from './columns.ts';
import { declareTable, KEPT } from './table-entry.ts';

const fields = declareTable({
  meaning: 'A field that tickets are asked for beside what every ticket has.',
  key: ['id'],
  unique: ['key'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the field.'),
    key: column.text('Its name in addresses, tables and history. It never changes.'),
    category: optional(column.oneOfWords(CATEGORIES, 'The one category that is asked for it.')),
    project_id: optional(column.idOf('projects', 'The one project whose tickets are asked for it.')),
    kind: column.oneOfWords(FIELD_KINDS, 'What kind of value it has. It never changes.'),
    name_pl: column.text('Its name in Polish.'),
    name_en: column.text('Its name in English.'),
    help_pl: optional(column.text('What helps to fill it in, in Polish.')),
    help_en: optional(column.text('The same in English.')),
    options: column.json('Its options in their order, each with key, name and archived; [] but for choices.'),
    ask: column.oneOfWords(FIELD_ASKS, 'When it is asked for.'),
    needed: column.flag('Whether a report, or a closing, lacks something without it.'),
    reporter_sees: column.flag('Whether also those see it who read public words alone.'),
    unit: optional(column.text('The unit of a number.')),
    position: column.integer('Its place in the order of fields.'),
    archived_at: optional(column.time('Since when it is asked for no more.')),
  },
});

const field_values = declareTable({
  meaning: 'A value of a ticket in a field; of several options a row each.',
  key: ['ticket_id', 'field_id', 'item'],
  ...KEPT,
  erased: { rewrite: 'With the texts of a person go texts and addresses on what they reported.' },
  checked: ['links'],
  columns: {
    ticket_id: column.ticket(),
    field_id: column.idOf('fields', 'The field.'),
    item: column.text(
      'A text, a number, the key of an option, a day, the id of a person, true or false, or an address.',
    ),
    sort_number: optional(column.real('The number, the place of the option, or 1 for true and 0 for false.')),
    folded: workedOut(column.text('What it is found by: the item without case and diacritics.')),
    person_id: optional(column.person('The person.')),
  },
});

/** Whether a ticket of its category and project is asked for a field, of a query over both. */
export const isAskedField = sql<SqlBool>`((fields.category is null or fields.category = tickets.category)
  and (fields.project_id is null or fields.project_id = tickets.project_id))`;

/** Fields by category, and what tickets say in them. */
export const FIELD_TABLES = { fields, field_values };
