/**
 * Restarts three nodes one after the other, again and again, behind HAProxy and behind nginx as docs/operating/balancers.md
 * configures them. Both have to be installed. No request may fail.
 */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import type { TicketRow } from '../contract/tickets.ts';
import { Caller } from '../server/testing/caller.ts';
import { ownDatabase } from '../server/testing/databases.ts';
import { BALANCERS, Balancer, isInstalled } from './nodes/balancer.ts';
import { NodeGroup } from './nodes/node-group.ts';
import { SteadyClients } from './nodes/steady-clients.ts';
import { tokenOf } from './service-process.ts';
import { rounds } from './size.ts';

const NODES = 3;
/** How often all nodes are restarted, and how many requests are sent at least. */
const ROUNDS = rounds(20);
const REQUESTS = ROUNDS * 1000;
/** Clients of each kind. */
const CLIENTS = 6;
/** How long a balancer may need to notice that a node is ready again, in milliseconds. */
const NOTICED_MS = 3000;
const SECRET = 'a secret that is long enough for proofs';

for (const name of BALANCERS) {
  test(`${ROUNDS} rolling restarts of ${NODES} nodes behind ${name} fail no request`, {
    timeout: ROUNDS * 120_000,
  }, async (t) => {
    assert.ok(isInstalled(name), `${name} is installed; on Debian and Ubuntu: apt-get install ${name}`);
    const dataDir = mkdtempSync(join(tmpdir(), 'kwit-balancers-'));
    t.after(() => rmSync(dataDir, { recursive: true, force: true }));
    const own = await ownDatabase('postgres');
    t.after(() => own.drop());
    const nodes = await NodeGroup.start(NODES, {
      DATA_DIR: dataDir,
      DATABASE_URL: own.url ?? '',
      JWT_SECRET: SECRET,
      SECRETS_KEY: SECRET,
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com',
      WRITES_PER_MINUTE: '1000000',
      DRAIN_SECONDS: '5',
      LOG_LEVEL: 'error',
    });
    t.after(() => nodes.kill());
    const token = await tokenOf(nodes.at(0).address);
    const balancer = await Balancer.start(name, nodes.ports);
    t.after(() => balancer.stop());
    await wait(NOTICED_MS);
    const clients = await SteadyClients.start(new Caller(balancer.address, token), CLIENTS);
    for (let round = 1; round <= ROUNDS; round++) {
      for (let n = 0; n < NODES; n++) {
        const { code } = await nodes.restart(n);
        assert.equal(code, 0);
        await wait(NOTICED_MS);
      }
      process.stdout.write(`${name}: round ${round}, ${clients.answered} answered, ${clients.failed.length} failed\n`);
    }
    while (clients.answered < REQUESTS) await wait(100);
    await clients.stop();
    t.diagnostic(`${name}: ${ROUNDS * NODES} restarts, ${clients.answered} requests, ${clients.failed.length} failed`);
    assert.deepEqual([clients.failed, balancer.complaints], [[], []]);
    assert.equal(await commentsKept(new Caller(nodes.at(0).address, token)), clients.commented);
  });
}

/** How many comments all tickets have together. */
async function commentsKept(dev: Caller): Promise<number> {
  const tickets = (await dev.get<TicketRow[]>('/api/tickets?limit=100&view=row')).is(200);
  return tickets.reduce((sum, { comment_count }) => sum + comment_count, 0);
}
