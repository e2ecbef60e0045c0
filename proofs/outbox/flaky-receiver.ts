import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { attemptName } from './messages.ts';

/** An attempt as the receiver sees it. */
export interface SeenAttempt {
  readonly eventId: string;
  readonly ticketId: string;
  readonly seq: number;
  readonly destination: string;
  readonly attempt: number;
  readonly worker: string;
  /** How far the worker's clock was ahead when it claimed the delivery. */
  readonly offset: number;
  /** Names of the attempts that the worker made at the same time. */
  readonly concurrent: readonly string[];
}

/** The destination at which a poison event ends the worker that delivers it. */
const LETHAL = 'proof:a';

/** A receiver of which 30 % of the answers are 500 and 10 % are 429, and some never come, or break off. */
export class FlakyReceiver {
  /** Every attempt that was answered with 2xx, whole, in order. */
  readonly accepted: SeenAttempt[] = [];
  /** Attempts of workers that had been stopped, whose lease had run out by then. */
  readonly late = new Set<SeenAttempt>();
  /** How often each event was attempted, by its id. */
  readonly attempts = new Map<string, number>();
  /** Attempts that ran at the same time as one that should have been exclusive. */
  readonly besideExclusive: string[] = [];
  /** Ids of events that are never accepted. */
  readonly hopeless = new Set<string>();
  /** Ids of events that end the worker that delivers them. */
  readonly poison = new Set<string>();
  readonly #random: () => number;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  /** Accepts everything from now on. */
  isReliable = false;
  /** Whether a worker sends this although its lease has run out, because it was stopped since. */
  isLate: (seen: SeenAttempt) => boolean = () => false;
  /** Called once, while the next delivery is under way. */
  interruption: (() => void) | null = null;

  constructor(random: () => number) {
    this.#random = random;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      return;
    }
    const seen = JSON.parse(Buffer.concat(chunks).toString()) as SeenAttempt;
    this.#checkExclusive(seen);
    if (this.isLate(seen)) this.late.add(seen);
    await this.#interrupt();
    this.attempts.set(seen.eventId, (this.attempts.get(seen.eventId) ?? 0) + 1);
    if (this.isLethal(attemptName(seen))) return void response.writeHead(599).end();
    if (this.hopeless.has(seen.eventId)) return void response.writeHead(500).end();
    this.#answerByChance(seen, request, response);
  }

  /** Whether the attempt with this name ends the worker that makes it. */
  isLethal(attempt: string): boolean {
    return [...this.poison].some((id) => attempt.startsWith(`${id} ${LETHAL} `));
  }

  /** A delivery that has ended two workers is to be attempted exclusively from the third time on. */
  #checkExclusive(seen: SeenAttempt): void {
    const isExclusive = (attempt: string) => this.isLethal(attempt) && !/ [12]$/.test(attempt);
    if (isExclusive(attemptName(seen))) this.besideExclusive.push(...seen.concurrent);
    else if (seen.concurrent.some(isExclusive)) this.besideExclusive.push(attemptName(seen));
  }

  async #interrupt(): Promise<void> {
    const interrupt = this.interruption;
    if (interrupt === null) return;
    this.interruption = null;
    interrupt();
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  #answerByChance(seen: SeenAttempt, request: IncomingMessage, response: ServerResponse): void {
    const chance = this.isReliable ? 1 : this.#random();
    if (chance < 0.3) response.writeHead(500).end();
    else if (chance < 0.4) response.writeHead(429, { 'retry-after': '30' }).end();
    else if (chance < 0.42) request.socket.destroy();
    else if (chance < 0.44) request.socket.resetAndDestroy();
    else if (chance < 0.46) response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
    // The worker waits for these two until its attempt times out, so there are few.
    else if (chance < 0.461) return;
    else if (chance < 0.462) response.writeHead(200).write('it goes on');
    else response.writeHead(204).end(() => this.accepted.push(seen));
  }
}
