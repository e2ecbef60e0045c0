import type { CodeRequest } from '../../contract/sign-in.ts'
import type { Language } from '../../contract/users.ts'
import { DAY, MINUTE, SECOND, shifted } from '../clock.ts'
import { Failure } from '../failure.ts'
import { MailRefused } from '../mail/mailer.ts'
import { signInMessage } from '../mail/sign-in-message.ts'
import { type EffectiveSettings, readSettings } from '../settings/effective-settings.ts'
import { addressOf, permitDomain } from '../users/address.ts'
import type { RequestContext, Runner, Work } from '../work.ts'
import { countAttempt, type Limit, refuseOverLimit, WINDOW_MS } from './limits/attempts.ts'
import { clientHash, requestBuckets } from './limits/buckets.ts'
import { codeHash, newCode, VALID_MINUTES } from './one-time-code.ts'
import type { SignInParts } from './sign-in-parts.ts'

/** How long a client address from which someone signed in has an allowance of its own, in milliseconds. */
export const KNOWN_CLIENT_MS = 90 * DAY

interface Prepared {
  readonly email: string
  readonly code: string
  readonly hash: string
  /** The ids of the attempts that it has counted. */
  readonly attempts: readonly string[]
  readonly language: Language
  readonly settings: EffectiveSettings
}

/**
 * POST /api/auth/request-otp: makes a code, which replaces the last one, and mails it. It sends the mail outside of any
 * transaction. When the provider does not accept the mail, it removes the attempt and the code.
 *
 * @throws Failure `domain_not_allowed`, `too_many_requests`, `mail_delivery_failed`
 * (docs/rules/sign-in.md#asking-for-a-code).
 */
export async function requestCode(
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  asked: CodeRequest & { readonly client: string },
): Promise<void> {
  const prepared = await runner.write(context, (work) => prepareCode(work, parts, asked))
  try {
    await mailCode(parts, prepared)
  } catch (error) {
    await runner.write(context, (work) => discard(work, prepared))
    throw error instanceof MailRefused ? deliveryFailure(error, prepared) : error
  }
}

async function prepareCode(
  work: Work<null>,
  parts: SignInParts,
  asked: CodeRequest & { readonly client: string },
): Promise<Prepared> {
  const { source, secrets } = parts
  const email = addressOf(asked.email)
  const settings = await readSettings(work, source)
  permitDomain(settings, email)
  const limits = await limitsFor(work, parts, email, asked.client)
  await refuseOverLimit(work, limits)
  const attempts = await countAttempt(work, [...new Set(limits.map(({ bucket }) => bucket))])
  const code = newCode()
  const hash = codeHash(secrets, email, code)
  const expires_at = shifted(work.now, VALID_MINUTES * MINUTE)
  await work.codes.put({ email, code_hash: hash, guesses: 0, expires_at, created_at: work.now })
  const saved = asked.lang ? undefined : await work.users.byEmail(email)
  return { email, code, hash, attempts, settings, language: asked.lang ?? saved?.language ?? settings.default_language }
}

/**
 * The limits of this request. A client from which the owner has signed in has a limit of its own for this address, which
 * no stranger can use up.
 */
async function limitsFor(work: Work<null>, parts: SignInParts, email: string, client: string): Promise<Limit[]> {
  const { secrets, limits } = parts
  const buckets = requestBuckets(secrets, email, client)
  const since = shifted(work.now, -KNOWN_CLIENT_MS)
  const known = await work.sessions.knowsClient(email, clientHash(secrets, client), since)
  const bucket = known ? buckets.known : buckets.address
  return [
    { bucket, most: limits.codeRequestsPerAddress, window: WINDOW_MS },
    { bucket, most: 1, window: limits.codeResendSeconds * SECOND },
    ...(known ? [] : [{ bucket: buckets.client, most: limits.codeRequestsPerClient, window: WINDOW_MS }]),
  ]
}

async function mailCode({ mailers }: SignInParts, { email, code, language, settings }: Prepared): Promise<void> {
  const mailer = mailers.mailerFor(settings)
  if (mailer === null) throw new MailRefused('No mail provider is configured.')
  const words = { code, language, appName: settings.app_name, appUrl: settings.app_url, minutes: VALID_MINUTES }
  await mailer.send({ to: email, ...signInMessage(words) })
}

async function discard(work: Work<null>, { email, hash, attempts }: Prepared): Promise<void> {
  for (const id of attempts) await work.attempts.remove(id)
  await work.codes.remove(email, hash)
}

/**
 * The refusal for the caller, with the provider's words as its cause, which only the log shows. A provider may repeat the
 * message, so that the cause has the code masked, although it is void.
 */
function deliveryFailure({ message }: MailRefused, { code }: Prepared): Failure {
  const failure = new Failure('mail_delivery_failed')
  failure.cause = new MailRefused(message.replaceAll(code, '********'))
  return failure
}
