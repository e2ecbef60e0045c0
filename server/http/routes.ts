import type { IncomingMessage, ServerResponse } from 'node:http';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify';
import type { TSchema } from 'typebox';
import type { Person } from '../actor.ts';
import type { Operation, RequestContext } from '../work.ts';
import type { Access, Scope } from './operation.ts';

/** Fastify, typed by our schemas: a route's handler knows the types of its parameters, query and body. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>;

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. The service does not start with a route that does not say. */
    access?: Access;
    /** Which token may call; null on public routes. */
    scope?: Scope | null;
    /** The form with files that the route takes. */
    form?: TSchema | null;
    /** Whether the route takes a form and does not read it, instead of refusing it. */
    ignoresForms?: boolean;
    /** Whether the answer tells the version of its ticket as `ETag`. */
    answersVersion?: boolean;
    answersTotal?: boolean;
    /** Whether the answer is a file, a table or a stream, which goes out as it is. */
    isFile?: boolean;
    /** Whether each request takes its turn among expensive reads. */
    expensive?: boolean;
    /** Whether the address carries a text, and so may be long. */
    takesText?: boolean;
    /** Whether the route answers 304 when the caller's copy is current. */
    cacheable?: boolean;
    /** Whether the route takes a stream token in the address instead of a token. */
    takesStreamToken?: boolean;
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
    readonly clientAddress: string;
    /**
     * Runs an operation on behalf of the signed-in person. An expensive one waits for its turn.
     * @throws Failure `service_unavailable` when its turn does not come.
     */
    read<T>(operation: Operation<T>): Promise<T>;
    /** Session and role are read anew in its transaction; `person` is then who they are now. */
    write<T>(operation: Operation<T>): Promise<T>;
    /**
     * Reads session and role anew, for a route that does something outside a transaction of its own after its body has
     * come. @throws Failure `unauthorized`, `forbidden`.
     */
    confirmRights(): Promise<void>;
  }
}
