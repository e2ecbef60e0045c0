import Fastify, { type FastifyInstance, type FastifyReply, type FastifyRequest, LogController } from 'fastify';
import type { Registry } from 'prom-client';
import type { OutboxWorker } from '#events/serving';
import type { MailIn } from '#mail-in/serving';
import { lastWholeBackup } from '#movers';
import { clientHash, type SessionUse } from '#people';
import { authenticate, streamTokensOf, Tokens } from '#people/serving';
import {
  type Actor,
  answerUnchanged,
  type Clock,
  type Config,
  type Database,
  Failure,
  type FileStore,
  type Instant,
  logRequests,
  newId,
  type Outbound,
  Overload,
  redacted,
  type Secrets,
  TurnGate,
  type Work,
} from '#platform';
import {
  allowCrossOrigin,
  answerErrors,
  answerUnparsableRequest,
  answerWithDeclaredStatus,
  compileSerializer,
  compileValidator,
  compressAnswers,
  documentInterface,
  handOverReads,
  jsonBody,
  type Mailbox,
  type Mailers,
  type Routes,
  refuseOpenRoutes,
  requestContext,
  securityHeaders,
  sendRefusal,
  Transport,
} from '#platform/serving';
import { measure, showTransport, showTurns } from '#service/serving';
import { AppAddress, SecurityLog } from '#settings';
import { addRoutes } from './app-routes.ts';
import { runnerOn } from './runner.ts';

/** The parts from which the app is built. */
export interface Parts {
  readonly config: Config;
  readonly database: Database;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly files: FileStore;
  readonly mailers: Mailers;
  /** Keeps messages while no mail provider is set; null in production. */
  readonly mailbox: Mailbox | null;
  readonly outbound: Outbound;
  readonly version: string;
  readonly worker: OutboxWorker;
  readonly mailIn: MailIn;
  readonly sessionUse: SessionUse;
  /** The folder of the built web app; null when there is none. */
  readonly webApp: string | null;
  /** Options for pino, or false for no log. */
  readonly log: object | false;
  isStopping(): boolean;
  /** How long the company's provider may take to answer, in milliseconds; else 6 seconds. */
  readonly providerPatienceMs?: number;
}

/** The moment of the newest whole backup; null when there is none. */
const lastBackup = (work: Work<Actor>): Promise<Instant | null> => lastWholeBackup(work);

/** Builds the app, ready to listen. Tests call the same app. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, database, clock, secrets } = parts;
  const transport = new Transport(parts.isStopping);
  const app = Fastify({
    logger: redacted(parts.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: newId,
    frameworkErrors: answerUnparsableRequest(database.dialect),
    ...transport.options,
  });
  database.reportTo(app.log);
  parts.worker.reportTo(app.log);
  app.setValidatorCompiler(compileValidator);
  app.setSerializerCompiler(compileSerializer);
  app.setErrorHandler(answerErrors(database.dialect));
  refuseOpenRoutes(app);
  answerWithDeclaredStatus(app);
  const securityLog = new SecurityLog({ log: app.log, clock, hashOf: (address) => clientHash(secrets, address) });
  logRequests(app, securityLog);
  const runner = runnerOn(database, clock, { ...config, onAudited: securityLog.changed });
  const appAddress = await AppAddress.read(runner, { given: config.settings, sealingKey: secrets.sealingKey });
  const metrics = measure(app, { ...parts, runner, lastBackup });
  const tokens = new Tokens(secrets.jwtSecret, config.tokenLifetime);
  jsonBody(app);
  securityHeaders(app, () => appAddress.isSecure);
  transport.limitRequests(app);
  const gates = limitTurns(app, database, metrics);
  handOverReads(app, parts.isStopping);
  showTransport(metrics, transport);
  if (config.frontendOrigin) await allowCrossOrigin(app, config.frontendOrigin);
  requestContext(app, runner, gates, config.trustProxy);
  refuseUnknownRoutes(app);
  const streamTokens = streamTokensOf(secrets.jwtSecret);
  answerUnchanged(app, runner);
  compressAnswers(app);
  authenticate(app, { runner, tokens, streamTokens, config, sessionUse: parts.sessionUse });
  await transport.limitUploads(app);
  await documentInterface(app, parts.version);
  const own = { runner, lastBackup, tokens, streamTokens, metrics, appAddress, securityLog };
  await addRoutes(app.withTypeProvider() as unknown as Routes, parts, own);
  await app.register(transport.drain);
  return app;
}

/** Answers 404 at an address that no route has, before anything is said of the body, which is not read. */
function refuseUnknownRoutes(app: FastifyInstance): void {
  const refuse = (request: FastifyRequest, reply: FastifyReply) =>
    sendRefusal(new Failure('not_found'), request, reply);
  app.setNotFoundHandler(refuse);
  app.addHook('onRequest', (request, reply, done) =>
    // Pages of before lead on.
    request.is404 && request.method !== 'GET' && request.method !== 'HEAD' ? void refuse(request, reply) : done(),
  );
}

/** Neither one person nor a crowd keeps everybody waiting. */
function limitTurns(app: FastifyInstance, database: Database, metrics: Registry) {
  const overload = new Overload(database);
  overload.watch(app);
  const reads = new TurnGate(database.readsAtOnce);
  const others = new TurnGate(Number.POSITIVE_INFINITY, database.cheapMs);
  showTurns(metrics, { reads, others, overload });
  return { reads, others };
}
