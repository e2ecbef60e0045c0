/** How the rows of OpenArca become rows of Kwit. */
import { isInternalField } from '#access';
import { forBugTexts } from '#contract/bug-texts.ts';
import { COMMENT_TYPES, LANGUAGES } from '#contract/words.ts';
import { nameFrom } from '#people';
import { addressOf, isAddress } from '#platform';
import type { TableName } from '#records';
import type { SourceWords } from '../source-words.ts';
import { leftOutOnPurpose, lost, type RowLeftOut, type SourceValues } from '../tables/table-source.ts';
import { HISTORY_WORDS } from './reading/check-source.ts';
import type { SourceFacts } from './reading/source-facts.ts';
import type { SourceRow } from './reading/source-row.ts';

export interface OpenArcaReading {
  readonly words: SourceWords;
  readonly facts: SourceFacts;
}

export type Convert<T extends TableName = TableName> = (
  row: SourceRow,
  reading: OpenArcaReading,
) => SourceValues<T> | RowLeftOut;

const COLOR = /^#[0-9a-f]{6}$/i;
const NO_COLOR = '#6B7280';

export const users: Convert<'users'> = (row, { facts }) => {
  const address = addressOf(row.maybe('email') ?? '');
  const isReal = isAddress(address) && !address.endsWith('@imported.invalid');
  // An address that nobody can have, where there is none.
  const email = isAddress(address) ? address : `${row.id}@imported.invalid`;
  if (!isReal) row.repaired('the person has no e-mail address and cannot sign in');
  const avatar_filename = row.maybe('avatar_filename');
  const created_at = row.firstMoment(['created_at', 'last_login'], facts.oldest);
  return {
    email,
    name: row.maybe('name')?.trim() ? row.line('name', nameFrom(email)) : nameFrom(email),
    role:
      wordOf(row, 'role', ['user', 'developer'], (role) => `${role} is not known: the person reports tickets`) ??
      'user',
    language: wordOf(row, 'language', LANGUAGES, (language) => `${language} is not known`),
    email_notify_ticket_status: row.flag('email_notify_ticket_status', true),
    email_notify_developer_comment: row.flag('email_notify_developer_comment', true),
    avatar_filename,
    avatar_updated_at: avatar_filename ? (row.moment('avatar_updated_at') ?? created_at) : null,
    created_at,
    last_login: row.moment('last_login'),
    is_active: isReal,
  };
};

/** A word that Kwit has; null for another one, which is told. */
function wordOf<W extends string>(
  row: SourceRow,
  column: string,
  words: readonly W[],
  sentenceOf: (word: string | null) => string,
): W | null {
  const word = row.maybe(column);
  const read = words.find((choice) => choice === word);
  if (read === undefined) row.repaired(`the ${column} ${sentenceOf(word)}`);
  return read ?? null;
}

export const projects: Convert<'projects'> = (row, { facts }) => {
  const color = row.maybe('color') ?? NO_COLOR;
  if (!COLOR.test(color)) row.repaired(`the colour ${color} is none`);
  return {
    name: row.line('name', '(no name)'),
    description: row.maybe('description'),
    color: COLOR.test(color) ? color : NO_COLOR,
    icon_filename: row.maybe('icon_filename'),
    created_at: row.firstMoment(['created_at'], facts.oldest),
  };
};

export const templates: Convert<'ticket_templates'> = (row, { words, facts }) => {
  const created_at = row.firstMoment(['created_at', 'updated_at'], facts.oldest);
  return {
    name: row.line('name', '(no name)'),
    project_id: row.maybe('project_id'),
    category: words.must('category', row.maybe('category')),
    urgency_reporter: words.must('priority', row.maybe('urgency_reporter')),
    title_template: row.line('title_template', ''),
    description_template: row.text('description_template', ''),
    checklist_items: JSON.stringify(checklistOf(row)),
    is_active: row.flag('is_active', true),
    created_at,
    updated_at: row.moment('updated_at') ?? created_at,
  };
};

function checklistOf(row: SourceRow): string[] {
  const text = row.maybe('checklist_json');
  if (text === null || text === '') return [];
  try {
    const items: unknown = JSON.parse(text);
    if (Array.isArray(items) && items.every((item) => typeof item === 'string')) return items;
  } catch {
    // Said below.
  }
  row.repaired('the steps to tick off cannot be read');
  return [];
}

export const tickets: Convert<'tickets'> = (row, { words, facts }) => {
  const status = words.must('status', row.maybe('status'));
  const created_at = row.firstMoment(['created_at', 'updated_at'], facts.oldest);
  const updated_at = row.moment('updated_at') ?? created_at;
  const number = facts.numbers.get(row.id) ?? 0;
  if (facts.renumbered.has(row.id)) row.repaired(`the number was missing or given twice: the ticket is #${number} now`);
  return {
    number,
    title: row.line('title', '(no title)'),
    description: row.text('description', ''),
    ...forBugTexts((column) => row.maybe(column)),
    internal_note: row.maybe('internal_note'),
    category: words.must('category', row.maybe('category')),
    urgency_reporter: words.must('priority', row.maybe('urgency_reporter')),
    priority: words.must('priority', row.maybe('priority')),
    status,
    project_id: row.maybe('project_id'),
    reporter_id: row.maybe('reporter_id'),
    assignee_id: row.maybe('assignee_id'),
    planned_date: row.day('planned_date'),
    estimated_hours: row.real('estimated_hours'),
    order_index: row.integer('order_index'),
    created_at,
    updated_at,
    closed_at: closedAt(row, status === 'closed', updated_at),
  };
};

function closedAt(row: SourceRow, isClosed: boolean, updatedAt: string): string | null {
  const at = row.moment('closed_at');
  if (isClosed && at === null) row.repaired('the ticket is closed and does not say since when');
  if (!isClosed && at !== null) row.repaired('the ticket is open and says when it was closed');
  return isClosed ? (at ?? updatedAt) : null;
}

export const comments: Convert<'comments'> = (row, { facts }) => {
  const type = COMMENT_TYPES.find((type) => type === (row.maybe('type') ?? 'comment'));
  if (type === undefined) row.repaired(`the kind ${row.maybe('type')} is not known: it is a comment`);
  const isForeign = facts.foreignReplies.has(row.id);
  if (isForeign) row.repaired('the comment that it answers is not on its ticket, before it');
  return {
    ticket_id: row.maybe('ticket_id'),
    user_id: row.maybe('user_id'),
    content: row.text('content', ''),
    type: type ?? 'comment',
    is_internal: row.flag('is_internal', false),
    is_closure_summary: facts.summaries.has(row.id),
    is_developer: row.flag('is_developer', false),
    parent_id: isForeign ? null : row.maybe('parent_id'),
    created_at: row.firstMoment(['created_at'], facts.oldest),
  };
};

export const history: Convert<'ticket_history'> = (row, { words, facts }) => {
  const field = row.text('field', '');
  if (field === 'order_index') return leftOutOnPurpose('the order on the board is no history');
  if (field === 'status' && row.raw('new_value') === null) return lost('the ticket changed to no status');
  const list = HISTORY_WORDS[field];
  const wordIn = (column: string) => {
    const value = row.maybe(column);
    return value === null || list === undefined ? value : words.must(list, value);
  };
  return {
    ticket_id: row.maybe('ticket_id'),
    field,
    old_value: wordIn('old_value'),
    new_value: wordIn('new_value'),
    user_id: row.maybe('user_id'),
    created_at: row.firstMoment(['created_at'], facts.oldest),
    is_internal: isInternalField(field),
  };
};
