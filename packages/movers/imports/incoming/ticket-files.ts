import { access, constants, readFile } from 'node:fs/promises';
import { cleanName, type FileStore } from '#platform';
import type { TicketAdditions } from '../finish-tickets.ts';
import { ImportRefused } from '../import-report.ts';
import type { ImportRun } from '../import-run.ts';
import { type ImportedFile, keepFile } from '../keep-file.ts';
import type { TicketBatch } from './import-tickets.ts';
import type { IncomingFile, IncomingTicket } from './incoming-ticket.ts';
import { answerIdOf, fileIdOf } from './ticket-ids.ts';

/** As Kwit shows it. A sign of a path is one of the name here: other products take any. */
export const fileNameOf = ({ name }: IncomingFile): string => name.split('/').map(cleanName).join('/');

/** The files of a batch that the store keeps, by their ids. */
export type BatchFiles = ReadonlyMap<string, ImportedFile>;

/**
 * Has the file store keep the files of tickets, before the rows are written (docs/rules/files.md#order-of-writes).
 *
 * @param isKnown whether an earlier batch brought a file.
 * @param files null for a comparison, which keeps nothing.
 * @throws ImportRefused when a file cannot be read any more. No file of the batch is kept then.
 */
export async function keepFilesOf(
  tickets: readonly IncomingTicket[],
  isKnown: (id: string) => boolean,
  files: FileStore | null,
): Promise<BatchFiles> {
  const uploads = new Map<string, ImportedFile>();
  for (const ticket of tickets)
    for (const file of ticket.files) {
      const id = fileIdOf(ticket, file);
      if (isKnown(id) || uploads.has(id)) continue;
      const bytes = await bytesOfFile(file);
      if (bytes === null) {
        await removeBatchFiles(uploads, files);
        refuse(file);
      }
      uploads.set(id, await keepFile(bytes, { claim: '', originalName: fileNameOf(file) }, files));
    }
  return uploads;
}

/** The files of tickets for a trial: looked for, and neither read nor kept. @throws ImportRefused when one is there no more. */
export async function filesToCome(tickets: readonly IncomingTicket[]): Promise<BatchFiles> {
  const all = new Map<string, ImportedFile>();
  for (const ticket of tickets)
    for (const file of ticket.files) {
      if (file.bytes === undefined) await access(file.path, constants.R_OK).catch(() => refuse(file));
      all.set(fileIdOf(ticket, file), NOT_READ);
    }
  return all;
}

const NOT_READ: ImportedFile = {
  ...{ filename: '', size: 0, sha256: '', mimeType: '' },
  ...{ width: null, height: null, pictureType: null },
};

function refuse({ path }: IncomingFile): never {
  throw new ImportRefused(`${path} cannot be read.`);
}

/** @returns null where it cannot be read. */
async function bytesOfFile({ bytes, path }: IncomingFile): Promise<Buffer | null> {
  if (bytes === undefined) return readFile(path).catch(() => null);
  return typeof bytes === 'function' ? bytes() : bytes;
}

/** Takes back files that no row names, because the batch was not written. */
export async function removeBatchFiles(uploads: BatchFiles, files: FileStore | null): Promise<void> {
  for (const { filename } of uploads.values()) await files?.remove(filename);
}

/** The comment that a file came with, or the answer that this became; null for one that came with its ticket. */
export function commentOfFile(run: ImportRun, ticket: IncomingTicket, { of }: IncomingFile): string | null {
  if (of === undefined) return null;
  const isAnswer = ticket.answer !== null && ticket.answer.externalId === of;
  return run.idOf('comment', of) ?? (isAnswer ? run.idOf('answer', answerIdOf(ticket)) : null);
}

export function addFiles(
  { run, uploads, people }: TicketBatch,
  ticket: IncomingTicket,
  additions: TicketAdditions,
): void {
  const files = run.newAmong(['attachments', 'file'], ticket.files, (file) => fileIdOf(ticket, file));
  for (const [file, externalId] of files) {
    const upload = uploads.get(externalId);
    if (upload === undefined) {
      run.report.merged('attachments');
      continue;
    }
    const at = file.at ?? additions.createdAt;
    const id = run.newId(at);
    run.rows.add('attachments', {
      id,
      ticket_id: additions.id,
      comment_id: commentOfFile(run, ticket, file),
      is_internal: file.isInternal ?? false,
      filename: upload.filename,
      original_name: fileNameOf(file),
      mime_type: upload.mimeType,
      size: upload.size,
      sha256: upload.sha256,
      width: upload.width,
      height: upload.height,
      uploaded_by: people.idOf(file.by ?? null, run) ?? additions.reporterId,
      created_at: at,
    });
    run.note({ kind: 'file', id: externalId, values: upload.sha256 }, id, true);
    run.report.imported('attachments');
  }
}
