import type { FieldProblem } from '#contract/errors.ts';
import type { FieldOption } from '#contract/fields.ts';
import type { Category } from '#contract/words.ts';
import { UUID } from '#contract/words.ts';
import { cleanLine } from '#platform';
import type { FieldItem, StoredField } from '../field-store.ts';

const LONGEST_TEXT = 500;
const LONGEST_URL = 2_000;
/** A double keeps so many digits exactly. */
const MOST_DIGITS = 15;

export const optionsOf = ({ options }: Pick<StoredField, 'options'>): FieldOption[] =>
  JSON.parse(options) as FieldOption[];

/** Whether a ticket of this category and project is asked for a field. */
export const isAsked = (
  field: Pick<StoredField, 'category' | 'project_id' | 'archived_at'>,
  ticket: { readonly category: Category; readonly project_id: string | null },
): boolean =>
  field.archived_at === null &&
  (field.category === null || field.category === ticket.category) &&
  (field.project_id === null || field.project_id === ticket.project_id);

const only = (item: string, sort_number: number | null = null): FieldItem[] => [{ item, sort_number }];

const isNumber = (sent: unknown): sent is number =>
  typeof sent === 'number' && Math.abs(sent) < 10 ** MOST_DIGITS && Number(sent.toPrecision(MOST_DIGITS)) === sent;

function textItems(sent: string, longest: number): FieldItem[] | null {
  const item = cleanLine(sent);
  return item === '' || [...item].length > longest || !sent.isWellFormed() || sent.includes('\0') ? null : only(item);
}

export function isDay(text: string): boolean {
  const [year = 0, month = 0, day = 0] = text.split('-').map(Number);
  const date = new Date(Date.UTC(2000, month - 1, day));
  date.setUTCFullYear(year, month - 1, day);
  return /^(?!0000)\d{4}-\d{2}-\d{2}$/.test(text) && date.toISOString().startsWith(text);
}

function addressItems(sent: string): FieldItem[] | null {
  const items = textItems(sent, LONGEST_URL);
  const address = items?.[0]?.item ?? '';
  return URL.canParse(address) && /^https?:\/\//i.test(address) ? items : null;
}

/** The options that are sent, in the order of the options. An archived one may stay where it is, and comes anew nowhere. */
function optionItems(field: StoredField, sent: readonly unknown[], before: readonly string[]): FieldItem[] | null {
  const options = optionsOf(field);
  const isGiven = (key: unknown) =>
    options.some((option) => option.key === key && (!option.archived || before.includes(option.key)));
  if (sent.length === 0 || new Set(sent).size < sent.length || !sent.every(isGiven)) return null;
  return options.flatMap(({ key }, place) => (sent.includes(key) ? [{ item: key, sort_number: place }] : []));
}

/**
 * The items that are stored of a value that is sent.
 *
 * @param before the items that the ticket has in the field.
 * @returns null for a value that is not of the field's kind.
 */
export function itemsOf(field: StoredField, sent: unknown, before: readonly string[]): readonly FieldItem[] | null {
  switch (field.kind) {
    case 'number':
      return isNumber(sent) ? only(String(sent), sent) : null;
    case 'yes_no':
      return typeof sent === 'boolean' ? only(String(sent), sent ? 1 : 0) : null;
    case 'choice':
      return typeof sent === 'string' ? optionItems(field, [sent], before) : null;
    case 'choices':
      return Array.isArray(sent) ? optionItems(field, sent, before) : null;
  }
  if (typeof sent !== 'string') return null;
  switch (field.kind) {
    case 'date':
      return isDay(sent) ? only(sent) : null;
    case 'person':
      return new RegExp(UUID).test(sent) ? only(sent) : null;
    case 'url':
      return addressItems(sent);
    default:
      return textItems(sent, LONGEST_TEXT);
  }
}

const SENTENCES: Readonly<Record<StoredField['kind'], string>> = {
  text: `one line of at most ${LONGEST_TEXT} characters`,
  number: `a number of at most ${MOST_DIGITS} digits`,
  choice: 'the key of one of its options that is not archived',
  choices: 'a list of keys of its options that are not archived, each once',
  date: 'a day such as 2026-12-01',
  person: 'the id of a person',
  yes_no: 'true or false',
  url: `an http or https address of at most ${LONGEST_URL} characters`,
};

export const wrongValue = ({ key, kind }: StoredField): FieldProblem => ({
  path: `fields.${key}`,
  code: 'kind',
  message: `"${key}" takes ${SENTENCES[kind]}, or null for none.`,
});

export const unknownField = (key: string): FieldProblem => ({
  path: `fields.${key}`,
  code: 'additionalProperties',
  message: `A ticket of this category and project has no field "${key}"; list the fields, or leave it out.`,
});
