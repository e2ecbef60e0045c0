import type { ScratchTables } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { SourceAccount } from '../incoming/accounts.ts';
import { DeskLinks } from '../incoming/help-desk.ts';
import type { Shortage } from '../incoming/source-parts.ts';
import { asRow, asRows, idIn, type JsonRow, listIn, textIn } from '../json-rows.ts';
import type { RestFolder } from '../rest/rest-folder.ts';

/** Everything that a Zendesk gave: tickets in a file of their own, since a folder has pieces in which some stand twice. */
export class ZendeskAccount {
  readonly lists = {
    users: new Map<string, JsonRow>(),
    organizations: new Map<string, JsonRow>(),
    groups: new Map<string, JsonRow>(),
    brands: new Map<string, JsonRow>(),
    ticket_fields: new Map<string, JsonRow>(),
    custom_statuses: new Map<string, JsonRow>(),
  };
  readonly accounts = new Map<string, SourceAccount>();
  readonly shortages: Shortage[];
  /** The ids of tickets that were not deleted. */
  readonly ids = new Set<string>();
  readonly links = new DeskLinks();
  /** The tags that say what a field has. */
  readonly fieldTags = new Set(['closed_by_merge']);
  readonly #folder: RestFolder;
  readonly #tickets: ScratchTables;

  constructor(folder: RestFolder, tickets: ScratchTables) {
    this.#folder = folder;
    this.shortages = [...folder.shortages];
    this.#tickets = tickets;
    tickets.declare('tickets', ['id', 'updated_at', 'json'], 'updated_at');
  }

  /** @throws ImportRefused for a file that ends in the middle, and for a folder without tickets. */
  async read(): Promise<void> {
    for (const name of await this.#folder.names('', /\.(?:json|jsonl|ndjson)$/i))
      for await (const row of this.#folder.documents(name)) this.#add(row);
    for (const [id, user] of this.lists.users) this.accounts.set(id, accountOf(user));
    for (const field of this.lists.ticket_fields.values())
      for (const choice of [field, ...asRows(field.custom_field_options)])
        this.fieldTags.add(textIn(choice, 'value', 'tag') ?? '');
    await this.#follow();
    const sentence = 'has no tickets of Zendesk. Its JSON export has a ticket a line, with its comments.';
    if (this.ids.size + this.shortages.length === 0) throw new ImportRefused(`${this.#folder.path} ${sentence}`);
  }

  /** An answer of the interface has lists; a line of an export is a row, told by its fields. */
  #add(row: JsonRow): void {
    const isTicket = 'requester_id' in row && 'status' in row;
    for (const ticket of isTicket ? [row] : asRows(row.tickets))
      this.#tickets.add('tickets', {
        id: idIn(ticket),
        updated_at: textIn(ticket, 'updated_at') ?? '',
        json: JSON.stringify(ticket),
      });
    for (const [name, list] of Object.entries(this.lists))
      for (const listed of asRows(row[name])) list.set(idIn(listed) ?? '', listed);
    if ('email' in row && 'role' in row) this.lists.users.set(idIn(row) ?? '', row);
    if ('domain_names' in row) this.lists.organizations.set(idIn(row) ?? '', row);
  }

  /** Looks at each ticket once: who is gone, what is linked, and what lacks its comments. */
  async #follow(): Promise<void> {
    for await (const { ticket, comments } of this.tickets()) {
      const id = idIn(ticket) ?? '';
      if (ticket.status === 'deleted') continue;
      this.ids.add(id);
      if (comments === null)
        this.shortages.push({ of: 'tickets', place: `ticket ${id}`, reason: 'its comments were not given', lost: 1 });
      const authors = [ticket.requester_id, ticket.assignee_id, ...(comments ?? []).map(({ author_id }) => author_id)];
      for (const author of authors)
        if (typeof author === 'number' && author > 0 && !this.accounts.has(String(author)))
          this.accounts.set(String(author), accountOf());
      const [, target] = /#(\d+)/.exec(textIn(comments?.at(-1) ?? {}, 'plain_body', 'body', 'html_body') ?? '') ?? [];
      if (target !== undefined && tagsOf(ticket).includes('closed_by_merge')) this.links.add(id, target, 'duplicates');
      const problem = idIn(ticket, 'problem_id');
      if (problem !== null) this.links.add(id, problem, 'related');
      if (Array.isArray(ticket.followup_ids))
        for (const other of ticket.followup_ids) this.links.add(String(other), id, 'related');
    }
    for (const { place } of this.shortages) this.ids.delete(place.replace('ticket ', ''));
  }

  /** The tickets by their ids, each as it was last, and its comments; null where they were not given. */
  async *tickets(): AsyncGenerator<{ readonly ticket: JsonRow; readonly comments: readonly JsonRow[] | null }> {
    for (const { json } of this.#tickets.rows('tickets', 'id')) yield this.#ticketIn(asRow(JSON.parse(json ?? '')));
  }

  async #ticketIn(ticket: JsonRow) {
    if (Array.isArray(ticket.comments)) return { ticket, comments: asRows(ticket.comments) };
    const comments: JsonRow[] = [];
    for (let page = 1, hasMore = true; ; page += 1) {
      const name = `comments/${idIn(ticket)}-${page}.json`;
      const answer = await this.#folder.read(name);
      if (answer === null) return { ticket, comments: hasMore ? null : comments };
      comments.push(...listIn(answer, name, 'comments'));
      hasMore = asRow(asRow(answer).meta).has_more === true;
    }
  }
}

export const tagsOf = ({ tags }: JsonRow): string[] => (Array.isArray(tags) ? tags.map(String) : []);

/** @param user undefined for somebody who is there no more. */
function accountOf(user: JsonRow = { name: 'Permanently Deleted User' }): SourceAccount {
  const [name, email] = [textIn(user, 'name') ?? '', textIn(user, 'email')];
  const isDeleted = name === 'Permanently Deleted User';
  const called = isDeleted ? 'Former user (Zendesk)' : name || (email ?? textIn(user, 'phone') ?? 'Zendesk');
  return { name: called, login: null, email, isGone: isDeleted || user.active === false || user.suspended === true };
}
