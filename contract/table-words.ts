/** Words about tables that are imported. As in `words.ts`, nothing here is a schema. */

import { PLAN_FIELDS } from './ticket-fields.ts';
import { BUG_TEXTS } from './words.ts';

/** The columns of a table of tickets, by the names that the list's own table has (docs/rules/moving.md#import-of-a-table). */
export const TABLE_COLUMNS = [
  'title',
  'description',
  'external_id',
  'number',
  'category',
  'urgency_reporter',
  'priority',
  'status',
  'project',
  'reporter_email',
  'reporter_name',
  'assignee_email',
  'assignee_name',
  'created_at',
  'updated_at',
  'closed_at',
  ...PLAN_FIELDS,
  ...BUG_TEXTS,
  'internal_note',
  'labels',
  'closure_summary',
  'restricted',
] as const;
export type TableColumn = (typeof TABLE_COLUMNS)[number];

/** The kinds of uploaded files: a table, an export of Jira, a board of Trello. */
export const FILE_PRODUCTS = ['table', 'jira', 'trello'] as const;
export type FileProduct = (typeof FILE_PRODUCTS)[number];

/** The readers of comments, where an uploaded file does not tell them. */
export const COMMENT_READERS = ['internal', 'public'] as const;

/** The answer of a closed ticket: none, or the last public word of somebody who worked on it. */
export const ANSWER_CHOICES = ['none', 'last_comment'] as const;

/** How rows did not come, or not as they were. */
export const IMPORT_REMARKS = ['left_out', 'repaired', 'changed'] as const;

/** How a table may be written, as the platform calls it. */
export const TABLE_ENCODINGS = [
  'utf-8',
  'windows-1250',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-2',
  'utf-16le',
] as const;
export type TableEncoding = (typeof TABLE_ENCODINGS)[number];

export const TABLE_SEPARATORS = [',', ';', '\t'] as const;
export type TableSeparator = (typeof TABLE_SEPARATORS)[number];

/**
 * The treatment of people whom Kwit does not know. `placeholder`: they are there and cannot sign in until a developer
 * activates them. `create`: they may sign in, if their domain is allowed. `skip`: nobody.
 */
export const PEOPLE_CHOICES = ['placeholder', 'create', 'skip'] as const;
export type PeopleChoice = (typeof PEOPLE_CHOICES)[number];

/** In which order a table writes day, month and year: `20.11.2026`, `11/20/2026`, `2026/11/20`. */
export const DATE_ORDERS = ['dmy', 'mdy', 'ymd'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

/** The lists of Kwit's words that a table may have other words for. */
export const TABLE_WORD_LISTS = ['status', 'category', 'priority'] as const;
export type TableWordList = (typeof TABLE_WORD_LISTS)[number];

/** How far an import of an uploaded table is (docs/rules/moving.md#import-in-the-app). */
export const IMPORT_STATES = ['uploaded', 'running', 'interrupted', 'refused', 'done'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];

/** The largest table that the app takes, in bytes, and the most rows of one. */
export const TABLE_BYTES = 20 * 1024 * 1024;
export const TABLE_ROWS = 100_000;

/** The problems of an imported table, or of one of its rows (docs/rules/moving.md#problems). */
export const TABLE_PROBLEMS = [
  'no_header',
  'not_a_board',
  'spreadsheet',
  'workbook',
  'wrong_encoding',
  'bad_quotes',
  'row_too_long',
  'too_many_columns',
  'unknown_column',
  'column_twice',
  'column_missing',
  'needs_files',
  'wrong_cell_count',
  'empty',
  'too_long',
  'over_limit',
  'bad_character',
  'not_an_email',
  'not_a_time',
  'not_a_day',
  'day_number',
  'not_a_number',
  'not_a_flag',
  'unknown_word',
  'not_closed',
  'before_created',
  'same_id',
  'no_such_file',
  'no_ticket',
  'too_many_rows',
] as const;
export type TableProblemCode = (typeof TABLE_PROBLEMS)[number];
