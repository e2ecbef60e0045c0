import type { Mutant } from './mutant.ts'

/** Who is let in. */
export const SIGN_IN: readonly Mutant[] = [
  {
    breaks: 'a guess is counted',
    file: 'server/sign-in/code-store.ts',
    from: "eb('guesses', '+', 1)",
    to: "eb('guesses', '+', 0)",
    tests: ['proofs/codes.proof.test.ts'],
  },
  {
    breaks: 'a code ends',
    file: 'server/sign-in/code-store.ts',
    from: "    .where('expires_at', '>', p.now)\n",
    to: '',
    tests: ['proofs/codes.proof.test.ts'],
  },
  {
    breaks: 'a code is good once',
    file: 'server/sign-in/verify-code.ts',
    from: 'return work.codes.remove(email, hash)',
    to: 'return true',
    tests: ['proofs/codes.proof.test.ts'],
  },
  {
    breaks: 'a wrong code counts against whoever sent it',
    file: 'server/sign-in/verify-code.ts',
    from: '    await countAttempt(work, [wrongCodes])\n',
    to: '',
    tests: ['server/sign-in/sign-in.api.test.ts'],
  },
  {
    breaks: 'attempts are limited',
    file: 'server/sign-in/attempts.ts',
    from: 'if (longest > 0) throw',
    to: 'if (false) throw',
    tests: ['server/sign-in/sign-in.api.test.ts'],
  },
  {
    breaks: 'no two attempts at once take the last place',
    file: 'server/sign-in/attempts.ts',
    from: 'for (const bucket of buckets) await work.lock(bucket)',
    to: '',
    tests: ['server/sign-in/sign-in.api.test.ts'],
    on: 'postgres',
  },
  {
    breaks: 'a token is signed by one algorithm only',
    file: 'server/sign-in/tokens.ts',
    from: "  algorithms: ['HS256' as const],\n",
    to: '',
    tests: ['server/sign-in/tokens.test.ts', 'proofs/access.proof.test.ts'],
  },
  {
    breaks: 'a token is good for what it was made for',
    file: 'server/sign-in/tokens.ts',
    from: 'if (aud !== this.#audience) return null',
    to: '',
    tests: ['server/sign-in/tokens.test.ts', 'server/live/stream.api.test.ts'],
  },
  {
    breaks: 'a token ends',
    file: 'server/sign-in/tokens.ts',
    from: 'exp * SECOND <= now',
    to: 'false',
    tests: ['server/sign-in/tokens.test.ts'],
  },
  {
    breaks: 'a session that was ended is over',
    file: 'server/sign-in/person-in-session.ts',
    from: 'session.revoked_at !== null || ',
    to: '',
    tests: ['proofs/access.proof.test.ts'],
  },
  {
    breaks: 'a ticket for the stream is good once',
    file: 'server/sign-in/stream-token-store.ts',
    from: 'return (await this.#connection.change(insert, { id, expires_at: expiresAt })) === 1',
    to: 'return (await this.#connection.change(insert, { id, expires_at: expiresAt })) < 2',
    tests: ['server/live/stream.api.test.ts'],
  },
]
