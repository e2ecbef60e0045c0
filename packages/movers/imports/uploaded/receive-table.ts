import type { FastifyRequest } from 'fastify';
import { TABLE_BYTES } from '#contract/table-words.ts';
import { Failure, type FileStore, invalidField, type ReceivedFile, receiveFiles } from '#platform';
import { type AddedImport, addImport } from './uploaded-tables.ts';

const PART = 'file';

/**
 * Receives a table, and has the file store keep it before the row that names it (docs/rules/files.md#order-of-writes).
 *
 * @throws Failure `unsupported_media_type`, `validation_error`, `payload_too_large`.
 */
export async function receiveTable(request: FastifyRequest, files: FileStore): Promise<AddedImport> {
  const table = await tableIn(request);
  await request.confirmRights();
  const kept = await files.keep(table.bytes);
  try {
    const done = await request.write((work) => addImport(work, table.originalName, kept));
    // The change is durable by now: what cannot be removed is left to the sweep.
    for (const name of done.replaced) await files.remove(name).catch(() => {});
    return done;
  } catch (error) {
    // After any other error the row may be there or not: housekeeping decides.
    if (error instanceof Failure) await files.remove(kept.name).catch(() => {});
    throw error;
  }
}

async function tableIn(request: FastifyRequest): Promise<ReceivedFile> {
  const allowed = { fileField: PART, maxFiles: 1, maxBytes: TABLE_BYTES, tooLarge: 'payload_too_large' } as const;
  const [table] = await receiveFiles(request, allowed).catch(sayBound);
  if (table === undefined) throw invalidField(PART, 'required', `Send a table as a file in the part "${PART}".`);
  return table;
}

function sayBound(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'payload_too_large') throw error;
  throw new Failure('payload_too_large', {
    message: 'Send a table of at most 20 MiB; the command line imports larger ones.',
  });
}
