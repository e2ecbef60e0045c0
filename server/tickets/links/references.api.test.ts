import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ExternalReference } from '#contract/references.ts';
import { HOUR } from '#platform';
import { type Player, withoutActs } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const URL_OF_PULL = 'https://git.example.com/kwit/pulls/7';
const DRAFT = { ref_type: 'git_pr', url: URL_OF_PULL };

const references = (ticket: { id: string }) => `/api/tickets/${ticket.id}/external-references`;
const adds = (player: Player, ticket: { id: string }, draft: object) =>
  player.post<ExternalReference[]>(references(ticket), { ...DRAFT, ...draft });
const sees = async (player: Player, ticket: { id: string }) =>
  (await player.get<ExternalReference[]>(references(ticket))).is(200);

onEachDatabase('an external reference', (app) => {
  test('is added to a ticket by developers, and read by everyone who may open the ticket', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = await ada.opens();
    clock.advance(HOUR);
    const [first] = (await adds(dev, ticket, { title: ' Replace the fuser ' })).is(201);
    const { id, act_id: _, ...rest } = first as ExternalReference;
    assert.deepEqual(rest, {
      ...DRAFT,
      title: 'Replace the fuser',
      created_by: dev.id,
      created_by_name: 'Dev',
      created_at: new Date(clock.now()).toISOString(),
    });
    const all = (await adds(dev, ticket, { ref_type: 'monitoring', url: 'http://10.0.0.7/d?x=1#y' })).is(201);
    assert.deepEqual([all[0]?.title, all[1], all.length], [null, first, 2]);
    assert.deepEqual(await sees(dev, ticket), all);
    assert.deepEqual(await sees(ada, ticket), withoutActs(all));
    assert.deepEqual((await ada.reads(ticket)).is(200).external_references, withoutActs(all));
    (await jan.get(references(ticket))).isRefused(403, 'forbidden');
    (await app().stranger.get(references(ticket))).isRefused(401, 'unauthorized');
    (await adds(ada, ticket, {})).isRefused(403, 'forbidden');
    (await ada.delete(`${references(ticket)}/${id}`)).isRefused(403, 'forbidden');
  });

  test('is an http or https address, whole and without a password', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const wrong = `javascript:alert(1) JavaScript://x/%0aalert(1) data:text/html,x vbscript:x file:///etc/passwd ftp://example.com/
      //example.com /tickets/7 example.com https:example.com https:/example.com https:// https://? https://[::1 https://a:b@example.com/
      https://a@example.com https://:b@example.com https://git.example.com@evil.example/x https://example.com:99999/ https://exa%00mple.com`;
    const addresses = wrong.trim().split(/\s+/);
    for (const url of [
      ...addresses,
      '',
      'https://a b.example',
      'https://exa\nmple.com',
      'java\nscript:x',
      'https://a\tb',
    ])
      assert.deepEqual((await adds(dev, ticket, { url })).isInvalid(), ['url'], url);
    const right = `http://localhost:3000 https://example.com HTTPS://Example.com/A https://pl.wikipedia.org/wiki/Łódź https://[::1]:8443/x
      https://example.com/a@b?c=d:e@f#g`;
    for (const url of right.split(/\s+/))
      assert.equal((await adds(dev, ticket, { url: ` ${url}\n` })).is(201)[0]?.url, url);
  });

  test('keeps to its bounds', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const long = (length: number) => `${URL_OF_PULL}?${'é'.repeat(length - URL_OF_PULL.length - 1)}`;
    (await adds(dev, ticket, { url: long(2048), title: '𝒳'.repeat(300) })).is(201);
    for (const title of [null, '', '  ']) assert.equal((await adds(dev, ticket, { title })).is(201)[0]?.title, null);
    const wrong = [{ url: long(2049) }, { title: '𝒳'.repeat(301) }, { ref_type: 'ticket' }, { ref_type: null }];
    for (const draft of [...wrong, { title: 'n\0l' }, { url: 'https://n\0l.example' }, { url: 7 }, { note: 'x' }])
      assert.deepEqual((await adds(dev, ticket, draft)).isInvalid(), Object.keys(draft));
    assert.deepEqual((await dev.post(references(ticket), {})).isInvalid(), ['ref_type', 'url']);
    (await adds(dev, { id: UNKNOWN }, {})).isRefused(404, 'ticket_not_found');
    (await adds(dev, { id: UNKNOWN }, { url: 'https://a@b.example' })).isRefused(400, 'validation_error');
    (await dev.get(references({ id: UNKNOWN }))).isRefused(404, 'ticket_not_found');
  });

  test('is removed once, from its own ticket', async () => {
    const { ada, dev } = await app().cast.all();
    const [ticket, other] = [await ada.opens(), await ada.opens()];
    const [gone, remaining] =
      [(await adds(dev, ticket, {})).is(201), (await adds(dev, ticket, {})).is(201)].at(-1) ?? [];
    const remove = (from: { id: string }, id = gone?.id) => dev.delete(`${references(from)}/${id}`);
    (await remove(other)).isRefused(404, 'external_reference_not_found');
    (await remove(ticket)).is(204);
    assert.deepEqual(await sees(dev, ticket), [remaining]);
    (await remove(ticket)).isRefused(404, 'external_reference_not_found');
    (await remove({ id: UNKNOWN })).isRefused(404, 'ticket_not_found');
    (await remove(ticket, 'x')).isRefused(400, 'validation_error');
  });

  test('moves its ticket up and tells of itself, and is no new version', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const moments: string[] = [];
    for (const act of [
      () => adds(dev, ticket, {}),
      async () => dev.delete(`${references(ticket)}/${(await sees(dev, ticket))[0]?.id}`),
    ]) {
      clock.advance(HOUR);
      moments.push(new Date(clock.now()).toISOString());
      assert.ok((await act()).status < 300);
      const { version, updated_at, history } = (await ada.reads(ticket)).is(200);
      assert.deepEqual([version, updated_at, history], [1, moments.at(-1), []]);
    }
    const changes = (await dev.eventsOf(ticket)).slice(1);
    assert.deepEqual(
      changes.map(({ event_name, payload, occurred_at }) => [event_name, payload.changed, occurred_at]),
      moments.map((at) => ['ticket.updated', ['external_references'], at]),
    );
  });
});
