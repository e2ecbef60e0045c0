import { timingSafeEqual } from 'node:crypto'
import type { CodeAttempt, SignedIn } from '../../contract/sign-in.ts'
import { Failure } from '../failure.ts'
import { readSettings } from '../settings/effective-settings.ts'
import { addressOf, permitDomain } from '../users/address.ts'
import type { RequestContext, Runner, Work } from '../work.ts'
import { admit } from './admit.ts'
import { countAttempt, refuseBeyond, WINDOW } from './limits/attempts.ts'
import { clientHash, wrongCodesBucket } from './limits/buckets.ts'
import { codeHash } from './one-time-code.ts'
import type { SignInParts } from './sign-in-parts.ts'

interface Attempt extends CodeAttempt {
  /** Where it comes from. */
  readonly client: string
  readonly userAgent: string | null
}

/** Guesses at one code (docs/rules/sign-in.md#code). */
const GUESSES = 5
/** Wrong codes from one client address within the window (docs/rules/sign-in.md#entering-a-code). */
const WRONG_CODES = 30

/**
 * POST /api/auth/verify-otp: signs in who knows the code. A wrong guess is committed before it is refused, so that no
 * failure gives it back.
 *
 * @throws Failure `domain_not_allowed`, `too_many_requests`, `invalid_or_expired_code`
 * (docs/rules/sign-in.md#entering-a-code).
 */
export async function verifyCode(
  runner: Runner,
  behalf: RequestContext<null>,
  parts: SignInParts,
  attempt: Attempt,
): Promise<SignedIn> {
  const signedIn = await runner.write(behalf, (work) => tryCode(work, parts, attempt))
  if (signedIn === null) throw new Failure('invalid_or_expired_code')
  return signedIn
}

/** null for a wrong code. */
async function tryCode(
  work: Work<null>,
  { source, secrets, tokens }: SignInParts,
  attempt: Attempt,
): Promise<SignedIn | null> {
  const email = addressOf(attempt.email)
  const settings = await readSettings(work, source)
  permitDomain(settings, email)
  const wrongCodes = wrongCodesBucket(secrets, attempt.client)
  await refuseBeyond(work, [{ bucket: wrongCodes, most: WRONG_CODES, window: WINDOW }])
  if (!(await spend(work, email, codeHash(secrets, email, attempt.code)))) {
    await countAttempt(work, [wrongCodes])
    return null
  }
  return admit(work, {
    tokens,
    settings,
    email,
    client: clientHash(secrets, attempt.client),
    userAgent: attempt.userAgent,
  })
}

/** Whether this is the address's code; it is then used. The guess is paid for before anything is compared. */
async function spend(work: Work<null>, email: string, hash: string): Promise<boolean> {
  const wanted = await work.codes.payGuess(email, GUESSES, work.now)
  if (wanted === undefined || !timingSafeEqual(Buffer.from(wanted), Buffer.from(hash))) return false
  return work.codes.remove(email, hash)
}
