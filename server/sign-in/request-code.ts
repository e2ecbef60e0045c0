import type { CodeRequest } from '../../contract/sign-in.ts';
import type { Language } from '../../contract/users.ts';
import { type Instant, MINUTE, SECOND, shifted } from '../clock.ts';
import type { ClientKind } from '../database/tables/people.ts';
import { Failure } from '../failure.ts';
import { MailRefused } from '../mail/mailer.ts';
import { signInMessage } from '../mail/sign-in-message.ts';
import { type EffectiveSettings, readSettings } from '../settings/effective-settings.ts';
import { addressOf, permitDomain } from '../users/address.ts';
import type { RequestContext, Runner, Work } from '../work.ts';
import { atMost, countAttempt, type Limit, refuseOverLimit, WINDOW_MS } from './limits/attempts.ts';
import { type RequestBuckets, requestBuckets } from './limits/buckets.ts';
import { growingPause } from './limits/growing-pause.ts';
import { kindOfClient } from './limits/known-client.ts';
import { codeHash, newCode, VALID_MINUTES } from './one-time-code.ts';
import type { SignInParts } from './sign-in-parts.ts';

interface Prepared {
  readonly email: string;
  readonly code: string;
  readonly hash: string;
  /** The ids of the attempts that it has counted. */
  readonly attempts: readonly string[];
  readonly language: Language;
  /** Whether the owner of the address may sign in, or is not known yet. */
  readonly isMailed: boolean;
  readonly settings: EffectiveSettings;
}

/**
 * POST /api/auth/request-otp: makes a code, which replaces the last one that the same kind of client asked for, and mails
 * it. It sends the mail outside of any transaction. When the provider does not accept the mail, it removes the attempt and
 * the code.
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
  const prepared = await runner.write(context, (work) => prepareCode(work, parts, asked));
  try {
    await mailCode(parts, prepared);
  } catch (error) {
    await runner.write(context, (work) => discard(work, prepared));
    throw error instanceof MailRefused ? deliveryFailure(error, prepared) : error;
  }
}

async function prepareCode(
  work: Work<null>,
  parts: SignInParts,
  asked: CodeRequest & { readonly client: string },
): Promise<Prepared> {
  const { source, secrets } = parts;
  const email = addressOf(asked.email);
  const settings = await readSettings(work, source);
  permitDomain(settings, email);
  const asked_by = await kindOfClient(work, secrets, email, asked.client);
  const owner = await work.users.byEmail(email);
  const limits = limitsFor(parts, requestBuckets(secrets, email, asked.client), asked_by, owner?.last_login ?? null);
  await refuseOverLimit(work, limits);
  const attempts = await countAttempt(work, limits);
  const saved = owner?.last_login ? owner.language : settings.default_language;
  const language = asked.lang ?? saved;
  const code = newCode();
  const hash = codeHash(secrets, email, code);
  const expires_at = shifted(work.now, VALID_MINUTES * MINUTE);
  await work.codes.put({ email, asked_by, code_hash: hash, language, expires_at, created_at: work.now });
  return { email, code, hash, attempts, settings, language, isMailed: owner?.is_active !== 0 };
}

/** The limits of this request. A known client has limits of its own for this address, which no stranger can use up. */
function limitsFor(
  { limits }: SignInParts,
  buckets: RequestBuckets,
  kind: ClientKind,
  lastSignIn: Instant | null,
): Limit[] {
  const { codeRequestsPerAddress, codeRequestsPerClient, codeResendSeconds } = limits;
  const ofAddress = (bucket: string) => [
    atMost(codeRequestsPerAddress, bucket, WINDOW_MS),
    atMost(1, bucket, codeResendSeconds * SECOND),
  ];
  if (kind === 'known') return ofAddress(buckets.known);
  return [
    ...ofAddress(buckets.address),
    growingPause(buckets.address, lastSignIn),
    atMost(codeRequestsPerClient, buckets.client, WINDOW_MS),
  ];
}

async function mailCode({ mailers, pace }: SignInParts, prepared: Prepared): Promise<void> {
  const { email, code, language, settings, isMailed } = prepared;
  const mailer = mailers.mailerFor(settings);
  if (mailer === null) throw new MailRefused('No mail provider is configured.');
  const words = { code, language, appName: settings.app_name, appUrl: settings.app_url, minutes: VALID_MINUTES };
  const message = { to: email, ...signInMessage(words) };
  await (isMailed ? pace.send(() => mailer.send(message)) : pace.sendNothing());
}

async function discard(work: Work<null>, { email, hash, attempts }: Prepared): Promise<void> {
  for (const id of attempts) await work.attempts.remove(id);
  await work.codes.remove(email, hash);
}

/**
 * The refusal for the caller, with the provider's words as its cause, which only the log shows. A provider may repeat the
 * message, so that the cause has the code masked, although it is void.
 */
function deliveryFailure({ message }: MailRefused, { code }: Prepared): Failure {
  const failure = new Failure('mail_delivery_failed');
  failure.cause = new MailRefused(message.replaceAll(code, '********'));
  return failure;
}
