import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, test } from 'node:test';
import type { OutboxReplayed, OutboxStats } from '../contract/outbox.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { bundledWorker } from './outbox/bundle-worker.ts';
import { FlakyReceiver, type SeenAttempt } from './outbox/flaky-receiver.ts';
import { attemptName } from './outbox/messages.ts';
import { Workers } from './outbox/workers.ts';
import { chance, seed, size, sizeOnEach } from './size.ts';

const EVENTS = sizeOnEach(1000, 10_000);
const TICKETS = EVENTS / 10;
/** People who report at once. With more of them a busy machine refuses requests. */
const WRITERS = 10;
/** The clock goes on by so many milliseconds when nothing is due: pauses are over, and leases of disturbed workers too. */
const JUMP_MS = 1_200_000;
/** So far the clock jumps while attempts run. A lease lasts longer, so an undisturbed worker never loses one. */
const JUMPS_IN_FLIGHT_MS = [120_000, -60_000, 240_000];
/** Turns of 5 ms after which stopped workers continue. */
const MAX_TURNS = 300;
const OUTBOX = '/api/settings/events/outbox';

const turn = () => new Promise((resolve) => setTimeout(resolve, 5));

const entriesOf = (app: App) =>
  app.database.read((connection) =>
    connection.rows<{ event_id: string; status: string; attempts: number }>({
      sql: 'select event_id, status, attempts from event_outbox',
      parameters: [],
    }),
  );

/** Records the events, ten a ticket. The receiver never accepts three of them, and one ends each worker that delivers it. */
async function record(app: App, receiver: FlakyReceiver): Promise<void> {
  const { ada } = await app.cast.all();
  let left = TICKETS;
  await Promise.all(
    Array.from({ length: WRITERS }, async () => {
      while (left-- > 0) {
        const ticket = await ada.opens();
        for (let n = 1; n < EVENTS / TICKETS; n++) (await ada.comments(ticket, `Comment ${n}`)).is(201);
      }
    }),
  );
  const ids = (await entriesOf(app)).map(({ event_id }) => event_id);
  assert.equal(ids.length, EVENTS);
  for (const n of [3, 30, 300]) receiver.hopeless.add(ids[n] as string);
  receiver.poison.add(ids[77] as string);
}

/** For each ticket and destination the `seq` of the accepted events, in the order in which each was first accepted. */
function acceptedByKey(accepted: readonly SeenAttempt[]): Map<string, number[]> {
  const seqsByKey = new Map<string, number[]>();
  for (const { ticketId, destination, seq } of accepted) {
    const seqs = seqsByKey.get(`${ticketId} ${destination}`) ?? [];
    seqsByKey.set(`${ticketId} ${destination}`, seqs);
    if (!seqs.includes(seq)) seqs.push(seq);
  }
  return seqsByKey;
}

const isRising = (numbers: readonly number[]) =>
  numbers.every((number, n) => n === 0 || number > (numbers[n - 1] ?? 0));

async function check(app: App, receiver: FlakyReceiver, { disturbed, unsettled }: Workers): Promise<void> {
  const key = ({ eventId, destination }: SeenAttempt) => `${eventId} ${destination}`;
  const accepted = new Set(receiver.accepted.map(key));
  const entries = await entriesOf(app);
  for (const { event_id, status, attempts } of entries) {
    const destinations = ['proof:a', 'proof:b'].filter((destination) => accepted.has(`${event_id} ${destination}`));
    if (status === 'sent') assert.equal(destinations.length, 2, `${event_id} is sent`);
    else assert.deepEqual([status, attempts], ['failed', 8], `${event_id} is over`);
  }
  const undeliverable = [...receiver.hopeless, ...receiver.poison];
  const statusOf = new Map(entries.map(({ event_id, status }) => [event_id, status]));
  assert.deepEqual(
    undeliverable.map((id) => statusOf.get(id)),
    undeliverable.map(() => 'failed'),
  );
  for (const id of receiver.hopeless) assert.ok((receiver.attempts.get(id) ?? 0) <= 16, 'eight for each destination');
  // A stopped worker sends what it had claimed when it continues, perhaps long after the delivery was given up.
  const inTime = receiver.accepted.filter((seen) => !receiver.late.has(seen));
  const outOfOrder = [...acceptedByKey(inTime).values()].filter((seqs) => !isRising(seqs));
  assert.deepEqual(outOfOrder, []);
  const hasSurvivedPoison = [...unsettled].some((id) => receiver.isLethal(id));
  if (!hasSurvivedPoison) assert.deepEqual(receiver.besideExclusive, [], 'poison candidates run exclusively');
  const latest = new Map<string, SeenAttempt>();
  const repeated = receiver.accepted.filter((seen) => {
    const before = latest.get(key(seen));
    latest.set(key(seen), seen);
    if (before === undefined || unsettled.has(attemptName(before))) return false;
    return !disturbed.has(before.worker) && !disturbed.has(seen.worker);
  });
  assert.deepEqual(repeated, [], 'delivered twice though no worker was disturbed');
}

/** Has the worker's program. */
const folder = mkdtempSync(join(tmpdir(), 'kwit-worker-'));
process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
const program = bundledWorker(folder);

for (const name of databases) {
  describe(`the outbox, with a flaky receiver and workers that are killed and stopped (${name})`, () => {
    let app: App;
    let workers: Workers;
    const receiver = new FlakyReceiver(chance(seed));
    after(async () => {
      await workers.killAll();
      receiver.close();
      await app.close();
    });

    const queue = async () => {
      const { dev } = await app.cast.all();
      return (await dev.get<OutboxStats>(`${OUTBOX}/stats`)).is(200).queue;
    };

    async function until(isSo: () => boolean): Promise<void> {
      for (let turns = 0; !isSo(); turns++) {
        // A worker that was stopped during a transaction holds SQLite's one lock, and all others wait for it.
        if (turns === MAX_TURNS) workers.continueStopped();
        await turn();
      }
    }

    /** Lets the workers deliver until nothing is pending. @param disturb is called before each jump of the clock. */
    async function untilAllIsOver(disturb: (jump: number) => void): Promise<void> {
      for (let jump = 0; ; jump++) {
        disturb(jump);
        receiver.interruption = () => workers.advance(JUMPS_IN_FLIGHT_MS[jump % JUMPS_IN_FLIGHT_MS.length] ?? 0);
        await until(() => {
          if (workers.active.every(({ isStopped }) => isStopped)) workers.begin();
          return workers.areIdle;
        });
        receiver.interruption = null;
        workers.rest();
        await until(() => workers.areResting);
        const { pending, processing } = await queue();
        workers.advance(JUMP_MS);
        if (pending + processing === 0) return;
      }
    }

    test(`delivers ${EVENTS} events, in order (seed ${seed})`, { timeout: size(600_000, 3_600_000) }, async () => {
      app = await startApp(name);
      workers = new Workers(app, await receiver.listen(), await program);
      receiver.isLate = (seen) => workers.isLate(seen);
      await record(app, receiver);
      await untilAllIsOver((jump) => {
        if (jump % 8 === 3) workers.kill();
        if (jump % 5 === 1) workers.stopOne();
        const count = jump < 6 ? 2 : 4;
        while (workers.active.length < count) workers.begin();
      });
      await check(app, receiver, workers);
    });

    test('delivers what was given up when it is replayed', { timeout: size(60_000, 600_000) }, async () => {
      receiver.isReliable = true;
      receiver.hopeless.clear();
      receiver.poison.clear();
      const { failed } = await queue();
      const { dev } = await app.cast.all();
      const { count } = (await dev.post<OutboxReplayed>(`${OUTBOX}/replay`, { status: 'failed' })).is(200);
      assert.equal(count, failed);
      await untilAllIsOver(() => {});
      const { failed: still, sent, total } = await queue();
      assert.deepEqual([still, sent, total], [0, EVENTS, EVENTS]);
      assert.equal(new Set(receiver.accepted.map(({ eventId }) => eventId)).size, EVENTS);
    });
  });
}
