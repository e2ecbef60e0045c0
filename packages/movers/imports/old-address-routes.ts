import { Type } from 'typebox';
import { operation, type Routes, type Runner } from '#platform';
import { ImportStore } from './import-store.ts';

/** The screens of OpenArca, by their addresses, and those of Kwit that took their place. */
const SCREENS_BEFORE = {
  '/my-tickets': '/my',
  '/overview': '/workload',
  '/dev-todo': '/todo',
  '/new-ticket': '/new',
  '/profile': '/me',
} as const;

/** A link in an old mail may carry anything behind its question mark. */
const query = Type.Object({}, { additionalProperties: true });

const leading = (params?: ReturnType<typeof Type.Object>) =>
  operation({
    operationId: 'openOldAddress',
    summary: 'Lead from an address of OpenArca to that of Kwit',
    tag: 'Service',
    access: 'public',
    query,
    ...(params ? { params } : {}),
    answers: {},
    refuses: ['not_found'],
  });

const ofScreen = leading();
const ofTicket = leading(Type.Object({ id: Type.String() }));

/**
 * Has links in old mails and bookmarks go on working where Kwit took the place of an OpenArca under its host name
 * (docs/rules/moving.md#old-links). A person who follows one signs in as for any other page, so they tell nothing but a number.
 */
export const oldAddressRoutes =
  (runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    for (const [from, to] of Object.entries(SCREENS_BEFORE))
      routes.get(from, { ...ofScreen, schema: { ...ofScreen.schema, hide: true } }, (_, reply) => reply.redirect(to));
    routes.get('/ticket/:id', { ...ofTicket, schema: { ...ofTicket.schema, hide: true } }, async (request, reply) => {
      const { id } = request.params as { id: string };
      const number = await runner.read(request.anonymous, (work) =>
        work.of(ImportStore).ticketNumber(id.toLowerCase()),
      );
      return number === undefined ? reply.callNotFound() : reply.redirect(`/t/${number}`);
    });
  };
