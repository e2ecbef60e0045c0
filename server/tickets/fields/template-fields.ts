import type { FieldValue } from '#contract/fields.ts';
import { findUsers } from '#people';
import type { Work } from '#platform';
import type { RowOf } from '#records';
import { FieldStore, type StoredField } from '../field-store.ts';
import { isAsked, itemsOf } from './field-values.ts';
import { fieldChanges } from './ticket-fields.ts';

type Setting = Pick<RowOf<'ticket_templates'>, 'category' | 'project_id' | 'fields'>;
type Sent = Readonly<Record<string, unknown>>;

/**
 * Judges the settings of a template as those of a reporter's ticket of its category and project.
 *
 * @returns JSON.
 * @throws Failure as `fieldChanges`.
 */
export async function settingOf(work: Work, { category, project_id }: Omit<Setting, 'fields'>, sent: Sent) {
  const ticket = { reporter_id: null, assignee_id: null, project_id, restricted: 0, people: null, category } as const;
  const changes = await fieldChanges(work, null, ticket, 'reporter', sent);
  return JSON.stringify(Object.fromEntries(changes.map(({ stored: { key } }) => [key, sent[key]])));
}

/** The value that a field takes now of what a template sets; null for one that its tickets are not asked for at the report. */
function valueNow(field: StoredField, template: Setting, sent: unknown): unknown {
  const isReporters = field.ask === 'report' && isAsked(field, template);
  return isReporters && itemsOf(field, sent, []) !== null ? sent : null;
}

/** The settings of each template, as far as its tickets are asked for them now. */
export async function settingsOf(
  work: Work,
  templates: readonly Setting[],
): Promise<(template: Setting) => Record<string, FieldValue>> {
  if (templates.every(({ fields }) => fields === '{}')) return () => ({});
  const fields = await work.of(FieldStore).list();
  const shown = (template: Setting) => {
    const sent = JSON.parse(template.fields) as Sent;
    return fields.flatMap((field): [StoredField, unknown][] => {
      const value = sent[field.key] === undefined ? null : valueNow(field, template, sent[field.key]);
      return value === null ? [] : [[field, value]];
    });
  };
  const ids = templates.flatMap((template) =>
    shown(template).flatMap(([field, value]) => (field.kind === 'person' ? [String(value)] : [])),
  );
  const people = await findUsers(work, ids);
  const nameOr = (field: StoredField, value: unknown) =>
    field.kind === 'person' ? { id: value, name: people.find(({ id }) => id === value)?.name ?? '' } : value;
  return (template) =>
    Object.fromEntries(shown(template).map(([field, value]) => [field.key, nameOr(field, value) as FieldValue]));
}
