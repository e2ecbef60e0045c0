import { v7 } from 'uuid'
import type { Actor, Person } from './actor.ts'
import { type Clock, type Instant, instant } from './clock.ts'
import type { Connection, Database } from './database/connection.ts'
import { WithStores } from './stores.ts'

/** On whose behalf something is done, and under which name it can be found again in logs and events. */
export interface RequestContext<A extends Actor = Actor> {
  readonly actor: A
  /** The id of the request, or what stands for it. */
  readonly correlationId: string
  /** `api`, `command_line`, or the part of the service that does it. */
  readonly source: string
}

/**
 * What an operation works with: who asks, what time it is, and the stores, all of one transaction. There is nothing
 * ambient beside it.
 */
export class Work<A extends Actor = Person> extends WithStores {
  readonly actor: A
  readonly now: Instant
  readonly correlationId: string
  readonly source: string
  /** Whether an event was recorded, so that those who wait for one are told after the commit. */
  hasRecorded = false

  constructor(connection: Connection, behalf: RequestContext<A>, now: Instant) {
    super(connection)
    this.actor = behalf.actor
    this.correlationId = behalf.correlationId
    this.source = behalf.source
    this.now = now
  }

  /** A new identifier (UUIDv7): what this process gives later sorts later, within a millisecond too. */
  newId(): string {
    return v7()
  }

  /** Stays the same as long as nothing is written to the database, by anybody. */
  revision(): Promise<string> {
    return this.connection.dialect.revision(this.connection)
  }

  /** Nobody else gets past this name until the transaction ends. */
  lock(name: string): Promise<void> {
    return this.connection.dialect.lock(this.connection, name)
  }

  /** As `lock`, but false at once when someone else holds the name. */
  tryLock(name: string): Promise<boolean> {
    return this.connection.dialect.tryLock(this.connection, name)
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

  async write<T, A extends Actor>(behalf: RequestContext<A>, operation: Operation<T, A>): Promise<T> {
    let hasRecorded = false
    const result = await this.#database.write(async (connection) => {
      const work = new Work(connection, behalf, instant(this.clock.now()))
      const made = await operation(work)
      hasRecorded = work.hasRecorded
      return made
    })
    if (hasRecorded) this.#database.wakeSignal.wake()
    return result
  }

  read<T, A extends Actor>(behalf: RequestContext<A>, operation: Operation<T, A>): Promise<T> {
    return this.#database.read((connection) => operation(new Work(connection, behalf, instant(this.clock.now()))))
  }
}
