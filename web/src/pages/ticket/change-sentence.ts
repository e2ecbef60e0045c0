/** A row of the history as a sentence. */
import type { HistoryEntry } from '../../backend/tickets.ts'
import { day } from '../../texts/dates.ts'
import { maybeText, t } from '../../texts/texts.ts'
import { fieldName } from '../../tickets/change.ts'

const LONG = ['description', 'steps_to_reproduce', 'expected_result', 'actual_result', 'environment', 'internal_note']
const WORDS: Record<string, string> = {
  status: 'status',
  priority: 'priority',
  urgency_reporter: 'urgency',
  category: 'category',
}

function wordFor(field: string, value: string | null): string {
  if (value === null || value === '') return t('field.none')
  const family = WORDS[field]
  if (family) return maybeText(`${family}.${value}`) ?? value
  if (field === 'planned_date') return day(value)
  return value
}

export function changeSentence(change: HistoryEntry): string {
  const name = change.user_name ?? t('field.nobody')
  const field = fieldName(change.field)
  if (LONG.includes(change.field)) return t('timeline.changedText', { name, field })
  const to = wordFor(change.field, change.new_value)
  if (change.field === 'status') return t('timeline.status', { name, to })
  return t('timeline.changed', { name, field, from: wordFor(change.field, change.old_value), to })
}
