import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import type { WebhookWithSecret } from '../../contract/webhooks.ts';
import { databases } from '../../server/testing/databases.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { type App, startApp } from '../../server/testing/start-app.ts';
import { examplesIn, firstOutput, type Running, startExample } from '../client/testing/examples.ts';
import { Machine } from './testing/typed.ts';

const page = examplesIn(new URL('../../docs/integrations.md', import.meta.url));
const exampleCalled = (name: string) => {
  const example = page.find(({ code }) => code.includes(name));
  assert.ok(example, `The page has no ${name}.`);
  return example;
};

/** Runs a server of the page meanwhile. @returns what it said. */
async function meanwhile({ child, ended }: Running, use: () => Promise<void>): Promise<string> {
  await firstOutput({ child, ended });
  try {
    await use();
  } finally {
    child.kill();
  }
  const { out, err } = await ended;
  assert.equal(err, '');
  return out;
}

for (const name of databases) {
  describe(`docs/integrations.md (${name})`, () => {
    let app: App;
    let port: number;
    before(async () => {
      port = await freePort();
      app = await startApp(name, { OUTBOUND_ALLOW: `127.0.0.1:${port}` });
      // The receiver compares the time of a webhook with the machine's.
      app.clock.advance(Date.now() - app.clock.now());
    });
    after(() => app.close());

    const tokenOf = async (scope: string) =>
      (await (await app.cast.dev).post<NewToken>('/api/tokens', { name: 'Pipeline', scope })).is(201).token;

    test('receives webhooks of Kwit, once each, and of nobody else', async () => {
      const { ada, dev } = await app.cast.all();
      // The events of other tests go nowhere.
      await app.worker.runOnce();
      const url = `http://127.0.0.1:${port}/kwit`;
      const webhook = (await dev.post<WebhookWithSecret>('/api/webhooks', { url })).is(201);
      const env = { PORT: String(port), KWIT_WEBHOOK_SECRET: webhook.secret };
      const receiver = startExample(exampleCalled('receive-webhooks.mjs'), env);
      let number = 0;
      const said = await meanwhile(receiver, async () => {
        const ticket = await ada.opens();
        number = ticket.number;
        await app.worker.runOnce();
        const [entry] = await dev.eventsOf(ticket);
        assert.equal(entry?.status, 'sent');
        (await dev.post(`/api/settings/events/outbox/${entry.id}/replay`)).is(200);
        await app.worker.runOnce();
        const forged = { 'webhook-id': 'x', 'webhook-timestamp': String(Math.trunc(Date.now() / 1000)) };
        for (const signature of ['v1,AAAA', `v1,${Buffer.alloc(32).toString('base64')}`, ''])
          for (const headers of [{ ...forged, 'webhook-signature': signature }, { 'webhook-signature': signature }])
            assert.equal((await fetch(url, { method: 'POST', body: '{}', headers })).status, 401);
      });
      assert.equal(said, `Listening\nticket.created of ticket ${number}\n`);
      (await dev.delete(`/api/webhooks/${webhook.id}`)).is(204);
    });

    test('opens one ticket for an alert that fires again and again', async () => {
      const labels = { alertname: 'DiskFull', instance: 'db1', severity: 'critical' };
      const alert = { status: 'firing', labels, annotations: { description: '3 % left.' }, fingerprint: 'c0ffee' };
      const firing = { ...alert, startsAt: '2026-11-21T03:44:00Z', generatorURL: 'http://prometheus/graph' };
      const alertPort = await freePort();
      const env = { PORT: String(alertPort), KWIT_URL: app.address, KWIT_TOKEN: await tokenOf('write') };
      const said = await meanwhile(startExample(exampleCalled('tickets-from-alerts.mjs'), env), async () => {
        const fuller = { ...firing, annotations: { description: '2 % left.' } };
        const later = { ...firing, startsAt: '2026-11-22T09:00:00Z' };
        for (const alerts of [[firing], [firing, { ...alert, status: 'resolved' }], [fuller], [later]]) {
          const body = JSON.stringify({ alerts });
          assert.equal((await fetch(`http://127.0.0.1:${alertPort}`, { method: 'POST', body })).status, 204);
        }
      });
      const opened = (await (await app.cast.dev).lists('?q=diskfull')).is(200);
      assert.deepEqual(
        opened.map(({ title, urgency_reporter }) => [title, urgency_reporter]),
        Array(2).fill(['Alert DiskFull at db1', 'critical']),
      );
      const [second, first] = opened.map(({ number }) => `DiskFull is ticket ${number}\n`);
      assert.equal(said, `Listening\n${first}${first}${second}`);
    });

    test('closes the tickets that a deployed commit fixes, once', async () => {
      const { ada, dev } = await app.cast.all();
      const [fixed, second, other] = [await ada.opens(), await ada.opens(), await ada.opens()];
      const machine = new Machine();
      after(() => machine.close());
      machine.addProgram('kwit', `import(${JSON.stringify(join(import.meta.dirname, 'main.ts'))})`);
      const git = (...args: string[]) =>
        execFileSync('git', ['-c', 'user.name=Dev', '-c', 'user.email=dev@example.com', ...args], {
          cwd: machine.home,
        });
      const commit = (message: string) => git('commit', '--quiet', '--allow-empty', '-m', message);
      git('init', '--quiet');
      commit(`Begin. Fixes #${other.number}`);
      const deployed = git('rev-parse', 'HEAD').toString().trim();
      commit(`Lamps: hold the bulb\n\nFixes #${second.number}, fixes #${fixed.number}, fixes #99999.`);
      commit(`Lamps: test it. fixes #${fixed.number}`);
      const env = {
        ...{ KWIT_URL: app.address, KWIT_TOKEN: await tokenOf('write'), VERSION: '2.1', DEPLOYED: deployed },
        PATH: `${join(machine.home, 'bin')}:${process.env.PATH}`,
      };
      for (const outcome of [
        'is closed, and its reporter has your answer',
        'was closed already, and keeps its answer',
      ]) {
        const { code, err } = await startExample(exampleCalled('close-fixed-tickets'), env, machine.home).ended;
        const report = [fixed, second].map(({ number }) => `#${number} ${outcome}.\n`).join('');
        assert.deepEqual([code, err.replace(/^ticket_not_found: .*\n/m, '')], [0, report]);
      }
      for (const ticket of [fixed, second]) {
        const { status, comments } = (await dev.reads(ticket)).is(200);
        const answers = comments.map(({ content }) => content);
        assert.deepEqual([status, answers], ['closed', ['This is fixed in version 2.1, which is live now.']]);
      }
      assert.equal((await dev.reads(other)).is(200).status, 'submitted');
    });
  });
}
