/** Backups beside six clients who write, replace pictures and remove files: each is whole, restored and checked; kill -9. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as after } from 'node:timers/promises';
import { Caller } from '../server/testing/caller.ts';
import { formOf } from '../server/testing/cast.ts';
import { type DatabaseName, databases, ownDatabase } from '../server/testing/databases.ts';
import { emptyDatabase } from '../server/testing/empty-database.ts';
import { serviceHere } from '../server/testing/service-here.ts';
import { churn, environmentOf, folderOf, kwit, typed, unlessTooBusy, wholeIn } from './backup/kwit.ts';
import { newJournal } from './crash/journal.ts';
import { Writer } from './crash/writer.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';
import { chance, seed, size } from './size.ts';

const BACKUPS = size(2, 20);
const KILLS = size(1, 50);
const FLIPS = size(1, 20);
const WRITERS = 6;

/** Writes one thing, or sends the last one again, of which a service that has too much to do said that it cannot answer. */
const writesOne = (writer: Writer): Promise<void> =>
  unlessTooBusy(async () => {
    await writer.retryOpen();
    await writer.writeOne();
  });

for (const name of databases)
  test(`${BACKUPS} backups under ${WRITERS} writers are whole, and so is what is restored of them (${name}, seed ${seed})`, async (t) => {
    const folder = folderOf(t);
    const [data, root] = [join(folder, 'data'), join(folder, 'backups')];
    const own = await ownDatabase(name);
    t.after(() => own.drop());
    const environment = environmentOf(data, own.url);
    const service = await ServiceProcess.start(environment);
    t.after(() => service.kill());
    const token = await tokenOf(service.address);
    const journal = newJournal();
    const writers = Array.from(
      { length: WRITERS - 2 },
      (_, n) => new Writer({ address: service.address, token, journal, name: `w${n}`, random: chance(seed + n) }),
    );
    const dev = new Caller(service.address, token);
    /** Lets everybody write until it is over. */
    const write = (isOver: () => boolean) =>
      Promise.all([
        ...writers.map(async (writer) => {
          while (!isOver()) await writesOne(writer);
        }),
        ...[churn(dev, isOver), churn(dev, isOver)],
      ]);
    await Promise.all(writers.map(writesOne));
    for (let count = 0; count < BACKUPS; count++) {
      const acknowledged = [...journal.tickets.values()].map(({ id }) => id);
      let isOver = false;
      const writing = write(() => isOver);
      const made = await kwit(environment, 'backup', root).ended;
      // They rest while it is restored: what they wrote then would be in no backup.
      isOver = true;
      await writing;
      assert.equal(made.code, 0, made.said);
      const [restored, empty] = [join(folder, 'restored'), own.url ? await emptyDatabase() : null];
      const there = environmentOf(restored, empty?.url);
      const back = await typed(there, 'restore', wholeIn(root).at(-1) ?? '');
      assert.equal(back.code, 0, back.said);
      const checked = await typed(there, 'check');
      assert.equal(checked.code, 0, checked.said);
      const again = await serviceHere(there);
      const reader = new Caller(again.address, token);
      for (const id of acknowledged.slice(-50)) (await reader.get(`/api/tickets/${id}`)).is(200);
      const me = (await reader.get<{ avatar_url: string | null }>('/api/auth/me')).is(200);
      if (me.avatar_url) assert.equal((await fetch(again.address + me.avatar_url)).status, 200);
      await again.stop();
      rmSync(restored, { recursive: true });
      await empty?.drop();
    }
    const checked = await typed(environment, 'check');
    assert.equal(checked.code, 0, checked.said);
    t.diagnostic(`${journal.tickets.size} tickets, ${journal.comments.size} comments were written meanwhile`);
  });

/** A backup, and the Kwit that it was made of, which has one ticket more now. */
async function twoStates(t: TestContext, name: DatabaseName) {
  const folder = folderOf(t);
  const [data, root] = [join(folder, 'data'), join(folder, 'backups')];
  const own = await ownDatabase(name);
  t.after(() => own.drop());
  const environment = environmentOf(data, own.url);
  const service = await serviceHere(environment);
  const dev = new Caller(service.address, await tokenOf(service.address));
  for (let count = 0; count < 20; count++) {
    const file = [{ name: 'a.txt', type: 'text/plain', bytes: Buffer.from(`file ${count}`) }];
    (await dev.post('/api/tickets', formOf({ title: `Ticket ${count}`, description: 'Of before.' }, file))).is(201);
  }
  assert.equal((await typed(environment, 'backup', root)).code, 0);
  (await dev.post('/api/tickets', { title: 'After', description: 'The backup.' })).is(201);
  await service.stop();
  return { folder, data, root, environment, backup: wholeIn(root)[0] ?? '' };
}

/** How long a restore takes, in milliseconds. */
async function timed(restore: () => ReturnType<typeof kwit>): Promise<number> {
  const began = performance.now();
  const { code, said } = await restore().ended;
  assert.equal(code, 0, said);
  return performance.now() - began;
}

/** Kills it at a random moment of those that it takes. */
async function killedWithin(took: number, random: () => number, { child, ended }: ReturnType<typeof kwit>) {
  await after(took * (0.3 + 0.7 * random()));
  child.kill('SIGKILL');
  await ended;
}

const ticketsIn = (said: string): number => Number(/Counts +(\d+) ticket/.exec(said)?.[1]);
const [BEFORE, RESTORED] = [21, 20];

const killsOfRestore = {
  async sqlite(t: TestContext) {
    const { data, environment, backup } = await twoStates(t, 'sqlite');
    const random = chance(seed);
    const took = await timed(() => kwit(environment, 'restore', backup, '--data-dir', `${data}-timed`));
    const outcomes = { old: 0, new: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      await killedWithin(took, random, kwit(environment, 'restore', backup, '--into-new'));
      // The next start is what finishes a restore of which only the name was missing.
      const service = await serviceHere(environment);
      await service.stop();
      const checked = await typed(environment, 'check');
      assert.equal(checked.code, 0, checked.said);
      const tickets = ticketsIn(checked.said);
      assert.ok(tickets === BEFORE || tickets === RESTORED, `${tickets} tickets`);
      outcomes[tickets === BEFORE ? 'old' : 'new'] += 1;
      const olds = readdirSync(join(data, '..')).filter((name) => name.includes('before-restore'));
      if (tickets === RESTORED) {
        // The former folder is still there, under its new name.
        const old = join(data, '..', olds[0] ?? '');
        assert.equal((await typed(environment, 'check', old)).code, 0);
        rmSync(data, { recursive: true });
        renameSync(old, data);
      } else assert.deepEqual(olds, []);
    }
    t.diagnostic(`${outcomes.old} times the old folder, ${outcomes.new} times the new one`);
  },

  /** Either nothing came, so that it can be restored, or all of it. */
  async postgres(t: TestContext) {
    const { folder, backup } = await twoStates(t, 'postgres');
    const random = chance(seed);
    const first = await emptyDatabase();
    const there = (url: string) => environmentOf(join(folder, 'restored'), url);
    const took = await timed(() => kwit(there(first.url), 'restore', backup));
    await first.drop();
    const outcomes = { old: 0, new: 0 };
    for (let kill = 0; kill < KILLS; kill++) {
      const { url, drop } = await emptyDatabase();
      await killedWithin(took, random, kwit(there(url), 'restore', backup));
      const again = await typed(there(url), 'restore', backup);
      if (again.code === 1) assert.match(again.said, /has tables of Kwit/);
      outcomes[again.code === 0 ? 'old' : 'new'] += 1;
      const checked = await typed(there(url), 'check');
      assert.equal(checked.code, 0, checked.said);
      assert.equal(ticketsIn(checked.said), RESTORED);
      await drop();
    }
    t.diagnostic(`${outcomes.old} times the empty database, ${outcomes.new} times the restored one`);
  },
};

for (const name of databases)
  test(
    `a restore that is killed at ${KILLS} moments leaves what was there or what comes (${name}, seed ${seed})`,
    killsOfRestore[name],
  );

for (const name of databases)
  test(`${FLIPS} of ${FLIPS} flipped bytes are found (${name}, seed ${seed})`, async (t) => {
    const { root, environment } = await twoStates(t, name);
    const random = chance(seed);
    // A table without a row is an empty file.
    const paths = readdirSync(root, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name !== 'backup.lock')
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((path) => statSync(path).size > 0);
    for (let flip = 0; flip < FLIPS; flip++) {
      const path = paths[Math.floor(random() * paths.length)] ?? '';
      const bytes = readFileSync(path);
      const flipped = Buffer.from(bytes);
      const at = Math.floor(random() * bytes.length);
      flipped[at] = (bytes[at] ?? 0) ^ (1 << Math.floor(random() * 8));
      writeFileSync(path, flipped);
      assert.equal((await typed(environment, 'check', root)).code, 1, `${path}, byte ${at}`);
      writeFileSync(path, bytes);
    }
  });
