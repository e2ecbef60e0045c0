import type { IncomingMessage, ServerResponse } from 'node:http';
import { Server, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { SECOND } from '../../clock.ts';

/** The latest request of a connection, and its answer. */
interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

/**
 * How long a connection stays open once the service stops, in milliseconds. On an idle connection a request may be under
 * way, which Kwit still answers. A client that is still sending a refused body may not have read the answer yet.
 */
const TIMEOUTS_MS = { idle: 500, unread: 2 * SECOND, running: 8 * SECOND };
const POLL_MS = 25;
/** None waits any more when none was accepted in so many turns of the event loop. */
const QUIET_TURNS = 3;
/** A turn accepts one. The system lets 511 wait; a crowd without an end waits no longer. */
const MOST_TURNS = 1000;
/** During a longer turn, in milliseconds, others may have come: those that wait are looked for once in each. */
const SHORT_TURN_MS = 1;

const after = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Knows every connection, so that the stop cuts none that waits for an answer, and waits for none without end. */
export class Connections {
  readonly #last = new Map<Socket, Exchange | null>();
  #accepted = 0;
  /** Resolves when the port is closed; null unless it is about to be. */
  #portClosed: Promise<void> | null = null;
  #onLastClosed = () => {};

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.#add(socket));
  }

  /**
   * Notes that a request has come in.
   *
   * @param isLast whether its client is told that the connection ends: it asks elsewhere next, or connects anew while the
   * port is open.
   * @returns a promise where the request must wait, as it must while the port closes; null where it may go on at once.
   */
  begin(request: IncomingMessage, response: ServerResponse, isLast: boolean): Promise<void> | null {
    if (!this.#last.has(request.socket)) this.#add(request.socket);
    this.#last.set(request.socket, { request, response });
    if (isLast) response.setHeader('connection', 'close');
    return this.#portClosed;
  }

  /** How many requests wait for the end of their answer. */
  get running(): number {
    return [...this.#last.values()].filter(isRunning).length;
  }

  /** Whether the head of an answer is out, so that no other answer may follow on the socket. */
  hasBegunToAnswer(socket: Socket): boolean {
    const exchange = this.#last.get(socket) ?? null;
    return isRunning(exchange) && exchange?.response.headersSent === true;
  }

  /**
   * Accepts the connections that wait, then no more: the system would reset those that it has taken for a port that
   * closes, and their requests would be lost. Requests that come meanwhile wait, so that the turns are short, and no client
   * is told to connect anew.
   */
  async stopAccepting(server: Server): Promise<void> {
    const closed = Promise.withResolvers<void>();
    this.#portClosed = closed.promise;
    for (const { response } of this.#unbegun()) response.removeHeader('connection');
    let [quiet, isShort] = [0, false];
    for (let turns = 0; !(quiet >= QUIET_TURNS && isShort) && turns < MOST_TURNS; turns++) {
      const [before, began] = [this.#accepted, performance.now()];
      await turn();
      quiet = this.#accepted === before ? quiet + 1 : 0;
      isShort = performance.now() - began < SHORT_TURN_MS;
    }
    // The method of the HTTP server would also cut idle connections, on which a request may be under way.
    Server.prototype.close.call(server);
    this.#portClosed = null;
    closed.resolve();
  }

  /** Closes each connection when its time is over; resolves when none is left. */
  async drain(): Promise<void> {
    for (const { response } of this.#unbegun()) response.setHeader('connection', 'close');
    const lastClosed = new Promise<void>((resolve) => {
      this.#onLastClosed = resolve;
    });
    const quietSince = new Map<Socket, number>();
    for (let waited = 0; this.#last.size > 0; waited += POLL_MS) {
      for (const [socket, exchange] of this.#last) {
        if (isRunning(exchange)) quietSince.delete(socket);
        else if (!quietSince.has(socket)) quietSince.set(socket, waited);
        const quiet = waited - (quietSince.get(socket) ?? waited);
        if (waited >= TIMEOUTS_MS.running || quiet >= timeoutOf(exchange)) socket.destroy();
      }
      await Promise.race([after(POLL_MS), lastClosed]);
    }
  }

  /** The exchanges whose answers have not begun. */
  #unbegun(): Exchange[] {
    return [...this.#last.values()].flatMap((exchange) =>
      exchange && isRunning(exchange) && !exchange.response.headersSent ? [exchange] : [],
    );
  }

  #add(socket: Socket): void {
    this.#accepted += 1;
    this.#last.set(socket, null);
    socket.once('close', () => {
      this.#last.delete(socket);
      if (this.#last.size === 0) this.#onLastClosed();
    });
  }
}

const isRunning = (exchange: Exchange | null): boolean =>
  exchange !== null && !exchange.response.writableFinished && !exchange.response.destroyed;

const timeoutOf = (exchange: Exchange | null): number => {
  if (isRunning(exchange)) return TIMEOUTS_MS.running;
  return exchange === null || exchange.request.complete ? TIMEOUTS_MS.idle : TIMEOUTS_MS.unread;
};

/** How much of a body Kwit reads after it has answered, in bytes and in milliseconds. */
const DROPPED_BYTES = 32 * 1024 * 1024;
const DROPPED_MS = 5 * SECOND;

/**
 * Answers a request before its body has come, and then reads and drops the rest for a moment: a connection that closes
 * with unread bytes takes the answer with it (docs/rules/service.md#refused-bodies).
 */
export function dropUnreadBodies(app: FastifyInstance): void {
  app.addHook('onSend', (request, reply, payload, done) => {
    if (!request.raw.complete && hasBody(request)) lingerAfter(request.raw, reply);
    done(null, payload);
  });
}

const hasBody = ({ headers }: FastifyRequest): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function lingerAfter(body: IncomingMessage, reply: FastifyReply): void {
  const { socket } = body;
  // Node closes a connection with its last answer at once, and so does Fastify after a body that it does not take.
  reply.removeHeader('connection');
  const isLast = !reply.raw.shouldKeepAlive;
  reply.raw.shouldKeepAlive = true;
  let dropped = 0;
  body.unpipe();
  body.on('data', (chunk: Buffer) => {
    dropped += chunk.length;
    if (dropped > DROPPED_BYTES) socket.destroy();
  });
  body.resume();
  reply.raw.once('finish', () => {
    if (isLast) socket.end();
    if (body.complete && !isLast) return;
    const timer = setTimeout(() => socket.destroy(), DROPPED_MS);
    const stop = () => {
      clearTimeout(timer);
      socket.off('close', stop);
      body.off('end', stop);
    };
    socket.once('close', stop);
    if (!isLast) body.once('end', stop);
  });
}
