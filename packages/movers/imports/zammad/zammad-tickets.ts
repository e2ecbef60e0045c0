import type { Instant } from '#platform';
import type { IncomingLink, IncomingTicket, TicketSource } from '../incoming/incoming-ticket.ts';
import {
  conversationOf,
  describe,
  lineOf,
  NO_DETAILS,
  priorityAt,
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
  return {
    name: sourceName('zammad', source),
    sha256: reading.folder.sha256,
    warnings,
    async *rows() {
      const { facts, people } = reading;
      for (const reason of warnings) yield { remark: { of: 'tickets', place: 'Zammad', reason } };
      for (const remark of facts.shortages) yield { remark };
      for (const id of facts.nameless) yield { remark: { of: 'users', place: '-', reason: NAMELESS, value: id } };
      for (const remark of people.remarks) yield { remark };
      const links = await readLinks(reading);
      const faults = { title: 'nothing of its title can be seen', createdAt: 'created_at is no time' };
      for (const ticket of facts.tickets.values()) {
        const id = idIn(ticket) ?? '';
        const given = { title: textIn(ticket, 'title'), createdAt: timeIn(ticket, 'created_at') };
        const read = (about: TicketAbout, remarks: RowRemarks) =>
          ticketOf(ticket, { ...reading, links }, about, remarks);
        yield await rowFrom(`ticket ${id}`, given, faults, read);
      }
    },
  };
}

const NAMELESS = 'it has neither a name nor an address: it is nobody';

/** What nobody may overlook: what the account does not read. */
function warningsOn({ tickets, unreadGroups, groups }: ZammadFacts): string[] {
  const holes = holesIn([...tickets.keys()]);
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

interface TicketLinks {
  readonly links: IncomingLink[];
  /** What kind of link each is that is not of the usual one. */
  readonly lines: string[];
}

/** The links of tickets by the ids of these. A link stands at both of its ends, and is one. */
async function readLinks({ folder, facts }: ZammadReading): Promise<ReadonlyMap<string, TicketLinks>> {
  const all = new Map<string, TicketLinks>();
  const of = (id: string) => all.getOrInsertComputed(id, () => ({ links: [], lines: [] }));
  const add = (id: string, link: IncomingLink) => {
    const { links } = of(id);
    if (!links.some(({ other }) => other === link.other)) links.push(link);
  };
  for (const ticket of facts.tickets.values()) {
    const id = idIn(ticket) ?? '';
    const type = stateTypeOf(ticket, facts) === 'merged' ? 'duplicates' : 'related';
    for (const link of asRows(asRow(await folder.read(`links/${id}.json`)).links)) {
      const other = idIn(link, 'link_object_value');
      if (link.link_object !== 'Ticket' || other === null) continue;
      const kind = textIn(link, 'link_type') ?? 'normal';
      if (kind !== 'normal') of(id).lines.push(`Link: ${kind} ${other}`);
      add(id, { other, type, isOut: true });
      add(other, { other: id, type, isOut: false });
    }
  }
  return all;
}

const stateTypeOf = (ticket: JsonRow, { stateTypes }: ZammadFacts): ZammadStateType =>
  stateTypes.get(idIn(ticket, 'state_id') ?? '') ?? 'open';

async function ticketOf(
  ticket: JsonRow,
  reading: ZammadReading & { readonly links: ReadonlyMap<string, TicketLinks> },
  { title, createdAt }: TicketAbout,
  remarks: RowRemarks,
): Promise<IncomingTicket> {
  const { folder, facts, people, lastCommentAnswers } = reading;
  const id = idIn(ticket) ?? '';
  const { links, lines } = reading.links.get(id) ?? { links: [], lines: [] };
  const type = stateTypeOf(ticket, facts);
  const [reporter, assignee] = [people.person(idIn(ticket, 'customer_id')), people.person(idIn(ticket, 'owner_id'))];
  const status = statusOfType(type, assignee !== null);
  const updatedAt = timeIn(ticket, 'updated_at');
  const closedAt = status === 'closed' ? closingOf(ticket, updatedAt ?? createdAt, remarks) : null;
  if (reporter === null) remarks.add('tickets', 'its customer has no name: it is that of Unknown (imported)');
  const read = await readArticles(reading, ticket, remarks);
  const closing = lastCommentAnswers ? { assignee: idIn(ticket, 'owner_id'), closedAt } : null;
  const { description, rest } = describe(read.description);
  const tags = asRow(await folder.read(`tags/${id}.json`)).tags;
  const { labels, rest: otherTags } = labelsFrom(Array.isArray(tags) ? tags.map(String) : []);
  const leftovers = [...leftoverLines(ticket, facts), ...read.lines, ...lines, ...lineOf('Tags', otherTags), ...rest];
  const name = textIn(ticket, 'number') ?? id;
  return {
    externalId: id,
    title,
    description,
    status,
    createdAt,
    updatedAt,
    closedAt,
    ...NO_DETAILS,
    category: 'other',
    urgency: 'normal',
    plannedDate: null,
    estimatedHours: null,
    origin: null,
    moves: [],
    priority: priorityAt(facts.priorities.get(idIn(ticket, 'priority_id') ?? '') ?? 0),
    project: projectFrom(facts.groups.get(idIn(ticket, 'group_id') ?? '') ?? textIn(ticket, 'group') ?? ''),
    reporter,
    assignee,
    labels,
    ...conversationOf('Zammad', { externalId: id, name, createdAt, said: read.comments, leftovers, closing }),
    files: read.files,
    links: knownLinks(links, type, facts, remarks),
  };
}

function knownLinks(
  links: readonly IncomingLink[],
  type: ZammadStateType,
  { tickets }: ZammadFacts,
  remarks: RowRemarks,
): IncomingLink[] {
  const into = links.find(({ isOut }) => isOut)?.other;
  if (type === 'merged') remarks.add('tickets', `it was merged${into ? ` into ticket ${into}` : ''}: it is closed`);
  if (type === 'removed') remarks.add('tickets', 'it was removed there: it is closed');
  return links.filter(({ other }) => {
    const isKnown = tickets.has(Number(other));
    if (!isKnown) remarks.add('relations', 'the ticket at the other end was not read', other);
    return isKnown;
  });
}

/** What a ticket has without a place of its own, fields that an administrator added among it. */
const leftoverLines = (ticket: JsonRow, { organizations }: ZammadFacts): string[] => [
  ...lineOf('Id', idIn(ticket)),
  ...lineOf('State', textIn(ticket, 'state')),
  ...lineOf('Organization', organizations.get(idIn(ticket, 'organization_id') ?? '')),
  ...lineOf('Time', textIn(ticket, 'time_unit')),
  ...Object.entries(ticket).flatMap(([name, value]) => (isOwn(name) ? lineOf(name, textFrom(value)) : [])),
];

/** What stands in a place of its own, or is reckoned from other values. */
const READ =
  /(?:^|_)(?:id|ids|at|in_min)$|^(?:number|title|state|group|organization|owner|customer|priority|created_by|updated_by|time_unit|article_count|preferences|.*_count)$/;
const isOwn = (name: string): boolean => !READ.test(name);

function textFrom(value: unknown): string | null {
  if (Array.isArray(value)) return value.map(String).join(', ');
  if (typeof value === 'object')
    return value === null || Object.keys(value).length === 0 ? null : JSON.stringify(value);
  return String(value);
}

function closingOf(ticket: JsonRow, instead: Instant, remarks: RowRemarks): Instant {
  const at = timeIn(ticket, 'close_at');
  if (at === null) remarks.add('tickets', 'it is closed without close_at: it closed when it last changed');
  return at ?? instead;
}
