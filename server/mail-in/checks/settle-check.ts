import type { MailInSettings } from '#contract/mail-in.ts';
import type { MailInStep } from '#contract/mail-in-words.ts';
import { findUser } from '#people';
import { type Actor, type Instant, MINUTE, type Runner, shifted, type Work } from '#platform';
import { recipientIn, referencesIn, threadIdsIn } from '../addresses.ts';
import { checkedSender } from '../inbound/seen-mail.ts';
import { MAIL_CONTEXT, type TakenMail } from '../inbound/take-mail.ts';
import { headerValues, isByMachine, mailAuthorOf, mailHeaders } from '../reading/headers.ts';
import { type CheckedSender, loadOwners } from '../reading/sender-check.ts';
import type { Subtracted } from '../reading/subtract.ts';
import { MAIL_IN_DEFAULTS } from '../settings.ts';
import { MailCheckStore, type StoredCheck } from './check-store.ts';
import { type CheckLine, letterOf } from './check-words.ts';
import type { FirstStep } from './run-check.ts';

/** How long a check waits for its mail. */
export const CHECK_MS = 10 * MINUTE;

export interface CheckNote {
  readonly at: Instant;
  readonly line: CheckLine;
}

/** The nonce in an address of a check: `check-<nonce>@…`, or `r+<nonce>@…`. */
const nonceIn = (recipient: string): string | null =>
  /^(?:check-|[^+@]+\+(?:check-)?)([a-z2-7]{26})@/i.exec(recipient.trim())?.[1]?.toLowerCase() ?? null;

/** The running check that has one of these nonces. */
async function checkWith(work: Work<Actor>, nonces: readonly string[]): Promise<StoredCheck | undefined> {
  for (const nonce of nonces) {
    const check = await work.of(MailCheckStore).ofNonce({ nonce });
    if (check !== undefined && check.begun_at >= shifted(work.now, -CHECK_MS)) return check;
  }
  return undefined;
}

export const isAnyRunning = async (work: Work<Actor>): Promise<boolean> =>
  (await work.of(MailCheckStore).running({ since: shifted(work.now, -CHECK_MS) })).length > 0;

/** Whether a check runs whose mail may go to this address: to one of its own, or to one of the values that it tries. */
export async function isForCheck(work: Work<Actor>, recipient: string): Promise<boolean> {
  const nonce = nonceIn(recipient);
  if (nonce !== null) return (await checkWith(work, [nonce])) !== undefined;
  const running = await work.of(MailCheckStore).running({ since: shifted(work.now, -CHECK_MS) });
  return running.some(({ draft }) => recipientIn(recipient, { ...MAIL_IN_DEFAULTS, ...JSON.parse(draft) }) !== null);
}

/** The running check whose mail this is, by any carrier. */
async function checkOfMail(work: Work<Actor>, { recipient, raw }: TakenMail): Promise<StoredCheck | undefined> {
  const nonce = nonceIn(recipient);
  if (nonce !== null) return checkWith(work, [nonce]);
  if (!(await isAnyRunning(work))) return undefined;
  const text = raw.subarray(0, MOST_SEARCHED).toString('latin1');
  const ids = Array.from(text.matchAll(/<r\.([a-z2-7]{26})\.1@/gi), ([, token = '']) => token.toLowerCase());
  return checkWith(work, [...new Set([...ids, ...referencesIn(text)])]);
}

/** How much of a mail is searched for a nonce. */
const MOST_SEARCHED = 1024 * 1024;

/** Adds lines to a check, and ends it unless it is to go on. */
export async function noteCheck(work: Work<Actor>, id: string, { lines, state }: FirstStep): Promise<void> {
  const check = await work.of(MailCheckStore).hold(id);
  if (check?.state !== 'running') return;
  const notes: CheckNote[] = [...JSON.parse(check.detail), ...lines.map((line) => ({ at: work.now, line }))];
  const ended = state === 'running' ? {} : { ended_at: work.now };
  await work.of(MailCheckStore).change(id, { detail: JSON.stringify(notes), state, ...ended });
}

type Verdict = Pick<FirstStep, 'lines'> & { readonly state: 'green' | 'red' };

/** An answer to the letter of a step. */
export interface AnsweredLetter {
  /** Its author's words, and the part that was cut. */
  readonly said: Subtracted;
  /** All its texts, decoded. */
  readonly text: string;
}

/** A mail that came for a step, and what it was to show. */
export interface CheckedMail extends Pick<CheckedSender, 'ownerOf'> {
  readonly step: MailInStep;
  readonly mail: TakenMail;
  readonly authservId: string | null;
  readonly domain: string;
  /** Only an answer has it. */
  readonly answer: AnsweredLetter | null;
}

/** Pure: what the mail of a step shows. */
export function verdictOf(checked: CheckedMail): Verdict {
  const { step, mail, domain, answer } = checked;
  const headers = mailHeaders(mail.raw);
  if (step === 'sender') return verdictOfSender(headers, checked);
  if (step === 'machine') {
    const isMachine = isByMachine({ headers, envelopeFrom: mail.envelopeFrom, loop: domain, own: [] });
    return isMachine ? { state: 'green', lines: [['is_machine']] } : { state: 'red', lines: [['is_no_machine']] };
  }
  if (step === 'reply') {
    const carriers = {
      address: mail.recipient.includes('+'),
      message_id: threadIdsIn(headers, domain).length > 0,
      reference_line: referencesIn(answer?.text ?? '').length > 0,
    };
    const lines = (['address', 'message_id', 'reference_line'] as const).map(
      (carrier): CheckLine => [`${carrier}_${carriers[carrier] ? 'arrived' : 'dropped'}`],
    );
    if (answer !== null) lines.push(['kept', shown(answer.said.kept)], ['cut', shown(answer.said.elided ?? '–')]);
    return { state: 'green', lines };
  }
  if (step === 'subaddress' && nonceIn(mail.recipient) === null)
    return { state: 'red', lines: [['came_back', mail.recipient], ['late_subaddress']] };
  const hops = hopsIn(headerValues(headers, 'received')).map((words): CheckLine => ['words', words]);
  return { state: 'green', lines: [['came_back', mail.recipient], ...hops] };
}

/** As much of a text as a step shows. */
const shown = (text: string): string => text.trim().slice(0, 1000);

function verdictOfSender(
  headers: ReturnType<typeof mailHeaders>,
  { authservId: server, mail: { via }, ownerOf }: CheckedMail,
): Verdict {
  const author = mailAuthorOf(headers);
  const topmost = headerValues(headers, 'authentication-results')[0];
  if (author.kind === 'one' && checkedSender(headers, author, { server, via, ownerOf }) === 'pass')
    return { state: 'green', lines: [['verified', author.address, (topmost ?? '').slice(0, 500)]] };
  const why: CheckLine =
    topmost === undefined ? ['no_results'] : ['words', `Authentication-Results: ${topmost}`.slice(0, 500)];
  return { state: 'red', lines: [why, ['unverified']] };
}

/** How long the mail was underway between servers, oldest first. */
function hopsIn(received: readonly string[]): string[] {
  const moments = received.toReversed().map((value) => ({
    by: /\bby\s+([^\s;]+)/i.exec(value)?.[1] ?? '?',
    at: Date.parse(value.slice(value.lastIndexOf(';') + 1)),
  }));
  return moments.map(({ by, at }, index) => {
    const before = moments[index - 1]?.at ?? at;
    const seconds = Number.isNaN(at - before) ? '?' : Math.max(0, Math.round((at - before) / 1000));
    return `${by}: ${seconds} s`;
  });
}

/** Reads an answer to a letter; null for one that cannot be read. */
export type ReadAnswer = (raw: Buffer, letter: string, values: MailInSettings) => Promise<AnsweredLetter | null>;

/** Ends the check whose mail this is. @returns the id of that check; null for any other mail. */
export async function settleByMail(runner: Runner, mail: TakenMail, readAnswer: ReadAnswer): Promise<string | null> {
  const running = await runner.read(MAIL_CONTEXT, async (work) => {
    const check = await checkOfMail(work, mail);
    const user = check?.begun_by ? await findUser(work, check.begun_by) : undefined;
    return check && { check, language: user?.language ?? 'en' };
  });
  if (running === undefined) return null;
  const { check, language } = running;
  const draft: MailInSettings = { ...MAIL_IN_DEFAULTS, ...JSON.parse(check.draft) };
  const letter = letterOf(check.step, check.nonce, draft, language).join('\n\n');
  const answer = check.step === 'reply' ? await readAnswer(mail.raw, letter, draft) : null;
  const { mail_in_authserv_id: authservId, mail_in_domain: domain } = draft;
  const ownerOf = await loadOwners();
  const verdict = verdictOf({ step: check.step, mail, authservId, domain: domain ?? '', answer, ownerOf });
  await runner.write(MAIL_CONTEXT, (work) => noteCheck(work, check.id, verdict));
  return check.id;
}
