import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import {
  GitConnection,
  GitConnectionChange,
  GitConnectionDraft,
  GitSecret,
  NewGitConnection,
  ReceivedPath,
  ReceivedWebhook,
} from '#contract/git.ts';
import { IdPath, PageFilter, record } from '#contract/scalars.ts';
import { answerPage, pageOf, type Runner, type SettingsSource } from '#platform';
import { NoContent, operation, type Routes, WriteLimit } from '#platform/serving';
import type { TicketsAtWork } from '../tickets-at-work.ts';
import {
  addGitConnection,
  changeGitConnection,
  listGitConnections,
  listReceived,
  readReceived,
  removeGitConnection,
  rotateGitSecret,
} from './git-connections.ts';
import { signedConnection, takeWebhook } from './receive-webhook.ts';

const administers = { tag: 'Shipping', access: 'developer', scope: 'admin' } as const;

const listing = operation({
  ...administers,
  operationId: 'listGitConnections',
  summary: 'List the connections to forges, newest first',
  query: PageFilter,
  answers: { 200: Type.Array(GitConnection) },
});

const adding = operation({
  ...administers,
  operationId: 'addGitConnection',
  summary: 'Make a connection to a forge; its secret is told this once',
  body: GitConnectionDraft,
  answers: { 201: NewGitConnection },
  refuses: ['too_many_requests', 'limit_reached'],
});

const changing = operation({
  ...administers,
  operationId: 'changeGitConnection',
  summary: 'Rename a connection, or switch it off and on',
  params: IdPath,
  body: GitConnectionChange,
  answers: { 200: GitConnection },
  refuses: ['too_many_requests', 'git_connection_not_found'],
});

const removing = operation({
  ...administers,
  operationId: 'removeGitConnection',
  summary: 'Remove a connection; what it linked stays',
  params: IdPath,
  answers: { 204: NoContent },
  refuses: ['too_many_requests', 'git_connection_not_found'],
});

const rotating = operation({
  ...administers,
  operationId: 'rotateGitSecret',
  summary: 'Give a connection another secret, told this once; the one before is good no longer',
  params: IdPath,
  answers: { 200: GitSecret },
  refuses: ['too_many_requests', 'git_connection_not_found'],
});

const listingReceived = operation({
  ...administers,
  operationId: 'listReceivedWebhooks',
  summary: 'List what a forge posted in the last 7 days, newest first',
  params: IdPath,
  query: PageFilter,
  answers: { 200: Type.Array(ReceivedWebhook) },
  refuses: ['git_connection_not_found'],
});

const readingReceived = operation({
  ...administers,
  operationId: 'getReceivedWebhook',
  summary: 'Read what a forge posted, byte for byte',
  params: ReceivedPath,
  answers: { 200: Type.String({ description: 'The body.' }) },
  produces: ['application/octet-stream'],
  refuses: ['git_connection_not_found', 'not_found'],
});

interface GitParts {
  readonly runner: Runner;
  readonly source: SettingsSource;
  readonly tickets: TicketsAtWork;
}

export const gitConnectionRoutes =
  ({ source, tickets }: GitParts) =>
  async (routes: Routes): Promise<void> => {
    const { sealingKey } = source;
    routes.get('/api/git-connections', listing, async (request, reply) =>
      pageOf(request, reply, await request.read(listGitConnections)),
    );
    routes.post('/api/git-connections', adding, (request) =>
      request.write((work) => addGitConnection(work, request.body, sealingKey)),
    );
    routes.patch('/api/git-connections/:id', changing, (request) =>
      request.write((work) => changeGitConnection(work, request.params.id, request.body)),
    );
    routes.delete('/api/git-connections/:id', removing, (request) =>
      request.write((work) => removeGitConnection(work, request.params.id)),
    );
    routes.post('/api/git-connections/:id/rotate-secret', rotating, (request) =>
      request.write((work) => rotateGitSecret(work, request.params.id, sealingKey)),
    );
    routes.get('/api/git-connections/:id/received', listingReceived, (request, reply) =>
      answerPage(request, reply, (work, page) => listReceived(work, tickets, request.params.id, page)),
    );
    routes.get('/api/git-connections/:id/received/:receivedId/raw', readingReceived, async (request, reply) => {
      const { id, receivedId } = request.params;
      const body = await request.read((work) => readReceived(work, id, receivedId));
      reply.header('content-disposition', `attachment; filename="webhook-${receivedId}"`);
      reply.type('application/octet-stream');
      return reply.send(body) as never;
    });
  };

/** Bytes that one webhook may have, and how many a minute one connection. */
const WEBHOOK_BYTES = 1024 * 1024;
const WEBHOOKS_PER_MINUTE = 60;

const posting = operation({
  tag: 'Shipping',
  access: 'public',
  operationId: 'takeGitWebhook',
  summary: 'Post what became of code, signed as GitHub, Gitea, Forgejo or GitLab signs',
  params: record({ connection: Type.String({ minLength: 1, maxLength: 200 }) }),
  answers: { 202: Type.Object({}) },
  refuses: ['unauthorized', 'payload_too_large', 'too_many_requests', 'request_timeout'],
  ignoresForms: true,
});

/** In a context of its own: only this address takes bodies of any type as they are. */
export const gitWebhookRoute =
  ({ runner, source, tickets }: GitParts) =>
  async (routes: Routes): Promise<void> => {
    const limit = new WriteLimit(WEBHOOKS_PER_MINUTE);
    const bodies = new WeakMap<object, Buffer>();
    routes.removeAllContentTypeParsers();
    // A signed body is taken, whatever type its sender says.
    routes.addHook('onRequest', (request, _, done) => {
      request.headers['content-type'] = 'application/octet-stream';
      done();
    });
    routes.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: WEBHOOK_BYTES }, (request, body, done) => {
      bodies.set(request.raw, body as Buffer);
      done(null, undefined);
    });
    const postedIn = ({ raw, headers }: FastifyRequest, connection: string) => ({
      ...{ connection, headers, body: bodies.get(raw) ?? Buffer.alloc(0) },
    });
    routes.post('/api/git/:connection', { ...posting, bodyLimit: WEBHOOK_BYTES }, async (request) => {
      const posted = postedIn(request, request.params.connection);
      const { id } = await runner.read(request.anonymous, (work) => signedConnection(work, source, posted));
      limit.count(id, runner.clock.now());
      await runner.write(request.anonymous, (work) => takeWebhook(work, { source, tickets }, posted));
      return {};
    });
  };
