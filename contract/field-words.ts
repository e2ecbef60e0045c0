/** The words and bounds of fields by category (docs/rules/fields.md). */

export const MOST_FIELDS = 60;
/** How many fields a ticket of one category and project is asked for at most. */
export const MOST_FIELDS_ASKED = 12;
export const MOST_OPTIONS = 50;

export const FIELD_KINDS = ['text', 'number', 'choice', 'choices', 'date', 'person', 'yes_no', 'url'] as const;
export type FieldKind = (typeof FIELD_KINDS)[number];

/** Fields whose values are some of the options that developers name. */
export const hasOptions = (kind: FieldKind): boolean => kind === 'choice' || kind === 'choices';
/** Fields that say one thing at most, by which a list may be sorted. */
export const isSingle = (kind: FieldKind): boolean => kind !== 'choices';
/** Fields that are sorted and compared as numbers, by their place among the options too; others are by their text. */
export const isNumbered = (kind: FieldKind): boolean => kind === 'number' || kind === 'choice' || kind === 'yes_no';
/** Fields that say something between two ends. */
export const isRanged = (kind: FieldKind): boolean => kind === 'number' || kind === 'date';
/** When a field is asked for. */
export const FIELD_ASKS = ['report', 'work', 'close'] as const;
