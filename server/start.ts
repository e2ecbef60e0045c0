import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { MailboxReader, MailboxSignIn, MailInCanary } from '#mail-in';
import { type MailIn, MailInWorker, MailListener, readListenAddress } from '#mail-in/serving';
import { heldByBackups } from '#movers';
import { SessionUse } from '#people';
import {
  type Config,
  ConfigRefused,
  contextOf,
  type Database,
  instant,
  type Log,
  loadSecrets,
  type MigrationRun,
  newId,
  Outbound,
  OutboundGuard,
  openDatabase,
  openFileStore,
  prepareDataFolder,
  readConfig,
  type SchemaChange,
  StartRefused,
  systemClock,
} from '#platform';
import { announcement, Mailbox, Mailers } from '#platform/serving';
import { announceUpgrade, type ServingNode, SignOfLife, type UpgradeReport, upgradingTo } from '#service';
import { firstSteps, Housekeeping } from '#service/serving';
import { buildApp } from './app.ts';
import { buildMailIn, buildWorker, DUTIES } from './build-worker.ts';
import { runnerOn } from './runner.ts';
import { type Running, stopOnSignal } from './stop.ts';

interface Invocation {
  /** Whether an empty database may be made beside files that another one named (`--new`). */
  readonly isNew: boolean;
  /** Whether older nodes may serve while the schema changes, where the changes allow it (`--while-running`). */
  readonly whileRunning?: boolean;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly version: string;
  /** The folder of the built web app; null when there is none. */
  readonly webApp: string | null;
  /** Tells the person at the terminal something. */
  say(text: string): void;
}

/** Starts the service, which runs until a signal stops it. When it cannot start, it says why and exits with code 1. */
export async function start({ environment, ...invoked }: Invocation): Promise<void> {
  try {
    const config = readConfig(environment);
    await runService(config, invoked, (running, drain) => stopOnSignal(running, config.drainMs, drain));
  } catch (error) {
    if (!(error instanceof ConfigRefused) && !(error instanceof StartRefused)) throw error;
    process.stderr.write(`Kwit cannot start.\n${error.message}\n`);
    process.exit(1);
  }
}

const builtInMailbox = (say: Invocation['say']) =>
  new Mailbox({ clock: systemClock, announce: (message) => say(announcement(message)) });

/** Opens the database for the process that serves it, and brings its schema up to date. @returns it, and which migrations ran. */
async function openServed(config: Config, node: ServingNode, invoked: Omit<Invocation, 'environment'>) {
  const { isNew, whileRunning = false, version, say } = invoked;
  const migrations: MigrationRun[] = [];
  const report = reportTo(config, say);
  const change = upgradingTo({ version, config, whileRunning, node, report });
  const within: SchemaChange['within'] = async (connection, runs, now) => {
    await change.within?.(connection, runs, now);
    migrations.push(...runs);
  };
  const opening = { isExclusive: true, isNew, waitMs: config.databaseWaitMs, older: 'changed' } as const;
  const database = await openDatabase(config, systemClock.now(), { ...opening, change: { ...change, within } });
  return { database, migrations };
}

/** The report before there is a log: in production in its form, as one object a line (docs/rules/service.md#logs). */
const reportTo =
  ({ production }: Config, say: Invocation['say']): UpgradeReport =>
  (msg, facts = {}) =>
    say(production ? JSON.stringify({ level: 30, time: systemClock.now(), ...facts, msg }) : msg);

/**
 * Runs the service in this process.
 *
 * @param handOver gets what is to be closed at its end, before anybody can reach it, and says by `drain` that it is stopping.
 * @returns its address.
 */
export async function runService(
  config: Config,
  invoked: Omit<Invocation, 'environment'>,
  handOver: (running: Running & { readonly app: FastifyInstance }, drain: () => void) => void,
): Promise<string> {
  prepareDataFolder(config.dataDir);
  const node = { id: newId(), version: invoked.version, started_at: instant(systemClock.now()) };
  const { database, migrations } = await openServed(config, node, invoked);
  let stopping = false;
  try {
    const secrets = loadSecrets(config);
    const mailbox = config.production ? null : builtInMailbox(invoked.say);
    const outbound = new Outbound(new OutboundGuard(config.outboundAllow));
    const mailers = new Mailers({ mailbox, outbound });
    const clock = await database.sharedClock();
    const runner = runnerOn(database, clock, config);
    const files = heldByBackups(openFileStore(config.filesUrl ?? join(config.dataDir, 'files')), runner);
    const worker = buildWorker({ config, database, clock, secrets, mailers, outbound });
    const mailIn = buildMailIn({ config, database, clock, secrets, files });
    const sessionUse = new SessionUse();
    const parts = { config, database, clock, secrets, files, mailers, mailbox, worker, mailIn, outbound, sessionUse };
    const log = { level: config.logLevel };
    const app = await buildApp({ ...parts, ...invoked, log, isStopping: () => stopping });
    logStart(app, invoked.version, database, migrations);
    await runner.write({ ...contextOf('upgrade'), whileReadOnly: true }, announceUpgrade);
    const source = { given: config.settings, sealingKey: secrets.sealingKey };
    const housekeeping = new Housekeeping({ runner, files, source, log: app.log, sessionUse, ...DUTIES });
    const mailInWays = new MailInWays(mailIn, config, { outbound, mailers }, app.log);
    const signOfLife = new SignOfLife(runner, node);
    handOver({ app, worker, mailInWays, housekeeping, signOfLife, mailers, outbound, database }, () => {
      stopping = true;
    });
    await listen(app, config);
    worker.start();
    await mailInWays.start();
    housekeeping.start();
    signOfLife.start();
    announce(app, config, invoked.say, await firstSteps(runner, source, config, addressOf(app)));
    return addressOf(app);
  } catch (error) {
    await database.close();
    throw error;
  }
}

function logStart(
  { log }: FastifyInstance,
  version: string,
  { dialect }: Database,
  runs: readonly MigrationRun[],
): void {
  const migrations = runs.map(({ name }) => name);
  log.info({ version, node: process.version, database: dialect.name, migrations }, 'starting');
}

/**
 * Tells the person at the terminal that Kwit is ready, and what to do first. In production it writes to the log instead
 * (docs/rules/service.md#logs).
 */
function announce(
  app: FastifyInstance,
  { production }: Config,
  say: Invocation['say'],
  steps: readonly string[],
): void {
  const address = addressOf(app);
  const ready = `Kwit is ready: ${address} (the interface: ${address}/api/docs)`;
  if (production) {
    app.log.info(ready);
    for (const step of steps) app.log.warn(step);
  } else say([ready, ...steps].join('\n'));
}

const addressOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return String(address);
  const host = address.family === 'IPv6' ? `[${address.address}]` : address.address;
  return `http://${host === '0.0.0.0' || host === '[::]' ? 'localhost' : host}:${address.port}`;
};

async function listen(app: FastifyInstance, { host, port }: Config): Promise<void> {
  try {
    await app.listen({ host, port });
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EADDRINUSE')
      throw new StartRefused(`Port ${port} on ${host} is taken. Stop what uses it, or set PORT to another one.`);
    if (code === 'EACCES')
      throw new StartRefused(`This user may not listen on port ${port}. Set PORT to one above 1023.`);
    if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
      throw new StartRefused(`This machine has no address ${host}. Set HOST to one that it has, or to 127.0.0.1.`);
    throw error;
  }
}

type Ways = Pick<Config, 'mailInListen' | 'mailInProtocol' | 'mailInImap'>;

/** The ways by which mails come into this process, and the work on those that wait. */
export class MailInWays {
  readonly #worker: MailInWorker;
  readonly #canary: MailInCanary;
  readonly #listener: MailListener | null;
  readonly #mailbox: MailboxReader | null;

  constructor(
    mailIn: MailIn,
    { mailInListen, mailInProtocol, mailInImap }: Ways,
    { outbound, mailers }: { readonly outbound: Outbound; readonly mailers: Mailers },
    log: Pick<Log, 'error'>,
  ) {
    this.#canary = new MailInCanary({ ...mailIn.parts, mailers }, log);
    this.#worker = new MailInWorker(mailIn, log);
    const address = mailInListen === null ? null : readListenAddress(mailInListen);
    this.#listener = address && new MailListener({ mailIn, address, protocol: mailInProtocol, log });
    this.#mailbox =
      mailInImap === null
        ? null
        : new MailboxReader(mailIn, mailInImap, new MailboxSignIn({ ...mailIn.parts, outbound }), log);
  }

  async start(): Promise<void> {
    await this.#listener?.start();
    this.#worker.start();
    this.#mailbox?.start();
    this.#canary.start();
  }

  async stop(): Promise<void> {
    await this.#canary.stop();
    await this.#listener?.stop();
    await this.#mailbox?.stop();
    await this.#worker.stop();
  }
}
