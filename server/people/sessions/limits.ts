import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import {
  type Actor,
  DAY,
  Failure,
  type Instant,
  keyedHash,
  MINUTE,
  SECOND,
  type Secrets,
  shifted,
  type Work,
} from '#platform';
import type { ClientKind } from '#records';
import { AttemptStore } from '../code-store.ts';
import { SessionStore } from '../session-store.ts';

/** For how long an attempt counts, in milliseconds (docs/rules/sign-in.md#limits). */
export const WINDOW_MS = 10 * MINUTE;

export interface Limit {
  readonly bucket: string;
  /** For how long an attempt counts for this limit, in milliseconds. */
  readonly window: number;
  /** @returns milliseconds until there is room for one more attempt; 0 when there is. */
  wait(work: Work<Actor>): Promise<number>;
}

/** Allows a bucket `most` attempts in any `window` of so many milliseconds: a sliding window. */
export const atMost = (most: number, bucket: string, window: number): Limit => ({
  bucket,
  window,
  wait: async (work) => {
    const filling = await work.of(AttemptStore).nthNewest(bucket, most, shifted(work.now, -window));
    return filling === undefined ? 0 : Date.parse(filling) + window - Date.parse(work.now);
  },
});

/**
 * Checks that every limit has room for one more attempt. It locks the buckets until the transaction ends, so that the
 * attempts which the transaction then counts cannot exceed a limit.
 *
 * @throws Failure `too_many_requests` with the seconds until there is room in all of them.
 */
export async function refuseOverLimit(work: Work<Actor>, limits: readonly Limit[]): Promise<void> {
  // Every request locks in the same order, so that no two wait for each other.
  const buckets = [...new Set(limits.map(({ bucket }) => bucket))].sort();
  for (const bucket of buckets) await work.lock(bucket);
  const waits: number[] = [];
  for (const limit of limits) waits.push(await limit.wait(work));
  const longest = Math.max(0, ...waits);
  if (longest > 0) throw new Failure('too_many_requests', { retryAfter: Math.ceil(longest / SECOND) });
}

/**
 * Counts one attempt in the bucket of each limit, and removes those that no limit counts any more.
 *
 * @returns the ids of the attempts, to remove them again.
 */
export async function countAttempt(work: Work<Actor>, limits: readonly Limit[]): Promise<string[]> {
  const ids: string[] = [];
  for (const [bucket, ownLimits] of Map.groupBy(limits, (limit) => limit.bucket)) {
    const id = work.newId();
    const longest = Math.max(...ownLimits.map(({ window }) => window));
    await work.of(AttemptStore).forgetIn({ bucket, until: shifted(work.now, -longest) });
    await work.of(AttemptStore).add({ id, bucket, at: work.now });
    ids.push(id);
  }
  return ids;
}

/** Leading bits of an IPv6 address that name a network. A provider gives at least one whole network to each customer. */
const NETWORK_BITS = 64;

/**
 * Tells what a client counts as (docs/rules/sign-in.md#client-address): an IPv4 address as itself, also where it is written as
 * IPv6 (`::ffff:192.0.2.1`), and an IPv6 address as its /64 network, because a client that has one address of it has all of them.
 *
 * @param address of a socket or from X-Forwarded-For. A text that is no address stands for itself.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}

/**
 * The names under which sign-in keeps what must not be read from the database: all are keyed hashes. A client is given by
 * its address and counts by its network, so whatever is counted or remembered of clients is named here.
 */

/** A client, as it is remembered for a user. */
export const clientHash = (secrets: Secrets, address: string) => keyedHash(secrets, `client|${clientNetwork(address)}`);

/** Requests for codes: by e-mail address, by client, and by both where the two know each other. */
export const requestBuckets = (secrets: Secrets, email: string, address: string) => {
  const client = clientNetwork(address);
  return {
    address: keyedHash(secrets, `requests|address|${email}`),
    client: keyedHash(secrets, `requests|client|${client}`),
    known: keyedHash(secrets, `requests|known|${email}|${client}`),
  };
};

export type RequestBuckets = ReturnType<typeof requestBuckets>;

/** Wrong codes from a client. */
export const wrongCodesBucket = (secrets: Secrets, address: string) =>
  keyedHash(secrets, `wrong|client|${clientNetwork(address)}`);

/** Wrong secrets of the address for the first developer, from a client. */
export const wrongFirstAddressBucket = (secrets: Secrets, address: string) =>
  keyedHash(secrets, `wrong|first|${clientNetwork(address)}`);

/** For how long a code counts, in milliseconds (docs/rules/sign-in.md#growing-pauses). No attempt counts for longer. */
export const PAUSES_WINDOW_MS = DAY;
/** How many codes an address gets in a window before the pauses begin. */
const CODES_WITHOUT_PAUSE = 10;
export const LONGEST_PAUSE_MS = 30 * MINUTE;

/** @returns the least time between the last of so many codes and the next one, in milliseconds. */
export const pauseAfter = (codes: number): number =>
  Math.min(Math.max(0, codes + 1 - CODES_WITHOUT_PAUSE) * MINUTE, LONGEST_PAUSE_MS);

/** The pause after the newest code of a bucket, in milliseconds, and when that code was asked for. */
export async function pauseBefore(
  work: Work<Actor>,
  bucket: string,
  lastSignIn: Instant | null,
): Promise<{ readonly pause: number; readonly newest: Instant | null }> {
  const windowStart = shifted(work.now, -PAUSES_WINDOW_MS);
  const since = lastSignIn !== null && lastSignIn > windowStart ? lastSignIn : windowStart;
  const { count, newest } = await work.of(AttemptStore).countAfter({ bucket, since });
  return { pause: pauseAfter(count), newest };
}

/**
 * Makes the pause before the next code of an address grow, until its owner signs in. Without it, a stranger with many
 * client addresses could guess at 720 codes a day.
 *
 * @param bucket counts the codes that unknown clients asked for.
 * @param lastSignIn of the address; null when there was none.
 */
export const growingPause = (bucket: string, lastSignIn: Instant | null): Limit => ({
  bucket,
  window: PAUSES_WINDOW_MS,
  wait: async (work) => {
    const { pause, newest } = await pauseBefore(work, bucket, lastSignIn);
    return newest === null ? 0 : Date.parse(newest) + pause - Date.parse(work.now);
  },
});

/** For how long a user who has signed in from a client knows it, in milliseconds (docs/rules/sign-in.md#code). */
export const KNOWN_CLIENT_MS = 90 * DAY;

/**
 * Tells whether the owner of an e-mail address has signed in from this client within 90 days. A stranger's clients are
 * unknown to them, so that a stranger cannot use up what Kwit counts for known clients apart.
 */
export async function kindOfClient(
  work: Work<Actor>,
  secrets: Secrets,
  email: string,
  client: string,
): Promise<ClientKind> {
  const coming = { email, client: clientHash(secrets, client), since: shifted(work.now, -KNOWN_CLIENT_MS) };
  return (await work.of(SessionStore).knowsClient(coming)) ? 'known' : 'unknown';
}
