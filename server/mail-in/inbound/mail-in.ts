import { commentsOn, type NewAttachment } from '#conversation';
import { AttachmentReceiver } from '#conversation/serving';
import {
  type Actor,
  Failure,
  type FileStore,
  isVisible,
  type Runner,
  SECOND,
  type SettingsSource,
  shifted,
  type Work,
} from '#platform';
import { readSettings } from '#settings';
import { findNamedTicket } from '#tickets';
import { recipientIn } from '../addresses.ts';
import { type AnsweredLetter, isForCheck, type ReadAnswer, settleByMail } from '../checks/settle-check.ts';
import { plainSubject } from '../reading/headers.ts';
import { MailMemory } from '../reading/mail-memory.ts';
import type { MailReader } from '../reading/mail-reader.ts';
import { withoutSecrets } from '../reading/own-secrets.ts';
import { UNREADABLE } from '../reading/parse-mail.ts';
import { loadOwners } from '../reading/sender-check.ts';
import type { Subtracted } from '../reading/subtract.ts';
import { readHeld } from '../settings.ts';
import { bounceIn } from './bounces.ts';
import { applyDecision, type Decision, decide, type MailEffect, type ReadMail } from './effect.ts';
import { InboundStore, type StoredMail } from './inbound-store.ts';
import { sentLettersOf } from './letter-store.ts';
import { decidingToken, ownFiles, replyTokens } from './mail-facts.ts';
import { isTooLong } from './mail-texts.ts';
import { ownNames, type SeenMail, seenMail, sendersOf } from './seen-mail.ts';
import { type KeptMail, keepMail, LEASE, type LeasedMail, MAIL_CONTEXT, type TakenMail } from './take-mail.ts';

export interface MailInParts {
  readonly runner: Runner;
  readonly files: FileStore;
  readonly source: SettingsSource;
  readonly reader: MailReader;
}

type Held = Awaited<ReturnType<typeof readHeld>>;

/** A mail that throws so often has failed, and the next ones go on. */
const ATTEMPTS = 3;
const PAUSE = 10 * SECOND;

/** The bytes of a stored mail; null when they are kept no longer. @param spent its memory from before, to which they come again. */
export async function rawOf(
  files: FileStore,
  { raw_file, size }: Pick<StoredMail, 'raw_file' | 'size'>,
  spent?: Buffer,
): Promise<Buffer | null> {
  const file = raw_file === null ? null : await files.open(raw_file);
  if (file === null) return null;
  const memory = new MailMemory(spent ?? size);
  for await (const chunk of file.stream as AsyncIterable<Buffer>) memory.take(chunk);
  return memory.bytes;
}

/** Takes mails, and makes of each what its rules say (docs/rules/mail-in.md). */
export class MailIn {
  readonly parts: MailInParts;
  /** The number of mails by outcome since the process started. */
  readonly counts: Record<string, number> = {};
  readonly #receiver: AttachmentReceiver;

  constructor(parts: MailInParts) {
    this.parts = parts;
    this.#receiver = new AttachmentReceiver(parts.files);
  }

  /** Whether a recipient is one of our addresses now, or one that a check tries. */
  async accepts(recipient: string): Promise<boolean> {
    const isTried = () => this.parts.runner.read(MAIL_CONTEXT, (work) => isForCheck(work, recipient));
    return (await this.#isOurs(recipient)) || (await isTried());
  }

  #isOurs(recipient: string): Promise<boolean> {
    const { runner, source } = this.parts;
    return runner.read(MAIL_CONTEXT, async (work) => {
      const { settings, mailIn } = await readHeld(work, source);
      return recipientIn(recipient, mailIn, sendersOf(settings)) !== null;
    });
  }

  /**
   * Keeps a mail durably, and decides what becomes of it. When that fails, or the process ends, it is decided later: the mail is there.
   *
   * @returns as `keep`.
   */
  async take(mail: TakenMail): Promise<KeptMail | { readonly check: string } | 'unknown'> {
    const stored = await this.keep(mail);
    return stored === 'unknown' || 'check' in stored ? stored : this.decide(stored, mail.raw);
  }

  /**
   * Keeps a mail durably.
   *
   * @returns `unknown` for a recipient that is none of ours; the id of the run for the mail of a step that proves mail in, which is
   * not kept.
   */
  async keep(mail: TakenMail): Promise<LeasedMail | { readonly check: string } | 'unknown'> {
    const { runner, files } = this.parts;
    const check = await settleByMail(runner, mail, (...answer) => this.#readAnswer(...answer));
    if (check !== null) return { check };
    return (await this.#isOurs(mail.recipient)) ? keepMail(runner, files, mail) : 'unknown';
  }

  /** Decides what becomes of a kept mail. @param raw its memory. @param isSpent whether the same mail was read there before. */
  async decide({ lease, ...stored }: LeasedMail, raw: Buffer, isSpent = false): Promise<KeptMail> {
    if (lease === null) {
      this.counts.duplicate = (this.counts.duplicate ?? 0) + 1;
      return stored;
    }
    await this.#workOrPutBack(stored.id, lease, raw, isSpent);
    const now = await this.parts.runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).find(stored.id));
    return { ...stored, state: now?.state ?? stored.state, reason: now?.reason ?? null };
  }

  async waiting(): Promise<number> {
    return (await this.parts.runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).waiting())).count;
  }

  due(limit: number): Promise<string[]> {
    const { runner } = this.parts;
    return runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).due(work.now, limit));
  }

  /** Works on a mail, unless somebody else does. */
  async workOn(id: string): Promise<void> {
    const { runner } = this.parts;
    const claimed = await runner.write(MAIL_CONTEXT, async (work) => {
      const lease = work.newId();
      return (await work.of(InboundStore).claim({ id, lease, now: work.now, until: shifted(work.now, LEASE) }))
        ? lease
        : null;
    });
    if (claimed !== null) await this.#workOrPutBack(id, claimed);
  }

  /**
   * Works on a mail that is nobody else's. An error is kept for another attempt; the third one is the last.
   *
   * @param memory its bytes, where they are at hand. @param isSpent whether they are to be read into it anew.
   */
  async #workOrPutBack(id: string, lease: string, memory?: Buffer, isSpent = true): Promise<void> {
    try {
      await this.#workOn(id, lease, memory, isSpent);
    } catch (error) {
      await this.parts.runner.write(MAIL_CONTEXT, (work) => putBack(work, id, lease, error));
    }
  }

  /** Reads a stored mail: its parts, what of it its author wrote, and the files that may be attached. @param raw null when it is gone. */
  async read(
    row: StoredMail,
    raw: Buffer | null,
  ): Promise<ReadMail & { readonly fit: Awaited<ReturnType<AttachmentReceiver['fitting']>>['fit'] }> {
    const { runner, reader, source } = this.parts;
    const held = await runner.read(MAIL_CONTEXT, (work) => readHeld(work, source));
    const parsed = (raw && (await reader.parse(raw))) ?? UNREADABLE;
    const seen = seenMail(raw ?? new Uint8Array(), row, parsed, { ...held, ownerOf: await loadOwners() });
    const own = await runner.read(MAIL_CONTEXT, (work) => ownFiles(work, row, parsed.files));
    const withoutPictures = parsed.files.filter((file) => !own.files.includes(file)).map(({ name }) => name);
    const said = await this.#authorsText(seen, held, withoutPictures, row.comment_id);
    const files = own.files.map(({ name, type, bytes }) => ({
      name,
      type,
      bytes: Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength),
    }));
    const { fit, refused } = await this.#receiver.fitting([...files, ...wholeText(said)]);
    const news = {
      hasWords: isVisible(said.kept),
      hasFiles: fit.length > 0,
      hasSubject: isVisible(plainSubject(seen.headers)),
    };
    const bounce = bounceIn(`${parsed.report}\n${parsed.text ?? ''}`, held.mailIn.mail_in_domain ?? '');
    const { pictures, leftOut } = own;
    return { row, seen, said, news, refused, bounce, fit, settings: held.settings, pictures, leftOut };
  }

  /** Keeps the files of a mail while `use` writes the rows that name them. */
  keepFiles<T>(
    mail: Awaited<ReturnType<MailIn['read']>>,
    use: (files: NewAttachment[]) => Promise<T>,
    hasTaken: (made: T) => boolean,
  ): Promise<T> {
    let names: string[] = [];
    return this.#receiver.keepDuring(
      mail.fit,
      (files) => {
        names = files.map(({ filename }) => filename);
        return use(files);
      },
      (made) => (hasTaken(made) ? names : []),
    );
  }

  async #authorsText(
    seen: SeenMail,
    { settings, mailIn }: Held,
    withoutPictures: readonly string[],
    ownComment: string | null,
  ): Promise<Subtracted> {
    const { runner, reader } = this.parts;
    const { text, markdown, cpuMs } = seen.parsed;
    const context = await runner.read(MAIL_CONTEXT, async (work) => {
      const token = decidingToken(await replyTokens(work, seen), seen);
      if (token === null) return { sent: [], said: [] };
      const sent = await sentLettersOf(work, token.token);
      const ticketId = token.merged_into_id ?? token.ticket_id;
      return { sent, said: await publicWordsOn(work, ticketId, token.user_id, ownComment) };
    });
    const isAnswer = context.sent.length + context.said.length > 0;
    const own = isAnswer ? ownNames(settings, mailIn) : { addresses: [], names: [] };
    const answer = await reader.authorsText({ text, markdown, own, withoutPictures, ...context }, cpuMs);
    return answer ?? { kept: withoutSecrets(text ?? markdown ?? ''), elided: null };
  }

  async #readAnswer(...[raw, letter, values]: Parameters<ReadAnswer>): Promise<AnsweredLetter | null> {
    const { runner, reader, source } = this.parts;
    const settings = await runner.read(MAIL_CONTEXT, (work) => readSettings(work, source));
    // A copy: other recipients of the mail may be people.
    const parsed = await reader.parse(Buffer.from(raw));
    if (parsed === null) return null;
    const { text, markdown, cpuMs } = parsed;
    const own = ownNames(settings, values);
    const sent = [{ text: letter, html: null }];
    const said = await reader.authorsText({ text, markdown, own, sent, said: [] }, cpuMs);
    return said && { said, text: `${text ?? ''}\n${markdown ?? ''}` };
  }

  async #workOn(id: string, lease: string, memory: Buffer | undefined, isSpent: boolean): Promise<void> {
    const { runner, files } = this.parts;
    const row = await runner.read(MAIL_CONTEXT, (work) => work.of(InboundStore).find(id));
    if (row === undefined) return;
    // Nobody put it back: the process ended with it, so often that it would end the next one as well.
    if (row.attempts > ATTEMPTS) throw new Error('It was not worked on to its end.');
    const raw = isSpent || memory === undefined ? await rawOf(files, row, memory) : memory;
    const mail = await this.read(row, raw);
    const effect = (use: readonly NewAttachment[], refused = mail.refused) =>
      this.#decideAndDo({ ...mail, refused, news: { ...mail.news, hasFiles: use.length > 0 } }, use, lease);
    try {
      await this.keepFiles(mail, effect, (made) => made?.hasTaken ?? false).then((made) => this.#count(made));
    } catch (error) {
      if (!(error instanceof Failure && error.code === 'quota_exceeded')) throw error;
      this.#count(await effect([], [...mail.refused, ...mail.fit.map(({ originalName }) => originalName)]));
    }
  }

  #count(made: MailEffect | null): void {
    if (made !== null) this.counts[made.outcome.state] = (this.counts[made.outcome.state] ?? 0) + 1;
  }

  #decideAndDo(mail: ReadMail, files: readonly NewAttachment[], lease: string): Promise<MailEffect | null> {
    let decision: Decision | null = null;
    const context = { ...MAIL_CONTEXT, correlationId: mail.row.id };
    return this.parts.runner.writeFor(
      context,
      async (work) => {
        const held = await work.of(InboundStore).hold(mail.row.id);
        decision = held?.state === 'waiting' && held.lease === lease ? await decide(work, mail) : null;
        return decision?.actor ?? null;
      },
      (work) => (decision === null ? Promise.resolve(null) : applyDecision(work, mail, decision, files)),
    );
  }
}

/** The whole text as a file, where it does not fit into a comment. */
const wholeText = ({ kept: text }: Subtracted) =>
  isTooLong(text) ? [{ name: 'message.txt', type: 'text/plain', bytes: Buffer.from(text) }] : [];

async function putBack(work: Work<Actor>, id: string, lease: string, error: unknown): Promise<void> {
  const mail = await work.of(InboundStore).hold(id);
  if (mail?.lease !== lease || mail.state !== 'waiting') return;
  const isOver = mail.attempts >= ATTEMPTS;
  const words = error instanceof Error ? error.message.slice(0, 500) : 'It could not be worked on.';
  await work.of(InboundStore).change(id, {
    lease: null,
    verdict: JSON.stringify({ error: words }),
    ...(isOver
      ? { state: 'failed', done_at: work.now, next_attempt_at: null }
      : { next_attempt_at: shifted(work.now, PAUSE * mail.attempts) }),
  });
}

/** The words on a ticket for all its readers: programs quote them though the mail that brought them is gone. */
export async function publicWordsOn(work: Work<Actor>, ticketId: string, userId: string, butComment: string | null) {
  const ticket = await findNamedTicket(work, ticketId, false);
  const comments = await commentsOn(work, ticketId, false);
  const words = comments
    .filter(({ id }) => id !== butComment)
    .map(({ content, user_id }) => ({ content, isAuthors: user_id === userId }));
  return ticket === undefined
    ? words
    : [{ content: ticket.description, isAuthors: ticket.reporter_id === userId }, ...words];
}
