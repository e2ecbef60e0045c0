import type { IncomingMessage, ServerResponse } from 'node:http'
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyBaseLogger, FastifyInstance, RawServerDefault } from 'fastify'
import type { TSchema } from 'typebox'
import type { Person } from '../actor.ts'
import type { Operation, RequestContext } from '../work.ts'
import type { Access } from './operation.ts'

/** Where routes are written down: fastify with our schemas as its types. */
export type Routes = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  TypeBoxTypeProvider
>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Who may call. A route that does not say is refused at the start. */
    access?: Access
    form?: TSchema | null
    /** Whether a form that is sent is not looked at, instead of being refused. */
    ignoresForms?: boolean
    /** Whether 304 is answered to who holds the answer already. */
    cacheable?: boolean
    /** Whether a stream ticket in the address does instead of a token. */
    takesTicket?: boolean
  }
  interface FastifyRequest {
    /** The signed-in person; null on public routes. */
    who: Person | null
    readonly person: Person
    readonly nobody: RequestContext<null>
    readonly clientAddress: string
    read<T>(operation: Operation<T>): Promise<T>
    write<T>(operation: Operation<T>): Promise<T>
  }
}
