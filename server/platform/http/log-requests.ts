import type { IncomingHttpHeaders } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { FailureCode } from '#contract/errors.ts';
import { traceIdIn } from '#contract/trace-context.ts';
import { Failure } from '../failure.ts';

declare module 'fastify' {
  interface FastifyReply {
    /** The code of the refusal that was sent; null when none was. */
    refusal: FailureCode | null;
  }
}

/** Where refusals go that matter to security. */
interface Refusals {
  refused(
    request: { readonly requestId: string; readonly clientAddress: string },
    code: FailureCode,
    who: { readonly route: string; readonly userId: string | null },
  ): void;
  /** Tells how many were not told. */
  close(): void;
}

const METHODS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent', 'child'] as const;

/** The log of one request. It becomes pino's child, which writes down at once what names the request, at its first line: few have any. */
class LateLog {
  readonly #make: () => FastifyBaseLogger;
  #made: FastifyBaseLogger | null = null;

  constructor(make: () => FastifyBaseLogger) {
    this.#make = make;
  }

  static {
    for (const method of METHODS)
      Object.defineProperty(LateLog.prototype, method, {
        value(this: LateLog, ...words: unknown[]) {
          this.#made ??= this.#make();
          return (this.#made[method] as (...words: unknown[]) => unknown)(...words);
        },
      });
  }
}

/**
 * Writes one line for each request that was answered, by ids: a person who reads a `request_id` in a refusal can tell it
 * to the operator, who finds the line (docs/rules/service.md#logs). Every line of a request that belongs to a trace names
 * it. Has refusals that matter to security told besides, and at the stop how many were not.
 */
export function logRequests(app: FastifyInstance, securityLog: Refusals): void {
  app.decorateReply('refusal', null);
  const namesOf = ({ id, headers }: { id: string; headers: IncomingHttpHeaders }) => {
    const trace_id = traceIdIn(headers.traceparent);
    return trace_id === undefined ? { request_id: id } : { request_id: id, trace_id };
  };
  app.setChildLoggerFactory((logger, { request_id }, options, { headers }) => {
    const make = () => logger.child(namesOf({ id: String(request_id), headers }), options);
    return new LateLog(make) as unknown as FastifyBaseLogger;
  });
  app.addHook('onResponse', (request, reply, done) => {
    const { method, routeOptions, signedIn } = request;
    app.log.info(
      {
        ...namesOf(request),
        method,
        route: routeOptions.url ?? null,
        status: reply.statusCode,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        user_id: signedIn?.id ?? null,
        ...(reply.refusal === null ? {} : { refusal: reply.refusal }),
      },
      'request',
    );
    done();
  });
  app.addHook('onError', async (request, _, error: Error) => {
    if (!(error instanceof Failure)) return;
    const { method, routeOptions, signedIn, id: requestId, clientAddress } = request;
    const who = { route: `${method} ${routeOptions.url ?? ''}`, userId: signedIn?.id ?? null };
    securityLog.refused({ requestId, clientAddress }, error.code, who);
  });
  app.addHook('onClose', async () => securityLog.close());
}

/** How many causes of causes the log shows, and how many errors of one that has several. */
const MAX_CAUSES = 5;

/**
 * Adds serializers to the options of the logger (pino), so that the log has no body and no header
 * (docs/rules/service.md#logs): PostgreSQL repeats a body in the `detail` of an error, and the parser of forms logs all
 * headers.
 */
export const redacted = (log: object | false): object | false =>
  log && { ...log, serializers: { err: (error: unknown) => loggable(error), busboyOptions: () => undefined } };

/** The fields of an error that say where it comes from. Its other fields may have the words of users. */
function loggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return { message: String(error) };
  const { name: type, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type,
    ...(code === undefined ? {} : { code }),
    message,
    stack,
    ...(cause === undefined ? {} : { cause: loggable(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: errors.slice(0, MAX_CAUSES).map((part) => loggable(part, depth + 1)) } : {}),
  };
}
