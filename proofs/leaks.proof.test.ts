import assert from 'node:assert/strict';
import { Writable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { MINUTE } from '#platform';
import { databases } from '../server/testing/databases.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import type { StreamReader } from '../server/testing/stream-reader.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../server/testing/webhook-receiver.ts';
import { type Route, routesOf } from './access/routes.ts';
import { toldToAgent } from './leaks/agent.ts';
import { READERS, type Reader } from './leaks/canaries.ts';
import { observe } from './leaks/observe.ts';
import { plant } from './leaks/plant.ts';
import type { Planted } from './leaks/planted.ts';
import { callerFor, readableRoutes, readEverything, writeEverything } from './leaks/sweep.ts';

/** SQL that lets the database refuse comments with a canary in them: an error that no check of ours foresees. */
const BREAK = {
  sqlite: `create trigger broken before insert on comments when new.content like 'canary%' begin select raise(abort, 'broken'); end`,
  postgres: `alter table comments add constraint broken check (content not like 'canary%') not valid`,
} as const;

const longestWordOf = (text: string): string =>
  text.split(/[^\p{L}\d]+/u).reduce((longest, word) => (word.length > longest.length ? word : longest), '');

for (const name of databases) {
  describe(`what each person sees of everything (${name})`, () => {
    let app: App;
    let routes: readonly Route[];
    let receiver: WebhookReceiver;
    let planted: Planted;
    let streams: Record<'ada' | 'dev', StreamReader>;
    let logged = '';
    const log = {
      level: 'trace',
      stream: new Writable({
        write(chunk, _encoding, done) {
          logged += chunk;
          done();
        },
      }),
    };
    before(async () => {
      receiver = await startWebhookReceiver();
      const start = () => startApp(name, { OUTBOUND_ALLOW: receiver.pair }, undefined, { log });
      ({ built: app, routes } = await routesOf(start));
      const { ada, dev } = await app.cast.all();
      streams = { ada: await ada.listens(), dev: await dev.listens() };
      planted = await plant(app, receiver);
    });
    after(async () => {
      await app.close();
      receiver.close();
    });

    test('exactly those who may read a planted text find it, in every route that reads', async () => {
      const patterns = readableRoutes(routes);
      const answered = new Set<string>();
      for (const reader of READERS) {
        const findings = await readEverything(planted, callerFor(planted, app.address, reader), patterns);
        const { canaries } = planted;
        assert.deepEqual([...findings.seen].sort(), canaries.expectedFor(reader).sort(), `as ${reader}`);
        assert.deepEqual(findings.serverErrors, [], `as ${reader}`);
        for (const pattern of findings.answered) answered.add(pattern);
      }
      assert.ok(planted.canaries.all.length >= 25);
      const silent = patterns.filter((pattern) => !answered.has(pattern));
      assert.deepEqual(
        silent.map(
          (pattern) =>
            `add a query to QUERIES of proofs/leaks/sweep.ts with which GET ${pattern} answers, or plant what it shows`,
        ),
        [],
      );
    });

    test('an agent reads what its person may read, and nothing else', async () => {
      const { canaries, people } = planted;
      for (const reader of ['ada', 'jan', 'dev', 'ewa'] as const) {
        const hidden = canaries.hiddenFrom(reader).map(({ text }) => text);
        const places = canaries.foundIn(await toldToAgent(app.address, people[reader], ['toner', ...hidden]));
        const allowed = canaries.expectedFor(reader);
        assert.deepEqual(
          places.filter((where) => !allowed.includes(where)),
          [],
          `as ${reader}`,
        );
        const own = reader === 'jan' ? "description of Jan's ticket" : "description of Ada's ticket";
        assert.ok(places.includes(own), `as ${reader}: ${places.join(', ')}`);
      }
    });

    test('nothing is found by words that one may not read', async () => {
      for (const reader of ['ada', 'jan'] as const) {
        for (const { where, text } of planted.canaries.hiddenFrom(reader)) {
          // Readers of an answer find it by its other words (docs/rules/answers.md#found-by).
          if (where === 'other word of a shared answer') continue;
          if (where === 'other word of an answer that is kept' && reader === 'jan') continue;
          // A secret that Kwit made has signs among its letters, and what stands between two of them may begin any word.
          const word = longestWordOf(text);
          const searches = [`tickets?q=${word}&snippets=1`, `tickets/similar?title=${word}`, `answers?q=${word}`];
          for (const search of searches) {
            const results = (await planted.people[reader].get(`/api/${search}`)).is(200);
            assert.deepEqual(results, [], `${where}, as ${reader}: ${search}`);
          }
        }
      }
    });

    test("the place in a developer's list shows a reporter nothing", async () => {
      const { ada, dev } = planted.people;
      for (const query of ['?limit=1', '?limit=1&sort=number', '?limit=1&sort=priority', '?limit=1&q=canary']) {
        for (let path = (await dev.lists(query)).next; path; ) {
          const answer = await ada.get(path);
          assert.deepEqual(planted.canaries.foundIn(answer.text).filter(isHiddenFrom('ada')), [], path);
          path = (await dev.get(path)).next;
        }
      }
    });

    test('what only developers read changes nothing that a reporter can observe', async () => {
      const { people, adaTicket, taken, janTicket } = planted;
      const { dev, ewa } = people;
      const readable = readableRoutes(routes);
      const moment = new Date(app.clock.now() + 1).toISOString();
      // That a developer sees it in the lists is enough to know that there was something to see.
      const observedBy = (reader: 'ada' | 'jan' | 'dev') =>
        observe(planted, people[reader], reader === 'dev' ? [] : readable, moment);
      const before = { ada: await observedBy('ada'), jan: await observedBy('jan'), dev: await observedBy('dev') };
      app.clock.advance(MINUTE);
      for (const ticket of [adaTicket, taken, janTicket]) {
        (await ewa.patches(ticket, { internal_note: `Nothing of ${ticket.id} shows.` })).is(200);
        (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
      }
      assert.deepEqual(await observedBy('ada'), before.ada);
      assert.deepEqual(await observedBy('jan'), before.jan);
      assert.notDeepEqual(await observedBy('dev'), before.dev);
    });

    test('mails tell nobody what they may not read', async () => {
      while ((await app.worker.runOnce()).claimed > 0);
      const { people, canaries } = planted;
      for (const reader of ['ada', 'jan', 'dev', 'ewa'] as const) {
        const mails = app.mailbox.list().filter(({ to }) => to === people[reader].user.email);
        const text = mails.map((mail) => `${mail.subject}\n${mail.text}\n${mail.html}`).join('\n');
        assert.deepEqual(canaries.foundIn(text).filter(isHiddenFrom(reader)), [], `to ${reader}`);
        if (reader === 'ada') assert.ok(canaries.foundIn(text).includes("comment on Ada's ticket"));
        if (reader === 'ewa') assert.ok(canaries.foundIn(text).includes("title of Jan's ticket"));
      }
    });

    test('an export is for developers, and has nothing that nobody may read', async () => {
      const { people, canaries } = planted;
      for (const reader of ['ada', 'jan'] as const)
        (await people[reader].get('/api/export?events=1')).isRefused(403, 'forbidden');
      const places = canaries.foundIn((await people.dev.get('/api/export?events=1')).text);
      const hidden = canaries.all.filter(({ readers }) => readers.length === 0).map(({ where }) => where);
      // An export has everybody's notices, also those that their people may not read any more.
      const isKept = (where: string) => where.startsWith('id of the notice');
      assert.deepEqual(
        hidden.filter((where) => places.includes(where) && !isKept(where)),
        [],
      );
      assert.ok(places.includes("title of Jan's ticket"));
    });

    test('webhooks carry no words of anybody', async () => {
      const sent = receiver.callsOf(planted.hook).map(({ text }) => text);
      assert.ok(sent.length > 0);
      const words = planted.canaries.foundIn(sent.join('\n')).filter((where) => !/^(id of|Jan's id)/.test(where));
      assert.deepEqual(words, []);
    });

    test('the live stream tells of nothing that one may not read', async () => {
      const { ada } = planted.people;
      const last = await ada.opens();
      const heard = await streams.ada.until('ticket.created', last);
      const { adaTicket, taken } = planted;
      const namesOf = ({ id }: { id: string }) =>
        heard.filter(({ data }) => data?.ticket_id === id).map((block) => block.event);
      assert.deepEqual(namesOf(adaTicket), [
        'ticket.created',
        // The comment that was edited, and the one that mentions her.
        'comment.created',
        'comment.created',
        // The comment that she wrote and took back.
        'comment.created',
        'ticket.updated',
        // Two comments with a file, the second of which she removed; then a file of the ticket's own.
        'comment.created',
        'ticket.updated',
        'comment.created',
        'ticket.updated',
        'ticket.updated',
      ]);
      assert.deepEqual(namesOf(taken), [
        'ticket.created',
        'ticket.status_changed',
        'ticket.updated',
        'ticket.status_changed',
        'ticket.closed',
      ]);
      const readableIds = [adaTicket.id, taken.id, last.id, ...planted.merged];
      assert.deepEqual(
        heard.filter(({ data }) => !readableIds.includes(data?.ticket_id ?? '')),
        [],
      );
      assert.deepEqual(planted.canaries.foundIn(heard.map(({ text }) => text).join('\n')), []);
      const all = (await streams.dev.until('ticket.created', last)).map(({ text }) => text).join('\n');
      assert.deepEqual(planted.canaries.foundIn(all).sort(), ["Jan's id", 'id of who only writes internally'].sort());
      const missed = await (await ada.listens(heard[0]?.id)).until('ticket.created', last);
      assert.deepEqual(
        missed.map(({ id }) => id),
        heard.slice(1).map(({ id }) => id),
      );
    });

    test('what the stream tells live only tells of nothing that one may not read', async () => {
      const { people, canaries, addresses } = planted;
      const quiet = canaries.all.find(({ where }) => where === 'id of who only writes internally')?.text;
      const [, said = ''] = addresses['/api/tickets/:id/comments/:commentId/edits'] ?? [];
      (await people.dev.patch(said.replace('/edits', ''), { content: 'In better words.' })).is(200);
      // Whatever was edited before is told by then.
      for (const stream of [streams.ada, streams.dev]) await stream.edited();
      assert.match(streams.ada.text, /event: notices\n/);
      assert.deepEqual(canaries.foundIn(streams.ada.text), []);
      assert.match(streams.dev.text, new RegExp(`event: comment.edited\n.*${quiet}`));
    });

    test('no write tells what one may not read, whatever comes of it', async () => {
      const key = { 'idempotency-key': 'the same for both' };
      const { ada, jan } = planted.people;
      const secret = planted.canaries.plant('title under a key', ['jan', 'dev', 'ewa']);
      (await jan.opening({ title: secret }, key)).is(201);
      (await ada.opening({}, key)).is(201);
      for (const reader of ['anonymous', 'ada'] as const) {
        const findings = await writeEverything(planted, callerFor(planted, app.address, reader));
        assert.deepEqual([...findings.seen].filter(isHiddenFrom(reader)), [], `as ${reader}`);
        assert.deepEqual(findings.serverErrors, [], `as ${reader}`);
      }
    });

    test('a failure of ours is answered without details, and the log holds nobody’s words', async () => {
      await app.database.write((connection) => connection.run({ sql: BREAK[name], parameters: [] }));
      const { ada, jan, dev, ewa } = planted.people;
      const content = planted.canaries.plant('comment that cannot be kept', []);
      const answer = await ada.comments(planted.adaTicket, content);
      answer.isRefused(500, 'internal_error');
      assert.deepEqual(planted.canaries.foundIn(answer.text), []);
      assert.match(logged, /request failed/);
      // The lines about security name people and sessions by their ids.
      const isId = (where: string) => /(^|\s)id( |$)/.test(where);
      assert.deepEqual(
        planted.canaries.foundIn(logged).filter((where) => !isId(where)),
        [],
      );
      const tokens = [ada, jan, dev, ewa].map(({ token }) => token ?? '');
      const codes = app.mailbox.list().flatMap(({ text }) => /\b\d{8}\b/.exec(text) ?? []);
      const leaks = [...tokens, ...codes].filter((secret) => logged.includes(secret));
      assert.deepEqual(leaks, []);
    });

    const isHiddenFrom = (reader: Reader) => (where: string) => !planted.canaries.expectedFor(reader).includes(where);
  });
}
