import type { OutboxRunOnce } from '#contract/outbox.ts';
import { type Actor, allSettled, type Operation, type RequestContext, type Runner, type Work } from '#platform';
import { EventStore } from '../event-store.ts';
import type { RecordedEvent } from '../recorded-event.ts';
import type { Destination, Subscriber } from '../subscriber.ts';
import { type ClaimedDelivery, claimDeliveries, claimEntries, recoverExpired, returnEntry } from './claim-store.ts';
import { DeliveryStore } from './delivery-store.ts';
import { type Ending, type EntryState, entryState, type RetryRule, type Settled, settleDelivery } from './settle.ts';

/** An entry that a worker has claimed, and under which lease. */
export interface ClaimedEntry {
  readonly event: RecordedEvent;
  readonly attempts: number;
  readonly lease: string;
}

/**
 * Asks the subscribers for the destinations of an event and adds a delivery for each. An entry without any is `sent`.
 *
 * @returns null, and nothing changed, when another worker has the entry by now.
 */
export async function routeEntry(
  work: Work<Actor>,
  { event, lease }: ClaimedEntry,
  subscribers: readonly Subscriber[],
): Promise<EntryState | null> {
  const [entry, ...destinations] = await allSettled([
    work.of(EventStore).hold({ id: event.entryId }),
    ...subscribers.map((subscriber) => subscriber.destinations(work, event)),
  ]);
  if (entry === undefined || entry.lease !== lease) return null;
  const add = (destination: Destination) =>
    work.of(DeliveryStore).add({ id: work.newId(), event, destination, now: work.now });
  await allSettled(destinations.flat().map(add));
  const state = entryState(entry.attempts, await work.of(EventStore).deliveryStates({ id: event.entryId }));
  const routing = { routed_at: work.now, lease: null, leased_until: null };
  await work.of(EventStore).setState(event.entryId, state, work.now, routing);
  return state;
}

export interface DeliveryPassParts {
  readonly runner: Runner;
  readonly subscribers: readonly Subscriber[];
  readonly rule: RetryRule;
  /** Milliseconds that one attempt may take. */
  readonly attemptTimeoutMs: number;
}

/** Entries whose destinations are decided in one transaction. On SQLite requests wait for as long as that takes. */
export const BATCH_SIZE = 10;
const CONTEXT: RequestContext<null> = { actor: null, correlationId: 'outbox', source: 'outbox' };

/** Goes through what is due, batch by batch. Attempts run on while further batches are claimed. */
export class DeliveryPass {
  readonly #parts: DeliveryPassParts;
  readonly #observers: readonly Partial<DeliveryObserver>[];
  readonly #abort = new AbortController();
  readonly #running = new Map<string, { channel: string; isExclusive: boolean; done: Promise<void> }>();
  #onSettled = () => {};

  constructor(parts: DeliveryPassParts, ...observers: readonly Partial<DeliveryObserver>[]) {
    this.#parts = parts;
    this.#observers = observers;
  }

  set onSettled(listener: () => void) {
    this.#onSettled = listener;
  }

  get isIdle(): boolean {
    return this.#running.size === 0;
  }

  /** Takes back claims whose lease has run out, but for attempts that run here. */
  async recover(): Promise<void> {
    const isRunningHere = (id: string) => this.#running.has(id);
    const { count, dead } = await this.#write((work) => recoverExpired(work, isRunningHere, this.#parts.rule));
    this.#tell((observer) => observer.recovered?.(count));
    for (const letter of dead) this.#tellSettled(letter, 'failed', false);
  }

  /**
   * Routes a batch of new entries and starts due deliveries. These are claimed in the transaction that routes, or that found
   * no entry: each commit waits for the disk.
   *
   * @returns how much it claimed: 0 when nothing is due, or there is no room.
   */
  async runBatch(): Promise<number> {
    if ([...this.#running.values()].some(({ isExclusive }) => isExclusive)) return 0;
    const { entries, due } = await this.#write(async (work) => {
      const entries = await claimEntries(work, BATCH_SIZE);
      return { entries, due: entries.length === 0 ? await this.#claimDue(work) : null };
    });
    for (const { event } of entries) this.#tell((observer) => observer.claimed?.(event.entryId));
    const deliveries = due ?? (await this.#routeAndClaim(entries));
    for (const delivery of deliveries) this.#start(delivery);
    return entries.length + deliveries.length;
  }

  /** Resolves when one of the attempts that run now is settled; at once when none runs. */
  async oneSettled(): Promise<void> {
    if (!this.isIdle) await Promise.race([...this.#running.values()].map(({ done }) => done));
  }

  /** Aborts the attempts that run and gives up their leases. */
  async release(): Promise<void> {
    this.#abort.abort(new Error('The service stopped before there was a receipt.'));
    while (!this.isIdle) await this.oneSettled();
  }

  #claimDue(work: Work<Actor>): Promise<ClaimedDelivery[]> {
    const room = (channel: string) => this.#room(channel);
    return claimDeliveries(work, room, this.isIdle);
  }

  /** In one transaction. When that fails, entries are routed one by one, so that one that cannot be routed stops no other. */
  async #routeAndClaim(entries: readonly ClaimedEntry[]): Promise<ClaimedDelivery[]> {
    const routeAll = async (work: Work<Actor>) => {
      const states = [];
      for (const entry of entries) states.push(await routeEntry(work, entry, this.#parts.subscribers));
      return { states, due: await this.#claimDue(work) };
    };
    const routed = await this.#write(routeAll).catch(() => null);
    if (routed === null) {
      for (const entry of entries) await this.#routeAlone(entry);
      return this.#write((work) => this.#claimDue(work));
    }
    for (const state of routed.states) this.#tellRouted(state);
    return routed.due;
  }

  async #routeAlone(entry: ClaimedEntry): Promise<void> {
    try {
      this.#tellRouted(await this.#write((work) => routeEntry(work, entry, this.#parts.subscribers)));
    } catch (error) {
      const claimed = { id: entry.event.entryId, lease: entry.lease };
      const ending = { how: 'refusal', error } as const;
      const status = await this.#write((work) => returnEntry(work, claimed, ending, this.#parts.rule));
      if (status !== null) this.#tellSettled({ entryId: claimed.id, destination: null }, status, false, error);
    }
  }

  #tellRouted(state: EntryState | null): void {
    if (state?.status === 'sent') this.#tell((observer) => observer.settled?.('delivered', true));
  }

  #start(delivery: ClaimedDelivery): void {
    this.#tell((observer) => observer.claimed?.(delivery.event.entryId));
    const done = this.#deliver(delivery).finally(() => {
      this.#running.delete(delivery.id);
      this.#onSettled();
    });
    const { destination, isExclusive } = delivery;
    this.#running.set(delivery.id, { channel: destination.channel, isExclusive, done });
  }

  async #deliver(delivery: ClaimedDelivery): Promise<void> {
    const ending = await this.#attempt(delivery);
    const claimed = { id: delivery.id, lease: delivery.lease, entryId: delivery.event.entryId };
    try {
      // A delivery that was sent is noted while Kwit is read-only, too, or it would be sent again.
      const settled = await this.#parts.runner.write({ ...CONTEXT, whileReadOnly: true }, (work) =>
        settleDelivery(work, claimed, ending, this.#parts.rule),
      );
      if (settled === null) return;
      const error = ending.how === 'refusal' ? ending.error : undefined;
      const { entry, delivery: status, destination } = settled;
      this.#tellSettled({ entryId: claimed.entryId, destination }, status, entry.status === 'sent', error);
    } catch (error) {
      // The database does not answer. A worker takes the delivery back when its lease has run out.
      this.#tell((observer) => observer.failed?.(error));
    }
  }

  async #attempt(delivery: ClaimedDelivery): Promise<Ending> {
    const { subscribers, attemptTimeoutMs } = this.#parts;
    const subscriber = subscribers.find(({ kind }) => kind === kindOf(delivery.destination.channel));
    if (subscriber === undefined) return { how: 'refusal', error: new Error('Nothing here delivers to this channel.') };
    const signal = AbortSignal.any([this.#abort.signal, AbortSignal.timeout(attemptTimeoutMs)]);
    const aborted = new Promise<never>((_, reject) => {
      signal.addEventListener('abort', () => reject(signal.reason), { once: true });
    });
    try {
      return { how: 'receipt', receipt: await Promise.race([subscriber.deliver(delivery, signal), aborted]) };
    } catch (error) {
      if (this.#abort.signal.aborted) return { how: 'abort', why: String(this.#abort.signal.reason.message) };
      return { how: 'refusal', error };
    }
  }

  #tellSettled(what: DeadLetter, status: Settled['delivery'], isSent: boolean, error?: unknown): void {
    this.#tell((observer) => observer.settled?.(status, isSent, error));
    if (status === 'failed') this.#tell((observer) => observer.gaveUp?.(what));
  }

  #tell(what: (observer: Partial<DeliveryObserver>) => void): void {
    for (const observer of this.#observers) what(observer);
  }

  #room(channel: string): number {
    const subscriber = this.#parts.subscribers.find(({ kind }) => kind === kindOf(channel));
    const running = [...this.#running.values()].filter((attempt) => attempt.channel === channel).length;
    return (subscriber?.concurrency ?? 1) - running;
  }

  #write<T>(operation: Operation<T, null>): Promise<T> {
    return this.#parts.runner.write(CONTEXT, operation);
  }
}

const kindOf = (channel: string): string => channel.split(':', 1)[0] ?? '';

/** An event that was given up: for one destination, or before it had any. */
export interface DeadLetter {
  readonly entryId: string;
  /** null when the event's destinations could not be decided. */
  readonly destination: string | null;
}

/** Is called with what a delivery pass does, as far as it wants to know. */
export interface DeliveryObserver {
  /** So many claims whose lease had run out were taken back. */
  recovered(count: number): void;
  /** An entry was claimed, to be routed or delivered. */
  claimed(entryId: string): void;
  /**
   * An attempt was settled.
   *
   * @param isSent whether each of the entry's destinations has it now.
   * @param error why the attempt failed.
   */
  settled(status: Settled['delivery'], isSent: boolean, error?: unknown): void;
  /** After the last attempt, or the last one whose worker did not come back. */
  gaveUp(dead: DeadLetter): void;
  /** The database did not answer. */
  failed(error: unknown): void;
}

export type Summary = OutboxRunOnce['summary'];

/** Counts what one pass does: claimed and succeeded in entries, the rest in attempts (docs/rules/events.md#operators). */
export class DeliveryStats implements Partial<DeliveryObserver> {
  readonly #claimed = new Set<string>();
  #recovered = 0;
  #succeeded = 0;
  #retried = 0;
  #deadLettered = 0;

  recovered(count: number): void {
    this.#recovered += count;
  }

  claimed(entryId: string): void {
    this.#claimed.add(entryId);
  }

  settled(status: Settled['delivery'], isSent: boolean, _error?: unknown): void {
    if (isSent) this.#succeeded += 1;
    if (status === 'pending') this.#retried += 1;
    if (status === 'failed') this.#deadLettered += 1;
  }

  failed(_error: unknown): void {}

  get summary(): Summary {
    return {
      recovered_stuck: this.#recovered,
      claimed: this.#claimed.size,
      succeeded: this.#succeeded,
      retried: this.#retried,
      dead_lettered: this.#deadLettered,
    };
  }
}
