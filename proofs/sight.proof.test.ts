/**
 * A walk through sight (docs/rules/access.md#everything-else): a world made at random, in which tickets are joined, moved,
 * sealed, restricted, and people leave. Whatever anybody is answered, mailed, sent or told is searched for what they do not
 * see, as `standing` says of what is stored; what there is and they do not see is answered as what there is not; and what
 * happens there moves nothing where they look.
 */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { tokenOf } from '#testing/mcp-agent.ts';
import { samples } from '#testing/sample-files.ts';
import { Caller } from '../server/testing/caller.ts';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import type { StreamReader } from '../server/testing/stream-reader.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { toldToAgent } from './leaks/agent.ts';
import { leaksIn, type Sights, type Unseen, unseenBy, unseenOf } from './sight/oracle.ts';
import { leaksOfReading, looksOf, tellingApart, thingsOf } from './sight/walk.ts';
import { READERS, type ReaderName, type World, worldOf } from './sight/world.ts';
import { seed, size } from './size.ts';
import { type Operation, operationsOf } from './standing/document.ts';

/** On PostgreSQL each takes five times as long. */
const STEPS = { sqlite: size(140, 600), postgres: size(60, 600) };
const WORLDS = size(1, 6);
/** How many steps the stream may be behind on a busy machine. */
const BEHIND = 4;

const attachTo = async (ticket: { id: string }, by: Player): Promise<unknown> =>
  (await by.attaches(ticket, { name: 'a.png', type: 'image/png', bytes: samples.png })).is(201);

for (const name of databases)
  for (let nth = 0; nth < WORLDS; nth += 1)
    describe(`the walk of sight (${name}, seed ${seed + nth})`, { timeout: 1_200_000 }, () => {
      let app: App;
      let receiver: WebhookReceiver;
      let world: World;
      let operations: readonly Operation[];
      let sights: Sights = new Map();
      let recent: Sights[] = [];
      const streams = new Map<ReaderName, StreamReader>();
      /** The names of which somebody knew at some time. */
      const openedBy = new Map<ReaderName, Set<string>>(READERS.map((reader) => [reader, new Set()]));
      const leaks: string[] = [];
      const left = { mails: 0, calls: 0 };

      before(async () => {
        receiver = await startWebhookReceiver();
        app = await startApp(name, { OUTBOUND_ALLOW: `${receiver.pair},127.0.0.1:9` });
        world = await worldOf(app, seed + nth);
        operations = await operationsOf(app);
        await app.worker.stop();
        for (const reader of READERS) streams.set(reader, await world.people[reader].listens());
        const hooks = [
          { owner: 'other developer' as const, projects: null, url: receiver.newUrl(), sent: 0 },
          { owner: 'former member' as const, projects: [world.projects[1] ?? ''], url: receiver.newUrl(), sent: 0 },
        ];
        for (const { owner, projects, url } of hooks)
          (await world.people[owner].post('/api/webhooks', { url, ...(projects && { projects }) })).is(201);
        let mailed = 0;
        for (let step = 0; step < STEPS[name]; step += 1) {
          const what = await world.step();
          // A world may have removed all of its files.
          if (step === STEPS[name] - 1) await attachTo(await world.people.reporter.opens(), world.people.reporter);
          sights = await unseenBy(world);
          recent = [...recent.slice(1 - BEHIND), sights];
          while ((await app.worker.runOnce()).claimed > 0);
          const mails = app.mailbox.list().filter(({ id }) => id > mailed);
          left.mails += mails.length;
          mailed = Math.max(mailed, ...mails.map(({ id }) => id));
          for (const [reader, unseen] of sights) {
            // The stream may be behind, and reads who somebody is and what a ticket is one after the other.
            const mixed = recent.flatMap((earlier) => {
              const before = earlier.get(reader) ?? unseen;
              return [
                unseenOf(before.reader, unseen.stored, world.words),
                unseenOf(unseen.reader, before.stored, world.words),
              ];
            });
            for (const { open } of mixed) for (const id of open) openedBy.get(reader)?.add(id);
            for (const { to, subject, text, html } of mails)
              if (to === world.people[reader].user.email)
                for (const leak of leaksIn(unseen, `${subject}\n${text}\n${html}`))
                  leaks.push(`${what}: a mail tells the ${reader} ${leak}`);
          }
          for (const hook of hooks) {
            const calls = receiver.callsOf(hook.url);
            for (const { text } of calls.slice(hook.sent))
              for (const leak of leaksIn(
                { words: new Set(), names: (sights.get(hook.owner) as Unseen).unheard(hook.projects) },
                text,
              ))
                leaks.push(`${what}: the webhook of the ${hook.owner} tells ${leak}`);
            left.calls += calls.length - hook.sent;
            hook.sent = calls.length;
          }
          app.clock.advance(MINUTE);
        }
      });
      after(async () => {
        await app.close();
        receiver.close();
      });

      test('mails and webhooks tell nobody what they do not see when it leaves', () => {
        assert.deepEqual(leaks, []);
        assert.ok(left.mails > 20 && left.calls > 20, JSON.stringify(left));
      });

      test('the stream tells nobody of what they never saw', async () => {
        for (const reader of READERS) {
          const [stream, last] = [streams.get(reader), await world.people[reader].opens()];
          await stream?.until('ticket.created', last);
          const names = [...(sights.get(reader)?.names ?? [])].filter((word) => !openedBy.get(reader)?.has(word));
          assert.deepEqual(leaksIn({ words: new Set(), names: new Set(names) }, stream?.text ?? ''), [], reader);
        }
      });

      for (const reader of READERS)
        test(`every reading is answered without what is unseen: ${reader}`, async () => {
          const unseen = sights.get(reader) as Unseen;
          const things = await thingsOf(world);
          assert.deepEqual(await leaksOfReading(world.people[reader], unseen, operations, things), []);
        });

      test('and to strangers without anything', async () => {
        const words = new Set(world.words.by.keys());
        const names = new Set([...sights.values()].flatMap((unseen) => [...unseen.names, ...unseen.open]));
        const things = await thingsOf(world);
        assert.deepEqual(await leaksOfReading(new Caller(app.address, null), { words, names }, operations, things), []);
      });

      test('to programs and agents as to their people', async () => {
        const things = await thingsOf(world);
        for (const reader of ['other developer', 'former member', 'participant'] as const) {
          const [person, unseen] = [world.people[reader], sights.get(reader) as Unseen];
          const program = new Caller(app.address, await tokenOf(person, 'read'));
          assert.deepEqual(await leaksOfReading(program, unseen, operations, things), [], reader);
          const words = [...unseen.words].slice(0, 8);
          const numbers = things['numbered-tickets']?.map(Number) ?? [];
          const answered = await toldToAgent(app.address, person, words, numbers);
          assert.deepEqual(leaksIn(unseen, answered, `${words} ${numbers}`), [], reader);
        }
      });

      test('what happens to the unseen moves nothing: no list, no count, no ETag', async () => {
        for (const reader of ['other developer', 'other reporter', 'former member', 'demoted'] as const) {
          const person = world.people[reader];
          while ((await app.worker.runOnce()).claimed > 0);
          app.clock.advance(MINUTE);
          const before = await looksOf(person, operations);
          for (const { id } of (sights.get(reader)?.tickets ?? []).slice(0, 3))
            for (const worker of Object.values(world.people)) {
              if (worker === person) continue;
              await worker.comments({ id }, 'More of it.');
              await worker.patches({ id }, { priority: 'critical' });
              await worker.patches({ id }, { status: 'closed', closure_summary: 'Done.' });
            }
          while ((await app.worker.runOnce()).claimed > 0);
          assert.deepEqual(await looksOf(person, operations), before, reader);
        }
      });

      test('what is unseen is answered as what there is not, by each operation', async () => {
        for (const reader of READERS) {
          const { people } = world;
          const own = await people[reader].opens();
          const unseen = (await unseenBy(world)).get(reader) as Unseen;
          const faults = await tellingApart(people[reader], unseen, operations, own.id);
          assert.deepEqual(faults, [], reader);
        }
      });
    });
