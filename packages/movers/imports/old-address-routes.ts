import { Type } from 'typebox';
import type { Runner } from '#platform';
import { operation, type Routes } from '#platform/serving';
import { rootNumberOf } from '#tickets';
import { ImportStore } from './import-store.ts';

/** The screens of OpenArca, by their addresses, and those of Kwit that took their place. */
const SCREENS_BEFORE = {
  '/my-tickets': '/my',
  '/overview': '/workload',
  '/dev-todo': '/todo',
  '/new-ticket': '/new',
  '/profile': '/me',
} as const;

/** The addresses of tickets in other products. What follows Zammad's `#` never reaches a service: the app asks for it. */
const TICKETS_BEFORE = {
  '/ticket/:id': 'openarca',
  '/browse/:id': 'jira',
  '/issues/:id': 'redmine',
  '/ticket/zoom/:id': 'zammad',
  '/c/:id': 'trello',
  '/:owner/:repository/issues/:id': 'github',
  '/agent/tickets/:id': 'zendesk',
  '/hc/:language/requests/:id': 'zendesk',
  '/hc/requests/:id': 'zendesk',
} as const;

/** Addresses whose id stands behind the question mark. */
const BY_QUERY = { '/scp/tickets.php': 'osticket', '/tickets.php': 'osticket' } as const;

/** A link in an old mail may carry anything behind its question mark. */
const query = Type.Object({}, { additionalProperties: true });

const leading = (params?: ReturnType<typeof Type.Object>) =>
  operation({
    operationId: 'openOldAddress',
    summary: 'Lead from an address of the product before to that of Kwit',
    tag: 'Service',
    access: 'public',
    query,
    ...(params ? { params } : {}),
    answers: {},
    refuses: ['not_found'],
  });

const ofScreen = leading();
const ofTicket = leading(Type.Object({ id: Type.String() }));
const ofIssue = leading(Type.Object({ owner: Type.String(), repository: Type.String(), id: Type.String() }));

interface OldAddress {
  readonly id?: string;
  readonly owner?: string;
  readonly repository?: string;
}

function externalIdOf(product: string, { id = '', owner, repository }: OldAddress): string {
  if (product === 'github') return `${owner}/${repository}#${id}`;
  return product === 'openarca' ? id.toLowerCase() : id;
}

const hidden = <O extends { readonly schema: object }>(route: O) => ({
  ...route,
  schema: { ...route.schema, hide: true },
});

function formOf(path: string) {
  if (path in BY_QUERY) return hidden(ofScreen);
  return path.includes(':owner') ? hidden(ofIssue) : hidden(ofTicket);
}

/**
 * Has links in old mails and bookmarks go on working where Kwit took the place of another product under its host name
 * (docs/rules/moving.md#old-links). A person who follows one signs in as for any other page, so they tell nothing but a number.
 */
export const oldAddressRoutes =
  (runner: Runner) =>
  async (routes: Routes): Promise<void> => {
    for (const [from, to] of Object.entries(SCREENS_BEFORE))
      routes.get(from, hidden(ofScreen), (_, reply) => reply.redirect(to));
    for (const [path, product] of Object.entries({ ...TICKETS_BEFORE, ...BY_QUERY }))
      routes.get(path, formOf(path), async (request, reply) => {
        const spelled = externalIdOf(product, { ...(request.query as object), ...(request.params as object) });
        const number = await runner.read(request.anonymous, async (work) => {
          const old = await work.of(ImportStore).ticketNumber(product, spelled);
          return old === undefined ? undefined : ((await rootNumberOf(work, old)) ?? old);
        });
        return number === undefined ? reply.callNotFound() : reply.redirect(`/t/${number}`);
      });
  };
