import { Type } from 'typebox';
import { IdPath, PageFilter } from '../../contract/scalars.ts';
import { Session } from '../../contract/sessions.ts';
import { NoContent, operation } from '../http/operation.ts';
import { pageOf } from '../http/pages.ts';
import type { Routes } from '../http/routes.ts';
import { endSession } from './end-session.ts';
import { listSessions } from './list-sessions.ts';
import { signOut, signOutEverywhere } from './sign-out.ts';

const described = { tag: 'Sign-in', access: 'signed-in' } as const;

const signingOut = operation({
  operationId: 'signOut',
  summary: 'Sign out: revoke the token that is sent',
  ...described,
  scope: 'session',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const signingOutEverywhere = operation({
  operationId: 'signOutEverywhere',
  summary: 'Sign out everywhere: revoke every token of this person',
  ...described,
  scope: 'session',
  answers: { 204: NoContent },
  refuses: ['too_many_requests'],
});

const listing = operation({
  operationId: 'listSessions',
  summary: 'List where one is signed in',
  ...described,
  scope: 'session',
  query: PageFilter,
  answers: { 200: Type.Array(Session) },
  refuses: [],
});

const ending = operation({
  operationId: 'endSession',
  summary: 'Sign out somewhere else',
  ...described,
  scope: 'session',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'session_not_found'],
});

/**
 * A person's own sessions: list them, end them.
 *
 * @param unusedSessionMs after how many milliseconds without a use a session is over.
 */
export const sessionRoutes =
  (unusedSessionMs: number) =>
  async (routes: Routes): Promise<void> => {
    routes.post('/api/auth/logout', signingOut, async (request, reply) => {
      await request.write(signOut);
      reply.code(204);
    });
    routes.post('/api/auth/logout-all', signingOutEverywhere, async (request, reply) => {
      await request.write(signOutEverywhere);
      reply.code(204);
    });
    routes.get('/api/auth/sessions', listing, async (request, reply) =>
      pageOf(request, reply, await request.read((work) => listSessions(work, unusedSessionMs))),
    );
    routes.delete('/api/auth/sessions/:id', ending, async (request, reply) => {
      await request.write((work) => endSession(work, request.params.id, unusedSessionMs));
      reply.code(204);
    });
  };
