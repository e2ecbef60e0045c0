import type { FastifyReply, FastifyRequest } from 'fastify'
import type { PageFilter } from '../../contract/scalars.ts'
import { invalidField } from '../failure.ts'

const invalidCursor = () => invalidField('cursor', 'cursor', 'Take the cursor from the next link of the page before.')

/** Points to the next page (RFC 8288) when there is one. The cursor is opaque to callers: any JSON value. */
export function nextPage(reply: FastifyReply, request: FastifyRequest, cursor: unknown | null): void {
  if (cursor === null) return
  const address = new URL(request.url, 'http://kwit')
  address.searchParams.set('cursor', encodeCursor(cursor))
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`)
}

/** A page of a list that is short enough to be read whole each time; its cursor is the id at which the page before ended. */
export function pageOf<T extends { readonly id: string }>(
  request: FastifyRequest<{ Querystring: PageFilter }>,
  reply: FastifyReply,
  all: readonly T[],
): T[] {
  const { limit = 100, cursor } = request.query
  const last = checkedCursor(readCursor(cursor), isText)
  const start = last === null ? 0 : all.findIndex(({ id }) => id === last) + 1
  // What the page before ended at is gone: nobody can say where the next one begins.
  if (last !== null && start === 0) throw invalidCursor()
  const page = all.slice(start, start + limit)
  nextPage(reply, request, start + limit < all.length ? (page.at(-1)?.id ?? null) : null)
  return page
}

const isText = (cursor: unknown): cursor is string => typeof cursor === 'string'

export const encodeCursor = (cursor: unknown): string => Buffer.from(JSON.stringify(cursor)).toString('base64url')

/** @returns what `nextPage` was given, or undefined on the first page. @throws Failure `validation_error`. */
export function readCursor(cursor: string | undefined): unknown {
  if (cursor === undefined) return undefined
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
  } catch {
    throw invalidCursor()
  }
}

/** Refuses a cursor that none of our pages can have given out. */
export function checkedCursor<T>(cursor: unknown, isOurs: (cursor: unknown) => cursor is T): T | null {
  if (cursor === undefined) return null
  if (isOurs(cursor)) return cursor
  throw invalidCursor()
}
