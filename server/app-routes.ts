import type { Registry } from 'prom-client';
import { internallySeen, seesProject } from '#access';
import { mcpRoutes } from '#agents/serving';
import type { MailInDraft } from '#contract/mail-in.ts';
import {
  AttachmentReceiver,
  attachmentRoutes,
  calendarRoutes,
  commentRoutes,
  followRoutes,
  mentionableRoutes,
  noticeRoutes,
  suggestionRoutes,
  summaryRoutes,
  targetRoutes,
  waitRoutes,
} from '#conversation/serving';
import { closingMail, notificationRoutes, streamRoutes, webhookRoutes } from '#delivery/serving';
import { makeDeliveriesDue } from '#events';
import { actRoutes, outboxRoutes } from '#events/serving';
import { describeMailbox, MailboxSignIn } from '#mail-in';
import { mailInCheckRoutes, mailInRoutes } from '#mail-in/serving';
import { answerRoutes, keepingRoutes, similarRoutes } from '#memory/serving';
import { BackupMaker, ImportRunner } from '#movers';
import {
  backupRoutes,
  exportRoutes,
  figuresCsvRoutes,
  importRoutes,
  oldAddressRoutes,
  personDataRoutes,
  ticketCsvRoutes,
} from '#movers/serving';
import { MailPace, OidcProvider, permitSignInChange } from '#people';
import {
  avatar,
  backchannelRoutes,
  logo,
  oidcRoutes,
  oidcSettingsRoutes,
  PictureSender,
  PictureStore,
  passkeyRoutes,
  pictureRoutes,
  sessionRoutes,
  signInRoutes,
  type Tokens,
  tokenRoutes,
  userRoutes,
} from '#people/serving';
import { viewRestorer } from '#planning';
import { boardRoutes, homeRoutes, statisticsRoutes, viewRoutes } from '#planning/serving';
import { contextOf, type FileStore, type Runner, type SettingsSource } from '#platform';
import { documentRoutes, mailboxRoutes, pageRoutes, type Routes, serviceRoutes } from '#platform/serving';
import {
  type LastBackup,
  metricsRoutes,
  setupRoutes,
  showSetup,
  upgradeRoutes,
  workspaceRoutes,
} from '#service/serving';
import type { AppAddress, PermitSignIn, SecurityLog } from '#settings';
import { auditRoutes, mailTestRoutes, type SeenTargets, settingsRoutes } from '#settings/serving';
import { gitConnectionRoutes, gitWebhookRoute, shippingRoutes } from '#shipping/serving';
import { followTeams, ticketGate, ticketRestorers, ticketsAtWork, unseenNames } from '#tickets';
import {
  askerRoutes,
  closingRoutes,
  fieldRoutes,
  icon,
  labelRoutes,
  mergedAddresses,
  mergingRoutes,
  projectRoutes,
  referenceRoutes,
  relationRoutes,
  taskRoutes,
  teamRoutes,
  templateRoutes,
  ticketDetailRoutes,
  ticketListRoutes,
  ticketPeopleRoutes,
  ticketRoutes,
} from '#tickets/serving';
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

/** Put back the changes of acts. */
const restorers = { ...ticketRestorers, of: { ...ticketRestorers.of, view: viewRestorer } };

/**
 * Adds every route of the service. What has hooks, parsers or refusals of its own is registered, which gives it a copy of all that
 * Fastify keeps for the app; to register everything took a quarter of a start.
 */
export async function addRoutes(app: Routes, parts: Parts, own: RouteParts): Promise<void> {
  const { runner, streamTokens, metrics, appAddress } = own;
  const { config, database, secrets, mailers, mailbox, files, webApp } = parts;
  const { unusedSessionMs } = config;
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  const receiver = new AttachmentReceiver(files);
  await addSignInRoutes(app, parts, own, source);
  await sessionRoutes(unusedSessionMs)(app);
  await ticketRoutes(receiver)(app);
  for (const routes of [ticketListRoutes, ticketDetailRoutes, closingRoutes, mergingRoutes]) await routes(app);
  for (const routes of [similarRoutes, answerRoutes, keepingRoutes]) await routes(app);
  await addConversationRoutes(app, receiver, files);
  for (const routes of [relationRoutes, referenceRoutes, boardRoutes, labelRoutes, fieldRoutes]) await routes(app);
  await addMovingRoutes(app, parts, runner, source);
  for (const routes of [homeRoutes, statisticsRoutes, viewRoutes, taskRoutes, templateRoutes]) await routes(app);
  await addPictureRoutes(app, parts, runner, source);
  await personDataRoutes({ runner, source, files, config })(app);
  for (const routes of [userRoutes(source, mailers), tokenRoutes(source)]) await routes(app);
  await settingsRoutes(source, runner, parts.outbound.guard, appAddress, onSettingsChange)(app);
  await mailTestRoutes(source, mailers)(app);
  await setupRoutes(source, runner, own.lastBackup)(app);
  for (const routes of [workspaceRoutes(source, runner), upgradeRoutes(runner), auditRoutes(seenTargets)])
    await routes(app);
  await app.register(notificationRoutes(runner, secrets.unsubscribeKey));
  await addMailInRoutes(app, parts, runner, source);
  await addGitRoutes(app, runner, source);
  for (const routes of [actRoutes(restorers), outboxRoutes(parts.worker, source, unseenNames)]) await routes(app);
  const { sealingKey } = secrets;
  await webhookRoutes({ ...parts, sealingKey })(app);
  const { wakeSignal } = database;
  await app.register(streamRoutes({ runner, wakeSignal, streamTokens, sealingKey, unusedSessionMs }));
  const agents = { runner, receiver, metrics, appAddress, restorers, closingMail: closingMail(source) };
  await app.register(mcpRoutes({ ...parts, ...agents }));
  await serviceRoutes(parts)(app);
  await metricsRoutes(metrics, config)(app);
  await app.register(documentRoutes);
  if (mailbox) await mailboxRoutes(mailbox, config)(app);
  for (const routes of [oldAddressRoutes, mergedAddresses]) await routes(runner)(app);
  const isOver = async (screen: string) =>
    screen === 'first' && !(await runner.read(contextOf('page'), showSetup)).needs_developer;
  if (webApp) await app.register(pageRoutes(webApp, isOver));
}

const seenTargets: SeenTargets = async (work, { tickets, projects }) =>
  new Set([
    ...(await internallySeen(work, work.actor, tickets)),
    ...projects.filter((id) => seesProject(work.actor, id)),
  ]);

async function addConversationRoutes(app: Routes, receiver: AttachmentReceiver, files: FileStore): Promise<void> {
  for (const routes of [
    commentRoutes(receiver, ticketGate),
    suggestionRoutes(ticketGate),
    attachmentRoutes(receiver, files, ticketGate),
  ])
    await routes(app);
  for (const routes of [
    calendarRoutes,
    targetRoutes,
    summaryRoutes,
    noticeRoutes,
    followRoutes(ticketGate),
    mentionableRoutes(ticketGate),
    waitRoutes(ticketGate),
  ])
    await routes(app);
}

/** The routes of mails that come in, and of what proves that they do. */
async function addMailInRoutes(
  app: Routes,
  { config, mailIn, mailers, outbound }: Parts,
  runner: Runner,
  source: SettingsSource,
) {
  const signIn = new MailboxSignIn({ runner, source, outbound });
  const tryMailbox = (draft: MailInDraft) => describeMailbox(signIn, config.mailInImap, draft);
  await mailInRoutes(mailIn, config.mailInImap !== null)(app);
  await mailInCheckRoutes(runner, { source, mailers, ways: config, tryMailbox })(app);
}

/** Connections to forges, and where these post. */
async function addGitRoutes(app: Routes, runner: Runner, source: SettingsSource): Promise<void> {
  const git = { runner, source, tickets: ticketsAtWork };
  await gitConnectionRoutes(git)(app);
  await app.register(gitWebhookRoute(git));
  await shippingRoutes(source, ticketsAtWork)(app);
  await askerRoutes(app);
}

/** The ways to sign in. */
async function addSignInRoutes(app: Routes, parts: Parts, own: RouteParts, source: SettingsSource): Promise<void> {
  const { runner, tokens, appAddress, securityLog } = own;
  const { config, secrets, mailers, clock } = parts;
  const signIn = { source, secrets, tokens, mailers, pace: new MailPace(), limits: config, securityLog };
  await signInRoutes(runner, signIn)(app);
  const provider = new OidcProvider(parts.outbound, clock, parts.providerPatienceMs);
  const oidc = { ...signIn, provider, followTeams, clock, appAddress };
  await oidcRoutes(runner, oidc)(app);
  await oidcSettingsRoutes(source, provider)(app);
  await passkeyRoutes(runner, signIn)(app);
  await app.register(backchannelRoutes(runner, oidc));
}

/** The routes of avatars, icons and the logo, and of the projects that have icons. */
async function addPictureRoutes(app: Routes, { config, files }: Parts, runner: Runner, source: SettingsSource) {
  const pictures = new PictureStore(files);
  const parts = { runner, pictures, sender: new PictureSender(files, config.frontendOrigin !== null) };
  await projectRoutes(app);
  await teamRoutes(app);
  await ticketPeopleRoutes(app);
  pictureRoutes(app, avatar, parts);
  pictureRoutes(app, icon, parts);
  pictureRoutes(app, logo(source), parts);
}

/** Exports, backups and imports. */
async function addMovingRoutes(app: Routes, parts: Parts, runner: Runner, settings: SettingsSource): Promise<void> {
  await ticketCsvRoutes(parts.clock)(app);
  await figuresCsvRoutes(app);
  await exportRoutes({ ...parts, runner })(app);
  await backupRoutes(new BackupMaker({ ...parts, log: app.log }))(app);
  const importing = { ...parts, runner, settings, log: app.log };
  await app.register(importRoutes(importing, new ImportRunner(importing)));
}

/** Mails that wait are due at once where mail is set anew (docs/rules/settings.md#mail). */
const onSettingsChange: PermitSignIn = async (work, current, change, isConfirmed) => {
  await permitSignInChange(work, current, change, isConfirmed);
  if (Object.keys(change).some((name) => /^(mail_provider$|smtp_|ses_)/.test(name))) {
    await makeDeliveriesDue(work, 'mail', work.now);
    work.hasRecorded = true;
  }
};
