import { type Static, Type } from 'typebox';
import { FIELD_ASKS, FIELD_KINDS, MOST_OPTIONS } from './field-words.ts';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { CATEGORIES } from './words.ts';

/** A text in both languages. */
const inBoth = (text: ReturnType<typeof line>) => record({ pl: text, en: text });

/** The form of keys of fields and options. A key stands in addresses, tables and history, and never changes. */
export const FIELD_KEY = '^[a-z][a-z0-9_]{0,39}$';
const key = Type.String({ pattern: FIELD_KEY, examples: ['asset_number'] });

const name = inBoth(line(1, 80, 'Asset number'));
const help = inBoth(line(1, 300, 'It stands on the silver plate.'));

const option = { key, name };
const archived = Type.Boolean({ description: 'Tickets keep it, and get it no more.' });

/** A field that tickets are asked for beside what every ticket has (docs/rules/fields.md). */
export const TicketField = record({
  id: Id,
  key,
  category: nullable(oneOf(CATEGORIES, { description: 'The one category that is asked for it; null for all.' })),
  project_id: nullable({ ...Id, description: 'The one project whose tickets are asked for it; null for all.' }),
  kind: oneOf(FIELD_KINDS),
  name,
  help: Type.Unsafe<Static<typeof help> | null>({ ...help, type: ['object', 'null'] }),
  options: Type.Array(record({ ...option, archived })),
  ask: oneOf(FIELD_ASKS, { description: 'When it is asked for: at the report, at work, or at closing.' }),
  needed: Type.Boolean({ description: 'Whether a report, or a closing, lacks something without it.' }),
  reporter_sees: Type.Boolean({ description: 'Whether also those see it who read public words alone.' }),
  unit: nullable(Type.String({ description: 'Of a number.' })),
  position: Type.Integer({ minimum: 0 }),
  archived_at: nullable({ ...Instant, description: 'Since when it is asked for no more.' }),
});
export type TicketField = Static<typeof TicketField>;
export type FieldOption = TicketField['options'][number];

const options = Type.Array(record({ ...option, archived: Type.Optional(archived) }), { maxItems: MOST_OPTIONS });
const writable = {
  category: Type.Optional(nullable(oneOf(CATEGORIES))),
  project_id: Type.Optional(nullable(Id)),
  help: Type.Optional(Type.Unsafe<Static<typeof help> | null>({ ...help, type: ['object', 'null'] })),
  options: Type.Optional(options),
  needed: Type.Optional(Type.Boolean()),
  reporter_sees: Type.Optional(Type.Boolean()),
  unit: Type.Optional(nullable(line(1, 20, 'kg'))),
  position: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
};

/** POST of a field. No other field has its key, and neither key nor kind ever change. */
export const FieldDraft = record(
  { key, kind: oneOf(FIELD_KINDS), name, ask: oneOf(FIELD_ASKS), ...writable },
  {
    examples: [
      {
        key: 'asset_number',
        kind: 'text',
        name: { pl: 'Numer maszyny', en: 'Asset number' },
        ask: 'report',
        reporter_sees: true,
      },
    ],
  },
);
export type FieldDraft = Static<typeof FieldDraft>;

export const FieldChanges = record(
  {
    ...writable,
    name: Type.Optional(name),
    ask: Type.Optional(oneOf(FIELD_ASKS)),
    archived: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, examples: [{ archived: true }] },
);
export type FieldChanges = Static<typeof FieldChanges>;

/** Filters by fields of a category or a project: `field.KEY` (docs/rules/fields.md#lists). */
export const BY_FIELDS = {
  patternProperties: { '^field\\.[a-z][a-z0-9_]*$': Type.String({ text: true, minLength: 1, maxLength: 1_000 }) },
};
/** A field as orders and figures name it. */
export const FieldName = Type.Unsafe<`field.${string}`>({ type: 'string', pattern: '^field\\.[a-z][a-z0-9_]*$' });
export type FieldName = Static<typeof FieldName>;
export type FieldFilters = { readonly [name in FieldName]: string };

/** A ticket's value of a field: a text, a number, keys of options, a day, a person, yes or no, an address. */
export type FieldValue = string | number | boolean | string[] | { id: string; name: string };

/** The values of a ticket that its reader sees, by the keys of fields. */
export const FieldValues = Type.Unsafe<Record<string, FieldValue>>(
  Type.Object(
    {},
    {
      additionalProperties: Type.Union([
        Type.String(),
        Type.Number(),
        Type.Boolean(),
        Type.Array(Type.String()),
        record({ id: Id, name: Type.String() }),
      ]),
      description: 'What it says in the fields of its category and project.',
    },
  ),
);
/** The values that are written, by the keys of fields; null takes one away. A person is written by their id. */
export const SentFields = Type.Unsafe<Record<string, unknown>>(
  Type.Object(
    {},
    {
      additionalProperties: true,
      maxProperties: 60,
      description:
        'By the keys of fields: a text, a number, a key of an option or a list of them, a day, the id of a person, true or false, an address; null takes a value away.',
      examples: [{ asset_number: 'M-1042' }],
    },
  ),
);
