/** A service that is killed while it takes an act back: each ticket is as it was or as it becomes, and the same request goes on. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Act, Undone } from '../contract/acts.ts';
import type { ManyChanged, Ticket, TicketDetail } from '../contract/tickets.ts';
import { actOf } from '../server/testing/acts.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { ServiceProcess, signedIn, tokenOf } from './service-process.ts';
import { chance, seed, size } from './size.ts';

const SECRET = 'a secret that is long enough for proofs';
const TICKETS = 160;
const KILLS = size(4, 60);

for (const name of databases)
  describe(`killed ${KILLS} times while an act is taken back (${name}, KWIT_SEED=${seed})`, () => {
    let service: ServiceProcess;
    let environment: Record<string, string>;
    let end: () => Promise<void>;
    before(async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'kwit-undo-'));
      const own = await ownDatabase(name);
      environment = {
        ...{ DATA_DIR: dataDir, PORT: '0', LOG_LEVEL: 'silent', WRITES_PER_MINUTE: '1000000' },
        ...{ ALLOWED_DOMAINS: 'example.com', DEVELOPER_EMAILS: 'dev@example.com', OTP_REQUESTS_PER_CLIENT: '1000' },
        ...(own.url ? { DATABASE_URL: own.url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
      };
      service = await ServiceProcess.start(environment);
      end = async () => {
        await service.kill();
        await own.drop();
        rmSync(dataDir, { recursive: true, force: true });
      };
    });
    after(() => end());

    test('each ticket is whole, and the same request puts back the rest', async (t) => {
      const random = chance(seed);
      const token = await tokenOf(service.address);
      const ada = (await signedIn(service.address, 'ada@example.com')).token;
      const dev = () => new Caller(service.address, token);
      const ids: string[] = [];
      for (let n = 0; n < TICKETS; n += 1) {
        const draft = { title: 'As it was', description: 'Since this morning.' };
        ids.push((await new Caller(service.address, ada).post<Ticket>('/api/tickets', draft)).is(201).id);
      }
      const change = async () => {
        const wrong = { ids, change: { title: 'Wrong', priority: 'critical' } };
        const answer = await dev().patch<ManyChanged>('/api/tickets', wrong);
        assert.equal(answer.is(200).changed.length, TICKETS);
        return actOf(answer);
      };
      const undo = (act: string) => dev().post<Undone>(`/api/acts/${act}/undo`, {});
      const wrongOnes = async () => {
        let wrong = 0;
        for (const id of ids) {
          const { title, priority } = (await dev().get<TicketDetail>(`/api/tickets/${id}`)).is(200);
          assert.ok(['As it was normal', 'Wrong critical'].includes(`${title} ${priority}`), `${title} ${priority}`);
          if (title === 'Wrong') wrong += 1;
        }
        return wrong;
      };
      /** Waits until no more tickets than so many have still to be put back. */
      const remain = async (most: number) => {
        const path = '/api/tickets/count?priority=critical';
        while ((await dev().get<{ count: number }>(path)).is(200).count > most);
      };
      let partly = 0;
      for (let kill = 0; kill < KILLS; kill += 1) {
        const act = await change();
        const undoing = undo(act).catch(() => null);
        await remain(Math.trunc(random() * TICKETS));
        await service.kill();
        await undoing;
        service = await ServiceProcess.start(environment);
        const left = await wrongOnes();
        if (left > 0 && left < TICKETS) partly += 1;
        const again = await undo(act);
        if (left === 0) again.isRefused(409, 'already_undone');
        else assert.deepEqual([again.is(200).undone.length, again.is(200).left], [left * 2, []]);
        assert.equal(await wrongOnes(), 0);
        const { lines = [], can_undo } = (await dev().get<Act>(`/api/acts/${act}`)).is(200);
        assert.deepEqual([can_undo, lines.every(({ state }) => state === 'undone')], [false, true]);
      }
      t.diagnostic(`${partly} of ${KILLS} kills fell between tickets`);
    });
  });
