import type { Status } from '#contract/words.ts';
import type { ScratchRow } from '#platform';
import { DELETED, deskTicket, FAULTS } from '../incoming/help-desk.ts';
import type { IncomingLink, IncomingRow, IncomingTicket, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  lineOf,
  NOT_READ,
  ownFields,
  priorityIn,
  projectFrom,
  type RowRemarks,
  rowFrom,
  sourceName,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { asRow } from '../json-rows.ts';
import { momentOf, namedId } from '../mysql/mysql-tables.ts';
import type { OsticketFacts } from './osticket-command.ts';
import { collaboratorsOf, entriesOfThread, type OsticketReading, osticketMessages } from './osticket-messages.ts';

/** The tickets of an osTicket. They are known by their ids, as its addresses name them. @param source tells apart several; empty for one. */
export function osticketTickets(reading: OsticketReading, source: string): TicketSource {
  return {
    name: sourceName('osticket', source),
    sha256: reading.tables.sha256,
    numbers: {
      product: 'osTicket',
      pathOf(number) {
        const [ticket] = reading.tables.rowsWith('ticket', 'number', number);
        return ticket === undefined ? null : `/scp/tickets.php?id=${ticket.ticket_id}`;
      },
    },
    async *rows() {
      for (const remark of reading.people.remarks) yield { remark };
      for (const ticket of reading.tables.rows('ticket', 'ticket_id')) yield await rowOf(ticket, reading);
    },
  };
}

async function rowOf(ticket: ScratchRow, reading: OsticketReading): Promise<IncomingRow> {
  const place = `ticket ${ticket.ticket_id}`;
  if (isDeleted(ticket, reading)) return { remark: { of: 'tickets', place, reason: DELETED } };
  const own = valuesOf(ticket, reading);
  const values = {
    title: own.title ?? `osTicket ${ticket.number}`,
    createdAt: momentOf(ticket.created, reading.clock),
  };
  return rowFrom(place, values, FAULTS, (about, remarks) => ticketOf(ticket, { ...reading, own }, about, remarks));
}

const stateOf = ({ status_id }: ScratchRow, { facts }: OsticketReading): string =>
  facts.statuses.get(status_id ?? '')?.state ?? 'open';
const isDeleted = (ticket: ScratchRow, reading: OsticketReading): boolean => stateOf(ticket, reading) === 'deleted';

function statusOf(ticket: ScratchRow, reading: OsticketReading): Status {
  if (stateOf(ticket, reading) !== 'open') return 'closed';
  if (namedId(ticket.staff_id) !== null) return 'in_progress';
  return ticket.isanswered === '1' ? 'verified' : 'submitted';
}

/** Its title, priority and other fields: what was typed into its forms, else the copy of that. */
function valuesOf(ticket: ScratchRow, { tables, facts }: OsticketReading) {
  const [copy = {}] = tables.rowsWith('ticket__cdata', 'ticket_id', ticket.ticket_id);
  const own = { title: copy.subject || null, priority: copy.priority || null, own: [] as [string, unknown][] };
  for (const form of tables.rowsWith('form_entry', 'object_id', ticket.ticket_id))
    for (const row of form.object_type === 'T' ? tables.rowsWith('form_entry_values', 'entry_id', form.id) : []) {
      const field = facts.fields.get(row.field_id ?? '') ?? {};
      if (field.name === 'subject') own.title = row.value || own.title;
      else if (field.name === 'priority')
        own.priority = namedId(row.value_id) ?? choicesIn(row.value)[0]?.[0] ?? (row.value || own.priority);
      else own.own.push([field.label || `Field ${row.field_id}`, wordOf(row, field, facts.items)]);
    }
  return own;
}

/** `{"14":"Hall B"}` as its pairs; none for what is no such choice. */
function choicesIn(value: string | null | undefined): [string, unknown][] {
  try {
    return value?.startsWith('{') ? Object.entries(asRow(JSON.parse(value))) : [];
  } catch {
    return [];
  }
}

/** A field in words: a choice, the id of a word in a list, or the key of a choice alone. */
function wordOf({ value, value_id }: ScratchRow, field: ScratchRow, items: OsticketFacts['items']): string | null {
  const choices = choicesIn(value).map(([, word]) => word);
  if (choices.length > 0) return choices.join(', ');
  if (!value) return items.get(value_id ?? '')?.value ?? namedId(value_id);
  const [, options] = choicesIn(field.configuration).find(([name]) => name === 'choices') ?? [];
  const choice = String(options)
    .split(/\r?\n/)
    .find((line) => line.startsWith(`${value}:`));
  return choice?.slice(value.length + 1).trim() ?? value;
}

type OwnReading = OsticketReading & { readonly own: ReturnType<typeof valuesOf> };

async function ticketOf(
  ticket: ScratchRow,
  reading: OwnReading,
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { tables, facts, people, clock, own } = reading;
  const id = ticket.ticket_id ?? '';
  const thread = tables.rowsWith('thread', 'object_id', id).find(({ object_type }) => object_type === 'T')?.id;
  const messages = await osticketMessages(reading, thread, remarks);
  if (!facts.statuses.has(ticket.status_id ?? ''))
    remarks.add('tickets', 'its status is not in the dump: it is open', ticket.status_id ?? '');
  if (thread === undefined && namedId(ticket.ticket_pid) === null)
    remarks.add('tickets', 'its thread is not in the dump: nothing of what was said comes');
  const { participants, left } = collaboratorsOf(reading, thread);
  const assignee = `staff ${namedId(ticket.staff_id)}`;
  const subjects = messages.flatMap(({ entry }) => lineOf('Subject', entry.title === title ? null : entry.title));
  const read = deskTicket(
    'osTicket',
    {
      ...{ externalId: id, name: ticket.number || id, title, createdAt, participants, messages },
      first: messages.find(({ entry }) => entry.type === 'M' && !facts.merged.has(entry.id ?? '')),
      status: statusOf(ticket, reading),
      updatedAt: momentOf(ticket.updated, clock) ?? momentOf(ticket.lastupdate, clock),
      closedAt: momentOf(ticket.closed, clock),
      priority: priorityIn(facts.priorities, own.priority, null, remarks),
      project: projectFrom(facts.departments.get(ticket.dept_id ?? '')?.name ?? ''),
      reporter: people.person(`user ${namedId(ticket.user_id)}`),
      assignee: people.person(assignee),
      answeredBy: reading.lastCommentAnswers ? assignee : null,
      leftovers: [...leftoverLines(ticket, reading), ...lineOf('Collaborator (inactive)', left), ...subjects],
      fields: ownFields(own.own).fields,
      links: linksOf(ticket, reading, remarks),
    },
    remarks,
  );
  clock.tell(remarks);
  return read;
}

/** "Network / VPN". */
function topicOf(id: string | null | undefined, facts: OsticketFacts, depth = 0): string {
  const topic = facts.topics.get(id ?? '');
  if (topic === undefined || depth > 9) return '';
  return [topicOf(topic.topic_pid, facts, depth + 1), topic.topic].filter((name) => name).join(' / ');
}

/** Values of a ticket without a place of their own. */
const leftoverLines = (ticket: ScratchRow, reading: OwnReading): string[] => [
  ...lineOf('Id', ticket.ticket_id),
  ...lineOf('Status', reading.facts.statuses.get(ticket.status_id ?? '')?.name),
  ...lineOf('Topic', topicOf(ticket.topic_id, reading.facts)),
  ...lineOf('Team', reading.facts.teams.get(ticket.team_id ?? '')?.name),
  ...lineOf('Source', ticket.source),
  ...lineOf('Due', momentOf(ticket.duedate, reading.clock)),
  ...ownFields(reading.own.own).lines,
  ...tasksOf(ticket.ticket_id ?? '', reading),
];

const LINKED = 8;

/** A ticket names the one that it was merged into or linked with. The other one says so, too. */
function linksOf(ticket: ScratchRow, reading: OsticketReading, remarks: RowRemarks): IncomingLink[] {
  const typeOf = ({ flags }: ScratchRow) => ((Number(flags) & LINKED) === 0 ? 'duplicates' : 'related');
  const parent = reading.tables.rowsWith('ticket', 'ticket_id', namedId(ticket.ticket_pid))[0];
  const children = reading.tables.rowsWith('ticket', 'ticket_pid', ticket.ticket_id);
  if (namedId(ticket.ticket_pid) !== null && (parent === undefined || isDeleted(parent, reading)))
    remarks.add('relations', NOT_READ, ticket.ticket_pid ?? '');
  return [
    ...(parent === undefined ? [] : [{ other: parent.ticket_id ?? '', type: typeOf(ticket), isOut: true } as const]),
    ...children.map((child) => ({ other: child.ticket_id ?? '', type: typeOf(child), isOut: false }) as const),
  ];
}

/** Its tasks, and what was said of them: only agents read those. */
const tasksOf = (ticket: string, { tables, ...reading }: OsticketReading): string[] =>
  tables
    .rowsWith('task', 'object_id', ticket)
    .filter(({ object_type }) => object_type === 'T')
    .flatMap(({ id }) => {
      const title = tables.rowsWith('task__cdata', 'task_id', id)[0]?.title ?? id;
      const thread = tables.rowsWith('thread', 'object_id', id).find(({ object_type }) => object_type === 'A');
      const entries = entriesOfThread({ ...reading, tables }, thread?.id);
      return [`Task: ${title}`, ...entries.map(({ poster, body }) => `Task: ${title}, ${poster}: ${body}`)];
    });
