import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { TicketDelivery, UnsubscribeAddress } from '#contract/notifications.ts';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { TicketTelling } from '#contract/tellings.ts';
import { answerPage, type Runner } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { listMailDeliveries } from './mail-subscriber.ts';
import { listTellings } from './tellings.ts';
import { donePage, offerPage, readOffer, unsubscribe } from './unsubscribe.ts';

const tag = 'Notifications';
const open = { tag, access: 'public', query: UnsubscribeAddress, produces: ['text/html'] } as const;

const listing = operation({
  operationId: 'listTicketDeliveries',
  summary: 'Read what became of each mail about a ticket, newest first',
  tag,
  access: 'developer',
  scope: 'read',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(TicketDelivery) },
  refuses: ['ticket_not_found'],
});

const tellings = operation({
  operationId: 'listTellings',
  summary: 'Read who was told what of a ticket, why, and what became of it, newest first',
  tag,
  access: 'signed-in',
  scope: 'read',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(TicketTelling) },
  refuses: ['forbidden', 'ticket_not_found'],
});

const offering = operation({
  operationId: 'getUnsubscribePage',
  summary: 'See a page that asks whether to turn mails off, from the address in a mail; changes nothing',
  ...open,
  answers: {},
});

const turningOff = operation({
  operationId: 'unsubscribe',
  summary: 'Turn mails off with the address in a mail, in one click (RFC 8058)',
  ...open,
  ignoresForms: true,
  answers: {},
});

/** The page may run nothing, and its one form may go only where the page came from. */
const PAGE =
  "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

const sendPage = (reply: FastifyReply, html: string) =>
  reply.headers({ 'content-type': 'text/html; charset=utf-8', 'content-security-policy': PAGE }).send(html);

/** Routes that list the mails of a ticket, and that turn mails off. `key` signs the addresses that turn them off. */
export const notificationRoutes =
  (runner: Runner, key: Buffer) =>
  async (routes: Routes): Promise<void> => {
    routes.get('/api/tickets/:id/deliveries', listing, (request, reply) =>
      answerPage(request, reply, (work, page) => listMailDeliveries(work, request.params.id, page)),
    );

    routes.get('/api/tickets/:id/tellings', tellings, (request, reply) =>
      answerPage(request, reply, (work, page) => listTellings(work, request.params.id, page)),
    );

    // Mail programs send `List-Unsubscribe=One-Click` as a form of either kind. The address says all that is needed.
    routes.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string', bodyLimit: 1024 },
      (_request, _body, done) => done(null, undefined),
    );

    routes.get('/api/notifications/unsubscribe', offering, async (request, reply) => {
      const offer = await runner.read(request.anonymous, (work) => readOffer(work, key, request.query.token));
      return sendPage(reply, offerPage(offer));
    });

    routes.post('/api/notifications/unsubscribe', turningOff, async (request, reply) => {
      const offer = await runner.write(request.anonymous, (work) => unsubscribe(work, key, request.query.token));
      return sendPage(reply, donePage(offer));
    });
  };
