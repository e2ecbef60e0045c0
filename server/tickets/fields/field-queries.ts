import { UUID } from '#contract/words.ts';
import { fold, invalidField } from '#platform';
import type { StoredField } from '../field-store.ts';
import { isDay, optionsOf } from './field-values.ts';

/** The condition of a list on a field: one of these values, folded; a value between two, both included; any value; or none. */
export type FieldQuery =
  | { readonly words: readonly string[] }
  | { readonly from: string | number | null; readonly to: string | number | null }
  | { readonly any: true }
  | { readonly none: true };

const isNumber = (text: string): boolean => /^-?\d{1,15}(\.\d{1,15})?$/.test(text);

/** A value alone, or two ends of which one may be missing. */
function rangeOf<T extends string | number>(text: string, isEnd: (end: string) => boolean, read: (end: string) => T) {
  if (!text.includes('..')) return isEnd(text) ? { words: [String(read(text))] } : null;
  const [from = '', to = '', ...more] = text.split('..');
  const ends = [from, to];
  if (more.length > 0 || ends.every((end) => end === '') || !ends.every((end) => end === '' || isEnd(end))) return null;
  return { from: from === '' ? null : read(from), to: to === '' ? null : read(to) };
}

function valuesOf(field: StoredField, text: string, me: string): FieldQuery | null {
  switch (field.kind) {
    case 'number':
      return rangeOf(text, isNumber, Number);
    case 'date':
      return rangeOf(text, isDay, String);
    case 'yes_no':
      return text === 'true' || text === 'false' ? { words: [text] } : null;
    case 'person':
      return text === 'me' || new RegExp(UUID).test(text) ? { words: [text === 'me' ? me : text] } : null;
    case 'choice':
    case 'choices': {
      const keys = [...new Set(text.split(','))];
      const options = optionsOf(field);
      return keys.every((key) => options.some((option) => option.key === key)) ? { words: keys } : null;
    }
    default:
      return { words: [fold(text.trim())] };
  }
}

/**
 * Reads a list's condition on a field from a text: `none`, a value, several options, or a range.
 *
 * @param me the id of the caller.
 * @throws Failure `validation_error` with `field.KEY`.
 */
export function readFieldQuery(field: StoredField, text: string, me: string): FieldQuery {
  const query = text === 'none' ? { none: true as const } : valuesOf(field, text, me);
  if (query === null) throw unknownFilter(field.key, `"${text}" is no value of this field.`);
  return query;
}

export const unknownFilter = (key: string, sentence: string) => invalidField(`field.${key}`, 'kind', sentence);
