import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { TicketDetail } from '#contract/tickets.ts';
import { MailInWorker } from '#mail-in/serving';
import { DiskFileStore, loadSecrets, openDatabase, readConfig } from '#platform';
import { buildMailIn } from '../server/build-worker.ts';
import { type Answer, Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { freePort } from '../server/testing/free-port.ts';
import { connect, type Mta } from './mail-in/corpus/deliver.mjs';
import { ServiceProcess, tokenOf } from './service-process.ts';
import { chance, seed, size } from './size.ts';

const DOMAIN = 'kwit.test';
const SECRET = 'a secret that is long enough for proofs';
const SENDERS = 6;
const MAILS = size(36, 200);
const KILLS = size(3, 40);
/** A mail that a killed process worked on is another's after two minutes. */
const AFTER_LEASES = 3 * 60_000;

const nameOf = (n: number) => `Printer ${n} is out`;

/** A verified report. One person may send 30 mails an hour. */
const reportOf = (n: number) =>
  Buffer.from(
    [
      'Authentication-Results: mx.test; dmarc=pass header.from=example.com',
      `From: person${n % 10}@example.com`,
      `Subject: ${nameOf(n)}`,
      `Message-ID: <mail${n}@example.com>`,
      '',
      `No toner in ${n}.`,
      '',
    ].join('\r\n'),
  );

/** Hands mails over, one after the other, each until it got 250: as a mail server does whose connection is cut. */
async function deliverAll(port: number, mails: number[], acknowledged: Set<number>): Promise<void> {
  let mta: Mta | null = null;
  while (mails.length > 0) {
    const [n = 0] = mails;
    try {
      mta ??= await connect(port);
      const [reply] = await mta.deliver(`person${n % 10}@example.com`, [`report@${DOMAIN}`], reportOf(n));
      if (reply?.code !== 250) continue;
      acknowledged.add(n);
      mails.shift();
    } catch {
      mta = null;
      await wait(20);
    }
  }
  await mta?.quit();
}

/** Another process works on what killed ones left, when their leases are over. */
async function workOnTheRest(environment: Record<string, string>): Promise<void> {
  const config = readConfig(environment);
  const database = await openDatabase(config, Date.now());
  const clock = { now: () => Date.now() + AFTER_LEASES };
  const files = new DiskFileStore(join(config.dataDir, 'files'));
  const mailIn = buildMailIn({ config, database, clock, secrets: loadSecrets(config), files });
  const worker = new MailInWorker(mailIn, {
    error: (facts) => assert.fail(JSON.stringify(facts)),
  });
  await worker.runDue();
  await worker.stop();
  await database.close();
}

async function startWith(t: TestContext, environment: Record<string, string>) {
  const service = await ServiceProcess.start(environment);
  t.after(() => service.kill());
  return service;
}

for (const name of databases)
  test(`${KILLS} times killed while ${SENDERS} send ${MAILS} mails: none that got 250 is lost, none is doubled (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed);
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-mail-'));
    const own = await ownDatabase(name);
    t.after(async () => {
      await own.drop();
      rmSync(dataDir, { recursive: true, force: true });
    });
    const port = await freePort();
    const environment = {
      ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', MAIL_IN_LISTEN: `127.0.0.1:${port}` },
      ...{ ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: 'dev@example.com' },
      ...(own.url ? { DATABASE_URL: own.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
    };
    let service = await startWith(t, environment);
    const token = await tokenOf(service.address);
    const settings = { mail_in_domain: DOMAIN, mail_in_authserv_id: 'mx.test', force: true };
    (await new Caller(service.address, token).put('/api/mail-in/settings', settings)).is(200);

    const acknowledged = new Set<number>();
    const shares = Array.from({ length: SENDERS }, (_, sender) =>
      Array.from({ length: MAILS }, (_, n) => n).filter((n) => n % SENDERS === sender),
    );
    const sending = shares.map((mails) => deliverAll(port, mails, acknowledged));
    for (let kill = 0; kill < KILLS && acknowledged.size < MAILS; kill += 1) {
      // At any moment between DATA and the ticket: an answer takes some 10 ms.
      const before = acknowledged.size;
      while (acknowledged.size < Math.min(MAILS, before + 1 + Math.floor((random() * MAILS) / KILLS))) await wait(1);
      await wait(random() * 20);
      await service.kill();
      service = await startWith(t, environment);
    }
    await Promise.all(sending);
    assert.equal(acknowledged.size, MAILS);
    await service.kill();
    await workOnTheRest(environment);

    service = await startWith(t, environment);
    const dev = new Caller(service.address, token);
    const titles = new Map<string, number>();
    for (let page: string | null = '/api/tickets?limit=100'; page !== null; ) {
      const answer: Answer<TicketDetail[]> = await dev.get<TicketDetail[]>(page);
      for (const { title } of answer.is(200)) titles.set(title, (titles.get(title) ?? 0) + 1);
      page = answer.next;
    }
    assert.deepEqual(
      [...acknowledged].filter((n) => titles.get(nameOf(n)) !== 1).map((n) => [nameOf(n), titles.get(nameOf(n))]),
      [],
    );
    assert.equal(titles.size, MAILS);
    await service.kill('SIGTERM');
    t.diagnostic(`${acknowledged.size} mails, each is one ticket`);
  });
