/** How what hangs on tickets of OpenArca becomes rows of Kwit, besides comments and history. */
import { REFERENCE_TYPES, TELEMETRY } from '#contract/words.ts';
import { cleanName } from '#platform';
import { withoutMojibake } from '../source-words.ts';
import { ANOTHER_TASK } from '../tables/placed-rows.ts';
import { leftOutOnPurpose, lost } from '../tables/table-source.ts';
import type { Convert } from './openarca-rows.ts';
import type { SourceRow } from './reading/source-row.ts';

export const originalName = (row: SourceRow): string => cleanName(withoutMojibake(row.text('original_name', '')));

export const attachments: Convert<'attachments'> = (row, { facts }) => ({
  ticket_id: row.maybe('ticket_id'),
  filename: row.maybe('filename'),
  original_name: originalName(row),
  uploaded_by: row.maybe('uploaded_by'),
  created_at: row.firstMoment(['created_at'], facts.oldest),
});

export const tasks: Convert<'dev_tasks'> = (row, { words, facts }) => {
  const owner = row.maybe('created_by');
  const created_at = row.firstMoment(['created_at', 'updated_at'], facts.oldest);
  const ticket = row.maybe('ticket_id');
  const title = row.line('title', '(no title)');
  const number = ticket === null || facts.linkedTasks.get(ticket) === row.id ? undefined : facts.numbers.get(ticket);
  if (number !== undefined) row.repaired(ANOTHER_TASK);
  return {
    user_id: owner,
    created_by: owner,
    title: number === undefined ? title : `#${number} ${title}`,
    ticket_id: number === undefined ? ticket : null,
    description: row.maybe('description'),
    priority: words.must('priority', row.maybe('priority')),
    estimated_hours: row.real('estimated_hours'),
    planned_date: row.day('planned_date'),
    status: words.must('task_status', row.maybe('status')),
    order_index: row.integer('order_index'),
    created_at,
    updated_at: row.moment('updated_at') ?? created_at,
  };
};

export const relations: Convert<'ticket_relations'> = (row, { facts }) => {
  const [from_id, to_id] = [row.maybe('ticket_id_a'), row.maybe('ticket_id_b')];
  if (from_id === to_id && from_id !== null) return lost('a ticket cannot be linked to itself');
  const created_at = row.firstMoment(['created_at'], facts.oldest);
  return { from_id, to_id, created_by: row.maybe('created_by'), created_at };
};

export const references: Convert<'external_references'> = (row, { facts }) => {
  const url = row.text('url', '');
  if (!isOpenable(url)) return lost(`${JSON.stringify(url.slice(0, 80))} is no address that a page may open`);
  const type = REFERENCE_TYPES.find((type) => type === row.maybe('ref_type'));
  if (type === undefined) row.repaired(`the kind ${row.maybe('ref_type')} is not known: it is another one`);
  return {
    ticket_id: row.maybe('ticket_id'),
    ref_type: type ?? 'other',
    url,
    title: row.maybe('title'),
    created_by: row.maybe('created_by'),
    created_at: row.firstMoment(['created_at'], facts.oldest),
  };
};

/** Whether it is an http or https address without a user name or password (docs/rules/tickets.md#external-references). */
function isOpenable(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

export const telemetry: Convert<'telemetry'> = (row, { facts }) => {
  const event = row.maybe('event_name') ?? '';
  const event_name = Object.values(TELEMETRY).find((name) => name === event);
  const at = row.firstMoment(['created_at'], facts.oldest);
  if (event_name === undefined) return leftOutOnPurpose(`Kwit does not count ${event || 'events without a name'}`);
  return { event_name, user_id: row.maybe('user_id'), ticket_id: row.maybe('ticket_id'), at };
};
