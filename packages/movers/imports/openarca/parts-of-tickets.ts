/** The tables whose rows hang on tickets, besides comments and history. */
import { TELEMETRY, type TelemetryEvent } from '#contract/statistics.ts';
import { REFERENCE_TYPES } from '#contract/words.ts';
import { DAY, shifted } from '#platform';
import {
  type Conversion,
  kwitIdOf,
  leftOutOnPurpose,
  lost,
  renumbered,
  renumberedOrNull,
  tableImport,
} from './conversion.ts';
import { originalName } from './reading/keep-uploads.ts';
import type { SourceRow } from './reading/source-row.ts';

/** Kwit forgets telemetry after this many days. */
const TELEMETRY_DAYS = 400;
const NO_TICKET = 'its ticket is not there';

export const attachments = tableImport({
  kind: 'attachment',
  to: 'attachments',
  constant: { comment_id: null, is_internal: false },
  convert(row, conversion) {
    const ticket_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id'));
    const upload = conversion.uploads.get(row.table, row.id);
    if (ticket_id === null) return lost(NO_TICKET);
    if (upload === null) return leftOutOnPurpose(`its file ${row.maybe('filename')} is missing`);
    const uploader = kwitIdOf(conversion, 'user', row.maybe('uploaded_by'));
    return {
      values: {
        ticket_id,
        filename: upload.filename,
        original_name: originalName(row),
        mime_type: upload.mimeType,
        size: upload.size,
        sha256: upload.sha256,
        width: upload.width,
        height: upload.height,
        uploaded_by: uploader ?? conversion.progress.reporterOf(ticket_id),
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
      },
    };
  },
});

export const tasks = tableImport({
  kind: 'task',
  to: 'dev_tasks',
  added({ ticket_id }, _, { progress }) {
    if (ticket_id) progress.withTask.add(ticket_id);
  },
  convert(row, conversion) {
    const owner = kwitIdOf(conversion, 'user', row.maybe('created_by')) ?? conversion.people.nobody;
    const created_at = row.firstMoment(['created_at', 'updated_at'], conversion.facts.oldest);
    return {
      values: {
        user_id: owner,
        created_by: owner,
        ...titleAndTicket(row, conversion),
        description: renumberedOrNull(row.maybe('description'), conversion),
        priority: conversion.words.must('priority', row.maybe('priority')),
        estimated_hours: row.real('estimated_hours'),
        planned_date: row.day('planned_date'),
        status: conversion.words.must('task_status', row.maybe('status')),
        order_index: row.integer('order_index'),
        created_at,
        updated_at: row.moment('updated_at') ?? created_at,
      },
    };
  },
});

/** A ticket has one task. The others lose their link, and say in their title of which ticket they were. */
function titleAndTicket(row: SourceRow, conversion: Conversion): { title: string; ticket_id: string | null } {
  const title = renumbered(row.line('title', '(no title)'), conversion);
  const external = row.maybe('ticket_id');
  const ticket = kwitIdOf(conversion, 'ticket', external);
  if (external === null || ticket === null) {
    if (external !== null) row.repaired('the ticket of the task is not there');
    return { title, ticket_id: null };
  }
  const isLinked =
    conversion.facts.linkedTasks.get(external) === row.id &&
    (conversion.isComparison || !conversion.progress.withTask.has(ticket));
  if (isLinked) return { title, ticket_id: ticket };
  row.repaired('its ticket has another task: this one names it in its title');
  return { title: `#${conversion.progress.numberOf(ticket)} ${title}`, ticket_id: null };
}

export const relations = tableImport({
  kind: 'relation',
  to: 'ticket_relations',
  hasNoId: true,
  constant: { relation_type: 'related' },
  added: ({ from_id = '', to_id = '' }, _, { progress }) => progress.link(from_id, to_id),
  convert(row, conversion) {
    const from_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id_a'));
    const to_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id_b'));
    if (from_id === null || to_id === null) return lost('one of its tickets is not there');
    if (from_id === to_id) return lost('a ticket cannot be linked to itself');
    if (!conversion.isComparison && conversion.progress.areLinked(from_id, to_id))
      return leftOutOnPurpose('the two tickets are linked already');
    return {
      values: {
        from_id,
        to_id,
        created_by: kwitIdOf(conversion, 'user', row.maybe('created_by')),
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
      },
    };
  },
});

export const references = tableImport({
  from: 'ticket_external_references',
  kind: 'reference',
  to: 'external_references',
  convert(row, conversion) {
    const ticket_id = kwitIdOf(conversion, 'ticket', row.maybe('ticket_id'));
    if (ticket_id === null) return lost(NO_TICKET);
    const url = row.text('url', '');
    if (!isOpenable(url)) return lost(`${JSON.stringify(url.slice(0, 80))} is no address that a page may open`);
    const type = REFERENCE_TYPES.find((one) => one === row.maybe('ref_type'));
    if (type === undefined) row.repaired(`the kind ${row.maybe('ref_type')} is not known: it is another one`);
    return {
      values: {
        ticket_id,
        ref_type: type ?? 'other',
        url,
        title: renumberedOrNull(row.maybe('title'), conversion),
        created_by: kwitIdOf(conversion, 'user', row.maybe('created_by')),
        created_at: row.firstMoment(['created_at'], conversion.facts.oldest),
      },
    };
  },
});

/** Whether it is an http or https address without a user name or password (docs/rules/tickets.md#external-references). */
function isOpenable(text: string): boolean {
  const url = URL.parse(text);
  return url !== null && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '';
}

const KNOWN_EVENTS: readonly string[] = Object.values(TELEMETRY);

export const telemetryEvents = tableImport({
  from: 'telemetry_events',
  kind: 'telemetry',
  to: 'telemetry',
  hasNoId: true,
  convert(row, conversion) {
    const event = row.maybe('event_name') ?? '';
    const at = row.firstMoment(['created_at'], conversion.facts.oldest);
    if (!KNOWN_EVENTS.includes(event))
      return leftOutOnPurpose(`Kwit does not count ${event || 'events without a name'}`);
    if (at < shifted(conversion.run.now, -TELEMETRY_DAYS * DAY))
      return leftOutOnPurpose('Kwit forgets such after 400 days');
    return {
      values: {
        event_name: event as TelemetryEvent,
        user_id: kwitIdOf(conversion, 'user', row.maybe('user_id')),
        ticket_id: kwitIdOf(conversion, 'ticket', row.maybe('ticket_id')),
        at,
      },
    };
  },
});
