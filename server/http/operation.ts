import { type Static, type TSchema, Type } from 'typebox'
import { ErrorBody, type FailureCode } from '../../contract/errors.ts'
import { record } from '../../contract/scalars.ts'
import { Failure } from '../failure.ts'
import { statusOf } from './failure-status.ts'

/** Who may call: anyone, anyone with a token, or developers. */
export type Access = 'public' | 'signed-in' | 'developer'

export const NoContent = Type.Null({ description: 'Nothing.' })
const Unchanged = Type.Null({ description: 'Nothing has been written since the answer that If-None-Match names.' })

/** To a caller who has it already (`If-None-Match`). */
export const NotModified = Type.Null({ description: 'What you have still holds.' })

/** For operations that take no parameters: any that is sent is refused, not dropped. */
const noQuery = record({})

interface Description {
  /** One line, imperative. */
  readonly summary: string
  readonly tag: string
  readonly access: Access
  readonly params?: TSchema
  readonly query?: TSchema
  readonly headers?: TSchema
  readonly body?: TSchema
  /** The body as a form with files; beside `body` when both are taken. */
  readonly form?: TSchema
  /** A form may be sent, and is not looked at: the address says it all. */
  readonly ignoresForms?: boolean
  readonly answers: Readonly<Record<number, TSchema>>
  /**
   * The operation's own refusals; a `Failure` where it has another status than its code. What every operation of its kind
   * can refuse is added.
   */
  readonly refuses: readonly (FailureCode | Failure)[]
  /** An answer that is not JSON: the media types that it may have. `answers[200]` may say what is in it. */
  readonly produces?: readonly string[]
  /** A stream ticket in the address (`ticket`) does instead of a token. */
  readonly takesTicket?: boolean
  /** People look at it again and again: 304 while nothing has been written. It follows from the database alone. */
  readonly cacheable?: boolean
}

type Part<D, K extends keyof D> = D[K] extends TSchema ? D[K] : TSchema

/** What fastify needs of an operation, and what the document says of it. */
export function operation<const D extends Description>(described: D) {
  const { summary, tag, access, params, query, headers, body, form, answers } = described
  const { produces = [], takesTicket = false, cacheable = false, ignoresForms = false } = described
  const schema = {
    summary,
    tags: [tag],
    security: access === 'public' ? [] : [{ bearer: [] }, ...(takesTicket ? [{ stream_ticket: [] }] : [])],
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
  }
  return {
    schema: schema as unknown as {
      params: Part<D, 'params'>
      querystring: Part<D, 'query'>
      headers: Part<D, 'headers'>
      body: Part<D, 'body'>
    },
    config: { access, form: form ?? null, ignoresForms, takesTicket, cacheable },
  }
}

const CONTENT = Type.String({ format: 'binary', description: 'The content itself.' })

export const notJson = (types: readonly string[], schema: TSchema = CONTENT) => ({
  description: (schema as { description?: string }).description,
  content: Object.fromEntries(types.map((type) => [type, { schema }])),
})

/** The refusals by their status, as the document shows them. */
function refusals(described: Description): Record<number, TSchema> {
  return refusalsOf([...usual(described), ...described.refuses])
}

function refusalsOf(refused: readonly (FailureCode | Failure)[]): Record<number, TSchema> {
  const all = refused.map((one) => (one instanceof Failure ? one : new Failure(one)))
  const byStatus = Map.groupBy(all, statusOf)
  return Object.fromEntries(
    [...byStatus].map(([status, some]) => [status, refusal([...new Set(some.map(({ code }) => code))])]),
  )
}

const UNASKED: readonly FailureCode[] = ['invalid_json', 'payload_too_large', 'unsupported_media_type']

/** The answers of an operation that asks for no body, and may be sent one all the same. */
export function withUnaskedBody(answers: Readonly<Record<number, TSchema>>): Record<number, TSchema> {
  const { error } = (answers[400] as unknown as typeof ErrorBody | undefined)?.properties ?? {}
  const codes = (error as { enum?: FailureCode[] } | undefined)?.enum ?? []
  return { ...answers, ...refusalsOf([...codes, ...UNASKED]) }
}

const refusal = (codes: readonly FailureCode[]): TSchema => ({
  ...ErrorBody,
  description: codes.join(', '),
  properties: { ...ErrorBody.properties, error: { type: 'string', enum: codes } },
})

function usual({ access, body, form }: Description): FailureCode[] {
  const codes: FailureCode[] = [
    'internal_error',
    'service_unavailable',
    'validation_error',
    'url_too_long',
    'headers_too_large',
  ]
  if (access !== 'public') codes.push('unauthorized')
  if (access === 'developer') codes.push('forbidden')
  if (body || form) codes.push('payload_too_large', 'unsupported_media_type', 'request_timeout')
  if (body) codes.push('invalid_json')
  return codes
}

export type AnswerOf<S extends TSchema> = Static<S>

/**
 * For answers that a view has written field by field: they need no second look at each field, which for a list of 50
 * tickets costs five times the writing itself.
 */
export const plainJson = { serializerCompiler: () => JSON.stringify }
