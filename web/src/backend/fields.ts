/** What tickets of a category or a project are asked for beside what every ticket has. */
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

/** Those that the user may know of, by position. */
export const fieldsQuery = readQuery(['fields'], '/fields', {}, { staleTime: 60_000 });

/** The filters of the service for what an address asks of fields. */
export const byFields = (fields: string | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(fieldFilters(fields)).map(([key, value]) => [`field.${key}`, value]));

export const addField = (draft: FieldDraft): Promise<TicketField> => write('POST', '/fields', { json: draft });
export const changeField = (id: string, changes: FieldChanges) => write('PATCH', `/fields/${id}`, { json: changes });
export const removeField = (id: string) => write('DELETE', `/fields/${id}`);
