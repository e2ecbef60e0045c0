import { createReadStream } from 'node:fs';
import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ImportRefused } from '../import-report.ts';

/** Where a mail stands. */
export interface MailPlace {
  readonly path: string;
  readonly start: number;
  readonly end: number;
  /** Whether it stands among others, so that lines that begin with “From ” are marked. */
  readonly isInMbox: boolean;
}

/** The line with which each mail of an mbox begins. */
const FROM_LINE = /^From \S+ .*\d\d:\d\d/;
const LF = 10;

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
  for (const one of folders)
    for (const name of (await readdir(one).catch(() => [])).toSorted()) {
      const path = join(one, name);
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
  return starts.map(({ mail }, index) => ({
    ...{ path, start: mail, end: starts[index + 1]?.line ?? size, isInMbox: true },
  }));
}

/** The bytes of a mail, or its first ones. */
export async function bytesOfMail({ path, start, end, isInMbox }: MailPlace, most = Infinity): Promise<Buffer> {
  const file = await open(path);
  try {
    const bytes = Buffer.alloc(Math.min(end - start, most));
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start);
    const read = bytes.subarray(0, bytesRead);
    return isInMbox ? Buffer.from(read.toString('latin1').replace(/^>(>*From )/gm, '$1'), 'latin1') : read;
  } finally {
    await file.close();
  }
}
