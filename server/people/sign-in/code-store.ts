import { compiled, type Instant, insertInto, Store } from '#platform';
import type { RowOf } from '#records';

type NewCode = Omit<RowOf<'sign_in_codes'>, 'guesses_by_known' | 'guesses_by_unknown'>;

const put = compiled((db, p: NewCode) => {
  const fresh = {
    code_hash: p.code_hash,
    language: p.language,
    guesses_by_known: 0,
    guesses_by_unknown: 0,
    made_by: p.made_by,
    expires_at: p.expires_at,
    created_at: p.created_at,
  };
  return db
    .insertInto('sign_in_codes')
    .values({ email: p.email, asked_by: p.asked_by, ...fresh })
    .onConflict((conflict) => conflict.columns(['email', 'asked_by']).doUpdateSet(fresh));
});
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
const guesses = compiled((db, p: { code_hash: string }) =>
  db.selectFrom('code_guesses').select(['client', 'guesses']).where('code_hash', '=', p.code_hash),
);
const count = compiled((db, p: { code_hash: string; client: string; expires_at: Instant }) =>
  db
    .insertInto('code_guesses')
    .values({ code_hash: p.code_hash, client: p.client, guesses: 1, expires_at: p.expires_at })
    .onConflict((conflict) =>
      conflict.columns(['code_hash', 'client']).doUpdateSet((eb) => ({ guesses: eb('code_guesses.guesses', '+', 1) })),
    ),
);
const forgetGuesses = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('code_guesses')
    .where(({ eb, refTuple, selectFrom }) =>
      eb(
        refTuple('code_hash', 'client'),
        'in',
        selectFrom('code_guesses')
          .select(['code_hash', 'client'])
          .where('expires_at', '<', p.before)
          .limit(p.most)
          .$asTuple('code_hash', 'client'),
      ),
    ),
);
const dropAll = compiled((db, p: { email: string }) => db.deleteFrom('sign_in_codes').where('email', '=', p.email));
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
export class CodeStore extends Store {
  /** Stores a code without guesses, in the place of the last one that the same kind of client asked for. */
  async put(code: NewCode): Promise<void> {
    await this.connection.change(put, code);
  }

  /** The codes of an address that have not ended: two, one or none. Nobody else tries them until the transaction ends. */
  live(
    email: string,
    now: Instant,
  ): Promise<Pick<RowOf<'sign_in_codes'>, 'code_hash' | 'language' | 'made_by' | 'expires_at'>[]> {
    return this.connection.all(live, { email, now });
  }

  /** How often each client has guessed at a code: at most as many clients as there are guesses at it. */
  guesses(code_hash: string): Promise<{ client: string; guesses: number }[]> {
    return this.connection.all(guesses, { code_hash });
  }

  /** Counts a guess of a client at a code. */
  async countGuess(code: { readonly code_hash: string; readonly expires_at: Instant }, client: string): Promise<void> {
    await this.connection.change(count, { code_hash: code.code_hash, client, expires_at: code.expires_at });
  }

  /** Removes the codes of an address. */
  async removeAll(email: string): Promise<void> {
    await this.connection.change(dropAll, { email });
  }

  /** @returns false when this code is not there any more. */
  async remove(email: string, hash: string): Promise<boolean> {
    // Both kinds may have drawn the same digits.
    return (await this.connection.change(drop, { email, code_hash: hash })) > 0;
  }

  /** For housekeeping: removes codes that ended before this moment, and guesses at them, at most so many of each. @returns how many of one or the other. */
  async forgetBefore(before: Instant, most: number): Promise<number> {
    const codes = await this.connection.change(forget, { before, most });
    return Math.max(codes, await this.connection.change(forgetGuesses, { before, most }));
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
const insert = insertInto('attempts');
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
export class AttemptStore extends Store {
  /** When the n-th newest attempt (from 1) after `since` was made, if there are as many. */
  async nthNewest(bucket: string, n: number, since: Instant): Promise<Instant | undefined> {
    return (await this.connection.first(nth, { bucket, since, before: n - 1 }))?.at;
  }

  /** How many attempts were made after `since`, and when the newest of them was. */
  countAfter(bucket: string, since: Instant): Promise<{ count: number; newest: Instant | null }> {
    return this.connection.only(after, { bucket, since });
  }

  async add(attempt: RowOf<'attempts'>): Promise<void> {
    await this.connection.change(insert, attempt);
  }

  async remove(id: string): Promise<void> {
    await this.connection.change(dropAttempt, { id });
  }

  async forgetIn(bucket: string, until: Instant): Promise<void> {
    await this.connection.change(forgetIn, { bucket, until });
  }

  /** For housekeeping: removes attempts before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.connection.change(forgetAttempt, { before, most });
  }
}
