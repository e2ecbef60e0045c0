import type { Delivery, Destination, Receipt, Subscriber } from '#events';
import type { RecordedEvent } from '#events/serving';

type Concerns = (event: RecordedEvent) => boolean;

/** A subscriber that keeps what it is given, and refuses or hangs when a test says so. */
export class TestSubscriber implements Subscriber {
  readonly kind = 'test';
  concurrency = 4;
  /** The destinations of every event. */
  wanted: readonly string[];
  /** The id of a ticket whose destinations cannot be decided. */
  unroutable: string | null = null;
  readonly attempts: Delivery[] = [];
  readonly received: Delivery[] = [];
  #onReceived = () => {};
  #refusal: { name: string; message: string; concerns: Concerns } | null = null;
  #hanging: { name: string; reached: () => void; gate: Promise<void> } | null = null;

  constructor(events: readonly string[]) {
    this.wanted = events;
  }

  async destinations(_: unknown, event: RecordedEvent): Promise<Destination[]> {
    if (event.aggregateId === this.unroutable) throw new Error('unroutable');
    return this.wanted.map((name) => ({ channel: `test:${name}`, name: `test:${name}` }));
  }

  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    this.attempts.push(delivery);
    const name = delivery.destination.name.slice('test:'.length);
    const refusal = this.#refusal;
    if (this.#hanging?.name === name) {
      const { reached, gate } = this.#hanging;
      reached();
      await gate;
    }
    signal.throwIfAborted();
    if (refusal?.name === name && refusal.concerns(delivery.event)) throw new Error(refusal.message);
    this.received.push(delivery);
    this.#onReceived();
    return { responseStatus: 200 };
  }

  /** Resolves when the receiver has the ticket's event with this `seq`. */
  async has(ticketId: string, seq: number): Promise<void> {
    while (!this.received.some(({ event }) => event.aggregateId === ticketId && event.seq === seq)) {
      await new Promise<void>((resolve) => {
        this.#onReceived = resolve;
      });
    }
  }

  refuse(name: string, message: string, concerns: Concerns = () => true): void {
    this.#refusal = { name, message, concerns };
  }

  /** The next deliveries to a destination hang until they are released. */
  hang(name: string): { reached: Promise<void>; release: () => void } {
    const reached = Promise.withResolvers<void>();
    const gate = Promise.withResolvers<void>();
    this.#hanging = { name, reached: reached.resolve, gate: gate.promise };
    return { reached: reached.promise, release: gate.resolve };
  }

  /** Accepts everything from now on. */
  accept(): void {
    this.#refusal = null;
    this.#hanging = null;
  }

  seqsOf(ticketId: string, destination: string): number[] {
    return this.received.filter((attempt) => concerns(attempt, ticketId, destination)).map(({ event }) => event.seq);
  }

  attemptsAt(ticketId: string, destination: string): number {
    return this.attempts.filter((attempt) => concerns(attempt, ticketId, destination)).length;
  }

  eventIdsOf(ticketId: string): Set<string> {
    return new Set(
      this.received.filter(({ event }) => event.aggregateId === ticketId).map(({ event }) => event.eventId),
    );
  }
}

const concerns = ({ event, destination }: Delivery, ticketId: string, name: string): boolean =>
  event.aggregateId === ticketId && destination.name === name;
