/** Fields of tickets, by category or project. */
import type {
  FieldChanges,
  FieldDraft,
  FieldName,
  FieldOption,
  FieldValue,
  TicketField,
} from '../../../contract/fields.ts';
import { write } from './client.ts';
import { fieldFilters } from './field-filters.ts';
import { readQuery } from './queries.ts';

export type { FieldChanges, FieldDraft, FieldName, FieldOption, FieldValue, TicketField };

/** The fields that the user may see, by position. */
export const fieldsQuery = readQuery(['fields'], '/fields', {}, { staleTime: 60_000 });

/** The filters of the service for what an address asks of fields. */
export const byFields = (fields: string | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldFilters(fields)).map(([key, value]) => [`field.${key}`, value]));

export const addField = (draft: FieldDraft): Promise<TicketField> => write('POST', '/fields', { json: draft });
export const changeField = (id: string, changes: FieldChanges) => write('PATCH', `/fields/${id}`, { json: changes });
export const removeField = (id: string) => write('DELETE', `/fields/${id}`);
