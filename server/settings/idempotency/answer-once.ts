import { createHash } from 'node:crypto';
import { compiled, DAY, Failure, type Instant, Store, shifted, upsertInto, type Work } from '#platform';
import type { RowOf } from '#records';

/** How long a first answer is kept. */
export const KEPT_FOR = DAY;

/** A request that a client may send again when it did not get the answer. */
export interface Repeatable {
  /** The method and the path: `POST /api/tickets`. */
  readonly operation: string;
  /** The Idempotency-Key; null when the client sends none: then every request is done. */
  readonly key: string | null;
  /** Is asked for only where there is a key. */
  readonly fingerprint: () => string;
}

/** A digest of a body, equal for equal bodies. @param digests the digests of the files that come with it. */
export function fingerprintOf(body: object, digests: readonly string[] = []): string {
  const fields = Object.entries(body).sort(([a], [b]) => (a < b ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([fields, digests]))
    .digest('hex');
}

/**
 * Acts once for each key of a user within 24 h, and answers a repeated request with the first answer
 * (docs/rules/conventions.md#requests-that-are-sent-again). The answer is stored in the transaction of the act, so both
 * are there or neither is.
 *
 * @throws Failure `request_in_progress`, `idempotency_key_reused`.
 */
export async function answerOnce<T>(work: Work, request: Repeatable, act: () => Promise<T>): Promise<T> {
  const { operation, key } = request;
  if (key === null) return act();
  const name = { user_id: work.actor.id, operation, key };
  if (!(await work.tryLock(`answer:${name.user_id}:${operation}:${key}`))) throw new Failure('request_in_progress');
  const before = await firstAnswer<T>(work, request);
  if (before) return before.answer;
  const answer = await act();
  const row = { fingerprint: request.fingerprint(), answer: JSON.stringify(answer), created_at: work.now };
  const act_id = work.lines.length === 0 ? null : work.actId;
  await work.of(FirstAnswerStore).put({ ...name, ...row, act_id });
  return answer;
}

/** The answer that the request got before, if any. @throws Failure `idempotency_key_reused`. */
export async function firstAnswer<T>(
  work: Work,
  { operation, key, fingerprint }: Repeatable,
): Promise<{ answer: T } | null> {
  if (key === null) return null;
  const name = { user_id: work.actor.id, operation, key };
  const row = await work.of(FirstAnswerStore).find(name, shifted(work.now, -KEPT_FOR));
  if (row === undefined) return null;
  if (row.fingerprint !== fingerprint()) throw new Failure('idempotency_key_reused');
  if (row.act_id !== null) Object.assign(work.act, { id: row.act_id, isRecorded: true });
  return { answer: JSON.parse(row.answer) };
}

/** The name of a repeatable request: user, operation and Idempotency-Key. */
export type RequestName = readonly [user: string, operation: string, key: string | null];

/**
 * The requests with an Idempotency-Key that this process is working on, from before it reads their body until it answers.
 * Requests that run on other nodes are noticed by a lock of the database (`answerOnce`).
 */
export class RunningRequests {
  readonly #names = new Set<string>();

  /** Acts unless a request of the same name runs. @throws Failure `request_in_progress`. */
  async alone<T>(name: RequestName, act: () => Promise<T>): Promise<T> {
    if (name[2] === null) return act();
    const running = JSON.stringify(name);
    if (this.#names.has(running)) throw new Failure('request_in_progress');
    this.#names.add(running);
    try {
      return await act();
    } finally {
      this.#names.delete(running);
    }
  }
}

type Name = Pick<RowOf<'idempotency_keys'>, 'user_id' | 'operation' | 'key'>;

const find = compiled((db, p: Name & { since: Instant }) =>
  db
    .selectFrom('idempotency_keys')
    .select(['fingerprint', 'answer', 'act_id'])
    .where('user_id', '=', p.user_id)
    .where('operation', '=', p.operation)
    .where('key', '=', p.key)
    .where('created_at', '>', p.since),
);

const put = upsertInto('idempotency_keys');

/** The first answers to requests with an Idempotency-Key. */
export class FirstAnswerStore extends Store {
  readonly put = this.changes(put);

  find(
    name: Name,
    since: Instant,
  ): Promise<Pick<RowOf<'idempotency_keys'>, 'fingerprint' | 'answer' | 'act_id'> | undefined> {
    return this.connection.first(find, { ...name, since });
  }
}
