import { randomInt } from 'node:crypto';
import { setTimeout as after } from 'node:timers/promises';
import type { CodeRequest } from '#contract/sign-in.ts';
import {
  type Actor,
  addressOf,
  Failure,
  type Instant,
  keyedHash,
  type MailMode,
  MailRefused,
  MINUTE,
  mailboxOf,
  type RequestContext,
  type Runner,
  SECOND,
  type Secrets,
  shifted,
  signInMessage,
  type Work,
} from '#platform';
import type { ClientKind } from '#records';
import { type EffectiveSettings, hasOidc, readSettings } from '#settings';
import { AttemptStore, CodeStore } from '../code-store.ts';
import {
  atMost,
  clientHash,
  countAttempt,
  growingPause,
  kindOfClient,
  type Limit,
  LONGEST_PAUSE_MS,
  pauseBefore,
  type RequestBuckets,
  refuseOverLimit,
  requestBuckets,
  WINDOW_MS,
} from '../sessions/limits.ts';
import { isBarred, permitDomain } from '../users/addresses.ts';
import { type StoredUser, UserStore } from '../users/user-store.ts';
import type { SignInParts } from './sign-in-routes.ts';

/** How many of the last mails are remembered. */
const REMEMBERED = 20;

/**
 * How mails with codes have gone lately, so that a request that mails nothing looks from outside like one that does: it
 * takes as long, and fails while they fail (docs/rules/people.md#people-who-are-gone).
 */
export class MailPace {
  readonly #durations: number[] = [];
  #refusal: MailRefused | null = null;

  /** Sends a mail, and remembers how it went. */
  async send(mail: () => Promise<void>): Promise<void> {
    const began = performance.now();
    try {
      await mail();
      this.#refusal = null;
    } catch (error) {
      if (error instanceof MailRefused) this.#refusal = error;
      throw error;
    } finally {
      this.#durations.push(performance.now() - began);
      if (this.#durations.length > REMEMBERED) this.#durations.shift();
    }
  }

  /** Takes as long as one of the last mails took. @throws MailRefused when the last one was refused. */
  async sendNothing(): Promise<void> {
    const chosen = this.#durations[Math.floor(Math.random() * this.#durations.length)];
    if (chosen !== undefined) await after(chosen);
    if (this.#refusal !== null) throw new MailRefused(this.#refusal.message);
  }
}

/** How long a code is valid, in minutes (docs/rules/sign-in.md#code). */
export const VALID_MINUTES = 10;
/** The longest: until the next code may be asked for. */
export const LONGEST_VALID_MINUTES = LONGEST_PAUSE_MS / MINUTE;

/** Eight digits from a cryptographic random source. */
export const newCode = (): string => String(randomInt(100_000_000)).padStart(8, '0');

/** The stored form of a code. It is good for its own address only. */
export const codeHash = (secrets: Secrets, email: string, code: string): string =>
  keyedHash(secrets, `code|${email}|${code}`);

type Prepared = Awaited<ReturnType<typeof prepareCode>>;

/**
 * POST /api/auth/request-otp: makes a code, which replaces the last one that the same kind of client asked for, and mails
 * it. It sends the mail outside of any transaction. When the provider does not accept the mail, it removes the attempt and
 * the code.
 *
 * @returns how the mail left: of `dev-fallback` the code stands in the log and at /dev/mailbox, and nowhere else.
 * @throws Failure `domain_not_allowed`, `too_many_requests`, `mail_delivery_failed`
 * (docs/rules/sign-in.md#asking-for-a-code).
 */
export async function requestCode(
  runner: Runner,
  context: RequestContext<null>,
  parts: SignInParts,
  request: CodeRequest & { readonly client: string },
): Promise<MailMode> {
  const prepared = await runner.write(context, (work) => prepareCode(work, parts, request));
  try {
    return await mailCode(parts, prepared);
  } catch (error) {
    await runner.write(context, (work) => discard(work, prepared));
    throw error instanceof MailRefused ? deliveryFailure(error, prepared) : error;
  }
}

/** `attempts` are the ids of those that it has counted; `isMailed` is whether the owner of the address may sign in with a code. */
async function prepareCode(work: Work<null>, parts: SignInParts, request: CodeRequest & { readonly client: string }) {
  const { source, secrets } = parts;
  const email = addressOf(request.email);
  const settings = await readSettings(work, source);
  permitDomain(settings, email);
  const asked_by = await kindOfClient(work, secrets, email, request.client);
  const owner = await work.of(UserStore).byEmail({ email });
  const lastSignIn = owner?.last_login ?? null;
  // Addresses of one mailbox share what one address may ask for.
  const buckets = requestBuckets(secrets, mailboxOf(email), request.client);
  const limits = limitsFor(parts, buckets, asked_by, lastSignIn);
  await refuseOverLimit(work, limits);
  const attempts = await countAttempt(work, limits);
  const saved = owner?.last_login ? owner.language : settings.default_language;
  const language = request.lang ?? saved;
  const code = newCode();
  const hash = codeHash(secrets, email, code);
  // A code is good until the next one may be asked for.
  const { pause } = asked_by === 'known' ? { pause: 0 } : await pauseBefore(work, buckets.address, lastSignIn);
  const minutes = Math.max(VALID_MINUTES, pause / MINUTE);
  await work.of(CodeStore).put({
    email,
    asked_by,
    code_hash: hash,
    language,
    created_at: work.now,
    made_by: clientHash(secrets, request.client),
    expires_at: shifted(work.now, minutes * MINUTE),
  });
  const isMailed = await mayUseCode(work, settings, email, owner);
  return { email, code, hash, attempts, settings, language, minutes, isMailed };
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

async function mailCode({ mailers, pace }: SignInParts, prepared: Prepared): Promise<MailMode> {
  const { email, code, language, settings, minutes, isMailed } = prepared;
  const mailer = mailers.mailerFor(settings);
  if (mailer === null) throw new MailRefused('No mail provider is configured.');
  const words = { code, language, appName: settings.app_name, appUrl: settings.app_url, minutes };
  const message = { to: email, ...signInMessage(words) };
  await (isMailed ? pace.send(async () => void (await mailer.send(message))) : pace.sendNothing());
  return mailer.mode;
}

async function discard(work: Work<null>, { email, hash, attempts }: Prepared): Promise<void> {
  for (const id of attempts) await work.of(AttemptStore).delete(id);
  await work.of(CodeStore).remove({ email, code_hash: hash });
}

/**
 * The refusal for the caller, with the provider's words as its cause, which only the log shows. A provider may repeat the
 * message, so that the cause has the code masked, although it is void.
 */
function deliveryFailure({ message }: MailRefused, { code }: Prepared): Failure {
  const cause = new MailRefused(message.replaceAll(code, '********'));
  return Object.assign(new Failure('mail_delivery_failed'), { cause });
}

/** The people who may sign in with a code: everyone without the company's account, so that nobody is locked out. */
export const codeSignIn = (settings: EffectiveSettings): EffectiveSettings['code_sign_in'] =>
  hasOidc(settings) ? settings.code_sign_in : 'everyone';

/**
 * Whether an address may sign in with a code (docs/rules/sign-in.md#who-signs-in-with-a-code).
 *
 * @param owner undefined when nobody has the address yet.
 */
export async function mayUseCode(
  work: Work<Actor>,
  settings: EffectiveSettings,
  email: string,
  owner: StoredUser | undefined,
): Promise<boolean> {
  if (await isBarred(work, email)) return false;
  const who = codeSignIn(settings);
  if (who === 'developers') return owner?.role === 'developer' || settings.developer_emails.includes(email);
  return who === 'everyone';
}
