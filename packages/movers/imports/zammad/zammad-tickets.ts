import type { Instant } from '#platform';
import type {
  IncomingLink,
  IncomingRow,
  IncomingTicket,
  SourceRemark,
  TicketSource,
} from '../incoming/incoming-ticket.ts';
import {
  conversationOf,
  describe,
  NO_DETAILS,
  priorityAt,
  projectFrom,
  type RowRemarks,
  rowFrom,
  type TicketAbout,
} from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, textIn, timeIn } from '../json-rows.ts';
import { holesIn, labelsFrom } from '../text-parts.ts';
import { readArticles, type ZammadReading } from './zammad-articles.ts';
import { statusOfType, type ZammadStateType } from './zammad-folder.ts';

/** The tickets of a Zammad. They are known by their ids, as its addresses name them. */
export class ZammadTickets implements TicketSource {
  readonly name: string;
  readonly sha256: string;
  readonly #reading: ZammadReading;
  readonly #links = new Map<string, IncomingLink[]>();
  readonly #kinds = new Map<string, { readonly kind: string; readonly other: string }[]>();

  /** @param source tells apart several whose ids would mix; empty for one. */
  constructor(reading: ZammadReading, source: string) {
    this.name = source === '' ? 'zammad' : `zammad:${source}`;
    this.sha256 = reading.folder.sha256;
    this.#reading = reading;
  }

  /** What nobody may overlook: what the account does not read. */
  get warnings(): string[] {
    const { tickets, unreadGroups, groups } = this.#reading.facts;
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

  async *rows(): AsyncGenerator<IncomingRow> {
    await this.#readLinks();
    const { facts, people } = this.#reading;
    for (const remark of [...this.#remarks(), ...people.remarks]) yield { remark };
    const faults = { title: 'nothing of its title can be seen', createdAt: 'created_at is no time' };
    for (const ticket of facts.tickets.values()) {
      const [id, given] = [
        idIn(ticket) ?? '',
        { title: textIn(ticket, 'title'), createdAt: timeIn(ticket, 'created_at') },
      ];
      yield await rowFrom(`ticket ${id}`, given, faults, (about, remarks) =>
        this.#ticketOf(ticket, id, about, remarks),
      );
    }
  }

  #remarks(): SourceRemark[] {
    const { nameless } = this.#reading.facts;
    const unnamed = nameless.map((id): SourceRemark => {
      return { of: 'users', place: '-', reason: 'it has neither a name nor an address: it is nobody', value: id };
    });
    return [...this.warnings.map((reason): SourceRemark => ({ of: 'tickets', place: 'Zammad', reason })), ...unnamed];
  }

  /** A link stands at both of its ends, and is one. */
  async #readLinks(): Promise<void> {
    this.#links.clear();
    this.#kinds.clear();
    const { folder, facts } = this.#reading;
    for (const ticket of facts.tickets.values()) {
      const id = idIn(ticket) ?? '';
      const isMerged = this.#typeOf(ticket) === 'merged';
      for (const link of asRows(asRow(await folder.read(`links/${id}.json`)).links)) {
        const other = idIn(link, 'link_object_value');
        if (link.link_object !== 'Ticket' || other === null) continue;
        const kind = textIn(link, 'link_type') ?? 'normal';
        if (kind !== 'normal') this.#kinds.set(id, [...(this.#kinds.get(id) ?? []), { kind, other }]);
        const type = isMerged ? 'duplicates' : 'related';
        this.#addLink(id, { other, type, isOut: true });
        this.#addLink(other, { other: id, type, isOut: false });
      }
    }
  }

  #addLink(id: string, link: IncomingLink): void {
    const links = this.#links.get(id) ?? [];
    this.#links.set(id, links);
    if (!links.some(({ other }) => other === link.other)) links.push(link);
  }

  /** What kind of link it is, where it is not the usual one. */
  #linkLines(id: string): string[] {
    return (this.#kinds.get(id) ?? []).map(({ kind, other }) => `Link: ${kind} ${other}`);
  }

  #typeOf(ticket: JsonRow): ZammadStateType {
    return this.#reading.facts.stateTypes.get(idIn(ticket, 'state_id') ?? '') ?? 'open';
  }

  async #ticketOf(
    ticket: JsonRow,
    id: string,
    { title, createdAt }: TicketAbout,
    remarks: RowRemarks,
  ): Promise<IncomingTicket> {
    const { folder, facts, people, lastCommentAnswers } = this.#reading;
    const type = this.#typeOf(ticket);
    const [reporter, assignee] = [people.person(idIn(ticket, 'customer_id')), people.person(idIn(ticket, 'owner_id'))];
    const status = statusOfType(type, assignee !== null);
    const updatedAt = timeIn(ticket, 'updated_at');
    const closedAt = status === 'closed' ? closingOf(ticket, updatedAt ?? createdAt, remarks) : null;
    if (reporter === null) remarks.add('tickets', 'its customer has no name: it is that of Unknown (imported)');
    const read = await readArticles(this.#reading, ticket, remarks);
    const closing = lastCommentAnswers ? { assignee: idIn(ticket, 'owner_id'), closedAt } : null;
    const { description, rest } = describe(read.description);
    const tags = asRow(await folder.read(`tags/${id}.json`)).tags;
    const { labels, rest: otherTags } = labelsFrom(Array.isArray(tags) ? tags.map(String) : []);
    const number = textIn(ticket, 'number') ?? id;
    const leftovers = [
      ...this.#leftoverLines(ticket),
      ...read.lines,
      ...this.#linkLines(id),
      ...(otherTags.length > 0 ? [`Tags: ${otherTags.join(', ')}`] : []),
      ...rest,
    ];
    return {
      ...{ externalId: id, title, description, status, createdAt, updatedAt, closedAt, ...NO_DETAILS },
      ...{ category: 'other', urgency: 'normal', plannedDate: null, estimatedHours: null, origin: null, moves: [] },
      priority: priorityAt(facts.priorities.get(idIn(ticket, 'priority_id') ?? '') ?? 0),
      project: projectFrom(facts.groups.get(idIn(ticket, 'group_id') ?? '') ?? textIn(ticket, 'group') ?? ''),
      ...{ reporter, assignee, labels },
      ...conversationOf('Zammad', { externalId: id, name: number, createdAt, said: read.comments, leftovers, closing }),
      files: read.files,
      links: this.#linksOf(id, type, remarks),
    };
  }

  #linksOf(id: string, type: ZammadStateType, remarks: RowRemarks): IncomingLink[] {
    const isKnown = (other: string) => this.#reading.facts.tickets.has(Number(other));
    const links = this.#links.get(id) ?? [];
    const into = type === 'merged' ? links.find(({ isOut }) => isOut)?.other : undefined;
    if (type === 'merged') remarks.add('tickets', `it was merged${into ? ` into ticket ${into}` : ''}: it is closed`);
    if (type === 'removed') remarks.add('tickets', 'it was removed there: it is closed');
    for (const { other } of links)
      if (!isKnown(other)) remarks.add('relations', 'the ticket at the other end was not read', other);
    return links.filter(({ other }) => isKnown(other));
  }

  /** What a ticket has without a place of its own, fields that an administrator added among it. */
  #leftoverLines(ticket: JsonRow): string[] {
    const { facts } = this.#reading;
    const line = (name: string, value: string | null | undefined): string[] => (value ? [`${name}: ${value}`] : []);
    return [
      ...line('Id', idIn(ticket)),
      ...line('State', textIn(ticket, 'state')),
      ...line('Organization', facts.organizations.get(idIn(ticket, 'organization_id') ?? '')),
      ...line('Time', textIn(ticket, 'time_unit')),
      ...Object.entries(ticket).flatMap(([name, value]) => (isOwn(name) ? line(name, textFrom(value)) : [])),
    ];
  }
}

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
