import type { FieldFilters, FieldName } from '#contract/fields.ts';
import type { Work } from '#platform';
import type { StoredField } from '../field-store.ts';
import { type FieldQuery, readFieldQuery, unknownFilter } from '../fields/field-queries.ts';
import { seenFields } from '../fields/fields.ts';
import { fieldCondition } from './field-filter.ts';

interface AskedFields {
  /** Each field of the filters, with what they ask of it. */
  readonly filters: readonly { readonly field: StoredField; readonly asked: FieldQuery }[];
  /** The field that is named beside them: a list is sorted by it, figures are told by it. */
  readonly named: StoredField | null;
}

/**
 * Which fields a query asks about, and what.
 *
 * @throws Failure `validation_error` with `field.KEY` for a field of which the caller may not know, and for what is no value of it.
 */
export async function askedFields(work: Work, filter: object, name: FieldName | null): Promise<AskedFields> {
  const filters = Object.entries(filter as FieldFilters).filter(([one]) => one.startsWith('field.'));
  if (filters.length === 0 && name === null) return { filters: [], named: null };
  const fields = await seenFields(work, true);
  const fieldOf = (one: string) => {
    const field = fields.find(({ key }) => `field.${key}` === one);
    if (field === undefined) throw unknownFilter(one.slice('field.'.length), 'No field has this key; list the fields.');
    return field;
  };
  return {
    filters: filters.map(([one, text]) => {
      const field = fieldOf(one);
      return { field, asked: readFieldQuery(field, text, work.actor.id) };
    }),
    named: name === null ? null : fieldOf(name),
  };
}

/**
 * What figures ask of fields, and by which they are told.
 *
 * @throws Failure `validation_error` with `field.KEY` as `askedFields`, and for a field without options.
 */
export async function fieldsOfFigures(work: Work, filter: object, by: FieldName | null) {
  const { filters, named } = await askedFields(work, filter, by);
  if (named !== null && named.kind !== 'choice' && named.kind !== 'choices')
    throw unknownFilter(named.key, 'Figures are told by fields with options alone.');
  return { conditions: filters.map(({ field, asked }) => fieldCondition(field, asked)), by: named };
}
