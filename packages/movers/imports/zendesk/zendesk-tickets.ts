import type { Priority, Status } from '#contract/words.ts';
import { DELETED, deskTicket, FAULTS, publicFirst } from '../incoming/help-desk.ts';
import type { IncomingRow, IncomingTicket, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  lineOf,
  ownFields,
  projectFrom,
  type RowRemarks,
  rowFrom,
  sourceName,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { labelsFrom } from '../source-words.ts';
import { tagsOf } from './zendesk-account.ts';
import { type ZendeskReading, zendeskMessages } from './zendesk-comments.ts';

const NOT_ASKED = {
  ...{ of: 'tickets', place: 'Zendesk' },
  reason: 'side conversations, suspended tickets and recordings were not looked for',
};

/** The tickets of a Zendesk. They are known by their ids, as its addresses name them. @param source tells apart several; empty for one. */
export function zendeskTickets(reading: ZendeskReading, source: string): TicketSource {
  const { account, people, folder } = reading;
  return {
    name: sourceName('zendesk', source),
    sha256: folder.sha256,
    numbers: { product: 'Zendesk', pathOf: (id) => (account.ids.has(id) ? `/agent/tickets/${id}` : null) },
    async *rows() {
      for (const remark of [NOT_ASKED, ...account.shortages, ...people.remarks]) yield { remark };
      for await (const { ticket, comments } of account.tickets()) yield* await rowsOf(ticket, comments, reading);
    },
  };
}

/** A ticket whose comments were not given is a shortage already. */
async function rowsOf(
  ticket: JsonRow,
  comments: readonly JsonRow[] | null,
  reading: ZendeskReading,
): Promise<IncomingRow[]> {
  const [id, createdAt] = [idIn(ticket), timeIn(ticket, 'created_at')];
  const place = `ticket ${id}`;
  if (ticket.status === 'deleted') return [{ remark: { of: 'tickets', place, reason: DELETED } }];
  if (comments === null) return [];
  const values = { title: textIn(ticket, 'raw_subject', 'subject') ?? `Zendesk ${id}`, createdAt };
  return [
    await rowFrom(place, values, FAULTS, (about, remarks) => ticketOf(ticket, comments, reading, about, remarks)),
  ];
}

const STATUSES: Readonly<Record<string, Status>> = {
  new: 'submitted',
  pending: 'waiting',
  hold: 'waiting',
  solved: 'closed',
  closed: 'closed',
};
const PRIORITIES: Readonly<Record<string, Priority>> = { low: 'low', high: 'high', urgent: 'critical' };

async function ticketOf(
  ticket: JsonRow,
  comments: readonly JsonRow[],
  reading: ZendeskReading,
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { account, people, zone, lastCommentAnswers } = reading;
  const id = idIn(ticket) ?? '';
  const assigneeId = idIn(ticket, 'assignee_id');
  const assignee = people.person(assigneeId);
  const messages = await zendeskMessages(reading, comments, remarks);
  const { labels, rest } = labelsFrom(tagsOf(ticket).filter((tag) => !account.fieldTags.has(tag)));
  const dueAt = timeIn(ticket, 'due_at');
  const peopleIn = (ids: unknown) => (Array.isArray(ids) ? ids.map(String) : []);
  const ccs = peopleIn(ticket.email_cc_ids ?? ticket.collaborator_ids).map((id) => people.person(id));
  const followers = peopleIn(ticket.follower_ids).flatMap((id) => people.nameOf(id) ?? []);
  return deskTicket(
    'Zendesk',
    {
      ...{ externalId: id, name: id, title, createdAt, assignee, labels, messages, first: publicFirst(messages) },
      status: STATUSES[String(ticket.status)] ?? (assignee === null ? 'verified' : 'in_progress'),
      updatedAt: timeIn(ticket, 'updated_at'),
      closedAt: timeIn(asRow(ticket.metric_set), 'solved_at'),
      priority: PRIORITIES[String(ticket.priority)] ?? 'normal',
      plannedDate: dueAt && Temporal.Instant.from(dueAt).toZonedDateTimeISO(zone).toPlainDate().toString(),
      project: projectFrom(nameIn(account.lists.groups, ticket, 'group_id') ?? ''),
      reporter: people.person(idIn(ticket, 'requester_id')),
      participants: ccs.filter((person) => person !== null),
      answeredBy: lastCommentAnswers ? (assigneeId ?? '') : null,
      leftovers: [...leftoverLines(ticket, reading), ...lineOf('Follower', followers), ...lineOf('Tags', rest)],
      fields: fieldsOf(ticket, account.lists.ticket_fields).fields,
      links: account.links.of(id, (other) => account.ids.has(other), remarks),
    },
    remarks,
  );
}

const nameIn = (list: ReadonlyMap<string, JsonRow>, row: JsonRow, field: string): string | null =>
  textIn(list.get(idIn(row, field) ?? '') ?? {}, 'name', 'agent_label');

function leftoverLines(ticket: JsonRow, { account }: ZendeskReading): string[] {
  const { organizations, brands, custom_statuses: statuses } = account.lists;
  const channel = textIn(asRow(ticket.via), 'channel');
  const rating = asRow(ticket.satisfaction_rating);
  const isRated = /^(?:good|bad)/.test(String(rating.score));
  return [
    ...lineOf('Status', nameIn(statuses, ticket, 'custom_status_id')),
    ...lineOf('Type', textIn(ticket, 'type')),
    ...lineOf('Channel', channel === 'web' || channel === 'email' ? null : channel),
    ...lineOf('Organization', nameIn(organizations, ticket, 'organization_id')),
    ...lineOf('Brand', nameIn(brands, ticket, 'brand_id')),
    ...(isRated ? [...lineOf('Satisfaction', rating.score), ...lineOf('Comment', rating.comment)] : []),
    ...fieldsOf(ticket, account.lists.ticket_fields).lines,
  ];
}

/** A field in words: what its options are called stands in the list of fields. */
function fieldValue({ id, value }: JsonRow, fields: ReadonlyMap<string, JsonRow>): readonly [string, unknown] {
  const field = fields.get(String(id)) ?? {};
  const options = new Map(asRows(field.custom_field_options).map((option) => [option.value, textIn(option, 'name')]));
  const words = [value].flat().filter((word) => word !== null && word !== undefined && word !== '' && word !== false);
  return [
    textIn(field, 'title') ?? `Field ${id}`,
    words.map((word) => options.get(word) ?? (word === true ? 'yes' : String(word))),
  ];
}

const fieldsOf = (ticket: JsonRow, fields: ReadonlyMap<string, JsonRow>) =>
  ownFields(asRows(ticket.custom_fields ?? ticket.fields).map((row) => fieldValue(row, fields)));
