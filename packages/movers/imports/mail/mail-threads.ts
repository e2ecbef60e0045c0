import { randomUUID } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { open, readdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { MAIL_BYTES } from '#contract/mail-in-words.ts';
import { LONGEST } from '#contract/words.ts';
import { MailMemory, type MailReader, type PastMailHead, readPastMailBody, readPastMailHead } from '#mail-in';
import { instant } from '#platform';
import { ImportRefused } from '../import-report.ts';
import type { IncomingFile, IncomingPerson, IncomingRow, IncomingTicket } from '../incoming/incoming-ticket.ts';
import {
  type AuthoredComment,
  commentParts,
  describe,
  NO_DETAILS,
  RowRemarks,
  titleFrom,
} from '../incoming/source-parts.ts';
import { piecesOf } from '../source-words.ts';

export interface MailPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Whether it stands among others, so that lines that begin with “From ” are marked. */
  readonly isInMbox: boolean;
}

/** The line with which each mail of an mbox begins. */
const FROM_LINE = /^From \S+ .*\d\d:\d\d/;
const [LF, MARK] = [0x0a, 0x3e];

/** The mails of an mbox, or of a folder: a Maildir, or files that end in .eml. @throws ImportRefused when there is none. */
export async function mailsAt(path: string): Promise<MailPlace[]> {
  const is = await stat(path).catch(() => null);
  if (is === null) throw new ImportRefused(`There is no file or folder ${path}.`);
  const places = is.isDirectory() ? await mailsInFolder(path) : await mailsInMbox(path, is.size);
  if (places.length === 0)
    throw new ImportRefused(`${path} has no mail: it is no mbox, no Maildir, and no folder of .eml files.`);
  return places;
}

async function mailsInFolder(folder: string): Promise<MailPlace[]> {
  const isMaildir = (await stat(join(folder, 'cur')).catch(() => null))?.isDirectory() ?? false;
  const folders = isMaildir ? ['cur', 'new'].map((name) => join(folder, name)) : [folder];
  const places: MailPlace[] = [];
  for (const parent of folders)
    for (const name of (await readdir(parent).catch(() => [])).toSorted()) {
      const path = join(parent, name);
      const { size, isFile } = await stat(path).then((is) => ({ size: is.size, isFile: is.isFile() }));
      if (isFile && (isMaildir || /\.eml$/i.test(name))) places.push({ path, start: 0, end: size, isInMbox: false });
    }
  return places;
}

async function mailsInMbox(path: string, size: number): Promise<MailPlace[]> {
  const starts: { line: number; mail: number }[] = [];
  let [at, line]: [number, number[]] = [0, []];
  let lineStart = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>)
    for (const byte of chunk) {
      at += 1;
      if (byte !== LF) {
        // Longer lines begin no mail.
        if (line.length < 300) line.push(byte);
        continue;
      }
      if (line[0] === 0x46 && FROM_LINE.test(Buffer.from(line).toString('latin1')))
        starts.push({ line: lineStart, mail: at });
      line = [];
      lineStart = at;
    }
  return starts.map(({ mail: start }, index) => {
    return { path, start, end: starts[index + 1]?.line ?? size, isInMbox: true };
  });
}

/** Reads mails one after the other, each into the memory of the one before. */
export class MailBytes {
  readonly #memory = new MailMemory(0);

  /** The bytes of a mail, or its first ones, until the next is read. */
  async of({ path, start, end, isInMbox }: MailPlace, most = Infinity): Promise<Buffer> {
    this.#memory.clear();
    const bytes = this.#memory.room(Math.min(end - start, most));
    await using file = await open(path);
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const read = bytes.subarray(0, bytesRead);
    return isInMbox ? unmarked(read) : read;
  }
}

/** Takes a mark off each line that begins with “From ” behind marks, where it stands. */
function unmarked(bytes: Buffer): Buffer {
  let [to, from] = [0, 0];
  for (let at = bytes.indexOf('>From '); at >= 0; at = bytes.indexOf('>From ', at + 1)) {
    let line = at;
    while (bytes[line - 1] === MARK) line -= 1;
    if (line > 0 && bytes[line - 1] !== LF) continue;
    bytes.copyWithin(to, from, at);
    to += at - from;
    from = at + 1;
  }
  bytes.copyWithin(to, from);
  return bytes.subarray(0, to + bytes.length - from);
}

/** How much of a mail has its head. */
const HEAD_BYTES = 256 * 1024;

interface FoundMail {
  readonly place: MailPlace;
  readonly head: PastMailHead;
  /** Its Message-ID, or where it stands. */
  readonly id: string;
}

interface MailChoice {
  /** Milliseconds since 1970: what is older is left out. */
  readonly since: number;
  readonly status: 'submitted' | 'closed';
  readonly reader: MailReader;
  readonly bytes: MailBytes;
  /** Where files are laid while they are imported. */
  readonly folder: string;
}

/** The threads of a mailbox as tickets: the first mail reports, the others are comments. */
export function mailThreads(places: readonly MailPlace[], sha256: string, choice: MailChoice) {
  /** Mails that programs wrote, and those that are older. */
  const passedOver = { byMachines: 0, older: 0 };
  return {
    name: 'mail',
    sha256,
    passedOver,
    async *rows(): AsyncGenerator<IncomingRow> {
      Object.assign(passedOver, { byMachines: 0, older: 0 });
      for (const thread of threadsOf(await headsOf(places, choice, passedOver))) yield await rowOf(thread, choice);
    },
  };
}

/** The mails that are to come, each once, oldest first. */
async function headsOf(
  places: readonly MailPlace[],
  { since, bytes }: MailChoice,
  passedOver: { byMachines: number; older: number },
): Promise<FoundMail[]> {
  const mails = new Map<string, FoundMail>();
  for (const [index, place] of places.entries()) {
    const head = readPastMailHead(await bytes.of(place, HEAD_BYTES));
    const id = head.messageId ?? `mail ${index + 1}`;
    if (head.isByMachine) passedOver.byMachines += 1;
    else if (!(head.at >= since)) passedOver.older += 1;
    else if (!mails.has(id)) mails.set(id, { place, head, id });
  }
  return [...mails.values()].toSorted((a, b) => a.head.at - b.head.at);
}

async function rowOf(
  thread: readonly [FoundMail, ...FoundMail[]],
  { status, reader, folder, bytes }: MailChoice,
): Promise<IncomingRow> {
  const [first] = thread;
  const remarks = new RowRemarks(first.id);
  const said: string[] = [];
  const comments: AuthoredComment[] = [];
  const files: IncomingFile[] = [];
  let [report, title]: [string | null, string | null] = [null, null];
  for (const { place, head, id } of thread) {
    const isReadable = place.end - place.start <= MAIL_BYTES;
    const read = isReadable ? await readPastMailBody(reader, await bytes.of(place), said) : null;
    if (read === null) {
      if (report === null) return { of: 'tickets', place: id, rejected: 'the mail cannot be read' };
      remarks.lose('comments', 'a mail cannot be read', { name: id });
      continue;
    }
    said.push(read.text);
    const about = { by: personOf(head), at: instant(head.at) };
    files.push(...(await layFiles(folder, id, read.files, report === null ? about : { ...about, of: id })));
    const words = read.kept.trim() || NO_TEXT;
    if (report === null) {
      title = titleFrom(head.subject || words.split('\n')[0] || '', remarks) ?? NO_TITLE;
      report = words;
      // The rest of a long description goes on as comments.
      const rest = piecesOf(words, LONGEST.description).slice(1);
      for (const [part, content] of rest.entries())
        comments.push(...commentParts(commentOf(`${id} part ${part + 2}`, content, about), remarks));
    } else comments.push(...commentParts(commentOf(id, words, about), remarks));
  }
  if (report === null || title === null) return { of: 'tickets', place: first.id, rejected: 'it has no mail' };
  const description = describe(report).description;
  const ticket = ticketOf(thread, { title, description, comments, files, status });
  return { place: first.id, ticket, remarks: remarks.all };
}

function ticketOf(
  thread: readonly [FoundMail, ...FoundMail[]],
  read: Pick<IncomingTicket, 'title' | 'description' | 'comments' | 'files' | 'status'>,
): IncomingTicket {
  const [{ id, head }] = thread;
  const last = instant(thread.at(-1)?.head.at ?? head.at);
  return {
    externalId: id,
    title: read.title,
    description: read.description,
    ...NO_DETAILS,
    category: 'other',
    urgency: 'normal',
    priority: 'normal',
    status: read.status,
    project: null,
    reporter: personOf(head),
    assignee: null,
    plannedDate: null,
    estimatedHours: null,
    createdAt: instant(head.at),
    updatedAt: last,
    closedAt: read.status === 'closed' ? last : null,
    answer: null,
    origin: null,
    comments: read.comments,
    files: read.files,
    moves: [],
  };
}

/** The import reads files from the disk. */
const layFiles = (
  folder: string,
  id: string,
  files: readonly { readonly name: string; readonly bytes: Uint8Array }[],
  about: Pick<IncomingFile, 'at' | 'by' | 'of'>,
): Promise<IncomingFile[]> =>
  Promise.all(
    files.map(async ({ name, bytes }, index) => {
      const path = join(folder, randomUUID());
      await writeFile(path, bytes, { mode: 0o600 });
      return { name, path, externalId: `${id} ${index + 1}`, ...about };
    }),
  );

const NO_TEXT = '(no text)';
const NO_TITLE = '(no subject)';

const personOf = ({ author }: PastMailHead): IncomingPerson | null =>
  author.kind === 'one' ? { email: author.address, name: author.name || null } : null;

const commentOf = (
  externalId: string,
  content: string,
  { by, at }: { by: IncomingPerson | null; at: ReturnType<typeof instant> },
): AuthoredComment => ({
  externalId,
  author: by,
  authorId: by?.email ?? '',
  content,
  createdAt: at,
  isInternal: false,
  isDeveloper: false,
});

/** The mails by threads, as their References and In-Reply-To tell: a subject alone never does. Each is oldest first. */
function threadsOf(mails: readonly FoundMail[]): [FoundMail, ...FoundMail[]][] {
  const roots = new Map<string, string>();
  const rootOf = (id: string): string => {
    const next = roots.get(id);
    return next === undefined || next === id ? id : rootOf(next);
  };
  for (const { id, head } of mails)
    for (const other of head.answers) {
      const [mine, theirs] = [rootOf(id), rootOf(other)];
      if (mine !== theirs) roots.set(mine, theirs);
    }
  return [...Map.groupBy(mails, ({ id }) => rootOf(id)).values()].flatMap((thread): [FoundMail, ...FoundMail[]][] => {
    const [first, ...others] = thread;
    return first === undefined ? [] : [[first, ...others]];
  });
}
