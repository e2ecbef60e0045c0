import type { Status } from '#contract/words.ts';
import type { TableName } from '#records';
import { noAdditions, type TicketAdditions } from '../finish-tickets.ts';
import type { ImportStore } from '../import-store.ts';
import type { ImportedRow } from '../imported-row-store.ts';

const pair = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

type TicketHere = Awaited<ReturnType<ImportStore['allTickets']>>[number];

/** The tickets of Kwit, and the additions of the import to each of them. */
export class TicketsInProgress {
  readonly here: ReadonlyMap<string, TicketHere>;
  readonly withTask: Set<string>;
  readonly #store: ImportStore;
  readonly #linked: Set<string>;
  readonly #additions = new Map<string, TicketAdditions>();
  /** By how much the totals by status change. */
  readonly moved = new Map<Status, number>();
  /** Numbers of tickets whose words are new. */
  readonly reworded = new Set<number>();

  private constructor(
    store: ImportStore,
    here: readonly TicketHere[],
    tasks: readonly { readonly ticket_id: string }[],
    links: readonly { readonly from_id: string; readonly to_id: string }[],
  ) {
    this.#store = store;
    this.here = new Map(here.map((ticket) => [ticket.id, ticket]));
    this.withTask = new Set(tasks.map(({ ticket_id }) => ticket_id));
    this.#linked = new Set(links.map(({ from_id, to_id }) => pair(from_id, to_id)));
  }

  static async read(store: ImportStore): Promise<TicketsInProgress> {
    return new TicketsInProgress(store, await store.allTickets(), await store.linkedTasks(), await store.relations());
  }

  /** Gives the additions to each ticket, once, at the end: nothing else holds them any longer. */
  takeAdditions(): readonly TicketAdditions[] {
    const additions = [...this.#additions.values()];
    this.#additions.clear();
    return additions;
  }

  areLinked(a: string, b: string): boolean {
    return this.#linked.has(pair(a, b));
  }

  reporterOf(id: string): string {
    return this.#additions.get(id)?.reporterId ?? this.here.get(id)?.reporter_id ?? '';
  }

  numberOf(id: string): number {
    return this.#additions.get(id)?.number ?? this.here.get(id)?.number ?? 0;
  }

  /** A row was added. @param id empty for a row without one. */
  added(table: TableName, values: object, id: string): void {
    if (table === 'tickets') this.#open(values as ImportedRow<'tickets'>, id);
    else if (table === 'comments') this.#addComment(values, id);
    else if (table === 'ticket_history') this.#addHistory(values);
    else if (table === 'dev_tasks') this.withTask.add(String((values as Partial<ImportedRow<'dev_tasks'>>).ticket_id));
    else if (table === 'ticket_relations') {
      const { from_id, to_id } = values as ImportedRow<'ticket_relations'>;
      this.#linked.add(pair(from_id, to_id));
    }
  }

  #open(ticket: ImportedRow<'tickets'>, id: string): void {
    this.#move(ticket.status, 1);
    this.reworded.add(ticket.number);
    this.#additions.set(id, noAdditions(id, ticket, null));
  }

  /** @param isTrial whether the change is not written. @returns what came of it. */
  async change(values: Partial<ImportedRow<'tickets'>>, id: string, isTrial: boolean): Promise<string> {
    const here = this.here.get(id);
    if (here === undefined) return 'it was removed here';
    if (here.version !== 1) return 'it was changed there and here: it stays as it is here';
    this.#move(here.status, -1);
    this.#move(values.status ?? here.status, 1);
    this.reworded.add(here.number);
    const { status_since: _since, number: _number, ...changes } = values;
    if (!isTrial) await this.#store.changeTicket(here.id, changes);
    return 'nobody changed it here: it is now as it is there';
  }

  #addComment(comment: Partial<ImportedRow<'comments'>>, id: string): void {
    const { ticket_id = '', is_closure_summary, is_internal, created_at = '' } = comment;
    const ticket = this.#of(ticket_id);
    ticket.hasNewComments = true;
    this.reworded.add(ticket.number);
    if (is_closure_summary && !is_internal && (ticket.summary === null || ticket.summary < id)) {
      ticket.summary = id;
      ticket.summaries = ticket.summaries.concat({ id, at: created_at });
    }
  }

  #addHistory(change: Partial<ImportedRow<'ticket_history'>>): void {
    const { ticket_id = '', field, old_value, new_value, user_id = null, created_at = '' } = change;
    if (field !== 'status') return;
    const [from, to] = [(old_value ?? 'submitted') as Status, new_value as Status];
    const ticket = this.#of(ticket_id);
    ticket.moves = ticket.moves.concat({ at: created_at, from, to, by: user_id });
  }

  /** The additions to a ticket, which may be in Kwit since an earlier import. */
  #of(id: string): TicketAdditions {
    const begun = this.#additions.get(id);
    if (begun !== undefined) return begun;
    const here = this.here.get(id);
    if (here === undefined) throw new Error(`The ticket ${id} is neither here nor imported.`);
    const unread = { project_id: null, category: 'other', priority: 'normal', urgency_reporter: 'normal' };
    const additions = noAdditions(id, { ...here, ...unread }, here);
    this.#additions.set(id, additions);
    return additions;
  }

  #move(status: Status, by: number): void {
    this.moved.set(status, (this.moved.get(status) ?? 0) + by);
  }
}
