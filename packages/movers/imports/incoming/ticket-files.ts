import { readFile } from 'node:fs/promises';
import { cleanName, type FileStore } from '#platform';
import { ImportRefused } from '../import-refused.ts';
import { type KeptUpload, keepFile } from '../keep-file.ts';
import type { IncomingFile, IncomingTicket } from './incoming-ticket.ts';

/** The id by which a file of a ticket is known again. */
export const fileIdOf = ({ externalId }: IncomingTicket, { name }: IncomingFile): string => `${externalId} ${name}`;

/** The files of a batch that the store keeps, by their ids. */
export type KeptOfBatch = ReadonlyMap<string, KeptUpload>;

/**
 * Has the file store keep the files of tickets, before the rows are written (docs/rules/files.md#order-of-writes).
 *
 * @param isKnown whether an earlier batch brought a file.
 * @param files null for a trial.
 * @throws ImportRefused when a file cannot be read any more. No file of the batch is kept then.
 */
export async function keepFilesOf(
  tickets: readonly IncomingTicket[],
  isKnown: (id: string) => boolean,
  files: FileStore | null,
): Promise<KeptOfBatch> {
  const kept = new Map<string, KeptUpload>();
  for (const ticket of tickets)
    for (const file of ticket.files) {
      const id = fileIdOf(ticket, file);
      if (isKnown(id) || kept.has(id)) continue;
      const bytes = await readFile(file.path).catch(() => null);
      if (bytes === null) {
        await removeKept(kept, files);
        throw new ImportRefused(`${file.path} cannot be read.`);
      }
      kept.set(id, await keepFile(bytes, { claim: '', originalName: cleanName(file.name) }, files));
    }
  return kept;
}

/** Takes back files that no row names, because the batch was not written. */
export async function removeKept(kept: KeptOfBatch, files: FileStore | null): Promise<void> {
  for (const { filename } of kept.values()) await files?.remove(filename);
}
