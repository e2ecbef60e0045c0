import { LRUCache } from 'lru-cache';
import type { FailureCode } from '#contract/errors.ts';
import { type AuditObserver, type Clock, instant, type Log, MINUTE } from '#platform';

/** Lines that one client may cause within a minute. */
export const PER_CLIENT = 20;
/** Lines that all clients together may cause within a minute. */
export const PER_MINUTE = 300;
/** Clients that are counted, so that strangers cannot fill the memory. */
const MAX_CLIENTS = 1000;

/** Decides which lines are written of those that strangers can cause, minute by minute, and counts the others. */
export class LineLimit {
  readonly #clock: Clock;
  readonly #clients = new LRUCache<string, number>({ max: MAX_CLIENTS });
  /** When the minute began, in milliseconds. */
  #since = 0;
  #written = 0;
  #withheld: Record<string, number> = {};

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Counts a line of an event that a client caused. @returns whether to write it. */
  permits(event: string, client: string): boolean {
    const written = this.#clients.get(client) ?? 0;
    if (written >= PER_CLIENT || this.#written >= PER_MINUTE) {
      this.#withheld[event] = (this.#withheld[event] ?? 0) + 1;
      return false;
    }
    this.#clients.set(client, written + 1);
    this.#written += 1;
    return true;
  }

  /** Begins a new minute when the last one is over. @returns what that one withheld; null for nothing. */
  takeEnded() {
    return this.#clock.now() - this.#since < MINUTE ? null : this.take();
  }

  /** Begins a new minute. @returns when the last one began, and how many lines of each event it withheld; null for nothing. */
  take() {
    const withheld = { since: instant(this.#since), counts: this.#withheld };
    this.#since = this.#clock.now();
    this.#written = 0;
    this.#withheld = {};
    this.#clients.clear();
    return Object.keys(withheld.counts).length === 0 ? null : withheld;
  }
}

interface Parts {
  readonly log: Pick<Log, 'info' | 'warn'>;
  readonly clock: Clock;
  /** The keyed hash of a client's network, as sign-in remembers it. */
  readonly hashOf: (clientAddress: string) => string;
}

interface LoggedRequest {
  readonly requestId: string;
  readonly clientAddress: string;
}

/** Refusals that are told in the log, and whether an operator should be warned of them. */
const REFUSALS: Partial<Record<FailureCode, 'info' | 'warn'>> = {
  // Everybody's session ends some day, and their browser finds out so.
  unauthorized: 'info',
  forbidden: 'warn',
  insufficient_scope: 'warn',
  too_many_requests: 'warn',
};

/**
 * Logs events of security, one line each, with ids and keyed hashes and nobody's words (docs/rules/records.md#log). Lines
 * that strangers can cause are limited, so that they cannot flood the log; the log says how many were withheld.
 */
export class SecurityLog {
  readonly #parts: Parts;
  readonly #limit: LineLimit;

  constructor(parts: Parts) {
    this.#parts = parts;
    this.#limit = new LineLimit(parts.clock);
  }

  signedIn(request: LoggedRequest, { userId, sessionId }: { userId: string; sessionId: string }): void {
    this.#write('info', 'signed_in', request, { user_id: userId, session_id: sessionId });
  }

  /** @param userId null when nobody has the address for which the code was tried. */
  wrongCode(request: LoggedRequest, userId: string | null): void {
    this.#writeLimited('warn', 'wrong_code', request, { user_id: userId });
  }

  /** Somebody came back from the company's provider and was not let in. */
  refusedSignIn(request: LoggedRequest, { code, userId }: { code: string; userId: string | null }): void {
    this.#writeLimited('warn', 'sign_in_refused', request, { code, user_id: userId });
  }

  /** Tells of a refusal if it matters to security. @param route the pattern, not the address. */
  refused(request: LoggedRequest, code: FailureCode, who: { route: string; userId: string | null }): void {
    const level = REFUSALS[code];
    if (level) this.#writeLimited(level, 'refused', request, { code, route: who.route, user_id: who.userId });
  }

  /** An entry of the audit whose transaction is durable. */
  readonly changed: AuditObserver = (
    { action, actor_id, target_type, target_id },
    { correlationId, clientAddress },
  ) => {
    const request = { requestId: correlationId, ...(clientAddress === undefined ? {} : { clientAddress }) };
    this.#write('info', action, request, { actor_id, target_type, target_id });
  };

  /** Tells what is still withheld. */
  close(): void {
    this.#tellWithheld(this.#limit.take());
  }

  #writeLimited(level: 'info' | 'warn', event: string, request: LoggedRequest, more: object): void {
    this.#tellWithheld(this.#limit.takeEnded());
    if (this.#limit.permits(event, request.clientAddress)) this.#write(level, event, request, more);
  }

  #write(level: 'info' | 'warn', event: string, request: Partial<LoggedRequest>, more: object): void {
    const { log, hashOf } = this.#parts;
    const { requestId: request_id, clientAddress } = request;
    const client = clientAddress === undefined ? null : hashOf(clientAddress);
    log[level]({ security: event, request_id, client, ...more }, `security: ${event}`);
  }

  #tellWithheld(withheld: ReturnType<LineLimit['take']>): void {
    if (withheld) this.#parts.log.warn({ security: 'withheld', ...withheld }, 'security: withheld');
  }
}
