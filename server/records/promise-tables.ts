import { WAIT_BEGUN_BY, WAIT_ENDS, WAIT_RESULTS } from '#contract/due-words.ts';
import { CATEGORIES, PRIORITIES } from '#contract/words.ts';
import { column, optional } from './columns.ts';
import { declareTable, KEPT } from './table-entry.ts';

const calendars = declareTable({
  meaning: 'When a team works.',
  key: ['id'],
  unique: ['folded_name'],
  ...KEPT,
  erased: 'no person',
  checked: ['nothing'],
  columns: {
    id: column.id('Identifies the calendar.'),
    name: column.text('What it is called.'),
    folded_name: column.text('The name in lower case. No two calendars have the same.'),
    zone: column.text('The zone of its clock (IANA).'),
    week: column.json('The spans in which each day of the week is open.'),
    days: column.json('Dates that replace their day of the week, each with a name and spans.'),
    version: column.integer('Counts its changes.'),
  },
});

const answer_targets = declareTable({
  meaning: 'Within how much open time people are to be answered.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the target.'),
    position: column.integer('Its place in the list: the first one that fits counts.'),
    project_id: optional(column.idOf('projects', 'Of tickets of this project alone.')),
    category: optional(column.oneOfWords(CATEGORIES, 'Of tickets of this category alone.')),
    priority: optional(column.oneOfWords(PRIORITIES, 'Of tickets of this priority alone.')),
    team_id: optional(column.idOf('teams', 'Of tickets that this team was given alone.')),
    minutes: column.integer('How many minutes of open time.'),
    calendar_id: column.idOf('calendars', 'By which calendar they are counted.'),
    promised: column.flag('Whether the reporter is told when it is due.'),
    is_active: column.flag('Whether it counts.'),
  },
});

const waits = declareTable({
  meaning: 'Somebody waits, or waited, for a word on a ticket.',
  key: ['id'],
  ...KEPT,
  erased: 'no person',
  checked: ['links'],
  columns: {
    id: column.id('Identifies the wait.'),
    ticket_id: column.ticket(),
    began_id: column.id('The comment with which it began; the ticket where it was the report.'),
    since: column.time('When it began.'),
    began_by: column.oneOfWords(WAIT_BEGUN_BY, 'Whose word it is for.'),
    is_imported: column.flag('Whether it came with an import: then it never has a target.'),
    ended_at: optional(column.time('When it ended; null while it runs.')),
    ended_by: optional(column.oneOfWords(WAIT_ENDS, 'What ended it.')),
    target_id: optional(column.id('The target, which the wait may outlive.')),
    target_minutes: optional(column.integer('How many minutes of open time it had.')),
    promised: column.flag('Whether the reporter is told when it is due.'),
    calendar_id: optional(column.id('The calendar, which the wait may outlive.')),
    calendar_version: optional(column.integer('The version of the calendar by which it is due.')),
    reckoned: column.integer('The revision of targets and calendars by which it is due.'),
    soon_at: optional(column.time('When three quarters of its open time are used up.')),
    due_at: optional(column.time('When all of it is.')),
    used_minutes: optional(column.integer('How many minutes of open time it took; null while it runs.')),
    result: optional(column.oneOfWords(WAIT_RESULTS, 'Whether it was answered in time.')),
    warned_at: optional(column.time('When somebody was told that it is due soon.')),
    missed_at: optional(column.time('When somebody was told that it is missed.')),
  },
});

export const PROMISE_TABLES = { calendars, answer_targets, waits };
