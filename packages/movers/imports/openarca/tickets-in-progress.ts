import type { Status } from '#contract/words.ts';
import type { TicketAdditions } from '../finish-tickets.ts';
import type { ImportStore, TicketHere } from '../import-store.ts';
import type { ImportedRow } from '../imported-row-store.ts';
import type { RowObserver } from './import-openarca.ts';

const pair = (a: string, b: string): string => (a < b ? `${a} ${b}` : `${b} ${a}`);

/** What the tickets of Kwit have, and what the import adds to each of them. */
export class TicketsInProgress {
  readonly #store: ImportStore;
  readonly #here: Map<string, TicketHere>;
  readonly #withTask: Set<string>;
  readonly #linked: Set<string>;
  readonly #additions = new Map<string, TicketAdditions>();
  /** By how much the totals by status change. */
  readonly moved = new Map<Status, number>();
  /** Numbers of tickets whose words are new. */
  readonly reworded = new Set<number>();

  private constructor(
    store: ImportStore,
    here: readonly TicketHere[],
    withTask: readonly string[],
    linked: Iterable<string>,
  ) {
    this.#store = store;
    this.#here = new Map(here.map((ticket) => [ticket.id, ticket]));
    this.#withTask = new Set(withTask);
    this.#linked = new Set(linked);
  }

  static async read(store: ImportStore): Promise<TicketsInProgress> {
    const links = (await store.relations()).map(({ from_id, to_id }) => pair(from_id, to_id));
    return new TicketsInProgress(store, await store.tickets(), await store.ticketsWithTask(), links);
  }

  get here(): Iterable<TicketHere> {
    return this.#here.values();
  }

  /** What was added to each ticket. It is asked once, at the end: nothing keeps it longer than who asks. */
  takeAdditions(): readonly TicketAdditions[] {
    const additions = [...this.#additions.values()];
    this.#additions.clear();
    return additions;
  }

  find(id: string): TicketHere | undefined {
    return this.#here.get(id);
  }

  hasTask(id: string): boolean {
    return this.#withTask.has(id);
  }

  areLinked(a: string, b: string): boolean {
    return this.#linked.has(pair(a, b));
  }

  reporterOf(id: string): string {
    return this.#additions.get(id)?.reporterId ?? this.#here.get(id)?.reporter_id ?? '';
  }

  numberOf(id: string): number {
    return this.#additions.get(id)?.number ?? this.#here.get(id)?.number ?? 0;
  }

  /** @param isTrial whether a change of a ticket is not written. */
  readonly tickets = (isTrial: boolean): RowObserver<'tickets'> => ({
    added: (_, values, id) => this.#open(values, id ?? ''),
    changed: async (_, values, id) => {
      const here = this.#here.get(id ?? '');
      if (here === undefined) return 'it was removed here';
      if (here.version !== 1) return 'it was changed there and here: it stays as it is here';
      this.#move(here.status, -1);
      this.#move(values.status ?? here.status, 1);
      this.reworded.add(here.number);
      const { status_since: _since, number: _number, ...changes } = values;
      if (!isTrial) await this.#store.changeTicket(here.id, changes);
      return 'nobody changed it here: it is now as it is there';
    },
  });

  readonly comments: RowObserver<'comments'> = {
    added: (_, { ticket_id, is_closure_summary, is_internal, created_at }, id) => {
      const ticket = this.#of(ticket_id ?? '');
      ticket.hasNewComments = true;
      this.reworded.add(ticket.number);
      if (is_closure_summary && !is_internal && id !== null && (ticket.summary === null || ticket.summary < id)) {
        ticket.summary = id;
        ticket.summaries = ticket.summaries.concat({ id, at: created_at ?? '' });
      }
    },
  };

  readonly history: RowObserver<'ticket_history'> = {
    added: (_, { ticket_id, field, old_value, new_value, user_id, created_at }) => {
      if (field !== 'status') return;
      const [from, to] = [(old_value ?? 'submitted') as Status, new_value as Status];
      const ticket = this.#of(ticket_id ?? '');
      ticket.moves = ticket.moves.concat({ at: created_at ?? '', from, to, by: user_id ?? null });
    },
  };

  readonly tasks: RowObserver<'dev_tasks'> = {
    added: (_, { ticket_id }) => {
      if (ticket_id) this.#withTask.add(ticket_id);
    },
  };

  readonly relations: RowObserver<'ticket_relations'> = {
    added: (_, { from_id = '', to_id = '' }) => void this.#linked.add(pair(from_id, to_id)),
  };

  #open(values: Partial<ImportedRow<'tickets'>>, id: string): void {
    const status = values.status ?? 'submitted';
    this.#move(status, 1);
    this.reworded.add(values.number ?? 0);
    this.#additions.set(id, {
      id,
      number: values.number ?? 0,
      isNew: true,
      createdAt: values.created_at ?? '',
      reporterId: values.reporter_id ?? '',
      assigneeId: values.assignee_id ?? null,
      projectId: values.project_id ?? null,
      category: values.category ?? 'other',
      priority: values.priority ?? 'normal',
      urgency: values.urgency_reporter ?? 'normal',
      status,
      events: 0,
      moves: [],
      summaries: [],
      summary: null,
      hasNewComments: false,
    });
  }

  /** What is added to a ticket, which may be in Kwit since an earlier import. */
  #of(id: string): TicketAdditions {
    const known = this.#additions.get(id);
    if (known !== undefined) return known;
    const here = this.#here.get(id);
    if (here === undefined) throw new Error(`The ticket ${id} is neither here nor imported.`);
    const additions: TicketAdditions = {
      ...{ id, number: here.number, isNew: false, createdAt: here.created_at, status: here.status },
      ...{ reporterId: here.reporter_id, assigneeId: here.assignee_id, projectId: null },
      ...{ category: 'other', priority: 'normal', urgency: 'normal' },
      ...{ events: here.event_seq, moves: [], summaries: [], summary: here.summary_comment_id, hasNewComments: false },
    };
    this.#additions.set(id, additions);
    return additions;
  }

  #move(status: Status, by: number): void {
    this.moved.set(status, (this.moved.get(status) ?? 0) + by);
  }
}
