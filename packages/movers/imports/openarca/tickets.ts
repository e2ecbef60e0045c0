import { isInternalField } from '#access';
import { forBugTexts } from '#contract/bug-texts.ts';
import { COMMENT_TYPES } from '#contract/words.ts';
import { PRIORITY_RANK } from '#tickets';
import type { ImportedRow } from '../imported-row-store.ts';
import {
  type Conversion,
  kwitIdOf,
  leftOutOnPurpose,
  lost,
  renumbered,
  renumberedOrNull,
  tableImport,
} from './conversion.ts';
import { HISTORY_WORDS } from './reading/check-source.ts';
import type { SourceRow } from './reading/source-row.ts';

export const tickets = tableImport({
  kind: 'ticket',
  to: 'tickets',
  isNamed: true,
  constant: { version: 1, public_version: 1, event_seq: 0, was_closed: false },
  added: (values, id, { progress }) => progress.open(values as ImportedRow<'tickets'>, id),
  changed: (values, id, { progress, run }) => progress.change(values, id, run.rows.isTrial),
  convert(row, conversion) {
    const { words } = conversion;
    const status = words.must('status', row.maybe('status'));
    const priority = words.must('priority', row.maybe('priority'));
    const created_at = row.firstMoment(['created_at', 'updated_at'], conversion.facts.oldest);
    const updated_at = row.moment('updated_at') ?? created_at;
    return {
      values: {
        number: numberOf(row, conversion),
        title: renumbered(row.line('title', '(no title)'), conversion),
        description: renumbered(row.text('description', ''), conversion),
        ...textsOf(row, conversion),
        category: words.must('category', row.maybe('category')),
        urgency_reporter: words.must('priority', row.maybe('urgency_reporter')),
        priority,
        priority_rank: PRIORITY_RANK[priority],
        status,
        status_since: created_at,
        ...peopleOf(row, conversion),
        planned_date: row.day('planned_date'),
        estimated_hours: row.real('estimated_hours'),
        order_index: row.integer('order_index'),
        created_at,
        updated_at,
        public_updated_at: updated_at,
        closed_at: closedAt(row, status === 'closed', updated_at),
      },
    };
  },
});

function numberOf(row: SourceRow, { facts, offset }: Conversion): number {
  const given = facts.newNumbers.get(row.id);
  if (given !== undefined) row.repaired(`the number was missing or given twice: the ticket is #${given + offset} now`);
  return (given ?? Number(row.raw('number'))) + offset;
}

function textsOf(row: SourceRow, conversion: Conversion) {
  const text = (column: string) => renumberedOrNull(row.maybe(column), conversion);
  return { ...forBugTexts(text), internal_note: text('internal_note') };
}

function peopleOf(row: SourceRow, conversion: Conversion) {
  return {
    project_id: named(row, 'project', 'project_id', conversion),
    reporter_id: named(row, 'user', 'reporter_id', conversion) ?? conversion.people.nobody,
    assignee_id: named(row, 'user', 'assignee_id', conversion),
  };
}

/** The thing that a column names; null when it names none, or one that is gone. */
function named(row: SourceRow, kind: 'user' | 'project', column: string, conversion: Conversion): string | null {
  const id = row.maybe(column);
  const found = kwitIdOf(conversion, kind, id);
  if (id !== null && found === null) row.repaired(`${column} names what is not there`);
  return found;
}

function closedAt(row: SourceRow, isClosed: boolean, updatedAt: string): string | null {
  const at = row.moment('closed_at');
  if (isClosed && at === null) row.repaired('the ticket is closed and does not say since when');
  if (!isClosed && at !== null) row.repaired('the ticket is open and says when it was closed');
  return isClosed ? (at ?? updatedAt) : null;
}

export const comments = tableImport({
  kind: 'comment',
  to: 'comments',
  isNamed: true,
  constant: { edited_at: null },
  added: (values, id, { progress }) => progress.addComment(values, id),
  convert(row, conversion) {
    const ticket_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id'));
    if (ticket_id === null) return lost('its ticket is not there');
    const type = COMMENT_TYPES.find((one) => one === (row.maybe('type') ?? 'comment'));
    if (type === undefined) row.repaired(`the kind ${row.maybe('type')} is not known: it is a comment`);
    return {
      values: {
        ticket_id,
        user_id: named(row, 'user', 'user_id', conversion) ?? conversion.people.nobody,
        content: renumbered(row.text('content', ''), conversion),
        type: type ?? 'comment',
        is_internal: row.flag('is_internal', false),
        is_closure_summary: conversion.facts.summaries.has(row.id),
        is_developer: row.flag('is_developer', false),
        parent_id: parentOf(row, conversion),
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
      },
    };
  },
});

/** The comment that this one answers, when it is on the same ticket and was written before. */
function parentOf(row: SourceRow, conversion: Conversion): string | null {
  const parent = row.maybe('parent_id');
  const found = conversion.facts.foreignReplies.has(row.id) ? null : kwitIdOf(conversion, 'comment', parent);
  if (parent !== null && found === null) row.repaired('the comment that it answers is not on its ticket, before it');
  return found;
}

export const history = tableImport({
  kind: 'history',
  to: 'ticket_history',
  constant: { via: null },
  added: (values, _, { progress }) => progress.addHistory(values),
  convert(row, conversion) {
    const ticket_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id'));
    const field = row.text('field', '');
    if (ticket_id === null) return lost('its ticket is not there');
    if (field === 'order_index') return leftOutOnPurpose('the order on the board is no history');
    if (field === 'status' && row.raw('new_value') === null) return lost('the ticket changed to no status');
    return {
      values: {
        ticket_id,
        field,
        old_value: historyValue(row, field, 'old_value', conversion),
        new_value: historyValue(row, field, 'new_value', conversion),
        user_id: kwitIdOf(conversion, 'user', row.maybe('user_id')),
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
        is_internal: isInternalField(field),
      },
    };
  },
});

/** Ids become those of Kwit, unless what they name is gone; words become those of Kwit. */
function historyValue(row: SourceRow, field: string, column: string, conversion: Conversion): string | null {
  const value = row.maybe(column);
  if (value === null) return null;
  if (field === 'assignee_id') return kwitIdOf(conversion, 'user', value) ?? value;
  if (field === 'project_id') return kwitIdOf(conversion, 'project', value) ?? value;
  const list = HISTORY_WORDS[field];
  return list === undefined ? renumbered(value, conversion) : conversion.words.must(list, value);
}
