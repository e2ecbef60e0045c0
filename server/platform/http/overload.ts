import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { DatabaseLoad } from '../database/connection.ts';
import { Failure } from '../failure.ts';

/** How often the event loop is asked whether it is late, in milliseconds. */
const TICK_MS = 50;

/** How long what people ask for may wait for that of others, in milliseconds, and how much may wait for the database. */
const BOUNDS = {
  reads: { patienceMs: 750, waiting: 200 },
  // A read is asked again by itself; of a write somebody learns that it did not happen.
  writes: { patienceMs: 1100, waiting: 400 },
};
/** With fewer requests between two ticks, one long piece of work has kept them waiting, and is over. */
const FEWEST_REQUESTS = 25;

/** How long the event loop has worked, in milliseconds: while other programs have the processor nobody asks Kwit for too much. */
function busyMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

/** The bounds of a request, by its method. */
export const boundsOf = (method: string) => (method === 'GET' || method === 'HEAD' ? BOUNDS.reads : BOUNDS.writes);

/**
 * Sheds what would wait too long (docs/rules/service.md#overload), before anything of it is read: reads first, writes last.
 * Without it each request would wait for all that came before, and its client would give up before its answer.
 */
export class Overload {
  readonly #waiting: () => number;
  #ticked = busyMs();
  /** How late the last tick was, in milliseconds. */
  #late = 0;
  /** How many requests came since the last tick. */
  #arrivals = 0;
  /** How many came between the two ticks before. */
  #arrivalsBefore = 0;
  #shed = 0;

  /** @param database whose queue counts: of writes on SQLite, for a connection on PostgreSQL. */
  constructor(database: { readonly load: Pick<DatabaseLoad, 'waiting'> }) {
    this.#waiting = () => database.load.waiting;
  }

  /** How many requests have been shed so far. */
  get shed(): number {
    return this.#shed;
  }

  /** Register it before authentication. */
  watch(app: FastifyInstance): void {
    const timer = setInterval(() => this.#tick(), TICK_MS).unref();
    app.addHook('onClose', async () => clearInterval(timer));
    app.addHook('onRequest', (request, _, done) => {
      this.#arrivals += 1;
      if (!isOfInterface(request) || !this.#isOver(boundsOf(request.method))) return done();
      this.#shed += 1;
      done(tooMuch(1));
    });
  }

  #tick(): void {
    this.#late = this.#overdue();
    this.#ticked = busyMs();
    this.#arrivalsBefore = this.#arrivals;
    this.#arrivals = 0;
  }

  #overdue(): number {
    return Math.max(0, busyMs() - this.#ticked - TICK_MS);
  }

  /** A request that is read now may have come at any time since the tick before the last. */
  #isOver({ patienceMs, waiting }: typeof BOUNDS.reads): boolean {
    const isCrowd = this.#arrivals + this.#arrivalsBefore >= FEWEST_REQUESTS;
    return (isCrowd && this.#late + this.#overdue() > patienceMs) || this.#waiting() > waiting;
  }
}

/** @param retryAfter in seconds. */
export const tooMuch = (retryAfter: number): Failure =>
  new Failure('service_unavailable', {
    message: 'More is asked of Kwit at this moment than it can do; wait for as many seconds as Retry-After says.',
    retryAfter,
  });

/** Balancers ask `/ready`, operators `/metrics`; a live stream costs little, and would be opened again at once. */
function isOfInterface({ url, routeOptions }: FastifyRequest): boolean {
  return (url.startsWith('/api/') || url === '/mcp') && routeOptions.config.takesStreamToken !== true;
}
