/** Writes the changes that one user made at one moment as a sentence. */
import { LONG_TEXTS } from '../../../../contract/words.ts';
import type { HistoryEntry } from '../../backend/tickets.ts';
import { day, number } from '../../texts/dates.ts';
import { maybeText, t } from '../../texts/texts.ts';
import { fieldName } from '../../tickets/changing/change.ts';

const WORDS: Record<string, string> = {
  status: 'status',
  merged_status: 'status',
  priority: 'priority',
  urgency_reporter: 'urgency',
  category: 'category',
};

/** Fields whose values are ids. The sentence has names instead. */
const IDS = ['assignee_id', 'project_id'];

export type NameOf = (id: string) => string | undefined;

/** The value in words; undefined for an id without a known name. */
function wordFor(field: string, value: string | null, nameOf: NameOf): string | undefined {
  if (value === null || value === '') return t('field.none');
  const family = WORDS[field];
  if (family) return maybeText(`${family}.${value}`) ?? value;
  if (field === 'planned_date') return day(value);
  if (field === 'estimated_hours') return t('field.hours', { count: number(Number(value)) });
  return IDS.includes(field) ? nameOf(value) : value;
}

export function changeSentence(changes: readonly HistoryEntry[], nameOf: NameOf): string {
  const [first] = changes;
  const name = first?.user_name ?? t('field.nobody');
  return t('timeline.line', {
    name: first?.via ? t('timeline.via', { name, token: first.via }) : name,
    what: changes.map((change) => phrase(change, nameOf)).join(t('timeline.join')),
  });
}

function phrase(change: HistoryEntry, nameOf: NameOf): string {
  if (change.field === 'attachment_removed') return t('timeline.fileRemoved', { name: change.old_value ?? '' });
  const did = maybeText(`timeline.did_${change.field}${change.new_value === null ? '_no' : ''}`, {
    from: change.old_value ?? '',
    to: change.new_value ?? '',
  });
  if (did !== undefined) return did;
  if (change.field === 'restricted')
    return t(change.new_value === 'true' ? 'timeline.restricted' : 'timeline.unrestricted');
  // A reader of the history may not know the team.
  if (change.field === 'team_id') return t(change.new_value === null ? 'timeline.team_no' : 'timeline.team');
  if (change.field === 'assignee_id' && change.new_value !== null && change.new_value === change.user_id)
    return t('timeline.assignedSelf');
  // What a form asks is not always a name: "edited the what should happen".
  const field = maybeText(`timeline.name_${change.field}`) ?? fieldName(change.field).toLowerCase();
  const from = wordFor(change.field, change.old_value, nameOf);
  const to = wordFor(change.field, change.new_value, nameOf);
  if ((LONG_TEXTS as readonly string[]).includes(change.field) || from === undefined || to === undefined)
    return t('timeline.changedText', { field });
  if (change.field === 'assignee_id')
    return change.new_value ? t('timeline.assigned', { to }) : t('timeline.unassigned', { from });
  if (WORDS[change.field] === 'status') return t('timeline.status', { to });
  if (!change.new_value) return t('timeline.cleared', { field, from });
  return change.old_value ? t('timeline.changed', { field, from, to }) : t('timeline.set', { field, to });
}
