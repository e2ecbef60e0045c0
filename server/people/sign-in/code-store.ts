import { type Connection, compiled, type Instant } from '#platform';
import type { AttemptTable, ClientKind, CodeTable } from '#records';

type NewCode = Omit<CodeTable, 'guesses_by_known' | 'guesses_by_unknown'>;

const put = compiled((db, p: NewCode) => {
  const fresh = {
    code_hash: p.code_hash,
    language: p.language,
    guesses_by_known: 0,
    guesses_by_unknown: 0,
    expires_at: p.expires_at,
    created_at: p.created_at,
  };
  return db
    .insertInto('sign_in_codes')
    .values({ email: p.email, asked_by: p.asked_by, ...fresh })
    .onConflict((conflict) => conflict.columns(['email', 'asked_by']).doUpdateSet(fresh));
});
const guess = (counted: 'guesses_by_known' | 'guesses_by_unknown') =>
  compiled((db, p: { email: string; most: number; now: Instant }) =>
    db
      .updateTable('sign_in_codes')
      .set(counted, (eb) => eb(counted, '+', 1))
      .where('email', '=', p.email)
      .where(counted, '<', p.most)
      .where('expires_at', '>', p.now)
      .returning(['code_hash', 'language']),
  );
const GUESS = { known: guess('guesses_by_known'), unknown: guess('guesses_by_unknown') };
const drop = compiled((db, p: { email: string; code_hash: string }) =>
  db.deleteFrom('sign_in_codes').where('email', '=', p.email).where('code_hash', '=', p.code_hash),
);
const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('sign_in_codes')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('email', 'asked_by'),
        'in',
        selectFrom('sign_in_codes')
          .select(['email', 'asked_by'])
          .where('expires_at', '<', p.before)
          .limit(p.most)
          .$asTuple('email', 'asked_by'),
      ),
    ),
);

/** One-time codes as keyed hashes: for each address, the last one that each kind of client asked for. */
export class CodeStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Stores a code without guesses, in the place of the last one that the same kind of client asked for. */
  async put(code: NewCode): Promise<void> {
    await this.#connection.change(put, code);
  }

  /**
   * Counts a guess at each valid code of the address for which this kind of client has guesses left, and reads these codes,
   * in one statement, so that two guesses at once count as two.
   *
   * @param most guesses at one code by one kind of client.
   * @returns the codes to compare with: two, one or none.
   */
  countGuess(
    email: string,
    by: ClientKind,
    most: number,
    now: Instant,
  ): Promise<Pick<CodeTable, 'code_hash' | 'language'>[]> {
    return this.#connection.all(GUESS[by], { email, most, now });
  }

  /** @returns false when this code is not there any more. */
  async remove(email: string, hash: string): Promise<boolean> {
    // Both kinds may have drawn the same digits.
    return (await this.#connection.change(drop, { email, code_hash: hash })) > 0;
  }

  /** For housekeeping: removes codes that ended before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most });
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
const insert = compiled((db, p: AttemptTable) =>
  db.insertInto('attempts').values({ id: p.id, bucket: p.bucket, at: p.at }),
);
const dropAttempt = compiled((db, p: { id: string }) => db.deleteFrom('attempts').where('id', '=', p.id));
const forgetIn = compiled((db, p: { bucket: string; until: Instant }) =>
  db.deleteFrom('attempts').where('bucket', '=', p.bucket).where('at', '<=', p.until),
);
const forgetAttempt = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('attempts')
    .where('id', 'in', (eb) => eb.selectFrom('attempts').select('id').where('at', '<', p.before).limit(p.most)),
);

/** Attempts that count against a limit, by bucket: a keyed hash of an address or a client. All nodes share them. */
export class AttemptStore {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** When the n-th newest attempt (from 1) after `since` was made, if there are as many. */
  async nthNewest(bucket: string, n: number, since: Instant): Promise<Instant | undefined> {
    return (await this.#connection.first(nth, { bucket, since, before: n - 1 }))?.at;
  }

  /** How many attempts were made after `since`, and when the newest of them was. */
  countAfter(bucket: string, since: Instant): Promise<{ count: number; newest: Instant | null }> {
    return this.#connection.only(after, { bucket, since });
  }

  async add(attempt: AttemptTable): Promise<void> {
    await this.#connection.change(insert, attempt);
  }

  async remove(id: string): Promise<void> {
    await this.#connection.change(dropAttempt, { id });
  }

  async forgetIn(bucket: string, until: Instant): Promise<void> {
    await this.#connection.change(forgetIn, { bucket, until });
  }

  /** For housekeeping: removes attempts before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forgetAttempt, { before, most });
  }
}
