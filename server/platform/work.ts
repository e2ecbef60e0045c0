import type { RowOf } from '#records';
import { CurrentAct, kindOf, type NewLine } from './act.ts';
import { type ActEventOfTicket, type Actor, type Credential, type Person, viaOf } from './actor.ts';
import { allSettled } from './all-settled.ts';
import { type Clock, type Instant, instant } from './clock.ts';
import type { SettingsSource } from './config/config.ts';
import type { Connection, Database } from './database/connection.ts';
import { Failure } from './failure.ts';
import { newId } from './new-id.ts';

/** Forgets at most `most` rows of one kind, and answers how many it was. */
type Forget = (work: Work<Actor>, most: number, source: SettingsSource) => Promise<number>;

/** The rows that nobody needs any more (docs/rules/service.md#housekeeping), by their name in the log. */
export type StaleRows = Readonly<Record<string, Forget>>;

/** On whose context an operation runs, and the id by which logs and events name it. */
export interface RequestContext<A extends Actor = Actor> {
  readonly actor: A;
  /** The id of the request, or of the command or job that runs the operation. */
  readonly correlationId: string;
  /** `api`, `command_line`, `mcp:` and the id of a token, or the part of the service that does it. */
  readonly source: string;
  /** How the program came in that acts by a token, where that says more than the token's name: `MCP (Claude Code)`. */
  readonly way?: string;
  /** The address of the client whose request it is. */
  readonly clientAddress?: string;
  /** The trace that the request belongs to, as `traceparent` has it (docs/rules/service.md#traces). */
  readonly traceparent?: string | undefined;
  /** The act of its changes, where several transactions make one act; else each is one. */
  readonly act?: CurrentAct;
  /** Whether it writes while Kwit is read-only (docs/rules/service.md#read-only): signing in, and what a backup notes. */
  readonly whileReadOnly?: boolean;
}

/** Told of each entry of the audit once its transaction is durable. */
export type AuditObserver = (entry: RowOf<'audit'>, context: RequestContext) => void;

export interface WriteHooks {
  /** Whether Kwit is read-only. */
  isReadOnly(connection: Connection): Promise<boolean>;
  /** The person of a credential, as the database has both now. @throws Failure `unauthorized` when it is over. */
  personNow(work: Work<Actor>, credential: Credential): Promise<Person>;
  /** Runs last in each write that recorded events. */
  leaveNotices(work: Work<Actor>): Promise<void>;
  /** Runs last in each write that recorded lines of an act, or entries of the audit. */
  recordAct(work: Work<Actor>): Promise<void>;
  readonly onAudited: AuditObserver;
}

type StoreClass<S extends object> = new (connection: Connection) => S;

/**
 * The means of an operation: the caller, the time, and the stores of one transaction. An operation uses nothing ambient
 * besides it.
 */
export class Work<A extends Actor = Person> {
  readonly #connection: Connection;
  readonly actor: A;
  readonly now: Instant;
  readonly correlationId: string;
  readonly source: string;
  /** By which token, and how, a program acts for the actor; null when none does (docs/rules/tokens.md#use). */
  readonly via: string | null;
  /** The trace to which it belongs, which events hand on to webhooks. */
  readonly traceparent: string | undefined;
  /** Whether the operation recorded an event, so that the runner wakes the worker and the live streams after the commit. */
  hasRecorded = false;
  /** The events that the operation recorded of tickets. */
  readonly recorded: ActEventOfTicket[] = [];
  /** The entries of the audit that the operation recorded. */
  readonly audited: RowOf<'audit'>[] = [];
  /** The act of its changes. */
  readonly act: CurrentAct;
  /** The changes of the operation, line by line. */
  readonly lines: NewLine[] = [];

  constructor(connection: Connection, context: RequestContext<A>, now: Instant) {
    this.#connection = connection;
    this.actor = context.actor;
    this.correlationId = context.correlationId;
    this.source = context.source;
    this.via = viaOf(context.actor, context.way);
    this.traceparent = context.traceparent;
    this.now = now;
    this.act = context.act ?? new CurrentAct(kindOf(context.actor, context.source));
  }

  /** Whether something was written that names the act. */
  isOfAct = false;

  /** The id of the act, for rows that are made in it; null where there is none. */
  get actId(): string | null {
    if (this.act.kind === null) return null;
    this.isOfAct = true;
    this.act.id ??= newId();
    return this.act.id;
  }

  /** Runs a part of the operation, of which nothing stays when it is refused. @returns the refusal; null when it is done. */
  async attempt(part: () => Promise<unknown>): Promise<Failure | null> {
    const lists = [this.recorded, this.audited, this.lines];
    const lengths = lists.map(({ length }) => length);
    const wasOfAct = this.isOfAct;
    try {
      await this.#connection.attempt(part, (error) => error instanceof Failure);
      return null;
    } catch (error) {
      for (const [index, list] of lists.entries()) list.length = lengths[index] ?? 0;
      this.isOfAct = wasOfAct;
      if (error instanceof Failure) return error;
      throw error;
    }
  }

  /** A store of this transaction. A module has its own stores alone, and asks the others by their doors. */
  of<S extends object>(Store: StoreClass<S>): S {
    const { stores } = this.#connection;
    const before = stores.get(Store);
    if (before !== undefined) return before as S;
    const store = new Store(this.#connection);
    stores.set(Store, store);
    return store;
  }

  /** A new identifier (UUIDv7). An id that this process gives later sorts later, within a millisecond too. */
  newId(): string {
    return newId();
  }

  /** Whether each question is a way to a server and back, so that what can be asked at once is. */
  get asksServer(): boolean {
    return this.#connection.dialect.name !== 'sqlite';
  }

  /** A text that changes whenever any process writes to the database. */
  revision(): Promise<string> {
    return this.#connection.dialect.revision(this.#connection);
  }

  /** Takes the lock of that name, and waits for it while another transaction holds it. The end of the transaction releases it. */
  lock(name: string): Promise<void> {
    return this.#connection.dialect.lock(this.#connection, name);
  }

  /** As `lock`, but it does not wait. @returns false when another transaction holds the lock. */
  tryLock(name: string): Promise<boolean> {
    return this.#connection.dialect.tryLock(this.#connection, name);
  }
}

/** An operation: everything it needs is in its `work`. */
export type Operation<T, A extends Actor = Person> = (work: Work<A>) => Promise<T>;

/** After how many seconds a write that is refused as `read_only` may be tried again. */
const READ_ONLY_RETRY_S = 60;

/** Runs operations: `write` in a transaction that is durable before it answers, and not while Kwit is read-only; `read` without one. */
export class Runner {
  readonly clock: Clock;
  readonly #database: Database;
  readonly #hooks: WriteHooks;
  /** The last moment, in milliseconds and as text: a request reads several times within one. */
  #last: readonly [number, Instant] = [Number.NaN, ''];

  constructor(database: Database, clock: Clock, hooks: WriteHooks) {
    this.#database = database;
    this.#hooks = hooks;
    this.clock = clock;
  }

  write<T, A extends Actor>(context: RequestContext<A>, operation: Operation<T, A>): Promise<T> {
    return this.#write(context, operation, async (connection, now) => new Work(connection, context, now));
  }

  /**
   * As `write`, for somebody who is signed in. Their session and role may have gone while the request was on its way, so
   * the transaction begins by reading both anew, and its actor is the person that it read
   * (docs/rules/sign-in.md#rights-at-the-moment-of-the-write).
   *
   * @param permit throws when the person may no longer do this.
   * @throws Failure `unauthorized` when the session is over.
   */
  writeSignedIn<T>(
    context: RequestContext<Person>,
    permit: (person: Person) => void,
    operation: Operation<T>,
  ): Promise<T> {
    return this.#write(context, operation, async (connection, now) => {
      const actor = await this.#hooks.personNow(new Work(connection, context, now), context.actor.credential);
      permit(actor);
      const { correlationId, source, way = null, traceparent, act = new CurrentAct(kindOf(actor, source)) } = context;
      const more = way === null ? { act } : { act, way };
      return new Work(connection, { actor, correlationId, source, traceparent, ...more }, now);
    });
  }

  /**
   * As `write`, on behalf of somebody who is decided on within the transaction: of whom a mail comes, by what holds then.
   *
   * @param decide answers for whom `operation` runs; null for nobody.
   */
  writeFor<T>(
    context: RequestContext<null>,
    decide: (work: Work<Actor>) => Promise<Actor>,
    operation: Operation<T, Actor>,
  ): Promise<T> {
    return this.#write(context, operation, async (connection, now) => {
      const actor = await decide(new Work(connection, context, now));
      return new Work<Actor>(connection, { ...context, actor }, now);
    });
  }

  /** Reads who is signed in anew. @throws Failure `unauthorized` when the session is over. */
  personNow(context: RequestContext<Person>): Promise<Person> {
    return this.read(context, (work) => this.#hooks.personNow(work, work.actor.credential));
  }

  read<T, A extends Actor>(context: RequestContext<A>, operation: Operation<T, A>): Promise<T> {
    return this.#database.read((connection) => operation(new Work(connection, context, this.#now())));
  }

  /** As `read`, but everything that the operation reads is of one moment, however long it takes. */
  snapshot<T, A extends Actor>(context: RequestContext<A>, operation: Operation<T, A>): Promise<T> {
    return this.#database.snapshot((connection) => operation(new Work(connection, context, this.#now())));
  }

  /** Whether writes are refused now. */
  isReadOnly(): Promise<boolean> {
    return this.#database.read((connection) => this.#hooks.isReadOnly(connection));
  }

  /** Runs operations on another database, by the same clock. */
  on(database: Database): Runner {
    return new Runner(database, this.clock, { ...this.#hooks, onAudited: () => {} });
  }

  /** Copies the database into a new file, where it is one. @returns false where it is none. */
  copyDatabase(path: string): Promise<boolean> {
    return this.#database.copyTo(path);
  }

  /** Leaves no byte of removed rows in the files of the database. It takes as long as copying them. */
  compact(): Promise<void> {
    return this.#database.compact();
  }

  #now(): Instant {
    const now = this.clock.now();
    if (this.#last[0] !== now) this.#last = [now, instant(now)];
    return this.#last[1];
  }

  async #write<T, A extends Actor>(
    context: RequestContext,
    operation: Operation<T, A>,
    begin: (connection: Connection, now: Instant) => Promise<Work<A>>,
  ): Promise<T> {
    let done: Work<A> | null = null;
    const result = await this.#database.write(async (connection) => {
      const isRefused = context.whileReadOnly ? false : this.#hooks.isReadOnly(connection);
      const [work, isReadOnly] = await allSettled([begin(connection, this.#now()), isRefused]);
      if (isReadOnly) throw new Failure('read_only', { retryAfter: READ_ONLY_RETRY_S });
      const made = await operation(work);
      if (work.recorded.length > 0) await this.#hooks.leaveNotices(work);
      if (work.lines.length + work.audited.length > 0 || work.isOfAct) await this.#hooks.recordAct(work);
      done = work;
      return made;
    });
    if (done !== null) this.#settled(done, context);
    return result;
  }

  /** Runs when the changes of a write are durable. */
  #settled({ hasRecorded, audited, act, isOfAct }: Work<Actor>, context: RequestContext): void {
    if (hasRecorded) this.#database.wakeSignal.wake();
    if (isOfAct) act.isRecorded = true;
    for (const entry of audited) this.#hooks.onAudited(entry, context);
  }
}
