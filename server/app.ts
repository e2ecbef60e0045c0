import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Actor } from './actor.ts';
import { addRoutes } from './app-routes.ts';
import { SecurityLog } from './audit/security-log.ts';
import type { Clock, Instant } from './clock.ts';
import type { Config } from './config/config.ts';
import type { Secrets } from './config/secrets.ts';
import type { Database } from './database/connection.ts';
import { newId } from './database/new-id.ts';
import { Failure } from './failure.ts';
import type { FileStore } from './files/file-store.ts';
import { compressAnswers } from './http/connection/compression.ts';
import { allowCrossOrigin } from './http/connection/cross-origin.ts';
import { handOverReads } from './http/connection/hand-over.ts';
import { ReadGate } from './http/connection/read-gate.ts';
import { Transport } from './http/connection/transport.ts';
import { answerErrors, answerUnparsableRequest, sendRefusal } from './http/error-response.ts';
import { jsonBody } from './http/json-body.ts';
import { logRequests } from './http/log-requests.ts';
import { answerUnchanged } from './http/not-modified.ts';
import { documentInterface } from './http/openapi/document.ts';
import { redacted } from './http/redacted-log.ts';
import { refuseOpenRoutes } from './http/refuse-open-routes.ts';
import { requestContext } from './http/request-context.ts';
import type { Routes } from './http/routes.ts';
import { securityHeaders } from './http/security-headers.ts';
import { compileSerializer, compileValidator } from './http/validation.ts';
import type { Mailbox } from './mail/mailbox.ts';
import type { Mailers } from './mail/mailers.ts';
import { measure } from './metrics/request-metrics.ts';
import { showReads, showTransport } from './metrics/transport-metrics.ts';
import type { Outbound } from './outbound/outbound.ts';
import type { OutboxWorker } from './outbox/worker.ts';
import { runnerOn } from './runner.ts';
import { AppAddress } from './settings/app-address.ts';
import { authenticate } from './sign-in/authentication.ts';
import { clientHash } from './sign-in/limits/buckets.ts';
import type { SessionUse } from './sign-in/session-use.ts';
import { streamTokensOf } from './sign-in/stream-tokens.ts';
import { Tokens } from './sign-in/tokens.ts';
import type { Work } from './work.ts';

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
  readonly sessionUse: SessionUse;
  /** The folder of the built web app; null when there is none. */
  readonly webApp: string | null;
  /** Options for pino, or false for no log. */
  readonly log: object | false;
  isStopping(): boolean;
}

/** Of which moment the newest whole backup is; null when there is none. */
const lastBackup = (work: Work<Actor>): Promise<Instant | null> => work.backups.lastWhole();

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
  app.setNotFoundHandler((request, reply) => sendRefusal(new Failure('not_found'), request, reply));
  refuseOpenRoutes(app);
  const securityLog = new SecurityLog({ log: app.log, clock, hashOf: (address) => clientHash(secrets, address) });
  logRequests(app, securityLog);
  const runner = runnerOn(database, clock, securityLog.changed);
  const appAddress = await AppAddress.read(runner, { given: config.settings, sealingKey: secrets.sealingKey });
  const metrics = measure(app, { ...parts, runner, lastBackup });
  const tokens = new Tokens(secrets.jwtSecret, config.tokenLifetime);
  jsonBody(app);
  securityHeaders(app, () => appAddress.isSecure);
  transport.limitRequests(app);
  handOverReads(app, parts.isStopping);
  showTransport(metrics, transport);
  if (config.frontendOrigin) await allowCrossOrigin(app, config.frontendOrigin);
  const reads = new ReadGate(database.readsAtOnce);
  showReads(metrics, reads);
  requestContext(app, runner, reads, config.trustProxy);
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
