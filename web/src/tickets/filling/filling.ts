/** Which fields a ticket is asked for, and how what it says there is read. */
import type { FieldValue, TicketField } from '../../backend/fields.ts';
import { day, number } from '../../texts/dates.ts';
import { language, t } from '../../texts/texts.ts';

/** A value as it is sent: a person by their id. */
export type Filled = string | number | boolean | string[];

/** The fields that a ticket of this category and project is asked for. */
export const applicableFields = (
  fields: readonly TicketField[],
  ticket: { readonly category: string; readonly project_id: string | null },
): TicketField[] =>
  fields.filter(
    ({ archived_at, category, project_id }) =>
      archived_at === null &&
      (category === null || category === ticket.category) &&
      (project_id === null || project_id === ticket.project_id),
  );

/** Its name, or an option's, in the language of the page. */
export const localName = ({ name }: { readonly name: TicketField['name'] }): string => name[language()];

export const filledOf = (value: FieldValue | undefined): Filled | undefined =>
  typeof value === 'object' && !Array.isArray(value) ? value.id : value;

/** The value of a field, in words. */
export function valueText({ kind, options, unit }: TicketField, value: FieldValue): string {
  const optionName = (key: string) => {
    const option = options.find((candidate) => candidate.key === key);
    return option ? localName(option) : key;
  };
  if (Array.isArray(value)) return value.map(optionName).join(', ');
  if (typeof value === 'object') return value.name;
  if (typeof value === 'boolean') return t(value ? 'asked.yes' : 'asked.no');
  if (typeof value === 'number') return [number(value, 15), ...(unit === null ? [] : [unit])].join(' ');
  if (kind === 'choice') return optionName(value);
  return kind === 'date' ? day(value) : value;
}
