import { maybeText } from '../../texts/texts.ts';

/** The groups of texts that name what can change, for a sentence first. */
const GROUPS = ['act', 'recordField', 'administered', 'setting', 'mailIn.field', 'field'] as const;

/** Names what was changed: of a ticket, of a setting, of anything else that has a form. */
export function changedName(name: string): string {
  const text = GROUPS.reduce<string | undefined>((found, group) => found ?? maybeText(`${group}.${name}`), undefined);
  // A field that developers made is called by its key, as people type it.
  return text ?? name.replace(/^fields\./, '');
}
