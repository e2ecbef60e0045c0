/** What an entry of the audit says, in words. */
import type { AuditEntry } from '../../backend/audit.ts';
import { number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';

/** The name of a person or the address of a webhook, by its id; undefined when it is not known any more. */
export type NameOfTarget = (id: string) => string | undefined;

interface Details {
  readonly old_role?: string;
  readonly new_role?: string;
  readonly names?: string[];
  /** For an import: which product, and how many tickets. */
  readonly source?: string;
  readonly tickets?: number;
  /** How many deliveries were made again. */
  readonly count?: number;
}

export function recordSentence(entry: AuditEntry, nameOf: NameOfTarget): string {
  const name = (entry.target_id && nameOf(entry.target_id)) || t('record.unknown');
  const { old_role, new_role, names, source, tickets, count } = entry.details as Details;
  const values = {
    name,
    from: roleIn(old_role),
    to: roleIn(new_role),
    names: (names ?? []).map(wordFor).join(', '),
    source: source ?? '',
    tickets: number(tickets ?? 0, 0),
    count: count ?? 0,
  };
  // A later version may have recorded what this page does not know.
  return maybeText(`record.${entry.action.replace('.', '_')}`, values) ?? entry.action;
}

const roleIn = (role: string | undefined): string => (role === undefined ? '' : (maybeText(`role.${role}`) ?? role));

/** The name of a setting or of a field of a webhook, as its form calls it. */
const wordFor = (name: string): string =>
  maybeText(`recordField.${name}`) ?? maybeText(`administered.${name}`) ?? maybeText(`setting.${name}`) ?? name;
