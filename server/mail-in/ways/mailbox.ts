import type { ImapFlow } from 'imapflow';
import { addressParser } from 'postal-mime';
import type { MailInDraft } from '#contract/mail-in.ts';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';
import { type Actor, DAY, type Instant, type Log, Recurring, SECOND, type SettingsSource, type Work } from '#platform';
import { storedSetting, storeSetting } from '#settings';
import { recipientIn } from '../addresses.ts';
import { isAnyRunning, isForCheck } from '../checks/settle-check.ts';
import type { MailIn } from '../inbound/mail-in.ts';
import { sendersOf } from '../inbound/seen-mail.ts';
import { MAIL_CONTEXT, noteRefused } from '../inbound/take-mail.ts';
import { headerValue, headerValues, mailHeaders } from '../reading/headers.ts';
import { MailMemory } from '../reading/mail-memory.ts';
import { readHeld } from '../settings.ts';
import type { MailboxAuth, MailboxSignIn } from './mailbox-sign-in.ts';

/** A mailbox that Kwit reads (docs/rules/mail-in.md#imap). What was read is known by UID and UIDVALIDITY, never by `\Seen`. */

/** Reads `imaps://user@host/INBOX`; the user may be an address. */
export function readMailboxAddress(text: string) {
  const [, scheme = '', user = '', host = '', port, folder = ''] =
    /^(imaps?):\/\/([^\s:/]+)@([^\s:@/]+)(?::(\d{1,5}))?\/(.+)$/.exec(text) ?? [];
  if (host === '') return null;
  const secure = scheme === 'imaps';
  return {
    secure,
    user: decodeURIComponent(user),
    host,
    port: Number(port ?? (secure ? 993 : 143)),
    folder: decodeURIComponent(folder),
  };
}

/** How far a mailbox was read. */
interface Progress {
  readonly uidValidity: string;
  /** The least UID that was not read. */
  readonly next: number;
  /** Mails from before are the past, which is never read. */
  readonly since: Instant;
}

const PROGRESS = 'mail_in_imap_progress';

async function readProgress(work: Work<Actor>): Promise<Progress | null> {
  const stored = await storedSetting(work, PROGRESS);
  return stored === undefined ? null : (JSON.parse(stored) as Progress);
}

const storeProgress = (work: Work<Actor>, progress: Progress) => storeSetting(work, PROGRESS, progress, null);

/**
 * Notes that a mailbox is read from now on, unless it is read already: what comes before the first look is not the past, and what
 * came while it was not read is.
 */
export async function beginMailbox(work: Work, isRead: boolean): Promise<void> {
  if (!isRead || (await readProgress(work)) === null)
    await storeProgress(work, { uidValidity: '', next: 1, since: work.now });
}

async function connected(
  text: string,
  auth: MailboxAuth,
  signIn: MailboxSignIn,
): Promise<{ client: ImapFlow; folder: string }> {
  const address = readMailboxAddress(text);
  if (address === null) throw new Error('MAIL_IN_IMAP is no address of a mailbox.');
  const { ImapFlow: Client } = await import('imapflow');
  const { host, port, secure, user, folder } = address;
  const client = new Client({
    host,
    port,
    secure,
    logger: false as const,
    auth: { user, ...auth },
    // Without this an address that is not the machine itself would be spoken to in the clear.
    ...(secure || host === '127.0.0.1' || host === 'localhost' ? {} : { doSTARTTLS: true }),
    connectionTimeout: 10 * SECOND,
    greetingTimeout: 10 * SECOND,
    socketTimeout: 60 * SECOND,
  });
  // An error without a listener would end the process.
  client.on('error', () => {});
  await client.connect().catch((error: Error & { responseText?: string; authenticationFailed?: boolean }) => {
    if (error.authenticationFailed) signIn.forgetToken();
    throw error.responseText === undefined ? error : new Error(error.responseText, { cause: error });
  });
  return { client, folder };
}

/** Describes a mailbox in the words of its server: its folders, and how full it is. */
export async function describeMailbox(
  signIn: MailboxSignIn,
  text: string | null,
  draft: MailInDraft = {},
): Promise<readonly string[]> {
  if (text === null) return [];
  const { client, folder } = await connected(text, (await signIn.auth(draft)) ?? { pass: '' }, signIn);
  try {
    const folders = await client.list();
    const target = draft.mail_in_imap_move;
    if (target && !folders.some(({ path }) => path === target))
      throw new Error(`There is no folder ${target}. There are: ${folders.map(({ path }) => path).join(', ')}.`);
    const quota = await client.getQuota(folder).catch(() => false as const);
    const storage = quota === false ? undefined : quota.storage;
    return [
      `IMAP: connected to ${client.host}.`,
      `Folders: ${folders
        .map(({ path }) => path)
        .slice(0, 30)
        .join(', ')}.`,
      ...(storage === undefined
        ? []
        : [`Quota: ${String(storage.usage ?? '?')} of ${String(storage.limit ?? '?')} bytes.`]),
    ];
  } finally {
    await client.logout().catch(() => client.close());
  }
}

const EVERY = 30 * SECOND;
/** The facts of a mail that the server gives before any of it is read. */
const SHOWN = { uid: true, internalDate: true, size: true } as const;

/** Reads a mailbox again and again, from the moment on at which it was set up. */
export class MailboxReader extends Recurring {
  readonly #mailIn: MailIn;
  readonly #text: string;
  readonly #signIn: MailboxSignIn;
  readonly #log: Pick<Log, 'error'>;

  constructor(mailIn: MailIn, text: string, signIn: MailboxSignIn, log: Pick<Log, 'error'>) {
    super(EVERY);
    this.#mailIn = mailIn;
    this.#signIn = signIn;
    this.#text = text;
    this.#log = log;
  }

  override start(): void {
    super.start();
    this.look();
  }

  async runDue(): Promise<void> {
    await this.readNew().catch((err) => this.#log.error({ err }, 'mail in: the mailbox cannot be read'));
  }

  /** Takes what came since it was last read: while mail in is on, or a step is tried before. */
  async readNew(): Promise<void> {
    const { runner, source } = this.#mailIn.parts;
    if (await runner.isReadOnly()) return;
    const held = await runner.read(MAIL_CONTEXT, async (work) => ({
      ...(await readHeld(work, source)),
      progress: await readProgress(work),
      isTried: await isAnyRunning(work),
    }));
    const isOn = held.mailIn.mail_in_domain !== null;
    const auth = isOn || held.isTried ? await this.#signIn.auth() : null;
    if (auth === null) return;
    const { client, folder } = await connected(this.#text, auth, this.#signIn);
    try {
      const box = await client.mailboxOpen(folder);
      const progress = await this.#progressIn(held.progress, {
        uidValidity: String(box.uidValidity),
        next: box.uidNext,
      });
      await this.#take(client, progress, isOn ? (held.mailIn.mail_in_imap_move ?? null) : null);
    } finally {
      await client.logout().catch(() => client.close());
    }
  }

  /** Where to begin. The first time it is what comes next; the UIDs of a mailbox that was made anew say nothing. */
  async #progressIn(
    stored: Progress | null,
    { uidValidity, next }: Pick<Progress, 'uidValidity' | 'next'>,
  ): Promise<Progress> {
    if (stored?.uidValidity === uidValidity) return stored;
    return this.#mailIn.parts.runner.write(MAIL_CONTEXT, async (work) => {
      const progress =
        stored === null ? { uidValidity, next, since: work.now } : { uidValidity, next: 1, since: stored.since };
      await storeProgress(work, progress);
      return progress;
    });
  }

  async #take(client: ImapFlow, progress: Progress, move: string | null): Promise<void> {
    // A fetch sees new mail only after this.
    await client.noop();
    const mails: { readonly uid: number; readonly size: number }[] = [];
    let next = progress.next;
    const range = await newerThan(client, progress);
    // "n:*" answers with the last mail when none is newer.
    if (range !== null)
      for await (const { uid, internalDate, size = 0 } of client.fetch(range, SHOWN, { uid: true })) {
        if (uid >= progress.next && new Date(internalDate ?? 0) >= new Date(Date.parse(progress.since) - SECOND))
          mails.push({ uid, size });
        next = Math.max(next, uid + 1);
      }
    for (const { uid, size } of mails.sort((a, b) => a.uid - b.uid)) {
      if (this.isStopping) return;
      await this.#takeOne(client, uid, size);
      if (move !== null) await this.#move(client, uid, move);
      await this.#storeNext(progress, uid + 1);
    }
    // Mails left out as the past are not fetched again.
    if (mails.length === 0 && next > progress.next) await this.#storeNext(progress, next);
  }

  async #storeNext(progress: Progress, next: number): Promise<void> {
    await this.#mailIn.parts.runner.write(MAIL_CONTEXT, (work) => storeProgress(work, { ...progress, next }));
  }

  /** Moves a mail that was taken. When the connection is cut, the next look takes it again, which changes nothing, and moves it. */
  async #move(client: ImapFlow, uid: number, folder: string): Promise<void> {
    // The client says neither why it failed nor that the connection was cut.
    if (await client.messageMove(String(uid), folder, { uid: true })) return;
    if (!client.usable) throw new Error('The connection was cut before a mail was moved.');
    this.#log.error({ uid, folder }, 'mail in: a mail could not be moved');
  }

  /** Takes a mail. One that is too large is refused, as a listener does, and only its head is read. */
  async #takeOne(client: ImapFlow, uid: number, size: number): Promise<void> {
    const { runner, source } = this.#mailIn.parts;
    const isTooLarge = size > MAIL_BYTES;
    const raw = isTooLarge ? await headOf(client, uid) : await bytesOf(client, uid, size);
    if (raw === undefined) return;
    const recipient = await runner.read(MAIL_CONTEXT, (work) => recipientOfStored(work, source, raw));
    const path = headerValue(mailHeaders(raw), 'return-path');
    const envelopeFrom = path === null ? null : path.replace(/^<|>$/g, '').trim();
    const mail = { raw, via: 'imap', envelopeFrom, recipient } as const;
    if (isTooLarge) await noteRefused(runner, { ...mail, size }, 'too_large');
    else await this.#mailIn.take(mail);
  }
}

const headOf = async (client: ImapFlow, uid: number): Promise<Buffer | undefined> => {
  const message = await client.fetchOne(String(uid), { headers: true }, { uid: true });
  return message === false ? undefined : message.headers;
};

const PIECE = 256 * 1024;

/** The bytes of a mail, piece by piece: the client keeps several copies of what it fetches at once. @param size as the server says. */
async function bytesOf(client: ImapFlow, uid: number, size: number): Promise<Buffer | undefined> {
  const memory = new MailMemory(Math.min(size, MAIL_BYTES));
  const { content } = await client.download(String(uid), undefined, { uid: true, chunkSize: PIECE });
  if (content === undefined) return undefined;
  for await (const piece of content as AsyncIterable<Buffer>) memory.take(piece);
  return memory.bytes;
}

/** The range of mails that may be new. The first time the server is asked for days, so that it tells nothing of years. */
async function newerThan(client: ImapFlow, { next, since }: Progress): Promise<string | null> {
  if (next > 1) return `${next}:*`;
  const uids = await client.search({ since: new Date(Date.parse(since) - DAY) }, { uid: true });
  return uids && uids.length > 0 ? `${uids.reduce((least, uid) => Math.min(least, uid))}:*` : null;
}

/** The names of headers that say for whom a mail was, the surest first. */
const ADDRESSED = ['x-original-to', 'delivered-to', 'envelope-to', 'to', 'cc'];

/** Which of our addresses a mail in a mailbox was for; the one for answers where none is named. */
async function recipientOfStored(work: Work<Actor>, source: SettingsSource, raw: Buffer): Promise<string> {
  const { settings, mailIn } = await readHeld(work, source);
  const headers = mailHeaders(raw);
  const addresses = ADDRESSED.flatMap((name) => headerValues(headers, name))
    .flatMap((value) => addressParser(value, { flatten: true }))
    .flatMap(({ address }) => (address ? [address.toLowerCase()] : []));
  const ours: string[] = [];
  for (const address of addresses)
    if (recipientIn(address, mailIn, sendersOf(settings)) !== null || (await isForCheck(work, address)))
      ours.push(address);
  // The one with a token says most, then the one that makes tickets.
  const best = ours.find((address) => address.includes('+')) ?? ours[0];
  return best ?? `${mailIn.mail_in_reply}@${mailIn.mail_in_domain}`;
}
