import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Registry } from 'prom-client';
import { Type } from 'typebox';
import { type Config, type Database, Failure, type Person, pick, type Secrets, type Work } from '#platform';
import { failureOf, operation, permitAccess, type Routes } from '#platform/serving';
import { countMcpCalls } from '#service/serving';
import { type AppAddress, readSetting } from '#settings';
import { type McpMessage, readMessage, toolNamed } from './message.ts';
import type { McpParts, ServedMessage } from './serve-message.ts';
import { hourlyWrites } from './tool-call.ts';

interface ServiceParts extends Pick<McpParts, 'runner' | 'receiver' | 'closingMail' | 'restorers' | 'version'> {
  readonly appAddress: AppAddress;
  readonly config: Pick<Config, 'frontendOrigin'>;
  readonly secrets: Pick<Secrets, 'agreementKey'>;
  readonly database: Pick<Database, 'dialect'>;
  readonly metrics: Registry;
}

const partsOf = ({ secrets, database, metrics, ...service }: ServiceParts, log: FastifyBaseLogger): McpParts => ({
  ...pick(service, 'runner', 'receiver', 'closingMail', 'restorers', 'version'),
  writes: hourlyWrites(),
  stateKey: secrets.agreementKey,
  failureOf: (error) => failureOf(error, database.dialect),
  count: countMcpCalls(metrics),
  logFault: (err, requestId) => log.error({ err, request_id: requestId }, 'a call of an agent failed'),
});

const exchange = operation({
  operationId: 'exchangeMcpMessage',
  summary: 'Exchange a message of the Model Context Protocol',
  tag: 'Service',
  access: 'signed-in',
  scope: 'read',
  body: Type.Unknown(),
  answers: {},
  refuses: ['forbidden', 'not_found'],
});

const INVALID_REQUEST = -32600;
const METHOD_NOT_FOUND = -32601;
const PARSE_ERROR = -32700;

/**
 * POST /mcp: the Model Context Protocol, without sessions (docs/rules/mcp.md). The SDK is loaded by the first message.
 */
export const mcpRoutes =
  (service: ServiceParts) =>
  async (routes: Routes): Promise<void> => {
    const { appAddress, config } = service;
    const parts = partsOf(service, routes.log);
    const hidden = { schema: { ...exchange.schema, hide: true } };
    const refuseOrigin = async ({ headers }: FastifyRequest): Promise<void> => {
      const { origin } = headers;
      if (origin !== undefined && origin !== config.frontendOrigin && origin !== appAddress.origin)
        throw new Failure('forbidden', { message: 'Pages of this origin may not call /mcp.' });
    };

    // A body that is no JSON gets the error of the protocol.
    routes.setErrorHandler((error, request, reply) => {
      if (!(error instanceof Failure) || error.code !== 'invalid_json') throw error;
      return refuse(reply, readMessage(request.body), PARSE_ERROR, 'Parse error', 400);
    });

    routes.post('/mcp', { ...exchange, ...hidden, onRequest: [refusePeople, refuseOrigin] }, async (request, reply) => {
      const settings = await request.read(mcpSettings);
      if (settings.mode === 'off') throw new Failure('not_found');
      const message = readMessage(request.body);
      const unserved = refusalOfMessage(request.body, message);
      if (unserved !== null) return refuse(reply, message, ...unserved);
      permitTool(request, message, settings.mode);
      const { serveMessage } = await import('./serve-message.ts');
      const callingNow = () => ({
        ...settings,
        person: request.person,
        takeTurn: <T>(read: (person: Person) => Promise<T>) => request.takeTurn(true, () => read(request.person)),
        writePart: request.writePart.bind(request),
        ...{ requestId: request.id, act: request.act },
        clientAddress: request.clientAddress,
        clientName: message.clientName,
        appUrl: appAddress.url,
      });
      const served = { body: request.body, headers: mcpHeaders(request), message };
      const serve = () => serveMessage(parts, { ...served, calling: callingNow() });
      return send(reply, await request.takeTurn(false, serve));
    });

    const refuseMethod = async (_: FastifyRequest, reply: FastifyReply) =>
      refuse(reply.header('allow', 'POST'), readMessage(null), INVALID_REQUEST, 'Method not allowed', 405);
    // Streams and sessions of older clients: 405 tells them to do without.
    routes.route({
      method: ['GET', 'DELETE'],
      url: '/mcp',
      schema: { hide: true },
      config: { access: 'public' },
      exposeHeadRoute: false,
      handler: refuseMethod,
    });
  };

/** Only programs speak this protocol: a session's token in an agent's hands would have all that its person may do. */
async function refusePeople({ person }: FastifyRequest): Promise<void> {
  if (person.credential.kind !== 'token') throw new Failure('unauthorized', { message: 'Send a token for programs.' });
}

const mcpSettings = async (work: Work) => ({
  mode: await readSetting(work, 'mcp'),
  reportersTexts: await readSetting(work, 'mcp_reporters_texts'),
});

/** The error of a message that no server is asked about; null for one that is served. */
function refusalOfMessage(body: unknown, { method }: McpMessage): [code: number, words: string, status: number] | null {
  // Batches were taken out of the protocol with 2025-06-18: one could hold a hundred calls.
  if (Array.isArray(body)) return [INVALID_REQUEST, 'Invalid Request: send one message at a time', 400];
  // Nothing here changes by itself that a client could be told of.
  return method === 'subscriptions/listen' ? [METHOD_NOT_FOUND, 'Method not found', 404] : null;
}

/** @throws Failure `insufficient_scope` for a tool that needs a wider scope. While agents may only read, the tool says that. */
function permitTool({ person }: FastifyRequest, { toolName }: McpMessage, mode: string): void {
  const effect = toolNamed(toolName)?.effect ?? 'reads';
  if (effect !== 'reads' && mode === 'write') permitAccess({ access: 'signed-in', scope: 'write' }, person);
}

/** The headers that the protocol knows. The token stays here. */
function mcpHeaders({ headers }: FastifyRequest): ServedMessage['headers'] {
  const relevant = Object.entries(headers).filter(([name]) => /^(accept|content-type|mcp-.*)$/.test(name));
  return Object.fromEntries(relevant.flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])));
}

async function send(reply: FastifyReply, response: Response) {
  const type = response.headers.get('content-type');
  if (type !== null) reply.type(type);
  return reply.code(response.status).send(await response.text());
}

const refuse = (reply: FastifyReply, { id }: McpMessage, code: number, message: string, status: number) =>
  reply
    .code(status)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id }));
