/** The words and bounds of fields by category (docs/rules/fields.md). */

export const MOST_FIELDS = 60;
/** How many fields a ticket of one category and project is asked for at most. */
export const MOST_FIELDS_ASKED = 12;
export const MOST_OPTIONS = 50;

export const FIELD_KINDS = ['text', 'number', 'choice', 'choices', 'date', 'person', 'yes_no', 'url'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];
/** When a field is asked for. */
export const FIELD_ASKS = ['report', 'work', 'close'] as const;
