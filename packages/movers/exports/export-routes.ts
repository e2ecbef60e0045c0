import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { countInternallySeen, seesEverything } from '#access';
import { ExportFilter } from '#contract/exports.ts';
import { Failure, instant } from '#platform';
import { operation, type Routes } from '#platform/serving';
import type { ExportContent } from './open-format/format.ts';
import { type ExportedNumbers, type ExportParts, makeExport, recordExport } from './open-format/make-export.ts';
import { fileHeaders, leaving, seesLessNow } from './while-it-leaves.ts';

/** After so many seconds it may be tried again. */
const RETRY_AFTER = 30;

const exporting = operation({
  operationId: 'exportEverything',
  summary: 'Take everything along as an archive: rows, their schemas, and files',
  tag: 'Moving',
  access: 'developer',
  scope: 'admin',
  whileReadOnly: true,
  query: ExportFilter,
  expensive: true,
  answers: { 200: Type.String({ description: 'A tar archive. Its `README.md` tells what is in it.' }) },
  produces: ['application/x-tar'],
});

/** One export runs at a time: it reads everything. */
export const exportRoutes = (parts: ExportParts) => async (routes: Routes) => {
  let isRunning = false;
  const end = () => {
    isRunning = false;
  };
  routes.get('/api/export', exporting, async (request, reply) => {
    const day = instant(parts.runner.clock.now()).slice(0, 10);
    const headers = fileHeaders(`kwit-export-${day}.tar`, 'application/x-tar');
    if (request.method === 'HEAD') return reply.headers(headers).send('');
    // Thirty connections that are refused at once would keep the others waiting as well.
    if (isRunning) return request.takeTurn(false, () => Promise.reject(running()));
    isRunning = true;
    try {
      const content: ExportContent = {
        files: request.query.files !== '0',
        events: request.query.events === '1',
        tickets: null,
      };
      await request.write((work) => recordExport(work, content));
      const context = { actor: request.person, correlationId: request.id, source: 'api' };
      const { archive, tickets } = await makeExport(parts, context, content);
      archive.once('end', end).once('close', end);
      return reply.headers(headers).send(leaving(request, archive, () => confirmTickets(request, tickets)));
    } catch (error) {
      end();
      throw error;
    }
  });
};

/** @throws Failure `forbidden` when the person no longer reads every ticket of the export: it was restricted, or moved. */
async function confirmTickets(request: Pick<FastifyRequest, 'person' | 'read'>, tickets: ExportedNumbers) {
  const { person } = request;
  if (seesEverything(person)) return;
  const seen = await request.read((work) => countInternallySeen(work, person, tickets.last));
  if (seen < tickets.count) throw seesLessNow();
}

const running = () =>
  new Failure('service_unavailable', {
    message: 'Another export is running; wait for as many seconds as Retry-After says.',
    retryAfter: RETRY_AFTER,
  });
