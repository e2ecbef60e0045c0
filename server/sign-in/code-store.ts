import type { Instant } from '../clock.ts'
import { compiled } from '../database/compiled.ts'
import type { Connection } from '../database/connection.ts'
import type { CodeTable } from '../database/tables/people.ts'

const put = compiled((db, p: CodeTable) =>
  db
    .insertInto('sign_in_codes')
    .values({
      email: p.email,
      code_hash: p.code_hash,
      guesses: p.guesses,
      expires_at: p.expires_at,
      created_at: p.created_at,
    })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({
        code_hash: p.code_hash,
        guesses: p.guesses,
        expires_at: p.expires_at,
        created_at: p.created_at,
      }),
    ),
)
const guess = compiled((db, p: { email: string; most: number; now: Instant }) =>
  db
    .updateTable('sign_in_codes')
    .set((eb) => ({ guesses: eb('guesses', '+', 1) }))
    .where('email', '=', p.email)
    .where('guesses', '<', p.most)
    .where('expires_at', '>', p.now)
    .returning('code_hash'),
)
const drop = compiled((db, p: { email: string; code_hash: string }) =>
  db.deleteFrom('sign_in_codes').where('email', '=', p.email).where('code_hash', '=', p.code_hash),
)
const forget = compiled((db, p: { before: Instant; most: number }) =>
  db
    .deleteFrom('sign_in_codes')
    .where('email', 'in', (eb) =>
      eb.selectFrom('sign_in_codes').select('email').where('expires_at', '<', p.before).limit(p.most),
    ),
)

/** One-time codes as keyed hashes, one for each address. */
export class CodeStore {
  readonly #connection: Connection

  constructor(connection: Connection) {
    this.#connection = connection
  }

  /** Stores a code, in the place of the address's last one. */
  async put(code: CodeTable): Promise<void> {
    await this.#connection.change(put, code)
  }

  /**
   * Counts a guess and reads the hash to compare with, in one statement, so that two guesses at once count as two.
   *
   * @returns undefined when there is no valid code, or `most` guesses have been made.
   */
  async countGuess(email: string, most: number, now: Instant): Promise<string | undefined> {
    return (await this.#connection.first(guess, { email, most, now }))?.code_hash
  }

  /** @returns false when this code is not there any more. */
  async remove(email: string, hash: string): Promise<boolean> {
    return (await this.#connection.change(drop, { email, code_hash: hash })) === 1
  }

  /** For housekeeping: removes codes that ended before this moment, at most so many. @returns how many it removed. */
  forgetBefore(before: Instant, most: number): Promise<number> {
    return this.#connection.change(forget, { before, most })
  }
}
