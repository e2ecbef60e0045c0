import { unlinkSync } from 'node:fs';
import type { SMTPServer, SMTPServerDataStream, SMTPServerSession } from 'smtp-server';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';
import { type Log, Recurring, SECOND, StartRefused } from '#platform';
import type { MailIn } from '../inbound/mail-in.ts';
import { type LeasedMail, noteRefused, type TakenMail } from '../inbound/take-mail.ts';
import { headerBytes } from '../reading/headers.ts';
import { MailMemory } from '../reading/mail-memory.ts';

/** Where Kwit listens for mails: a port of this machine, or a socket. */
export interface ListenAddress {
  readonly host: string;
  readonly port: number;
  /** null for a port. */
  readonly path: string | null;
}

/** Reads `127.0.0.1:2525`, `[::1]:2525` or `unix:/run/kwit/lmtp`; null for anything else. */
export function readListenAddress(text: string): ListenAddress | null {
  if (text.startsWith('unix:/')) return { host: '', port: 0, path: text.slice('unix:'.length) };
  const [, inBrackets, plain, port = ''] = /^(?:\[([0-9a-fA-F:]+)\]|([^\s:/[\]]+)):(\d{1,5})$/.exec(text) ?? [];
  const host = inBrackets ?? plain;
  return host === undefined || Number(port) > 65_535 ? null : { host, port: Number(port), path: null };
}

const MOST_RECIPIENTS = 50;
/** When so many mails wait, others are asked to come again. */
const MOST_WAITING = 1000;
const MOST_CLIENTS = 50;
/** How many bytes of mails are in memory at once; one without room is asked to come again. */
const ROOM_BYTES = 4 * MAIL_BYTES;

class Refused extends Error {
  readonly responseCode: number;

  constructor(responseCode: number, words: string) {
    super(words);
    this.responseCode = responseCode;
  }
}

const AWAY = new Refused(451, '4.3.0 Try again later');
const KEPT = 'OK: kept';

interface ListenerParts {
  readonly mailIn: MailIn;
  readonly address: ListenAddress;
  readonly protocol: 'lmtp' | 'smtp';
  readonly log: Pick<Log, 'error'>;
}

/** Takes mails by LMTP or SMTP. It says 250 only for what is durable (docs/rules/mail-in.md#ways-in). */
export class MailListener {
  readonly #parts: ListenerParts;
  #server: SMTPServer | undefined;
  /** Bytes of mails in memory. */
  #held = 0;

  constructor(parts: ListenerParts) {
    this.#parts = parts;
  }

  /** @returns the port. @throws StartRefused when nobody can listen there. */
  async start(): Promise<number> {
    const { address, protocol } = this.#parts;
    const { SMTPServer } = await import('smtp-server');
    const server = new SMTPServer({
      lmtp: protocol === 'lmtp',
      size: MAIL_BYTES,
      name: 'kwit',
      banner: 'Kwit',
      disabledCommands: ['AUTH', 'STARTTLS'],
      authOptional: true,
      disableReverseLookup: true,
      maxClients: MOST_CLIENTS,
      closeTimeout: 2000,
      logger: false,
      onRcptTo: ({ address: to }, session, done) => void this.#recipient(to, session).then(() => done(), done),
      onData: (stream, session, done) =>
        void this.#data(stream, session).then((answers) => done(null, answers as unknown as string), done),
    });
    server.on('error', (err) => this.#parts.log.error({ err }, 'mail in: a connection failed'));
    this.#server = server;
    return listen(server, address);
  }

  stop(): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    if (this.#server === undefined) resolve();
    this.#server?.close(() => resolve());
    return promise;
  }

  async #recipient(to: string, { envelope }: SMTPServerSession): Promise<void> {
    if (envelope.rcptTo.length >= MOST_RECIPIENTS) throw new Refused(452, '4.5.3 Too many recipients');
    const { mailIn, log } = this.#parts;
    let isOurs: boolean;
    let isFull: boolean;
    try {
      isOurs = await mailIn.accepts(to);
      isFull = isOurs && ((await mailIn.waiting()) >= MOST_WAITING || (await mailIn.parts.runner.isReadOnly()));
    } catch (err) {
      log.error({ err }, 'mail in: the database does not answer');
      throw AWAY;
    }
    if (!isOurs) throw new Refused(550, '5.1.1 No such address here');
    if (isFull) throw AWAY;
  }

  async #data(stream: SMTPServerDataStream, { envelope }: SMTPServerSession): Promise<(string | Error)[] | string> {
    let held = 0;
    const hold = (bytes: number): boolean => {
      if (this.#held + bytes > ROOM_BYTES) return false;
      this.#held += bytes;
      held += bytes;
      return true;
    };
    try {
      return await this.#takeForAll(await collected(stream, saidBytes(envelope), hold), envelope);
    } finally {
      this.#held -= held;
    }
  }

  async #takeForAll(
    { raw, size }: CollectedMail,
    envelope: SMTPServerSession['envelope'],
  ): Promise<(string | Error)[] | string> {
    const { protocol } = this.#parts;
    const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address;
    const mails: (LeasedMail | Refused | null)[] = [];
    for (const { address: recipient } of envelope.rcptTo)
      mails.push(await this.#keep({ raw, via: protocol, envelopeFrom: from, recipient }, size));
    const answers: (string | Refused)[] = [];
    // Reading a mail writes over it.
    let isSpent = false;
    for (const mail of mails) {
      answers.push(mail === null || mail instanceof Refused ? (mail ?? KEPT) : await this.#decide(mail, raw, isSpent));
      isSpent ||= mail !== null && !(mail instanceof Refused);
    }
    if (protocol === 'lmtp') return answers;
    const refusals = answers.filter((answer) => answer instanceof Refused);
    const [again] = refusals.filter(({ responseCode }) => responseCode < 500);
    // Over SMTP one answer is for all: whoever sends again loses nothing, for what is here is known by its digest.
    const refusal = again ?? (refusals.length === answers.length ? refusals[0] : undefined);
    if (refusal !== undefined) throw refusal;
    return KEPT;
  }

  /** @returns null for the mail of a check, of which nothing is kept. */
  async #keep(mail: TakenMail, size: number): Promise<LeasedMail | Refused | null> {
    const { mailIn } = this.#parts;
    return this.#orAway(async () => {
      if (size > MAIL_BYTES) {
        await noteRefused(mailIn.parts.runner, { ...mail, size }, 'too_large');
        return new Refused(552, '5.3.4 The mail is too large');
      }
      const stored = await mailIn.keep(mail);
      if (stored === 'unknown') return new Refused(550, '5.1.1 No such address here');
      return 'check' in stored ? null : stored;
    });
  }

  #decide(mail: LeasedMail, raw: Buffer, isSpent: boolean): Promise<string | Refused> {
    return this.#orAway(async () => {
      const { state } = await this.#parts.mailIn.decide(mail, raw, isSpent);
      return state === 'refused' ? new Refused(550, '5.7.1 This sender may not report here') : KEPT;
    });
  }

  async #orAway<T>(act: () => Promise<T>): Promise<T | Refused> {
    try {
      return await act();
    } catch (err) {
      this.#parts.log.error({ err }, 'mail in: a mail could not be kept');
      return AWAY;
    }
  }
}

interface CollectedMail {
  readonly raw: Buffer;
  /** Bytes of the whole mail. */
  readonly size: number;
}

/** How many bytes a mail has by its sender's words, as far as they count, and at most as many as a mail may have; 0 where they say nothing. */
function saidBytes({ mailFrom }: SMTPServerSession['envelope']): number {
  const { SIZE: said } = (mailFrom && (mailFrom.args as { SIZE?: string })) || {};
  return Math.min(Number(said) || 0, MAIL_BYTES);
}

/**
 * The bytes of a mail; of one over the limit the header alone. The rest is read and thrown away.
 *
 * @param said bytes for which it waits for no more room.
 * @param hold asks for room for so many bytes.
 * @throws Refused when there was none.
 */
async function collected(
  stream: SMTPServerDataStream,
  said: number,
  hold: (bytes: number) => boolean,
): Promise<CollectedMail> {
  const expected = said || MAIL_BYTES;
  let memory = hold(expected) ? new MailMemory(said) : null;
  let size = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > expected && size <= MAIL_BYTES && memory !== null && !hold(chunk.length)) memory = null;
    if (size <= MAIL_BYTES) memory?.take(chunk);
  }
  if (memory === null) throw AWAY;
  return { raw: size > MAIL_BYTES ? headerBytes(memory.bytes) : memory.bytes, size };
}

function listen(server: SMTPServer, { host, port, path }: ListenAddress): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  const refuse = ({ code }: NodeJS.ErrnoException) =>
    reject(new StartRefused(`Nobody can listen at MAIL_IN_LISTEN (${path ?? `${host}:${port}`}): ${code}.`));
  server.server.once('error', refuse);
  const listening = () => {
    server.server.off('error', refuse);
    const address = server.server.address();
    resolve(address !== null && typeof address === 'object' ? address.port : 0);
  };
  if (path === null) server.listen(port, host, listening);
  else {
    removeSocket(path);
    server.server.listen(path, listening);
  }
  return promise;
}

/** A process that was killed leaves its socket behind. */
function removeSocket(path: string): void {
  try {
    unlinkSync(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
}

const EVERY = SECOND;
const AT_ONCE = 20;

/** Works on mails that wait: those that another process kept, and those that failed once. It runs whether or not the outbox does. */
export class MailInWorker extends Recurring {
  readonly #mailIn: MailIn;
  readonly #log: Pick<Log, 'error'>;

  constructor(mailIn: MailIn, log: Pick<Log, 'error'>) {
    super(EVERY);
    this.#mailIn = mailIn;
    this.#log = log;
  }

  async runDue(): Promise<void> {
    try {
      if (await this.#mailIn.parts.runner.isReadOnly()) return;
      for (;;) {
        const due = await this.#mailIn.due(AT_ONCE);
        for (const id of due) {
          if (this.isStopping) return;
          await this.#mailIn.workOn(id);
        }
        if (due.length < AT_ONCE) return;
      }
    } catch (err) {
      this.#log.error({ err }, 'mail in: could not work on mails');
    }
  }

  override async stop(): Promise<void> {
    await super.stop();
    await this.#mailIn.parts.reader.close();
  }
}
