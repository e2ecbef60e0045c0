/** A model of Kwit: what the rules say becomes of tickets, tasks, links, people and projects, and nothing else. */
import type { Category, Priority, Status } from '../../contract/words.ts';

export const WHO = ['ada', 'jan', 'dev', 'ewa'] as const;
export type Who = (typeof WHO)[number];

export interface KnownComment {
  id: string;
  readonly author: Who;
  readonly isInternal: boolean;
  readonly ofDeveloper: boolean;
  readonly parent: string | null;
  isSummary: boolean;
  /** Written too long ago to be taken back. */
  isOld: boolean;
}

/** The fields of a ticket that a request may change. */
export interface Fields {
  title: string;
  description: string;
  category: Category;
  urgency_reporter: Priority;
  priority: Priority;
  status: Status;
  project_id: string | null;
  assignee_id: Who | null;
  planned_date: string | null;
  estimated_hours: number | null;
  internal_note: string | null;
}

export interface KnownTicket {
  id: string;
  readonly number: number;
  readonly reporter: Who;
  fields: Fields;
  version: number;
  /** As its reporter counts: without changes of what only developers read. */
  publicVersion: number;
  /** Whether it has ever left `closed`. */
  wasClosed: boolean;
  /** How many rows the history has: one for each changed field. */
  history: number;
  readonly comments: KnownComment[];
  /** How often each event was recorded, by name. */
  readonly events: Record<string, number>;
}

export interface KnownTask {
  id: string;
  owner: Who;
  readonly ticket: KnownTicket | null;
  title: string;
  priority: Priority;
  estimated_hours: number | null;
  planned_date: string | null;
  status: 'todo' | 'in_progress' | 'done';
  order_index: number;
}

export interface KnownLink {
  from: KnownTicket;
  to: KnownTicket;
  type: string;
}

/** The expected answer of the service: one of these statuses, with the code of a refusal. */
export interface Prediction {
  readonly outcomes: readonly string[];
  /** Takes the id of a created thing from the answer, since only the service knows it. */
  readonly learn?: (answer: { id: string }) => void;
}

export const refused = (...outcomes: string[]): Prediction => ({ outcomes });
export const succeeded = (status: number, learn?: Prediction['learn']): Prediction => ({
  outcomes: [String(status)],
  ...(learn ? { learn } : {}),
});

/** A well-formed id of nothing. */
export const UNKNOWN_ID = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

export class Model {
  readonly roles: Record<Who, 'user' | 'developer'> = { ada: 'user', jan: 'user', dev: 'developer', ewa: 'developer' };
  readonly tickets: KnownTicket[] = [];
  readonly links: KnownLink[] = [];
  readonly projects: { id: string; isLive: boolean }[] = [];
  tasks: KnownTask[] = [];
  /** How many actions were done; and each ticket and to-do list as it was when it was last compared. */
  actionsDone = 0;
  readonly compared = new Map<number | string, string>();
  #lastNumber: number;

  /** @param lastNumber the number of the last ticket before the run. */
  constructor(lastNumber: number) {
    this.#lastNumber = lastNumber;
  }

  isDeveloper(who: Who | null): boolean {
    return who !== null && this.roles[who] === 'developer';
  }

  nextNumber(): number {
    this.#lastNumber += 1;
    return this.#lastNumber;
  }

  /** @returns the thing at an index, modulo how many there are; undefined for -1. */
  static at<T>(things: readonly T[], number: number): T | undefined {
    return number === -1 ? undefined : things[number % things.length];
  }

  ticket(number: number): KnownTicket | undefined {
    return Model.at(this.tickets, number);
  }

  isLive(project: string | null): boolean {
    return this.projects.some(({ id, isLive }) => id === project && isLive);
  }

  taskOf(ticket: KnownTicket): KnownTask | undefined {
    return this.tasks.find((task) => task.ticket === ticket);
  }

  /** The place behind somebody's open tasks. */
  placeBehind(owner: Who): number {
    const open = this.tasks.filter((task) => task.owner === owner && task.status !== 'done');
    return open.length === 0 ? 0 : Math.max(...open.map(({ order_index }) => order_index)) + 1;
  }

  linkBetween(ticket: KnownTicket, other: KnownTicket): KnownLink | undefined {
    return this.links.find(({ from, to }) => (from === ticket && to === other) || (from === other && to === ticket));
  }
}

export function record(ticket: KnownTicket, event: string): void {
  ticket.events[event] = (ticket.events[event] ?? 0) + 1;
}
