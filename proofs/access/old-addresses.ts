import { randomUUID } from 'node:crypto';
import { ImportStore } from '../../packages/movers/imports/import-store.ts';
import { ImportedRowStore } from '../../packages/movers/imports/imported-row-store.ts';
import { anyone, type Row, type Scene } from './row.ts';

/** A ticket that had another id in another product. */
const ofProduct =
  (source: string) =>
  async ({ app, ada }: Scene) => {
    const [ticket, id, run] = [await ada.opens(), randomUUID(), randomUUID()];
    await app.runner.write({ actor: null, correlationId: 'proof', source: 'proof' }, async (work) => {
      const { now } = work;
      await work.of(ImportStore).addRun({ id: run, source, now, options: '{}', file: null, act_id: null });
      const row = {
        source,
        kind: 'ticket',
        external_id: source === 'github' ? `acme/shop#${id}` : id,
        kwit_id: ticket.id,
        sha256: '',
        run_id: run,
      };
      await work.of(ImportedRowStore).add('imports', [{ ...row, imported_at: now }]);
    });
    return { id, language: 'pl', owner: 'acme', repository: 'shop' };
  };

const leads = (product: string, path?: Row['path']): Row =>
  anyone(302, { fixture: ofProduct(product), ...(path && { path }) });

/** Addresses of tickets in products before, which lead to the ticket. */
export const OLD_ADDRESSES: Readonly<Record<string, Row>> = {
  'GET /ticket/:id': leads('openarca'),
  'GET /browse/:id': leads('jira'),
  'GET /issues/:id': leads('redmine'),
  'GET /:owner/:repository/issues/:id': leads('github'),
  'GET /ticket/zoom/:id': leads('zammad'),
  'GET /c/:id': leads('trello'),
  'GET /agent/tickets/:id': leads('zendesk'),
  'GET /hc/requests/:id': leads('zendesk'),
  'GET /hc/:language/requests/:id': leads('zendesk'),
  'GET /scp/tickets.php': leads('osticket', ({ id }) => `/scp/tickets.php?id=${id}`),
  'GET /tickets.php': leads('osticket', ({ id }) => `/tickets.php?id=${id}`),
};
