import { Type } from 'typebox';
import { ExportFilter } from '#contract/exports.ts';
import { Failure, instant, MINUTE, operation, type Routes } from '#platform';
import type { ExportContent } from './open-format/format.ts';
import { type ExportParts, makeExport, recordExport } from './open-format/make-export.ts';

/** How long a client may read nothing before the export ends, in milliseconds: until its end it holds a moment of the database. */
const READ_TIMEOUT_MS = MINUTE;
/** After so many seconds it may be tried again. */
const RETRY_AFTER = 30;

const exporting = operation({
  operationId: 'exportEverything',
  summary: 'Take everything along as an archive: rows, their schemas, and files',
  tag: 'Moving',
  access: 'developer',
  scope: 'admin',
  query: ExportFilter,
  answers: { 200: Type.String({ description: 'A tar archive. Its `README.md` tells what is in it.' }) },
  produces: ['application/x-tar'],
  refuses: [],
});

/** One export runs at a time: it reads everything. */
export const exportRoutes = (parts: ExportParts) => async (routes: Routes) => {
  let isRunning = false;
  const end = () => {
    isRunning = false;
  };
  routes.get('/api/export', exporting, async (request, reply) => {
    const day = instant(parts.runner.clock.now()).slice(0, 10);
    const headers = {
      'content-type': 'application/x-tar',
      'content-disposition': `attachment; filename="kwit-export-${day}.tar"`,
    };
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    if (isRunning) throw running();
    isRunning = true;
    try {
      const content: ExportContent = {
        files: request.query.files !== '0',
        events: request.query.events === '1',
        tickets: null,
      };
      await request.write((work) => recordExport(work, content));
      const context = { actor: request.person, correlationId: request.id, source: 'api' };
      const archive = await makeExport(parts, context, content);
      archive.once('end', end).once('close', end);
      reply.raw.setTimeout(READ_TIMEOUT_MS, () => archive.destroy());
      return reply.headers(headers).send(archive);
    } catch (error) {
      end();
      throw error;
    }
  });
};

const running = () =>
  new Failure('service_unavailable', {
    message: 'Another export is running; wait for as many seconds as Retry-After says.',
    retryAfter: RETRY_AFTER,
  });
