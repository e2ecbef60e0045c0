import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { IdPath, PageFilter } from '#contract/scalars.ts';
import { ApiToken, ListedToken, NewToken, TokenDraft } from '#contract/tokens.ts';
import { answerPage, type SettingsSource } from '#platform';
import { NoContent, operation, type Routes } from '#platform/serving';
import { listTokens, makeToken, revokeToken, rotateToken, viewToken } from './api-tokens.ts';

/** No token may make, list, rotate or revoke tokens: who has one could keep their way in for ever. */
const own = { tag: 'Tokens', access: 'signed-in', scope: 'session' } as const;

const listing = operation({
  operationId: 'listTokens',
  summary: 'List your tokens for programs, newest first; those that have ended for 90 days',
  ...own,
  query: PageFilter,
  answers: { 200: Type.Array(ApiToken) },
});

const listingAll = operation({
  operationId: 'listAllTokens',
  summary: "List everybody's tokens for programs, newest first",
  ...own,
  access: 'developer',
  scope: 'admin',
  query: PageFilter,
  answers: { 200: Type.Array(ListedToken) },
});

const making = operation({
  operationId: 'makeToken',
  summary: 'Make a token for a program; it is told this once',
  ...own,
  body: TokenDraft,
  answers: { 201: NewToken },
  refuses: ['too_many_requests'],
});

const rotating = operation({
  operationId: 'rotateToken',
  summary: 'Put a new token in the place of one of yours; the old one lives on for 24 hours',
  ...own,
  params: IdPath,
  answers: { 201: NewToken },
  refuses: ['too_many_requests', 'token_not_found', 'already_rotated'],
});

const revoking = operation({
  operationId: 'revokeToken',
  summary: "End one of your tokens; developers end anybody's",
  ...own,
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'token_not_found'],
});

export const tokenRoutes =
  (source: SettingsSource) =>
  async (routes: Routes): Promise<void> => {
    const page = (request: FastifyRequest, reply: FastifyReply, userId: string | null) =>
      answerPage(request, reply, (work, range) => listTokens(work, { userId, ...range }), 100);

    routes.get('/api/tokens', listing, async (request, reply) =>
      (await page(request, reply, request.person.id)).map(viewToken),
    );

    routes.get('/api/tokens/all', listingAll, async (request, reply) =>
      (await page(request, reply, null)).map((token) => ({ ...viewToken(token), user_name: token.user_name })),
    );

    routes.post('/api/tokens', making, (request) =>
      request.write((work) => makeToken(work, source, work.actor.id, request.body)),
    );

    routes.post('/api/tokens/:id/rotate', rotating, (request) =>
      request.write((work) => rotateToken(work, source, request.params.id)),
    );

    routes.delete('/api/tokens/:id', revoking, (request) =>
      request.write((work) => revokeToken(work, request.params.id)),
    );
  };
