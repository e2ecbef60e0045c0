import { createHash, type Hash } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import parseRange from 'range-parser';
import { MINUTE } from '../clock.ts';
import type { Runner } from '../work.ts';

/** Some bytes at the end of a file, and not none. */
const LAST_BYTES = /^bytes=\s*-0*[1-9]\d*\s*$/;

/**
 * Reads the header Range (RFC 9110 § 14.2). For several ranges, or for another unit than bytes, the route answers with the
 * whole file.
 *
 * @returns the first and the last byte, null for the whole file, or `unsatisfiable`.
 */
export function byteRange(
  header: string | undefined,
  size: number,
): { start: number; end: number } | 'unsatisfiable' | null {
  if (header === undefined) return null;
  const ranges = parseRange(size, header);
  // Its parser refuses the last bytes where more are asked for than there are: they are all of them.
  if (ranges === -1) return size > 0 && LAST_BYTES.test(header) ? { start: 0, end: size - 1 } : 'unsatisfiable';
  const [range] = ranges === -2 || ranges.type !== 'bytes' || ranges.length !== 1 ? [] : ranges;
  return range ?? null;
}

/** The strong entity tag of a version (RFC 9110 § 8.8.3). */
export const etag = (version: number): string => `"${version}"`;

/** Says the version of a ticket that is answered. */
export function withVersion<T extends { readonly version: number }>(reply: FastifyReply, ticket: T): T {
  reply.header('etag', etag(ticket.version));
  return ticket;
}

/** The tags of a header as Kwit gave them out. */
const tagsIn = (header: string): string[] =>
  header.split(',').map((tag) =>
    tag
      .trim()
      .replace(/^W\//, '')
      .replace(/-(?:gzip|br|deflate|zstd)"$/, '"'),
  );

/** Whether the caller agrees to change this version. */
export type Matches = (version: number) => boolean;

/**
 * Reads If-Match (RFC 9110 § 13.1.1): `*`, or a list of tags. A proxy that compresses changes a tag, and that is passed
 * over: nginx makes it weak (`W/"8"`), Apache adds how it compressed (`"8-gzip"`). A bare number, which some clients send,
 * is a tag. Anything else matches no version. Null when the caller does not send the header.
 */
export function ifMatch(header: string | undefined): Matches | null {
  if (header === undefined) return null;
  const tags = tagsIn(header);
  return (version) => tags.some((tag) => tag === '*' || tag === etag(version) || tag === String(version));
}

/**
 * Whether If-None-Match names this tag, so that the caller's copy is current (RFC 9110 § 13.1.2). The comparison is weak:
 * it ignores `W/`, and what a proxy that compresses has added.
 */
export function isCurrent(header: string | undefined, tag: string): boolean {
  if (header === undefined) return false;
  // As nearly everybody sends it.
  if (header === `W/${tag}`) return true;
  const held = tagsIn(header);
  return held.includes(tag) || held.includes('*');
}

/** The last answer to one reader at one address, and the state of the database that it was read from. */
interface Answered {
  readonly revision: string;
  readonly tag: string;
}

/** Answers that a process remembers, of some 200 bytes each. */
const REMEMBERED = 10_000;

const short = (hash: Hash): string => hash.digest('base64url').slice(0, 22);

const digest = (text: string): string => short(createHash('sha256').update(text));

/** The tag of an answer: of all that the reader is told, and of nothing else. */
function tagOf(reply: FastifyReply, body: Buffer): string {
  const head = `${reply.getHeader('link') ?? ''}\n${reply.getHeader('kwit-total') ?? ''}\n`;
  return `"${short(createHash('sha256').update(head).update(body))}"`;
}

/** The longest key that is kept as it is. */
const LONGEST_KEY = 200;

function keyOf({ person, url }: FastifyRequest): string {
  const key = `${person.id} ${person.role} ${url}`;
  return key.length > LONGEST_KEY ? digest(key) : key;
}

/**
 * Answers 304 when the caller holds what they would be answered (RFC 9110 § 13.1.2). It does so for operations that say
 * `cacheable`: people read them again and again. Their answers follow from the database alone, never from the time of
 * day, so an answer that this process remembers needs not be read anew while nobody has written anything. Writes that do
 * not concern the caller leave the tag as it is (docs/rules/tickets.md#what-moves-a-ticket).
 */
export function answerUnchanged(app: FastifyInstance, runner: Runner): void {
  // By size, for with `max` it takes the room of all of them from the start.
  const remembered = new LRUCache<string, Answered>({ maxSize: REMEMBERED, sizeCalculation: () => 1 });

  app.decorateRequest('revision', null);
  app.decorateRequest('answeredFrom', null);
  /** @returns the tag of what the caller holds, when it is current as far as we remember. */
  const currentTag = async (request: FastifyRequest): Promise<string | null> => {
    // Read before the answer is, so it may be older than the answer, never newer.
    const state = request.revision ?? (await runner.read(request.anonymous, (work) => work.revision()));
    // Due times pass by the minute, though nobody writes.
    const revision = `${state} ${Math.floor(runner.clock.now() / MINUTE)}`;
    const last = remembered.get(keyOf(request));
    if (last?.revision === revision && isCurrent(request.headers['if-none-match'], last.tag)) return last.tag;
    request.answeredFrom = revision;
    return null;
  };

  // Without promises where nothing is asked: every request passes here.
  app.addHook('preHandler', (request, reply, done) => {
    if (!request.routeOptions.config.cacheable) return done();
    currentTag(request).then((tag) => {
      if (tag === null) done();
      else reply.code(304).header('etag', `W/${tag}`).send();
    }, done);
  });

  const tagged = (request: FastifyRequest, reply: FastifyReply, payload: unknown): unknown => {
    const { answeredFrom: revision } = request;
    if (revision === null || reply.statusCode !== 200 || typeof payload !== 'string') return payload;
    const bytes = Buffer.from(payload);
    const tag = tagOf(reply, bytes);
    remembered.set(keyOf(request), { revision, tag });
    reply.header('etag', `W/${tag}`);
    if (!isCurrent(request.headers['if-none-match'], tag)) return bytes;
    reply.code(304).removeHeader('content-type');
    return '';
  };
  app.addHook('onSend', (request, reply, payload, done) => done(null, tagged(request, reply, payload)));
}
