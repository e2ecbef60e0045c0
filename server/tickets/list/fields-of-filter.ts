import { hasOptions } from '#contract/field-words.ts';
import type { FieldFilters, FieldName } from '#contract/fields.ts';
import type { Work } from '#platform';
import type { StoredField } from '../field-store.ts';
import { readFieldQuery, unknownFilter } from '../fields/field-queries.ts';
import { seenFields } from '../fields/fields.ts';
import { type FieldTerm, fieldCondition } from './field-filter.ts';

interface FieldsOfFilter {
  /** Each field of the filters, with its condition. */
  readonly filters: readonly FieldTerm[];
  /** The field that is named beside them: a list is sorted by it, figures are told by it. */
  readonly named: StoredField | null;
}

/**
 * The fields that a filter names, with their conditions.
 *
 * @throws Failure `validation_error` with `field.KEY` for a field of which the caller may not know, and for what is no value of it.
 */
export async function fieldsOfFilter(work: Work, filter: object, name: FieldName | null): Promise<FieldsOfFilter> {
  const filters = Object.entries(filter as FieldFilters).filter(([key]) => key.startsWith('field.'));
  if (filters.length === 0 && name === null) return { filters: [], named: null };
  const fields = await seenFields(work, true);
  const fieldOf = (fieldName: string) => {
    const field = fields.find(({ key }) => `field.${key}` === fieldName);
    if (field === undefined)
      throw unknownFilter(fieldName.slice('field.'.length), 'No field has this key; list the fields.');
    return field;
  };
  return {
    filters: filters.map(([fieldName, text]) => {
      const field = fieldOf(fieldName);
      return { field, query: readFieldQuery(field, text, work.actor.id) };
    }),
    named: name === null ? null : fieldOf(name),
  };
}

/**
 * Reads the conditions of figures on fields, and the field by which they are told.
 *
 * @throws Failure `validation_error` with `field.KEY` as `fieldsOfFilter`, and for a field without options.
 */
export async function fieldsOfFigures(work: Work, filter: object, by: FieldName | null) {
  const { filters, named } = await fieldsOfFilter(work, filter, by);
  if (named !== null && !hasOptions(named.kind))
    throw unknownFilter(named.key, 'Figures are told by fields with options alone.');
  return { conditions: filters.map(({ field, query }) => fieldCondition(field, query)), by: named };
}
