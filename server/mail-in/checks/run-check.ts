import { connect } from 'node:net';
import type { MailInCheck, MailInDraft, MailInSettings } from '#contract/mail-in.ts';
import type { MailInStep } from '#contract/mail-in-words.ts';
import type { Language } from '#contract/words.ts';
import {
  type Actor,
  type Config,
  Failure,
  HOUR,
  htmlMessage,
  type Message,
  type Person,
  SECOND,
  type SettingsSource,
  shifted,
  type Work,
} from '#platform';
import type { Mailers } from '#platform/serving';
import { readSettings } from '#settings';
import { carriersOf, tokenOf } from '../addresses.ts';
import { mailOutcome } from '../inbound/mail-facts.ts';
import { isByMachine, isDeliveryReport } from '../reading/headers.ts';
import { readDraft, readMailIn, readSealed, triedValues } from '../settings.ts';
import { MailCheckStore, type StoredCheck } from './check-store.ts';
import { type CheckLine, checkText, letterOf } from './check-words.ts';
import { CHECK_MS, type CheckNote, noteCheck } from './settle-check.ts';

/** The steps that prove that mail in works (docs/rules/mail-in.md#checks). */

const RUNS_AN_HOUR = 30;
const TOO_MANY = 'Checks run 30 times an hour at most.';

export interface MailCheckParts {
  readonly source: SettingsSource;
  readonly mailers: Mailers;
  readonly ways: Ways;
  /** Reads the mailbox of IMAP: what the other side says. */
  readonly tryMailbox: TryMailbox;
}

type Begun = Awaited<ReturnType<typeof addRun>>;

/** Begins a run of a step on the values of a form. The run before ends. @throws Failure `too_many_requests`, `validation_error`. */
export async function beginCheck(
  work: Work,
  source: SettingsSource,
  { step, draft = {} }: { readonly step: MailInStep; readonly draft?: MailInDraft },
): Promise<Begun> {
  await work.lock('mail-in checks');
  if ((await work.of(MailCheckStore).countSince({ since: shifted(work.now, -HOUR) })) >= RUNS_AN_HOUR)
    throw new Failure('too_many_requests', { retryAfter: HOUR / SECOND, message: TOO_MANY });
  const values = { ...(await readMailIn(work)), ...readDraft(draft) };
  for (const run of await work.of(MailCheckStore).latest({ step, limit: 5 }))
    if (run.state === 'running' && run.begun_by !== null) await noteCheck(work, run.id, red(['another_run']));
  return addRun(work, source, step, values);
}

/** Adds a run, which is of whoever acts, or of Kwit itself. */
export async function addRun(work: Work<Actor>, source: SettingsSource, step: MailInStep, values: MailInSettings) {
  const id = work.newId();
  const nonce = tokenOf(source.sealingKey, 'check', id);
  const draft = JSON.stringify(triedValues(values));
  const run = { id, step, state: 'running', nonce, draft, detail: '[]' } as const;
  await work.of(MailCheckStore).add({ ...run, begun_by: work.actor?.id ?? null, begun_at: work.now, ended_at: null });
  const hasSecret = (await readSealed(work, source, 'mail_in_secret')) !== null;
  return { id, nonce, values, settings: await readSettings(work, source), hasSecret };
}

/** Does what a step begins with. */
export async function runFirst(
  step: MailInStep,
  begun: Begun,
  parts: MailCheckParts,
  person: Person,
): Promise<FirstStep> {
  const { values, nonce } = begun;
  const { mail_in_domain: domain, mail_in_reply: reply } = values;
  if (domain === null) return red(['no_domain']);
  if (step === 'way_in') return tryWays(begun, parts.ways, parts.tryMailbox);
  if (step === 'machine') return tryMachines(domain);
  if (step === 'sender') return { lines: [['send_to', `check-${nonce}@${domain}`]], state: 'running' };
  const own = step === 'subaddress' ? `${reply}+${nonce}@${domain}` : `check-${nonce}@${domain}`;
  const to = step === 'reply' ? person.email : own;
  return send(parts.mailers, begun, messageOf(step, begun, person.language, to));
}

/** Mails what comes back to Kwit, in the language of the service. */
export function mailRoundTrip(mailers: Mailers, begun: Begun): Promise<FirstStep> {
  const to = `check-${begun.nonce}@${begun.values.mail_in_domain}`;
  return send(mailers, begun, messageOf('round_trip', begun, begun.settings.default_language, to));
}

function messageOf(step: MailInStep, { nonce, values, settings }: Begun, language: Language, to: string): Message {
  const subject = checkText(['subject', settings.app_name], language);
  const carriers = carriersOf(nonce, 1, values);
  const letter = letterOf(step, nonce, values, language);
  const html = htmlMessage(
    language,
    subject,
    letter.map((part) => `<p style="margin:0 0 16px">${part}</p>`).join('\n'),
  );
  const answering = step === 'reply' ? { 'Reply-To': carriers.replyTo, 'X-Loop': carriers.loop } : {};
  return {
    to,
    subject,
    text: `${letter.join('\n\n')}\n`,
    html,
    messageId: carriers.messageId,
    headers: { ...answering, 'Auto-Submitted': 'auto-generated' },
  };
}

async function send(mailers: Mailers, { settings }: Begun, message: Message): Promise<FirstStep> {
  try {
    const mode = await mailers.sendTest(settings, message);
    if (mode === null) return red(['no_provider']);
    if (mode === 'dev-fallback') return { lines: [['built_in', message.to]], state: 'running' };
    return { lines: [['accepted', message.to]], state: 'running' };
  } catch (error) {
    return red(['not_accepted', (error as Error).message.replace(/\s+/g, ' ').slice(0, 400)]);
  }
}

/** An automatic answer and a bounce, decided about as they would be. */
function tryMachines(domain: string): FirstStep {
  const good = { hasAuthor: true, isReadable: true, hasNews: true, isDomainAllowed: true, sender: 'pass' } as const;
  const allowed = { mayComment: true, mayReportThere: true, isInactive: false, isOverLimit: false };
  const base = { ...good, ...allowed, token: 'of the author', recipient: 'reply' } as const;
  const answer = [
    { name: 'from', value: `ada@${domain}` },
    { name: 'auto-submitted', value: 'auto-replied' },
  ];
  const report = [{ name: 'content-type', value: 'multipart/report; report-type=delivery-status; boundary=b' }];
  const [automatic = '', bounce = ''] = [answer, report].map((headers) => {
    const isMachine = isByMachine({ headers, envelopeFrom: '', loop: domain, own: [] });
    return mailOutcome({ ...base, isDeliveryReport: isDeliveryReport(headers), isByMachine: isMachine }).state;
  });
  const lines: CheckLine[] = [['automatic', automatic], ['bounce', bounce], ['nothing_sent']];
  return { lines, state: automatic === 'machine' && bounce === 'bounce' ? 'green' : 'red' };
}

/** A run as it stands: one that waited ten minutes has failed. */
export function viewCheck(
  { step, state, detail, begun_at }: StoredCheck,
  { now }: Pick<Work, 'now'>,
  language: Language,
): MailInCheck {
  const notes = JSON.parse(detail) as CheckNote[];
  const end = shifted(begun_at, CHECK_MS);
  const isLate = state === 'running' && now >= end;
  const all: CheckNote[] = isLate ? [...notes, { at: end, line: [`late_${step}`] }] : notes;
  return {
    step,
    state: isLate ? 'red' : state,
    detail: all.map(({ at, line }) => ({ at, text: checkText(line, language) })),
  };
}

/** GET /api/mail-in/checks/:id, in English, as all that is for programs. @throws Failure `not_found`. */
export async function showCheck(work: Work, id: string): Promise<MailInCheck> {
  const check = await work.of(MailCheckStore).hold(id);
  if (check === undefined) throw new Failure('not_found');
  return viewCheck(check, work, 'en');
}

export type Ways = Pick<Config, 'mailInListen' | 'mailInProtocol' | 'mailInImap'>;

/** The result of a step's first act, outside of any transaction. */
export interface FirstStep {
  readonly lines: readonly CheckLine[];
  readonly state: 'running' | 'green' | 'red';
}

export const red = (...lines: CheckLine[]): FirstStep => ({ lines, state: 'red' });

export type TryMailbox = (draft: MailInDraft) => Promise<readonly string[]>;

/** Tries every way in that this Kwit was started with. @param tryMailbox reads the mailbox with values of a form: what the other side says. */
export async function tryWays(
  { values, hasSecret }: { readonly values: MailInSettings; readonly hasSecret: boolean },
  { mailInListen, mailInProtocol, mailInImap }: Ways,
  tryMailbox: TryMailbox,
): Promise<FirstStep> {
  const lines: CheckLine[] = [];
  if (mailInListen !== null) {
    const greeting = await greetingOf(mailInListen);
    if (greeting === null) return red(['nobody_answers', mailInListen]);
    const domain = values.mail_in_domain ?? '…';
    lines.push(
      ['answers', mailInListen, greeting],
      ['postfix', domain, `${mailInProtocol}:${mailInListen.startsWith('unix:') ? '' : 'inet:'}${mailInListen}`],
      ['exchange', domain],
      ['google', domain, `${values.mail_in_report}@${domain}`],
    );
  }
  if (mailInImap !== null) {
    try {
      lines.push(...(await tryMailbox(values)).map((words): CheckLine => ['words', words]));
    } catch (error) {
      return red(['no_mailbox', (error as Error).message.slice(0, 400)]);
    }
  }
  if (hasSecret) lines.push(['programs']);
  return lines.length > 0 ? { lines, state: 'green' } : red(['no_way']);
}

const LOOKED_MS = 3 * SECOND;

function greetingOf(listen: string): Promise<string | null> {
  const { promise, resolve } = Promise.withResolvers<string | null>();
  const at = listen.lastIndexOf(':');
  const host = listen.slice(0, at).replace(/^\[|\]$/g, '');
  const where = listen.startsWith('unix:')
    ? { path: listen.slice(5) }
    : { host: host === '0.0.0.0' ? '127.0.0.1' : host, port: Number(listen.slice(at + 1)) };
  const socket = connect(where);
  socket.setTimeout(LOOKED_MS, () => socket.destroy());
  socket.once('data', (bytes: Buffer) => {
    resolve(bytes.toString('latin1').trim().slice(0, 200));
    socket.end('QUIT\r\n');
  });
  socket.on('error', () => resolve(null)).on('close', () => resolve(null));
  return promise;
}
