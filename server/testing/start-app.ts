import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, afterEach, before, beforeEach, describe } from 'node:test';
import type { Subscriber } from '#events';
import { heldByBackups } from '#movers';
import { SessionUse } from '#people';
import { type Config, DiskFileStore, loadSecrets, Outbound, OutboundGuard, openDatabase, readConfig } from '#platform';
import { Mailbox, Mailers } from '#platform/serving';
import { buildApp, type Parts } from '../app.ts';
import { buildMailIn, buildWorker } from '../build-worker.ts';
import { runnerOn } from '../runner.ts';
import { Caller } from './caller.ts';
import { Cast } from './cast.ts';
import { type DatabaseName, databases, ownDatabase, poolerOf } from './databases.ts';
import { copyMigratedFile } from './sqlite-template.ts';

/** Limits so high that no test meets them, unless it sets its own. */
const TEST_ENVIRONMENT = {
  NODE_ENV: 'test',
  JWT_SECRET: 'a secret that is long enough for tests',
  SECRETS_KEY: 'another secret, long enough for tests',
  ALLOWED_DOMAINS: 'example.com,example.org',
  DEVELOPER_EMAILS: 'dev@example.com,ewa@example.com',
  DEFAULT_LANGUAGE: 'en',
  TRUST_PROXY: '127.0.0.1',
  OTP_REQUESTS_PER_ADDRESS: '1000000',
  OTP_REQUESTS_PER_CLIENT: '1000000',
  WRITES_PER_MINUTE: '1000000',
};

/** The clock of a test. Its time passes only by `advance`. */
export class TestClock {
  #now = Date.parse('2026-11-21T03:44:00.000Z');
  now = (): number => this.#now;
  advance(milliseconds: number): void {
    this.#now += milliseconds;
  }
}

/** As a start opens it. */
const SERVED = { isExclusive: true, older: 'changed' } as const;

export type App = Awaited<ReturnType<typeof startApp>>;

/** Starts the real service on a database of its own and on a free port. The test that starts it closes it. */
export async function startApp(
  name: DatabaseName,
  environment: Record<string, string> = {},
  subscribers?: readonly Subscriber[],
  more: Partial<Pick<Parts, 'log' | 'webApp' | 'files' | 'providerPatienceMs'>> = {},
) {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-'));
  const clock = new TestClock();
  const own = await ownDatabase(name);
  const where = own.url ? { DATABASE_URL: own.url } : {};
  const pooled = pooledEnvironment(environment.DATABASE_URL ?? own.url);
  const variables = { ...TEST_ENVIRONMENT, DATA_DIR: dataDir, ...where, ...pooled, ...environment };
  const config = readConfig(variables);
  if (config.databaseUrl === null && config.dataDir === dataDir) await copyMigratedFile(dataDir);
  const [database, secrets] = [await openDatabase(config, clock.now(), SERVED), loadSecrets(config)];
  const outgoing = outgoingParts(config, clock);
  const files = heldByBackups(new DiskFileStore(join(dataDir, 'files')), runnerOn(database, clock));
  const health = { stopping: false };
  const built = { config, database, clock, secrets, files, ...outgoing };
  const [worker, mailIn] = [buildWorker(built, subscribers), buildMailIn(built)];
  const ours = { ...built, worker, mailIn, sessionUse: new SessionUse() };
  const parts = { ...ours, version: '1.2.3', webApp: null, log: false as const, ...more };
  const server = await buildApp({ ...parts, isStopping: () => health.stopping });
  const stop = async () => {
    await Promise.all([worker.stop(), mailIn.parts.reader.close()]);
    await server.close();
    await outgoing.mailers.close();
    outgoing.outbound.close();
    await database.close();
    await own.drop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  const close = () => {
    server.server.closeAllConnections();
    return stop();
  };
  const address = await server.listen({ host: '127.0.0.1', port: 0 });
  const stranger = new Caller(address);
  return {
    address,
    ...{ dataDir, databaseUrl: own.url, environment: variables, runner: runnerOn(database, clock) },
    ...ours,
    server,
    health,
    stranger,
    cast: new Cast(stranger, outgoing.mailbox),
    /** Stops as the service does at a signal, which gives open connections their time. */
    stop,
    /** Cuts the connections that `fetch` keeps open, then stops. Use it where the test is not about the stop. */
    close,
  };
}

/** The variables of a pooler that stands at this address, if any. */
function pooledEnvironment(url: string | null): Record<string, string> {
  const { pooler, directUrl } = poolerOf(url);
  return pooler && directUrl ? { PG_POOLER: pooler, DATABASE_DIRECT_URL: directUrl } : {};
}

/** The parts by which mails and calls leave the service. */
function outgoingParts({ outboundAllow }: Config, clock: TestClock) {
  const mailbox = new Mailbox({ clock, announce: () => {} });
  const outbound = new Outbound(new OutboundGuard(outboundAllow));
  return { mailbox, outbound, mailers: new Mailers({ mailbox, outbound }) };
}

type Tests = (app: () => App) => void;
type Environment = Record<string, string>;

/** Runs the tests on each database, with one service for all of them. Each test makes its own records. */
export function onEachDatabase(subject: string, tests: Tests, environment: Environment = {}): void {
  describeOnEach(subject, tests, environment, [before, after]);
}

/** Runs each test on a service of its own: for tests that count everything, or that change the service for all. */
export function onEachDatabaseAnew(subject: string, tests: Tests, environment: Environment = {}): void {
  describeOnEach(subject, tests, environment, [beforeEach, afterEach]);
}

function describeOnEach(
  subject: string,
  tests: Tests,
  environment: Environment,
  [begin, end]: readonly [typeof before, typeof after],
): void {
  for (const name of databases) {
    describe(`${subject} (${name})`, () => {
      let app: App | undefined;
      begin(async () => {
        app = await startApp(name, environment);
      });
      end(async () => {
        const ended = app;
        // The runner keeps every test until its report, and a test would keep its service.
        app = undefined;
        await ended?.close();
      });
      tests(() => {
        if (app === undefined) throw new Error('The service has not started.');
        return app;
      });
    });
  }
}
