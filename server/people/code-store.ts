import {
  type Actor,
  compiled,
  deleteBy,
  type Instant,
  insertOnce,
  Store,
  selectBy,
  shifted,
  tableStore,
  upsertInto,
  type Work,
} from '#platform';
import type { RowOf } from '#records';

type NewCode = Omit<RowOf<'sign_in_codes'>, 'guesses_by_known' | 'guesses_by_unknown'>;

const put = upsertInto('sign_in_codes');
const live = compiled((db, p: { email: string; now: Instant }, dialect) =>
  dialect.held(
    db
      .selectFrom('sign_in_codes')
      .select(['code_hash', 'language', 'made_by', 'expires_at'])
      .where('email', '=', p.email)
      .where('expires_at', '>', p.now)
      .orderBy('asked_by'),
  ),
);
const guesses = selectBy('code_guesses', 'code_hash');
const count = compiled((db, p: { code_hash: string; client: string; expires_at: Instant }) =>
  db
    .insertInto('code_guesses')
    .values({ code_hash: p.code_hash, client: p.client, guesses: 1, expires_at: p.expires_at })
    .onConflict((conflict) =>
      conflict.columns(['code_hash', 'client']).doUpdateSet((eb) => ({ guesses: eb('code_guesses.guesses', '+', 1) })),
    ),
);
const dropAll = deleteBy('sign_in_codes', 'email');
const drop = deleteBy('sign_in_codes', 'email', 'code_hash');

/** One-time codes as keyed hashes: for each address, the last one that each kind of client asked for. */
export class CodeStore extends Store {
  /** The codes of an address that have not ended: two, one or none. Nobody else tries them until the transaction ends. */
  readonly live = this.all(live);
  /** How often each client has guessed at a code: at most as many clients as there are guesses at it. */
  readonly guesses = this.all(guesses);
  readonly countGuess = this.changes(count);
  /** Removes a code, or two: both kinds may have drawn the same digits. @returns false when it is not there any more. */
  readonly remove = this.changesAny(drop);
  readonly removeAll = this.changes(dropAll);

  /** Stores a code without guesses, in the place of the last one that the same kind of client asked for. */
  async put(code: NewCode): Promise<void> {
    await this.connection.change(put, { ...code, guesses_by_known: 0, guesses_by_unknown: 0 });
  }
}

const nth = compiled((db, p: { bucket: string; since: Instant; before: number }) =>
  db
    .selectFrom('attempts')
    .select('at')
    .where('bucket', '=', p.bucket)
    .where('at', '>', p.since)
    .orderBy('at', 'desc')
    .limit(1)
    .offset(p.before),
);
const after = compiled((db, p: { bucket: string; since: Instant }) =>
  db
    .selectFrom('attempts')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.max<Instant | null>('at').as('newest')])
    .where('bucket', '=', p.bucket)
    .where('at', '>', p.since),
);
const forgetIn = compiled((db, p: { bucket: string; until: Instant }) =>
  db.deleteFrom('attempts').where('bucket', '=', p.bucket).where('at', '<=', p.until),
);

/** Attempts that count against a limit, by bucket: a keyed hash of an address or a client. All nodes share them. */
export class AttemptStore extends tableStore('attempts') {
  /** How many attempts were made after `since`, and when the newest of them was. */
  readonly countAfter = this.only(after);
  readonly forgetIn = this.changes(forgetIn);

  /** When the n-th newest attempt (from 1) after `since` was made, if there are as many. */
  async nthNewest(bucket: string, n: number, since: Instant): Promise<Instant | undefined> {
    return (await this.connection.first(nth, { bucket, since, before: n - 1 }))?.at;
  }
}

const insertStep = insertOnce('sign_in_steps');
const step = selectBy('sign_in_steps', 'id');
const removeStep = deleteBy('sign_in_steps', 'id');

/** Steps of a sign-in that wait for the next one. All nodes share them, and each is good once. */
export class SignInStepStore extends Store {
  /** @returns false when there is, or was a moment ago, a step of this id. */
  readonly add = this.changesAny(insertStep);
  /** Uses a step. @returns false when somebody else has just used it. */
  readonly use = this.changesAny(removeStep);

  /** The step, if it has not ended. */
  async find(id: string, now: Instant): Promise<RowOf<'sign_in_steps'> | null> {
    const row = await this.connection.first(step, { id });
    return row === undefined || row.expires_at <= now ? null : row;
  }
}

/** @returns false when the same was claimed within the last so many milliseconds. @param id a keyed hash. */
export const claimOnce = (work: Work<Actor>, kind: string, id: string, milliseconds: number): Promise<boolean> =>
  work.of(SignInStepStore).add({ id, kind, user_id: null, content: '{}', expires_at: shifted(work.now, milliseconds) });
