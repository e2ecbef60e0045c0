import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { SignedIn } from '../contract/sign-in.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { newJournal } from './crash/journal.ts';
import { checkAnswers, checkFiles, checkKept, checkTold } from './crash/kept.ts';
import { Writer } from './crash/writer.ts';
import { ServiceProcess, signedIn } from './service-process.ts';
import { chance, seed, size } from './size.ts';

const WRITERS = 6;
const SECRET = 'a secret that is long enough for proofs';

for (const name of databases) {
  const crashes = name === 'sqlite' ? size(5, 140) : size(2, 60);

  test(`${crashes} times killed while clients write, the service has lost and doubled nothing (${name}, seed ${seed})`, async (t) => {
    const random = chance(seed);
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-crash-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    const environment = {
      DATA_DIR: dataDir,
      PORT: '0',
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com,ewa@example.com',
      WRITES_PER_MINUTE: '1000000',
      OTP_REQUESTS_PER_ADDRESS: '1000000',
      LOG_LEVEL: 'silent',
      ...(own.url ? { DATABASE_URL: own.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
    };
    const journal = newJournal();
    let people: Record<'dev' | 'ewa', SignedIn> | undefined;
    for (let crash = 0; crash <= crashes; crash++) {
      const service = await ServiceProcess.start(environment);
      t.after(() => service.kill());
      const { address } = service;
      people ??= { dev: await signedIn(address, 'dev@example.com'), ewa: await signedIn(address, 'ewa@example.com') };
      const { dev, ewa } = people;
      const parts = { address, token: dev.token, journal, colleague: ewa.user.id, random };
      const writers = Array.from({ length: WRITERS }, (_, n) => new Writer({ ...parts, name: `w${n}` }));
      for (const writer of writers) await writer.retryOpen();
      assert.equal(journal.open.size, 0);
      if (crash === crashes) {
        await checkKept(new Caller(address, dev.token), journal);
        await checkAnswers(new Caller(address, dev.token), journal);
        await checkTold(new Caller(address, ewa.token), journal);
        await service.kill('SIGTERM');
        break;
      }
      const writing = writers.map((writer) => writer.writeUntilGone());
      await wait(100 + random() * 300);
      await service.kill();
      await Promise.all(writing);
    }
    await checkFiles(dataDir, own.url, crashes * WRITERS);
    t.diagnostic(`${journal.acknowledged} acknowledged writes`);
  });
}
