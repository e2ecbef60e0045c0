/** Kwit in the small: what the interface says becomes of tickets, tasks, links, people and projects, and nothing else. */
import type { Category, Priority, Status } from '../../contract/tickets.ts'

export const WHO = ['ada', 'jan', 'dev', 'ewa'] as const
export type Who = (typeof WHO)[number]

export interface KnownComment {
  id: string
  readonly author: Who
  readonly isInternal: boolean
  readonly ofDeveloper: boolean
  readonly parent: string | null
  isSummary: boolean
  /** Written so long ago that it cannot be taken back any more. */
  isOld: boolean
}

/** What of a ticket may be changed, as it stands in a wish. */
export interface Fields {
  title: string
  description: string
  category: Category
  urgency_reporter: Priority
  priority: Priority
  status: Status
  project_id: string | null
  assignee_id: Who | null
  planned_date: string | null
  estimated_hours: number | null
  internal_note: string | null
}

export interface KnownTicket {
  id: string
  readonly number: number
  readonly reporter: Who
  fields: Fields
  version: number
  /** How many changes of fields the history tells of. */
  history: number
  readonly comments: KnownComment[]
  /** How often which event was recorded. */
  readonly events: Record<string, number>
}

export interface KnownTask {
  id: string
  owner: Who
  readonly ticket: KnownTicket | null
  title: string
  priority: Priority
  estimated_hours: number | null
  planned_date: string | null
  status: 'todo' | 'in_progress' | 'done'
  order_index: number
}

export interface KnownLink {
  from: KnownTicket
  to: KnownTicket
  type: string
}

/** What is to come of a request: statuses, with codes for refusals, any of which is right. */
export interface Prediction {
  readonly outcomes: readonly string[]
  /** Takes from the answer what only the service can know: the id of what was made. */
  readonly learn?: (answer: { id: string }) => void
}

export const refused = (...outcomes: string[]): Prediction => ({ outcomes })
export const done = (status: number, learn?: Prediction['learn']): Prediction => ({
  outcomes: [String(status)],
  ...(learn ? { learn } : {}),
})

/** An id that names nothing. */
export const NOWHERE = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'

export class Model {
  readonly roles: Record<Who, 'user' | 'developer'> = { ada: 'user', jan: 'user', dev: 'developer', ewa: 'developer' }
  readonly tickets: KnownTicket[] = []
  readonly links: KnownLink[] = []
  readonly projects: { id: string; isLive: boolean }[] = []
  tasks: KnownTask[] = []
  /** How many deeds were done, and how what was which when it was compared last. */
  deeds = 0
  readonly compared = new Map<number | string, string>()
  #lastNumber: number

  /** @param lastNumber that of the ticket before. */
  constructor(lastNumber: number) {
    this.#lastNumber = lastNumber
  }

  isDeveloper(who: Who | null): boolean {
    return who !== null && this.roles[who] === 'developer'
  }

  nextNumber(): number {
    this.#lastNumber += 1
    return this.#lastNumber
  }

  /** The thing of that number, counted round; none for -1. */
  static some<T>(things: readonly T[], number: number): T | undefined {
    return number === -1 ? undefined : things[number % things.length]
  }

  ticket(number: number): KnownTicket | undefined {
    return Model.some(this.tickets, number)
  }

  isLive(project: string | null): boolean {
    return this.projects.some(({ id, isLive }) => id === project && isLive)
  }

  taskOf(ticket: KnownTicket): KnownTask | undefined {
    return this.tasks.find((task) => task.ticket === ticket)
  }

  linkBetween(one: KnownTicket, other: KnownTicket): KnownLink | undefined {
    return this.links.find(({ from, to }) => (from === one && to === other) || (from === other && to === one))
  }
}

export function record(ticket: KnownTicket, event: string): void {
  ticket.events[event] = (ticket.events[event] ?? 0) + 1
}
