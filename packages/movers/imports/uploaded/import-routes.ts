import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { ImportOptions, ImportPreview, TableForm, UploadedTable, UploadedTables } from '#contract/imports.ts';
import { IdPath } from '#contract/scalars.ts';
import { TABLE_BYTES } from '#contract/table-words.ts';
import { Failure, type FileStore, invalidField, type ReceivedFile, receiveFiles } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { CSV_TYPE, fileHeaders, leaving } from '../../exports/while-it-leaves.ts';
import { type CheckParts, checkTable } from './check-import.ts';
import type { ImportRunner } from './import-runner.ts';
import { TableImportStore } from './table-import-store.ts';
import {
  type AddedImport,
  addImport,
  findOwnImport,
  refuseBegun,
  rejectedTable,
  removeImport,
  startImport,
  storeCheck,
  viewImport,
} from './uploaded-tables.ts';

const PART = 'file';

/**
 * Receives a table, and has the file store keep it before the row that names it (docs/rules/files.md#order-of-writes).
 *
 * @throws Failure `unsupported_media_type`, `validation_error`, `payload_too_large`.
 */
async function receiveTable(request: FastifyRequest, files: FileStore): Promise<AddedImport> {
  const table = await tableIn(request);
  await request.confirmRights();
  const upload = await files.keep(table.bytes);
  try {
    const done = await request.write((work) => addImport(work, table.originalName, upload));
    // The change is durable by now: what cannot be removed is left to the sweep.
    for (const name of done.replaced) await files.remove(name).catch(() => {});
    return done;
  } catch (error) {
    // After any other error the row may be there or not: housekeeping decides.
    if (error instanceof Failure) await files.remove(upload.name).catch(() => {});
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

const tag = 'Moving';
const reads = { tag, access: 'developer', scope: 'read' } as const;
const writes = { tag, access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...reads,
  operationId: 'listImports',
  summary: 'List uploaded tables, newest first',
  answers: { 200: UploadedTables },
});

const uploading = operation({
  ...writes,
  operationId: 'uploadImport',
  summary: 'Upload a table of tickets',
  form: TableForm,
  answers: { 201: UploadedTable },
  refuses: ['too_many_requests'],
});

const checking = operation({
  ...writes,
  operationId: 'checkImport',
  summary: 'See what an import of a table would do',
  params: IdPath,
  body: ImportOptions,
  answers: { 200: ImportPreview },
  refuses: ['too_many_requests', 'forbidden', 'import_not_found', 'import_not_ready'],
});

const running = operation({
  ...writes,
  operationId: 'runImport',
  summary: 'Import a table as its last check said, or go on with it',
  params: IdPath,
  answers: { 202: UploadedTable },
  refuses: ['too_many_requests', 'forbidden', 'import_not_found', 'import_not_ready'],
});

const exporting = operation({
  ...reads,
  operationId: 'exportRejectedRows',
  summary: 'Take the rows of a table along that cannot be imported',
  params: IdPath,
  expensive: true,
  answers: { 200: Type.String({ description: 'With `_line` and `_reason`.' }) },
  produces: ['text/csv'],
  refuses: ['forbidden', 'import_not_found', 'import_not_ready'],
});

const removing = operation({
  ...writes,
  operationId: 'removeImport',
  summary: 'Remove an uploaded table',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'import_not_found', 'import_not_ready'],
});

/** After so many seconds a check may be tried again. */
const RETRY_AFTER = 5;

/** Lets one check run at a time: it reads the whole table. @throws Failure `service_unavailable` for another one. */
function oneAtATime() {
  let isRunning = false;
  return async <T>(check: () => Promise<T>): Promise<T> => {
    if (isRunning)
      throw new Failure('service_unavailable', {
        message: 'Another table is being checked; wait for as many seconds as Retry-After says.',
        retryAfter: RETRY_AFTER,
      });
    isRunning = true;
    try {
      return await check();
    } finally {
      isRunning = false;
    }
  };
}

async function check(
  request: FastifyRequest<{ Params: IdPath; Body: ImportOptions }>,
  parts: CheckParts,
): Promise<ImportPreview> {
  const { id } = request.params;
  const stored = await request.read((work) => findOwnImport(work, id));
  refuseBegun(stored);
  const context = { actor: request.person, correlationId: request.id, source: 'api' };
  const { preview, options, rows } = await checkTable(parts, context, stored, request.body);
  await request.write((work) => storeCheck(work, id, options, rows));
  return preview;
}

/** Tables of tickets, brought in by the app (docs/rules/moving.md#import-in-the-app). */
export const importRoutes =
  (parts: CheckParts, runner: ImportRunner) =>
  async (routes: Routes): Promise<void> => {
    const { files } = parts;
    const oneCheck = oneAtATime();
    routes.addHook('onClose', () => runner.stop());

    routes.get('/api/imports', listing, (request) =>
      request.read(async (work) => ({
        imports: (await work.of(TableImportStore).list()).map((stored) => viewImport(stored, work)),
      })),
    );

    routes.post('/api/imports', uploading, async (request) => (await receiveTable(request, files)).added);

    routes.post('/api/imports/:id/check', checking, async (request) => {
      await request.confirmRights();
      return oneCheck(() => check(request, parts));
    });

    routes.post('/api/imports/:id/run', running, async (request) => {
      const { started, actId } = await request.write((work) => startImport(work, request.params.id));
      const context = { actor: request.person, correlationId: request.id, source: 'api' };
      runner.begin({ id: started.id, actId, context });
      // One that goes on was recorded before.
      request.act.isRecorded = true;
      return started;
    });

    routes.get('/api/imports/:id/rejected', exporting, async (request, reply) => {
      const stored = await request.read((work) => findOwnImport(work, request.params.id));
      const lines = await rejectedTable(files, stored);
      return reply.headers(fileHeaders('rejected.csv', CSV_TYPE)).send(leaving(request, lines));
    });

    routes.delete('/api/imports/:id', removing, async (request) => {
      const filename = await request.write((work) => removeImport(work, request.params.id));
      // The change is durable by now: what cannot be removed is left to the sweep.
      await files.remove(filename).catch(() => {});
    });
  };
