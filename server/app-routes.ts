import type { Registry } from 'prom-client';
import { answerRoutes } from './answers/answer-routes.ts';
import { keepingRoutes } from './answers/keeping/keeping-routes.ts';
import { similarRoutes } from './answers/similar/similar-routes.ts';
import type { Parts } from './app.ts';
import { attachmentRoutes } from './attachments/attachment-routes.ts';
import { AttachmentReceiver } from './attachments/receive-attachments.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import type { SecurityLog } from './audit/security-log.ts';
import { BackupMaker } from './backups/backup-maker.ts';
import { backupRoutes } from './backups/backup-routes.ts';
import { boardRoutes } from './board/board-routes.ts';
import { commentRoutes } from './comments/comment-routes.ts';
import { summaryRoutes } from './comments/summary-routes.ts';
import type { SettingsSource } from './config/given-settings.ts';
import { taskRoutes } from './dev-tasks/task-routes.ts';
import { exportRoutes } from './exports/export-routes.ts';
import { ticketCsvRoutes } from './exports/ticket-csv-routes.ts';
import { followRoutes } from './following/follow-routes.ts';
import { homeRoutes } from './home/home-routes.ts';
import { documentRoutes } from './http/openapi/document-routes.ts';
import type { Routes } from './http/routes.ts';
import { serviceRoutes } from './http/service-routes.ts';
import { oldAddressRoutes } from './imports/old-address-routes.ts';
import { importRoutes } from './imports/uploaded/import-routes.ts';
import { ImportRunner } from './imports/uploaded/import-runner.ts';
import { streamRoutes } from './live/stream-routes.ts';
import { mailboxRoutes } from './mail/mailbox-routes.ts';
import { mcpRoutes } from './mcp/protocol/mcp-routes.ts';
import { metricsRoutes } from './metrics/metrics-routes.ts';
import { noticeRoutes } from './notices/notice-routes.ts';
import { closingMail } from './notifications/closing-mail.ts';
import { notificationRoutes } from './notifications/notification-routes.ts';
import { outboxRoutes } from './outbox/operators/outbox-routes.ts';
import { avatar } from './pictures/avatar.ts';
import { icon } from './pictures/icon.ts';
import { logo } from './pictures/logo.ts';
import { pictureRoutes } from './pictures/picture-routes.ts';
import { PictureSender } from './pictures/picture-sender.ts';
import { PictureStore } from './pictures/picture-store.ts';
import { personDataRoutes } from './privacy/person-data-routes.ts';
import { projectRoutes } from './projects/project-routes.ts';
import { referenceRoutes } from './references/reference-routes.ts';
import { relationRoutes } from './relations/relation-routes.ts';
import { reopenRoutes } from './reopening/reopen-routes.ts';
import type { AppAddress } from './settings/app-address.ts';
import { mailTestRoutes } from './settings/mail-test-routes.ts';
import { settingsRoutes } from './settings/settings-routes.ts';
import { setupRoutes } from './settings/setup/setup-routes.ts';
import type { LastBackup } from './settings/setup/show-setup-steps.ts';
import { MailPace } from './sign-in/mail-pace.ts';
import { sessionRoutes } from './sign-in/session-routes.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import type { Tokens } from './sign-in/tokens.ts';
import { statisticsRoutes } from './statistics/statistics-routes.ts';
import { templateRoutes } from './templates/template-routes.ts';
import { ticketDetailRoutes } from './tickets/ticket-detail-routes.ts';
import { ticketRoutes } from './tickets/ticket-routes.ts';
import { tokenRoutes } from './tokens/token-routes.ts';
import { userRoutes } from './users/user-routes.ts';
import { viewRoutes } from './views/view-routes.ts';
import { pageRoutes } from './web-app/page-routes.ts';
import { webhookRoutes } from './webhooks/webhook-routes.ts';
import type { Runner } from './work.ts';
import { workspaceRoutes } from './workspace/workspace-routes.ts';

interface RouteParts {
  readonly runner: Runner;
  readonly tokens: Tokens;
  readonly streamTokens: Tokens;
  readonly metrics: Registry;
  readonly appAddress: AppAddress;
  readonly securityLog: SecurityLog;
  readonly lastBackup: LastBackup;
}

/**
 * Adds every route of the service. What has hooks, parsers or refusals of its own is registered, which gives it a copy of all that
 * Fastify keeps for the app; to register everything took a quarter of a start.
 */
export async function addRoutes(app: Routes, parts: Parts, own: RouteParts): Promise<void> {
  const { runner, tokens, streamTokens, metrics, appAddress, securityLog } = own;
  const { config, database, secrets, mailers, mailbox, files, webApp } = parts;
  const { unusedSessionMs } = config;
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  const receiver = new AttachmentReceiver(files);
  const signIn = { source, secrets, tokens, mailers, pace: new MailPace(), limits: config, securityLog };
  await signInRoutes(runner, signIn)(app);
  await sessionRoutes(unusedSessionMs)(app);
  await ticketRoutes(receiver)(app);
  for (const routes of [ticketDetailRoutes, reopenRoutes]) await routes(app);
  for (const routes of [similarRoutes, answerRoutes, keepingRoutes]) await routes(app);
  await commentRoutes(receiver)(app);
  await attachmentRoutes(receiver, files)(app);
  for (const routes of [summaryRoutes, relationRoutes, referenceRoutes, boardRoutes]) await routes(app);
  await addMovingRoutes(app, parts, runner, source);
  for (const routes of [homeRoutes, statisticsRoutes, taskRoutes, templateRoutes]) await routes(app);
  for (const ownThings of [viewRoutes, noticeRoutes, followRoutes]) await ownThings(app);
  await addPictureRoutes(app, parts, runner, source);
  await userRoutes(source)(app);
  await personDataRoutes({ runner, source, files, config })(app);
  await tokenRoutes(source)(app);
  await settingsRoutes(source, runner, parts.outbound.guard, appAddress)(app);
  await mailTestRoutes(source, mailers)(app);
  for (const routes of [setupRoutes(source, runner, own.lastBackup), workspaceRoutes(source), auditRoutes])
    await routes(app);
  await app.register(notificationRoutes(runner, secrets.unsubscribeKey));
  await outboxRoutes(parts.worker, source)(app);
  const { sealingKey } = secrets;
  await webhookRoutes({ ...parts, sealingKey })(app);
  await app.register(
    streamRoutes({ runner, wakeSignal: database.wakeSignal, streamTokens, sealingKey, unusedSessionMs }),
  );
  const agents = { runner, receiver, metrics, appAddress, closingMail: closingMail(source) };
  await app.register(mcpRoutes({ ...parts, ...agents }));
  await serviceRoutes(parts)(app);
  await metricsRoutes(metrics, config)(app);
  await app.register(documentRoutes);
  if (mailbox) await mailboxRoutes(mailbox, config)(app);
  await oldAddressRoutes(runner)(app);
  if (webApp) await app.register(pageRoutes(webApp));
}

/** The routes of avatars, icons and the logo, and of the projects that have icons. */
async function addPictureRoutes(app: Routes, { config, files }: Parts, runner: Runner, source: SettingsSource) {
  const pictures = new PictureStore(files);
  const parts = { runner, pictures, sender: new PictureSender(files, config.frontendOrigin !== null) };
  await projectRoutes(pictures)(app);
  pictureRoutes(app, avatar, parts);
  pictureRoutes(app, icon, parts);
  pictureRoutes(app, logo(source), parts);
}

/** What takes data out, keeps copies of it, and brings it in. */
async function addMovingRoutes(app: Routes, parts: Parts, runner: Runner, settings: SettingsSource): Promise<void> {
  await ticketCsvRoutes(parts.clock)(app);
  await exportRoutes({ ...parts, runner })(app);
  await backupRoutes(new BackupMaker({ ...parts, log: app.log }))(app);
  const importing = { ...parts, runner, settings, log: app.log };
  await app.register(importRoutes(importing, new ImportRunner(importing)));
}
