import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PageFilter } from '#contract/scalars.ts';
import { PAGE_SIZE, UUID } from '#contract/words.ts';
import { invalidField } from '../failure.ts';
import type { Work } from '../work.ts';

const invalidCursor = () => invalidField('cursor', 'cursor', 'Take the cursor from the next link of the page before.');

/** Adds the link to the next page (RFC 8288). The cursor may be any JSON value; null when this page is the last. */
export function nextPage(reply: FastifyReply, request: FastifyRequest, cursor: unknown | null): void {
  if (cursor === null) return;
  const address = new URL(request.url, 'http://kwit');
  address.searchParams.set('cursor', encodeCursor(cursor));
  reply.header('link', `<${address.pathname}${address.search}>; rel="next"`);
}

/**
 * A page of a list that the operation reads whole each time, because it is short. Its cursor is the last id of the page
 * before.
 *
 * @param usual how many things a page has unless the caller sends `limit`.
 */
export function pageOf<T extends { readonly id: string }>(
  request: FastifyRequest<{ Querystring: PageFilter }>,
  reply: FastifyReply,
  all: readonly T[],
  usual = PAGE_SIZE,
): T[] {
  const { limit = usual, cursor } = request.query;
  const last = checkedCursor(readCursor(cursor), isText);
  const start = last === null ? 0 : all.findIndex(({ id }) => id === last) + 1;
  // The entry at which the page before ended is gone, so that nothing says where this one begins.
  if (last !== null && start === 0) throw invalidCursor();
  const page = all.slice(start, start + limit);
  nextPage(reply, request, start + limit < all.length ? (page.at(-1)?.id ?? null) : null);
  return page;
}

/**
 * A page of a list, and the cursor of the next one; null when it is the last.
 *
 * @param rows one more than `limit` where there are more.
 */
export function pageWithin<T, C>(rows: readonly T[], limit: number, cursorOf: (last: T) => C) {
  const items = rows.slice(0, limit);
  const last = rows.length > limit ? items.at(-1) : undefined;
  return { items, next: last === undefined ? null : cursorOf(last) };
}

/**
 * Answers a page of a list whose cursor is an id.
 *
 * @param read reads the rows behind `before`, null for the first ones: at most `limit`, one more than the page has.
 * @param usual how many things a page has unless the caller sends `limit`.
 */
export async function answerPage<T extends { readonly id: string }>(
  request: FastifyRequest,
  reply: FastifyReply,
  read: (work: Work, page: { readonly before: string | null; readonly limit: number }) => Promise<readonly T[]>,
  usual = PAGE_SIZE,
): Promise<T[]> {
  const { limit = usual, cursor } = request.query as PageFilter;
  const before = idCursor(cursor);
  const rows = await request.read((work) => read(work, { before, limit: limit + 1 }));
  const { items, next } = pageWithin(rows, limit, ({ id }) => id);
  nextPage(reply, request, next);
  return items;
}

const isText = (cursor: unknown): cursor is string => typeof cursor === 'string';

/** Whether a cursor is an id, as most are. */
export const isIdCursor = (cursor: unknown): cursor is string =>
  typeof cursor === 'string' && new RegExp(UUID).test(cursor);

export const encodeCursor = (cursor: unknown): string => Buffer.from(JSON.stringify(cursor)).toString('base64url');

/** @returns the value that was given to `nextPage`, or undefined on the first page. @throws Failure `validation_error`. */
export function readCursor(cursor: string | undefined): unknown {
  if (cursor === undefined) return undefined;
  try {
    return JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    throw invalidCursor();
  }
}

/** @throws Failure `validation_error` for a cursor that no page of ours can have given out. */
export function checkedCursor<T>(cursor: unknown, isOurs: (cursor: unknown) => cursor is T): T | null {
  if (cursor === undefined) return null;
  if (isOurs(cursor)) return cursor;
  throw invalidCursor();
}

export const idCursor = (cursor: string | undefined): string | null => checkedCursor(readCursor(cursor), isIdCursor);
