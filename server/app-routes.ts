import type { Registry } from 'prom-client';
import { mcpRoutes } from '#agents';
import { closingMail, notificationRoutes, streamRoutes, webhookRoutes } from '#delivery';
import { outboxRoutes } from '#events';
import { answerRoutes, keepingRoutes, similarRoutes } from '#memory';
import {
  BackupMaker,
  backupRoutes,
  exportRoutes,
  ImportRunner,
  importRoutes,
  oldAddressRoutes,
  personDataRoutes,
  ticketCsvRoutes,
} from '#movers';
import {
  avatar,
  logo,
  MailPace,
  PictureSender,
  PictureStore,
  pictureRoutes,
  sessionRoutes,
  signInRoutes,
  type Tokens,
  tokenRoutes,
  userRoutes,
} from '#people';
import {
  documentRoutes,
  mailboxRoutes,
  pageRoutes,
  type Routes,
  type Runner,
  type SettingsSource,
  serviceRoutes,
} from '#platform';
import { type LastBackup, metricsRoutes, setupRoutes, workspaceRoutes } from '#service';
import { type AppAddress, auditRoutes, mailTestRoutes, type SecurityLog, settingsRoutes } from '#settings';
import {
  AttachmentReceiver,
  attachmentRoutes,
  boardRoutes,
  commentRoutes,
  followRoutes,
  homeRoutes,
  icon,
  noticeRoutes,
  projectRoutes,
  referenceRoutes,
  relationRoutes,
  reopenRoutes,
  statisticsRoutes,
  summaryRoutes,
  taskRoutes,
  templateRoutes,
  ticketDetailRoutes,
  ticketRoutes,
  viewRoutes,
} from '#tickets';
import type { Parts } from './app.ts';

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
