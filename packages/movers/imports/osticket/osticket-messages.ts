import { join } from 'node:path';
import type { ScratchRow } from '#platform';
import type { ZoneClock } from '../csv/row-cells.ts';
import { fileIn } from '../csv/table-files.ts';
import type { SourcePeople } from '../incoming/accounts.ts';
import type { DeskMessage } from '../incoming/help-desk.ts';
import { readHtmlBody } from '../incoming/html-body.ts';
import type { IncomingFile } from '../incoming/incoming-ticket.ts';
import { missingFile, otherSize, type RowRemarks, wholeFile } from '../incoming/source-parts.ts';
import { type PlacedValue, readPlaced } from '../mysql/mysql-dump.ts';
import { type MysqlTables, momentOf, namedId } from '../mysql/mysql-tables.ts';
import type { OsticketFacts } from './osticket-command.ts';

export interface OsticketReading {
  readonly tables: MysqlTables;
  readonly facts: OsticketFacts;
  readonly people: SourcePeople;
  readonly accounts: Pick<ReadonlySet<string>, 'has'>;
  readonly clock: ZoneClock;
  /** Files that lie outside of the database; null where nobody named their folder. */
  readonly filesFolder: string | null;
  readonly lastCommentAnswers: boolean;
}

const HIDDEN = 4;

/** The entries of a thread that anybody was meant to read, in order of time. */
export function entriesOfThread({ tables }: OsticketReading, thread: string | null | undefined): ScratchRow[] {
  const order = ({ created, id }: ScratchRow) => `${created} ${id?.padStart(12, '0')}`;
  return tables
    .rowsWith('thread_entry', 'thread_id', thread)
    .filter(({ flags }) => (Number(flags) & HIDDEN) === 0)
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1));
}

/** The author of an entry: an agent, a user, else the name that it says; null for nobody. */
export function posterOf(
  { staff_id, user_id, poster }: ScratchRow,
  accounts: OsticketReading['accounts'],
): string | null {
  const id = [`staff ${staff_id}`, `user ${user_id}`].find((id) => accounts.has(id));
  return id ?? (poster && poster !== 'SYSTEM' ? `poster ${poster}` : null);
}

/** The messages of a ticket. A message or an answer is public, any other entry is not. */
export async function osticketMessages(
  reading: OsticketReading,
  thread: string | null | undefined,
  remarks: RowRemarks,
) {
  const messages: (DeskMessage & { readonly entry: ScratchRow })[] = [];
  for (const entry of entriesOfThread(reading, thread)) {
    const createdAt = momentOf(entry.created, reading.clock);
    if (createdAt === null) {
      remarks.lose('comments', 'an entry tells no time', { value: entry.body ?? '' });
      continue;
    }
    if (!/^[MRN]$/.test(entry.type ?? '')) remarks.add('comments', `an entry is of type ${entry.type}: it is internal`);
    const authorId = posterOf(entry, reading.accounts);
    const attached = attachedTo(reading, entry);
    const { text, pictures } = textOf(entry, attached);
    const comment = {
      externalId: `entry ${entry.id}`,
      author: reading.people.person(authorId),
      authorId: authorId ?? '',
      createdAt,
      isInternal: entry.type !== 'M' && entry.type !== 'R',
      isDeveloper: entry.type !== 'M',
      content: text,
    };
    messages.push({ entry, comment, pictures, files: await filesOf(reading, attached, remarks) });
  }
  return messages;
}

interface Attached {
  /** The attachment's: one file may come with many messages. */
  readonly id: string;
  readonly name: string;
  readonly file: ScratchRow;
}

function attachedTo({ tables }: OsticketReading, { id }: ScratchRow): Attached[] {
  return tables
    .rowsWith('attachment', 'object_id', id)
    .filter(({ type }) => type === 'H')
    .map((row) => {
      const file = tables.rowsWith('file', 'id', row.file_id)[0] ?? {};
      return { id: row.id ?? '', name: row.name || file.name || 'file', file };
    });
}

function textOf({ body, format }: ScratchRow, attached: readonly Attached[]): ReturnType<typeof readHtmlBody> {
  const text = (body ?? '').replaceAll('\r\n', '\n');
  if (format === 'text') return { text: text.trim(), pictures: [] };
  const names = new Map(attached.map(({ file, name }) => [(file.key ?? '').toLowerCase(), name]));
  return readHtmlBody(text, (address) => names.get(/^cid:(.*)$/i.exec(address)?.[1]?.toLowerCase() ?? '') ?? null);
}

/** The files of an entry that are whole. Those that are not are lost, and named. */
async function filesOf(
  reading: OsticketReading,
  attached: readonly Attached[],
  remarks: RowRemarks,
): Promise<IncomingFile[]> {
  const files: IncomingFile[] = [];
  for (const { id, name, file } of attached) {
    const content = file.bk === 'D' ? inDatabase(reading, file) : await onDisk(reading, file);
    if (typeof content === 'string') remarks.lose('attachments', content, { name });
    else files.push({ name, externalId: `file ${id}`, ...content });
  }
  return files;
}

type Content = Pick<IncomingFile, 'path' | 'bytes'> | string;

function inDatabase({ tables }: OsticketReading, { id, size }: ScratchRow): Content {
  const chunks = tables
    .rowsWith('file_chunk', 'file_id', id)
    .toSorted((a, b) => Number(a.chunk_id) - Number(b.chunk_id));
  const places = chunks.map(({ filedata }) => JSON.parse(filedata ?? 'null') as PlacedValue);
  const bytes = places.reduce((sum, { span }) => sum + span.size, 0);
  return bytes === Number(size) ? { path: '', bytes: () => readPlaced(places) } : otherSize(bytes, size);
}

async function onDisk({ filesFolder }: OsticketReading, { bk, key, size }: ScratchRow): Promise<Content> {
  if (bk !== 'F') return key === undefined ? 'the database does not know it' : `it lies in another place: ${bk}`;
  if (filesFolder === null || !key) return missingFile(null);
  const folders = [key.slice(0, 1), key.slice(0, 1).toLowerCase()].map((letter) => join(filesFolder, letter));
  for (const folder of folders) {
    const path = await fileIn(folder, key);
    if (path !== null) return wholeFile(path, size, missingFile({}));
  }
  return missingFile({});
}

/** The people who were added to a ticket, and those who left it. */
export function collaboratorsOf({ tables, people }: OsticketReading, thread: string | null | undefined) {
  const rows = tables.rowsWith('thread_collaborator', 'thread_id', thread);
  const isOn = ({ isactive, flags }: ScratchRow) =>
    isactive === undefined ? (Number(flags) & 1) === 1 : isactive === '1';
  const on = rows.filter(isOn).map(({ user_id }) => people.person(`user ${namedId(user_id)}`));
  const left = rows.filter((row) => !isOn(row)).map(({ user_id }) => people.nameOf(`user ${namedId(user_id)}`));
  return { participants: on.filter((person) => person !== null), left: left.filter((name) => name !== null) };
}
