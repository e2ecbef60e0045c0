import { maybeText, t } from './texts.ts';

/** The groups of texts that name what can change, for a sentence first. */
const GROUPS = ['act', 'recordField', 'administered', 'setting', 'mailIn.field', 'field'] as const;

/** The label of a field; undefined for one that only programs name. */
export const fieldNameOf = (name: string): string | undefined =>
  GROUPS.reduce<string | undefined>((label, group) => label ?? maybeText(`${group}.${name}`), undefined);

/** Names what was changed: of a ticket, of a setting, of anything else that has a form; one that developers made by its key. */
export const changedName = (name: string): string =>
  fieldNameOf(name.replace(/^members\..+/, 'members')) ?? name.replace(/^fields\./, '');

/** Names what an act did; of a line of it, what is no more was removed. */
export const lineName = ({ field, new: value, old }: { field: string; old?: unknown; new?: unknown }): string =>
  field === 'created' && value === null && old !== null ? t('undoing.removed') : changedName(field);
