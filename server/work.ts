import { v7 } from 'uuid'
import type { Actor, Person } from './actor.ts'
import { AttachmentStore } from './attachments/attachment-store.ts'
import { type Clock, type Instant, instant } from './clock.ts'
import { CommentStore } from './comments/comment-store.ts'
import type { Connection, Database } from './database/connection.ts'
import { TaskStore } from './dev-tasks/task-store.ts'
import { EventStore } from './events/event-store.ts'
import { AnswerStore } from './idempotency/answer-store.ts'
import { ProjectStore } from './projects/project-store.ts'
import { ReferenceStore } from './references/reference-store.ts'
import { RelationStore } from './relations/relation-store.ts'
import { SettingsStore } from './settings/settings-store.ts'
import { AttemptStore } from './sign-in/attempt-store.ts'
import { CodeStore } from './sign-in/code-store.ts'
import { SessionStore } from './sign-in/session-store.ts'
import { StatisticsStore } from './statistics/statistics-store.ts'
import { HistoryStore } from './tickets/history-store.ts'
import { TicketStore } from './tickets/ticket-store.ts'
import { UserStore } from './users/user-store.ts'

/** The stores of one connection. They keep no state of their own, so a connection needs each only once. */
class Stores {
  readonly tickets: TicketStore
  readonly history: HistoryStore
  readonly comments: CommentStore
  readonly attachments: AttachmentStore
  readonly tasks: TaskStore
  readonly projects: ProjectStore
  readonly users: UserStore
  readonly relations: RelationStore
  readonly references: ReferenceStore
  readonly settings: SettingsStore
  readonly statistics: StatisticsStore
  readonly events: EventStore
  readonly answers: AnswerStore
  readonly attempts: AttemptStore
  readonly codes: CodeStore
  readonly sessions: SessionStore

  constructor(connection: Connection) {
    this.tickets = new TicketStore(connection)
    this.history = new HistoryStore(connection)
    this.comments = new CommentStore(connection)
    this.attachments = new AttachmentStore(connection)
    this.tasks = new TaskStore(connection)
    this.projects = new ProjectStore(connection)
    this.users = new UserStore(connection)
    this.relations = new RelationStore(connection)
    this.references = new ReferenceStore(connection)
    this.settings = new SettingsStore(connection)
    this.statistics = new StatisticsStore(connection)
    this.events = new EventStore(connection)
    this.answers = new AnswerStore(connection)
    this.attempts = new AttemptStore(connection)
    this.codes = new CodeStore(connection)
    this.sessions = new SessionStore(connection)
  }
}

const storesOf = new WeakMap<Connection, Stores>()

function storesFor(connection: Connection): Stores {
  let stores = storesOf.get(connection)
  if (stores === undefined) {
    stores = new Stores(connection)
    storesOf.set(connection, stores)
  }
  return stores
}

/** On whose behalf something is done, and under which name it can be found again in logs and events. */
export interface Behalf<A extends Actor = Actor> {
  readonly actor: A
  /** The id of the request, or what stands for it. */
  readonly correlationId: string
  /** `api`, or which errand it was. */
  readonly source: string
}

/**
 * What an operation works with: who asks, what time it is, and the stores, all of one transaction. There is nothing
 * ambient beside it.
 */
export class Work<A extends Actor = Person> {
  readonly actor: A
  readonly now: Instant
  readonly correlationId: string
  readonly source: string
  readonly #stores: Stores
  readonly #connection: Connection

  constructor(connection: Connection, behalf: Behalf<A>, now: Instant) {
    this.#connection = connection
    this.#stores = storesFor(connection)
    this.actor = behalf.actor
    this.correlationId = behalf.correlationId
    this.source = behalf.source
    this.now = now
  }

  get history(): HistoryStore {
    return this.#stores.history
  }
  get tickets(): TicketStore {
    return this.#stores.tickets
  }
  get comments(): CommentStore {
    return this.#stores.comments
  }
  get attachments(): AttachmentStore {
    return this.#stores.attachments
  }
  get tasks(): TaskStore {
    return this.#stores.tasks
  }
  get projects(): ProjectStore {
    return this.#stores.projects
  }
  get relations(): RelationStore {
    return this.#stores.relations
  }
  get references(): ReferenceStore {
    return this.#stores.references
  }
  get users(): UserStore {
    return this.#stores.users
  }
  get settings(): SettingsStore {
    return this.#stores.settings
  }
  get statistics(): StatisticsStore {
    return this.#stores.statistics
  }
  get events(): EventStore {
    return this.#stores.events
  }
  get answers(): AnswerStore {
    return this.#stores.answers
  }
  get attempts(): AttemptStore {
    return this.#stores.attempts
  }
  get codes(): CodeStore {
    return this.#stores.codes
  }
  get sessions(): SessionStore {
    return this.#stores.sessions
  }

  /** A new identifier (UUIDv7): what this process gives later sorts later, within a millisecond too. */
  newId(): string {
    return v7()
  }

  /** Nobody else gets past this name until the transaction ends. */
  lock(name: string): Promise<void> {
    return this.#connection.dialect.lock(this.#connection, name)
  }

  /** As `lock`, but false at once when someone else holds the name. */
  tryLock(name: string): Promise<boolean> {
    return this.#connection.dialect.tryLock(this.#connection, name)
  }
}

/** An operation: everything it needs is in its `work`. */
export type Operation<T, A extends Actor = Person> = (work: Work<A>) => Promise<T>

/** Runs operations: `write` in a transaction that is durable before it answers, `read` without one. */
export class Runner {
  readonly clock: Clock
  readonly #database: Database

  constructor(database: Database, clock: Clock) {
    this.#database = database
    this.clock = clock
  }

  write<T, A extends Actor>(behalf: Behalf<A>, operation: Operation<T, A>): Promise<T> {
    return this.#database.write((connection) => operation(new Work(connection, behalf, instant(this.clock.now()))))
  }

  read<T, A extends Actor>(behalf: Behalf<A>, operation: Operation<T, A>): Promise<T> {
    return this.#database.read((connection) => operation(new Work(connection, behalf, instant(this.clock.now()))))
  }
}
