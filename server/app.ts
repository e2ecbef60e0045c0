import Fastify, { type FastifyInstance, LogController } from 'fastify'
import type { Registry } from 'prom-client'
import { v7 } from 'uuid'
import { answerRoutes } from './answers/answer-routes.ts'
import { keepingRoutes } from './answers/keeping/keeping-routes.ts'
import { similarRoutes } from './answers/similar/similar-routes.ts'
import { attachmentRoutes } from './attachments/attachment-routes.ts'
import { AttachmentReceiver } from './attachments/receive-attachments.ts'
import { auditRoutes } from './audit/audit-routes.ts'
import { SecurityLog } from './audit/security-log.ts'
import { boardRoutes } from './board/board-routes.ts'
import type { Clock } from './clock.ts'
import { commentRoutes } from './comments/comment-routes.ts'
import { summaryRoutes } from './comments/summary-routes.ts'
import type { Config } from './config/config.ts'
import type { Secrets } from './config/secrets.ts'
import type { Database } from './database/connection.ts'
import { taskRoutes } from './dev-tasks/task-routes.ts'
import { exportRoutes } from './exports/export-routes.ts'
import { ticketCsvRoutes } from './exports/ticket-csv-routes.ts'
import { Failure } from './failure.ts'
import type { FileStore } from './files/file-store.ts'
import { followRoutes } from './following/follow-routes.ts'
import { compressAnswers } from './http/connection/compression.ts'
import { allowCrossOrigin } from './http/connection/cross-origin.ts'
import { ReadGate } from './http/connection/read-gate.ts'
import { Transport } from './http/connection/transport.ts'
import { answerErrors, answerUnparsableRequest, sendRefusal } from './http/error-response.ts'
import { jsonBody } from './http/json-body.ts'
import { logRequests } from './http/log-requests.ts'
import { answerUnchanged } from './http/not-modified.ts'
import { documentInterface } from './http/openapi/document.ts'
import { documentRoutes } from './http/openapi/document-routes.ts'
import { redacted } from './http/redacted-log.ts'
import { refuseOpenRoutes } from './http/refuse-open-routes.ts'
import { requestContext } from './http/request-context.ts'
import type { Routes } from './http/routes.ts'
import { securityHeaders } from './http/security-headers.ts'
import { serviceRoutes } from './http/service-routes.ts'
import { compileSerializer, compileValidator } from './http/validation.ts'
import { oldAddressRoutes } from './imports/old-address-routes.ts'
import { streamRoutes } from './live/stream-routes.ts'
import type { Mailbox } from './mail/mailbox.ts'
import { mailboxRoutes } from './mail/mailbox-routes.ts'
import type { Mailers } from './mail/mailers.ts'
import { mcpRoutes } from './mcp/protocol/mcp-routes.ts'
import { metricsRoutes } from './metrics/metrics-routes.ts'
import { measure } from './metrics/request-metrics.ts'
import { showReads, showTransport } from './metrics/transport-metrics.ts'
import { noticeRoutes } from './notices/notice-routes.ts'
import { closingMail } from './notifications/closing-mail.ts'
import { notificationRoutes } from './notifications/notification-routes.ts'
import type { Outbound } from './outbound/outbound.ts'
import { outboxRoutes } from './outbox/operators/outbox-routes.ts'
import type { OutboxWorker } from './outbox/worker.ts'
import { pictureRoutes } from './pictures/picture-routes.ts'
import { PictureStore } from './pictures/picture-store.ts'
import { projectRoutes } from './projects/project-routes.ts'
import { referenceRoutes } from './references/reference-routes.ts'
import { relationRoutes } from './relations/relation-routes.ts'
import { reopenRoutes } from './reopening/reopen-routes.ts'
import { AppAddress } from './settings/app-address.ts'
import { mailTestRoutes } from './settings/mail-test-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import { authenticate } from './sign-in/authentication.ts'
import { clientHash } from './sign-in/limits/buckets.ts'
import { MailPace } from './sign-in/mail-pace.ts'
import { sessionRoutes } from './sign-in/session-routes.ts'
import type { SessionUse } from './sign-in/session-use.ts'
import { signInRoutes } from './sign-in/sign-in-routes.ts'
import { streamTokensOf } from './sign-in/stream-tokens.ts'
import { Tokens } from './sign-in/tokens.ts'
import { statisticsRoutes } from './statistics/statistics-routes.ts'
import { templateRoutes } from './templates/template-routes.ts'
import { ticketRoutes } from './tickets/ticket-routes.ts'
import { tokenRoutes } from './tokens/token-routes.ts'
import { userRoutes } from './users/user-routes.ts'
import { viewRoutes } from './views/view-routes.ts'
import { pageRoutes } from './web-app/page-routes.ts'
import { webhookRoutes } from './webhooks/webhook-routes.ts'
import { Runner } from './work.ts'

/** The parts from which the app is built. */
export interface Parts {
  readonly config: Config
  readonly database: Database
  readonly clock: Clock
  readonly secrets: Secrets
  readonly files: FileStore
  readonly mailers: Mailers
  /** Keeps messages while no mail provider is set; null in production. */
  readonly mailbox: Mailbox | null
  readonly outbound: Outbound
  readonly version: string
  readonly worker: OutboxWorker
  readonly sessionUse: SessionUse
  /** The folder of the built web app; null when there is none. */
  readonly webApp: string | null
  /** Options for pino, or false for no log. */
  readonly log: object | false
  isStopping(): boolean
}

/** Builds the app, ready to listen. Tests call the same app. */
export async function buildApp(parts: Parts): Promise<FastifyInstance> {
  const { config, database, clock, secrets } = parts
  const transport = new Transport(parts.isStopping)
  const app = Fastify({
    logger: redacted(parts.log),
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'request_id' }),
    genReqId: () => v7(),
    frameworkErrors: answerUnparsableRequest(database.dialect),
    ...transport.options,
  })
  database.reportTo(app.log)
  app.setValidatorCompiler(compileValidator)
  app.setSerializerCompiler(compileSerializer)
  app.setErrorHandler(answerErrors(database.dialect))
  app.setNotFoundHandler((request, reply) => sendRefusal(new Failure('not_found'), request, reply))
  refuseOpenRoutes(app)
  const securityLog = new SecurityLog({ log: app.log, clock, hashOf: (address) => clientHash(secrets, address) })
  logRequests(app, securityLog)
  const runner = new Runner(database, clock, securityLog.changed)
  const appAddress = await AppAddress.read(runner, { given: config.settings, sealingKey: secrets.sealingKey })
  const metrics = measure(app, parts)
  const tokens = new Tokens(secrets.jwtSecret, config.tokenLifetime)
  jsonBody(app)
  securityHeaders(app, () => appAddress.isSecure)
  transport.limitRequests(app)
  showTransport(metrics, transport)
  await compressAnswers(app)
  if (config.frontendOrigin) await allowCrossOrigin(app, config.frontendOrigin)
  const reads = new ReadGate(database.readsAtOnce)
  showReads(metrics, reads)
  requestContext(app, runner, reads, config.trustProxy)
  const streamTokens = streamTokensOf(secrets.jwtSecret)
  answerUnchanged(app, runner)
  authenticate(app, { runner, tokens, streamTokens, config, sessionUse: parts.sessionUse })
  await transport.limitUploads(app)
  await documentInterface(app, parts.version)
  const own = { runner, tokens, streamTokens, metrics, appAddress, securityLog }
  await addRoutes(app.withTypeProvider() as unknown as Routes, parts, own)
  await app.register(transport.drain)
  return app
}

interface RouteParts {
  readonly runner: Runner
  readonly tokens: Tokens
  readonly streamTokens: Tokens
  readonly metrics: Registry
  readonly appAddress: AppAddress
  readonly securityLog: SecurityLog
}

async function addRoutes(
  app: Routes,
  parts: Parts,
  { runner, tokens, streamTokens, metrics, appAddress, securityLog }: RouteParts,
): Promise<void> {
  const { config, database, secrets, mailers, mailbox, files, webApp } = parts
  const { unusedSessionMs } = config
  const source = { given: config.settings, sealingKey: secrets.sealingKey }
  const receiver = new AttachmentReceiver(files)
  const pictures = new PictureStore(files)
  await app.register(
    signInRoutes(runner, { source, secrets, tokens, mailers, pace: new MailPace(), limits: config, securityLog }),
  )
  await app.register(sessionRoutes(unusedSessionMs))
  await app.register(ticketRoutes(receiver))
  await app.register(reopenRoutes)
  for (const routes of [similarRoutes, answerRoutes, keepingRoutes]) await app.register(routes)
  await app.register(commentRoutes(receiver))
  await app.register(summaryRoutes)
  await app.register(attachmentRoutes(receiver, files))
  for (const routes of [relationRoutes, referenceRoutes, boardRoutes]) await app.register(routes)
  await app.register(ticketCsvRoutes(parts.clock))
  await app.register(exportRoutes({ ...parts, runner }))
  for (const routes of [statisticsRoutes, taskRoutes, templateRoutes]) await app.register(routes)
  for (const ownThings of [viewRoutes, noticeRoutes, followRoutes]) await app.register(ownThings)
  await app.register(projectRoutes(pictures))
  await app.register(pictureRoutes({ runner, pictures, files, source, config }))
  await app.register(userRoutes(source))
  await app.register(auditRoutes)
  await app.register(tokenRoutes(source))
  await app.register(settingsRoutes(source, runner, parts.outbound.guard, appAddress))
  await app.register(mailTestRoutes(source, mailers))
  await app.register(notificationRoutes(runner, secrets.unsubscribeKey))
  await app.register(outboxRoutes(parts.worker, source))
  await app.register(webhookRoutes({ ...parts, sealingKey: secrets.sealingKey }))
  await app.register(streamRoutes({ runner, wakeSignal: database.wakeSignal, streamTokens, unusedSessionMs }))
  const agents = { runner, receiver, metrics, appAddress, closingMail: closingMail(source) }
  await app.register(mcpRoutes({ ...parts, ...agents }))
  await app.register(serviceRoutes(parts))
  await app.register(metricsRoutes(metrics, config))
  await app.register(documentRoutes)
  if (mailbox) await app.register(mailboxRoutes(mailbox, config))
  await app.register(oldAddressRoutes(runner))
  if (webApp) await app.register(pageRoutes(webApp))
}
