import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyContextConfig, FastifyInstance, RawServerDefault } from 'fastify';
import { type TSchema, Type } from 'typebox';
import { ErrorBody, type FailureCode } from '#contract/errors.ts';
import type { OperationId } from '#contract/operation-ids.ts';
import { record } from '#contract/scalars.ts';
import type { Tag } from '#contract/tags.ts';
import type { TokenScope } from '#contract/words.ts';
import type { CurrentAct } from '../act.ts';
import type { Person } from '../actor.ts';
import { Failure } from '../failure.ts';
import type { Operation, RequestContext } from '../work.ts';
import { statusOf } from './refusals.ts';

export type Access = 'public' | 'signed-in' | 'developer';

export const NoContent = Type.Null({ description: 'Nothing.' });
const Unchanged = Type.Null({ description: 'Nothing has been written since the answer that If-None-Match names.' });

/** For a caller whose copy is current (`If-None-Match`). */
export const NotModified = Type.Null({ description: 'What you have still holds.' });

/** For operations that take no query: they refuse any parameter instead of dropping it. */
const noQuery = record({});

/** Which scope a token needs for an operation. `session`: no token will do, the caller has to be signed in. */
export type Scope = TokenScope | 'session';

/** A public operation asks for no token, so it names no scope. */
type Permission =
  | { readonly access: 'public'; readonly scope?: never }
  | { readonly access: Exclude<Access, 'public'>; readonly scope: Scope };

type Description = Permission & Described;

interface Described {
  /** The name under which programs know it. A released one never changes. */
  readonly operationId: OperationId;
  /** One line, imperative. */
  readonly summary: string;
  readonly tag: Tag;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly headers?: TSchema;
  readonly body?: TSchema;
  /** The body as a form with files. An operation that also has `body` takes both. */
  readonly form?: TSchema;
  /** The operation takes a form and does not read it: the address has all that it needs. */
  readonly ignoresForms?: boolean;
  readonly answers: Readonly<Record<number, TSchema>>;
  /**
   * The operation's own refusals; a `Failure` where it has another status than its code. `operation` adds those that every
   * operation of its kind has.
   */
  readonly refuses?: readonly (FailureCode | Failure)[];
  /** The media types of an answer that is not JSON. `answers[200]` may describe its content. */
  readonly produces?: readonly string[];
  /** A public operation that has more for some callers: one who sends a good token is known to it (`visitor`). */
  readonly knowsCallers?: boolean;
  /** The operation takes a stream token in the address (`ticket`) instead of a token. */
  readonly takesStreamToken?: boolean;
  /** The answer tells the version of its ticket as `ETag`. */
  readonly answersVersion?: boolean;
  /** The answer follows from the database alone, so that 304 can stand for it as long as nobody writes. */
  readonly cacheable?: boolean;
  /** A list that may tell by `Kwit-Total` how many there are on all its pages. */
  readonly answersTotal?: boolean;
  /**
   * The operation reads so much that it takes its turn (docs/rules/service.md#turns). Any other read does so too when it is
   * asked with `q`, or for a page of more than 100.
   */
  readonly expensive?: boolean;
  /** Whether a field of the body is one that no program may name, whatever its token (docs/rules/tokens.md#never-with-a-token). */
  readonly isPeoples?: (name: string, value: unknown) => boolean;
  /** Whether what it writes is written while Kwit is read-only (docs/rules/service.md#read-only). */
  readonly whileReadOnly?: boolean;
  /** Whether a session may call it that is good for making a passkey alone. */
  readonly registersPasskey?: boolean;
  /** Whether the address may be long: it carries a text (docs/rules/service.md#limits). */
  readonly takesText?: boolean;
}

type Part<D, K extends keyof D> = D[K] extends TSchema ? D[K] : TSchema;

/** The credentials that an operation takes; none on public routes. The operation's description tells the scope. */
function securityOf({ access, scope, takesStreamToken }: Description): readonly Record<string, readonly string[]>[] {
  if (access === 'public') return [];
  const ticket = takesStreamToken ? [{ stream_ticket: [] }] : [];
  return [{ bearer: [] }, ...(scope === 'session' ? [] : [{ token: [] }]), ...ticket];
}

/** Turns the description of an operation into a schema for Fastify, from which the OpenAPI document is made too. */
export function operation<const D extends Description>(described: D) {
  const { operationId, summary, tag, params, query, headers, body, answers, refuses: _, ...config } = described;
  const { produces = [], form, cacheable } = described;
  const schema = {
    operationId,
    summary,
    tags: [tag],
    security: securityOf(described),
    ...(params ? { params } : {}),
    querystring: query ?? noQuery,
    ...(headers ? { headers } : {}),
    ...(body && !form ? { body } : {}),
    ...(body && form ? { body: { content: { 'application/json': { schema: body } } } } : {}),
    response: {
      ...(cacheable ? { 304: Unchanged } : {}),
      ...answers,
      ...(produces.length > 0 ? { 200: notJson(produces, answers[200]) } : {}),
      ...refusals(described),
    },
  };
  return {
    schema: schema as unknown as {
      params: Part<D, 'params'>;
      querystring: Part<D, 'query'>;
      headers: Part<D, 'headers'>;
      body: Part<D, 'body'>;
    },
    config: { ...config, isFile: produces.length > 0, usualLimit: usualLimitOf(query) } as FastifyContextConfig,
  };
}

const usualLimitOf = (query: TSchema = noQuery): unknown =>
  (query as { properties?: { limit?: { default?: unknown } } }).properties?.limit?.default;

const CONTENT = Type.String({ format: 'binary' });

export const notJson = (types: readonly string[], schema: TSchema = CONTENT) => ({
  description: (schema as { description?: string }).description ?? 'The content itself.',
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
});

/** The schemas of the refusals, by status. */
function refusals(described: Description): Record<number, TSchema> {
  return refusalsOf([...commonRefusals(described), ...(described.refuses ?? [])]);
}

function refusalsOf(refused: readonly (FailureCode | Failure)[]): Record<number, TSchema> {
  const all = refused.map((entry) => (entry instanceof Failure ? entry : new Failure(entry)));
  const byStatus = Map.groupBy(all, statusOf);
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, refusal([...new Set(some.map(({ code }) => code))])]),
  );
}

const BODY_REFUSALS: readonly FailureCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type'];

/** Adds the refusals of a body to the answers of an operation that takes none, because clients send one all the same. */
export function withBodyRefusals(answers: Readonly<Record<number, TSchema>>): Record<number, TSchema> {
  const { error } = (answers[400] as unknown as typeof ErrorBody | undefined)?.properties ?? {};
  const codes = (error as { enum?: FailureCode[] } | undefined)?.enum ?? [];
  return { ...answers, ...refusalsOf([...codes, ...BODY_REFUSALS]) };
}

const refusal = (codes: readonly FailureCode[]): TSchema => ({
  ...ErrorBody,
  description: codes.join(', '),
  properties: { ...ErrorBody.properties, error: { type: 'string', enum: codes } },
});

/** The refusals that every operation of this kind has. */
function commonRefusals({ access, scope, body, form, whileReadOnly }: Description): FailureCode[] {
  const codes: FailureCode[] = [
    'internal_error',
    'service_unavailable',
    'validation_error',
    'url_too_long',
    'headers_too_large',
  ];
  if ((body || form || (scope !== undefined && scope !== 'read')) && !whileReadOnly) codes.push('read_only');
  if (access !== 'public') codes.push('unauthorized', 'passkey_required');
  if (access === 'developer' || scope === 'session') codes.push('forbidden');
  if (scope !== undefined && scope !== 'session') codes.push('insufficient_scope');
  if (body || form) codes.push('payload_too_large', 'unsupported_media_type', 'request_timeout');
  if (body) codes.push('invalid_json');
  return codes;
}

/**
 * Stops the start with an error when a route does not say who may call it. The routes of /api/docs come from a library,
 * and anyone may call them.
 */
export function refuseOpenRoutes(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    if (route.url.startsWith('/api/docs')) route.config = { ...route.config, access: 'public' };
    if (route.config?.access === undefined && route.method !== 'OPTIONS') {
      throw new Error(`The route ${String(route.method)} ${route.url} does not say who may call it.`);
    }
  });
}

/**
 * Answers with the one status of success that a route's operation declares; a route that declares two chooses itself.
 * 204 has no body, whatever the handler returns.
 */
export function answerWithDeclaredStatus(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const [status, ...others] = successesOf(route.schema?.response);
    if (status === undefined || status === 200 || others.length > 0) return;
    const handle = route.handler.bind(app);
    route.handler = async (request, reply) => {
      const answer = await handle(request, reply);
      reply.code(status);
      return status === 204 ? null : answer;
    };
  });
}

const successesOf = (responses: unknown): number[] =>
  Object.keys(responses ?? {})
    .map(Number)
    .filter((status) => status >= 200 && status < 300);

/** Fastify, typed by our schemas: a route's handler knows the types of its parameters, query and body. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig extends Partial<Omit<Described, 'operationId' | 'summary' | 'tag' | 'refuses'>> {
    /** The service does not start with a route that does not say it. */
    access?: Access;
    /** Which token may call; missing on public routes. */
    scope?: Scope;
    /** Whether the answer is a file, a table or a stream, which goes out as it is. */
    isFile?: boolean;
    /** How many things a page of the list has unless the caller says it. */
    usualLimit?: unknown;
  }
  interface FastifyRequest {
    /** The signed-in person; null on public routes. */
    signedIn: Person | null;
    /** The state of the database before the answer was read, where something has asked for it already. */
    revision: string | null;
    /**
     * The state from which the answer is read, where it is to be remembered. No `WeakMap` has it: V8 collects its keys with the old
     * objects only, and with them requests and their answers.
     */
    answeredFrom: string | null;
    /** The signed-in person. Throws on public routes. */
    readonly person: Person;
    /** The context of an operation that needs no signed-in person. */
    readonly anonymous: RequestContext<null>;
    /** The context of whoever calls a public operation that knows its callers. */
    readonly visitor: RequestContext;
    readonly clientAddress: string;
    /** The act of the request's changes. */
    readonly act: CurrentAct;
    /** Null until something asks for `act`. */
    ownAct: CurrentAct | null;
    /** How long its last write kept others from theirs, in milliseconds. */
    writeMs: number;
    /**
     * Runs an operation on behalf of the signed-in person. An expensive one waits for its turn.
     * @throws Failure `service_unavailable` when its turn does not come.
     */
    read<T>(operation: Operation<T>): Promise<T>;
    /**
     * Runs something else on behalf of the signed-in person when it is their turn. An expensive read waits for others' turns, too.
     * @throws Failure `service_unavailable` when its turn does not come.
     */
    takeTurn<T>(isExpensive: boolean, operation: () => Promise<T>): Promise<T>;
    /** Writes one of several parts: what others have begun goes first. @param write runs it in a transaction. */
    writePart<T>(operation: Operation<T>, write: (part: Operation<T>) => Promise<T>): Promise<T>;
    /** Session and role are read anew in its transaction; `person` is then who they are now. */
    write<T>(operation: Operation<T>): Promise<T>;
    /**
     * Reads session and role anew, for a route that does something outside a transaction of its own after its body has
     * come. @throws Failure `unauthorized`, `forbidden`.
     */
    confirmRights(): Promise<void>;
  }
}
