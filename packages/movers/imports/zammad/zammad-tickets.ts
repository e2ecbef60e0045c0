import { DeskLinks, deskTicket, FAULTS } from '../incoming/help-desk.ts';
import type { IncomingTicket, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  LOGGED,
  lineOf,
  ownFields,
  priorityIn,
  projectFrom,
  type RowRemarks,
  rowFrom,
  sourceName,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { holesIn, labelsFrom } from '../source-words.ts';
import { readArticles, type ZammadReading } from './zammad-articles.ts';
import { statusOfType, type ZammadFacts, type ZammadStateType } from './zammad-folder.ts';

/** The tickets of a Zammad. They are known by their ids, as its addresses name them. @param source tells apart several; empty for one. */
export function zammadTickets(reading: ZammadReading, source: string): TicketSource {
  const warnings = warningsOn(reading.facts);
  const paths = pathsOf(reading.facts);
  // They are read once, for a trial and the import after it.
  let links: ReturnType<typeof readLinks> | undefined;
  return {
    name: sourceName('zammad', source),
    sha256: reading.folder.sha256,
    warnings,
    numbers: { product: 'Zammad', pathOf: (number) => paths.get(number) ?? null },
    async *rows() {
      const { facts, people } = reading;
      for (const reason of warnings) yield { remark: { of: 'tickets', place: 'Zammad', reason } };
      for (const remark of facts.shortages) yield { remark };
      for (const id of facts.nameless) yield { remark: { of: 'users', place: '-', reason: NAMELESS, value: id } };
      for (const remark of people.remarks) yield { remark };
      links ??= readLinks(reading);
      const linked = await links;
      for (const ticket of facts.tickets.all()) {
        const id = idIn(ticket) ?? '';
        const values = { title: textIn(ticket, 'title'), createdAt: timeIn(ticket, 'created_at') };
        const read = (about: TicketAbout, remarks: RowRemarks) =>
          ticketOf(ticket, { ...reading, linked }, about, remarks);
        yield await rowFrom(`ticket ${id}`, values, FAULTS, read);
      }
    },
  };
}

/** The addresses of tickets by the numbers that people know. */
const pathsOf = ({ tickets }: ZammadFacts): ReadonlyMap<string, string> =>
  new Map(tickets.all().map((ticket) => [textIn(ticket, 'number') ?? '', `/ticket/zoom/${idIn(ticket)}`]));

const NAMELESS = 'it has neither a name nor an address: it is nobody';

/** Says what the account does not read. */
function warningsOn({ tickets, unreadGroups, groups }: ZammadFacts): string[] {
  const holes = holesIn([...tickets.ids].sort((a, b) => a - b));
  const read = groups.size - unreadGroups.length;
  return [
    ...(unreadGroups.length === 0
      ? []
      : [`The account reads ${read} of ${groups.size} groups: tickets of ${unreadGroups.join(', ')} are missing.`]),
    ...(holes === ''
      ? []
      : [`No ticket has these ids: ${holes}. They were removed, or the account does not read them.`]),
  ];
}

/** The links of tickets, and lines on those that are of another kind than the usual one. */
async function readLinks({ folder, facts }: ZammadReading) {
  const links = new DeskLinks();
  const lines = new Map<string, string[]>();
  for (const ticket of facts.tickets.all()) {
    const id = idIn(ticket) ?? '';
    const type = stateTypeOf(ticket, facts) === 'merged' ? 'duplicates' : 'related';
    for (const link of asRows(asRow(await folder.read(`links/${id}.json`)).links)) {
      const other = idIn(link, 'link_object_value');
      if (link.link_object !== 'Ticket' || other === null) continue;
      const kind = textIn(link, 'link_type') ?? 'normal';
      if (kind !== 'normal') lines.getOrInsertComputed(id, () => []).push(`Link: ${kind} ${other}`);
      links.add(id, other, type);
    }
  }
  return { links, lines };
}

type Linked = Awaited<ReturnType<typeof readLinks>>;

const stateTypeOf = (ticket: JsonRow, { stateTypes }: ZammadFacts): ZammadStateType =>
  stateTypes.get(idIn(ticket, 'state_id') ?? '') ?? 'open';

async function ticketOf(
  ticket: JsonRow,
  reading: ZammadReading & { readonly linked: Linked },
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { folder, facts, people, lastCommentAnswers } = reading;
  const id = idIn(ticket) ?? '';
  const { links, lines } = reading.linked;
  const type = stateTypeOf(ticket, facts);
  const [reporter, assignee] = [people.person(idIn(ticket, 'customer_id')), people.person(idIn(ticket, 'owner_id'))];
  if (reporter === null) remarks.add('tickets', 'its customer has no name: it is that of Unknown (imported)');
  const into = links.targetOf(id);
  if (type === 'merged') remarks.add('tickets', `it was merged${into ? ` into ticket ${into}` : ''}: it is closed`);
  if (type === 'removed') remarks.add('tickets', 'it was removed there: it is closed');
  const { messages, first, lines: own } = await readArticles(reading, ticket, remarks);
  const logged = textIn(ticket, 'time_unit') ?? '';
  if (Number(logged) > 0) remarks.add('work logs', LOGGED, logged);
  const tags = asRow(await folder.read(`tags/${id}.json`)).tags;
  const { labels, rest } = labelsFrom(Array.isArray(tags) ? tags.map(String) : []);
  return deskTicket(
    'Zammad',
    {
      ...{ externalId: id, name: textIn(ticket, 'number') ?? id, title, createdAt, reporter, assignee, labels },
      ...{
        messages,
        first,
        leftovers: [...leftoverLines(ticket, facts), ...own, ...(lines.get(id) ?? []), ...lineOf('Tags', rest)],
      },
      status: statusOfType(type, assignee !== null),
      updatedAt: timeIn(ticket, 'updated_at'),
      closedAt: timeIn(ticket, 'close_at'),
      priority: priorityIn(facts.priorities, idIn(ticket, 'priority_id'), textIn(ticket, 'priority'), remarks),
      project: projectFrom(facts.groups.get(idIn(ticket, 'group_id') ?? '') ?? textIn(ticket, 'group') ?? ''),
      answeredBy: lastCommentAnswers ? idIn(ticket, 'owner_id') : null,
      fields: fieldsOf(ticket).fields,
      links: links.of(id, (other) => facts.tickets.ids.has(Number(other)), remarks),
    },
    remarks,
  );
}

/** Values of a ticket without a place of their own, fields that an administrator added among them. */
const leftoverLines = (ticket: JsonRow, { organizations }: ZammadFacts): string[] => [
  ...lineOf('Id', idIn(ticket)),
  ...lineOf('State', textIn(ticket, 'state')),
  ...lineOf('Organization', organizations.get(idIn(ticket, 'organization_id') ?? '')),
  ...lineOf('Time', textIn(ticket, 'time_unit')),
  ...fieldsOf(ticket).lines,
];

const fieldsOf = (ticket: JsonRow) =>
  ownFields(
    Object.entries(ticket)
      .filter(([name]) => isOwn(name))
      .map(([name, value]) => [name, textFrom(value)]),
  );

/** Fields that have a place of their own, or are reckoned from others. */
const READ =
  /(?:^|_)(?:id|ids|at|in_min)$|^(?:number|title|state|group|organization|owner|customer|priority|created_by|updated_by|time_unit|article_count|preferences|.*_count)$/;
const isOwn = (name: string): boolean => !READ.test(name);

function textFrom(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'object')
    return value === null || Object.keys(value).length === 0 ? null : JSON.stringify(value);
  return String(value);
}
