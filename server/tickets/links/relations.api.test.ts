import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RelatedTicket } from '#contract/relations.ts';
import { HOUR } from '#platform';
import { type Player, withoutActs } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

interface Numbered {
  readonly id: string;
  readonly number: number;
}

const related = (ticket: { id: string }) => `/api/tickets/${ticket.id}/related`;
const links = (player: Player, ticket: { id: string }, draft: object) =>
  player.post<RelatedTicket[]>(related(ticket), draft);
const sees = async (player: Player, ticket: { id: string }) =>
  (await player.get<RelatedTicket[]>(related(ticket)))
    .is(200)
    .map(({ number, relation_type, direction }) => `${direction} ${relation_type} ${number}`);

onEachDatabase('a link between tickets', (app) => {
  test('is made by id or by number, and seen from both sides', async () => {
    const { ada, dev } = await app().cast.all();
    const [one, two, three] = [await ada.opens(), await ada.opens({ category: 'question' }), await ada.opens()];
    (await dev.patches(two, { priority: 'high', assignee_id: dev.id })).is(200);
    const [link] = (await links(dev, one, { related_ticket_id: two.id, relation_type: 'blocks' })).is(201);
    const { updated_at } = (await dev.reads(two)).is(200);
    assert.deepEqual(withoutActs(link), {
      id: two.id,
      number: two.number,
      title: two.title,
      status: 'verified',
      priority: 'high',
      category: 'question',
      assignee_id: dev.id,
      reporter_id: ada.id,
      relation_type: 'blocks',
      direction: 'out',
      updated_at,
    });
    app().clock.advance(HOUR);
    const all = (await links(dev, one, { related_ticket_number: three.number })).is(201);
    assert.deepEqual(
      all.map(({ id }) => id),
      [three.id, two.id],
    );
    assert.deepEqual(await sees(dev, one), [`out related ${three.number}`, `out blocks ${two.number}`]);
    assert.deepEqual(await sees(dev, two), [`in blocks ${one.number}`]);
    assert.deepEqual(await sees(dev, three), [`in related ${one.number}`]);
    assert.deepEqual((await dev.reads(one)).is(200).related_tickets, all);
  });

  test('needs one other ticket that there is', async () => {
    const { ada, dev } = await app().cast.all();
    const [one, two] = [await ada.opens(), await ada.opens()];
    assert.deepEqual((await links(dev, one, {})).isInvalid(), ['related_ticket_id']);
    const both = { related_ticket_id: two.id, related_ticket_number: two.number };
    assert.deepEqual((await links(dev, one, both)).isInvalid(), ['related_ticket_number']);
    for (const draft of [{ related_ticket_id: 'x' }, { related_ticket_number: 0 }, { related_ticket_number: 1e300 }])
      assert.deepEqual((await links(dev, one, draft)).isInvalid(), Object.keys(draft));
    const typed = { related_ticket_id: two.id, relation_type: 'parent' };
    assert.deepEqual((await links(dev, one, typed)).isInvalid(), ['relation_type']);
    assert.deepEqual((await links(dev, one, { related_ticket_id: two.id, note: 'x' })).isInvalid(), ['note']);
    for (const draft of [{ related_ticket_id: UNKNOWN }, { related_ticket_number: Number.MAX_SAFE_INTEGER }])
      (await links(dev, one, draft)).isRefused(404, 'related_ticket_not_found');
    for (const draft of [{ related_ticket_id: one.id }, { related_ticket_number: one.number }])
      (await links(dev, one, draft)).isRefused(400, 'ticket_relation_self_ref');
    for (const other of [two.id, UNKNOWN])
      (await links(dev, { id: UNKNOWN }, { related_ticket_id: other })).isRefused(404, 'ticket_not_found');
    assert.deepEqual(await sees(dev, one), []);
  });

  test('is one for two tickets: said again from either side it was there, and the last word holds', async () => {
    const { ada, dev } = await app().cast.all();
    const [one, two] = [await ada.opens(), await ada.opens()];
    const say = (from: Numbered, to: Numbered, relation_type?: string) =>
      links(dev, from, { related_ticket_id: to.id, ...(relation_type ? { relation_type } : {}) });
    (await say(one, two)).is(201);
    const turns: [Numbered, Numbered, string | undefined, string][] = [
      [two, one, 'related', `out related ${two.number}`],
      [one, two, 'blocks', `out blocks ${two.number}`],
      [one, two, undefined, `out blocks ${two.number}`],
      [two, one, undefined, `out blocks ${two.number}`],
      [two, one, 'blocks', `in blocks ${two.number}`],
      [one, two, 'duplicates', `out duplicates ${two.number}`],
    ];
    for (const [from, to, type, seen] of turns) {
      const answered = (await say(from, to, type)).is(200);
      assert.equal(answered.length, 1);
      assert.deepEqual(await sees(dev, one), [seen]);
    }
    const heard = (await dev.namesOf(one)).filter((name) => name === 'ticket.updated');
    assert.equal(heard.length, 4, 'made, blocks, turned round, duplicates');
  });

  test('is one as well when both sides say so at the same moment', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await ada.opens(), await ada.opens()];
      const sayings = Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? links(dev, one, { related_ticket_id: two.id, relation_type: 'blocks' })
          : links(ewa, two, { related_ticket_number: one.number, relation_type: 'blocks' }),
      );
      const statuses = (await Promise.all(sayings)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
      const [seen] = await sees(dev, one);
      const mirrored = seen?.startsWith('out') ? `in blocks ${one.number}` : `out blocks ${one.number}`;
      assert.deepEqual(await sees(dev, two), [mirrored]);
    }
  });

  test('is removed from either side, once', async () => {
    const { ada, dev } = await app().cast.all();
    const [one, two] = [await ada.opens(), await ada.opens()];
    const remove = (from: Numbered, to: { id: string }) => dev.delete(`${related(from)}/${to.id}`);
    for (const [from, to] of [
      [one, two],
      [two, one],
    ] as const) {
      (await links(dev, one, { related_ticket_id: two.id })).is(201);
      (await remove(from, to)).is(204);
      assert.deepEqual([await sees(dev, one), await sees(dev, two)], [[], []]);
      (await remove(from, to)).isRefused(404, 'ticket_relation_not_found');
    }
    for (const id of [UNKNOWN, one.id]) (await remove(one, { id })).isRefused(404, 'ticket_relation_not_found');
    (await dev.delete(`${related({ id: UNKNOWN })}/${one.id}`)).isRefused(404, 'ticket_not_found');
    (await dev.delete(`${related(one)}/x`)).isRefused(400, 'validation_error');
    (await links(dev, one, { related_ticket_id: two.id })).is(201);
    const gone = await Promise.all([remove(one, two), remove(two, one), remove(one, two), remove(two, one)]);
    assert.deepEqual(gone.map(({ status }) => status).sort(), [204, 404, 404, 404]);
  });

  test('is for developers to make and to remove', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [one, two] = [await ada.opens(), await ada.opens()];
    (await links(ada, one, { related_ticket_id: two.id })).isRefused(403, 'forbidden');
    (await links(dev, one, { related_ticket_id: two.id })).is(201);
    (await ada.delete(`${related(one)}/${two.id}`)).isRefused(403, 'forbidden');
    (await jan.get(related(one))).isRefused(403, 'forbidden');
    (await jan.get(related({ id: UNKNOWN }))).isRefused(404, 'ticket_not_found');
    (await app().stranger.get(related(one))).isRefused(401, 'unauthorized');
    assert.deepEqual(await sees(ada, one), [`out related ${two.number}`]);
  });

  test('to a ticket that its reporter could not open shows them nothing, and moves nothing that they see', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev } = await cast.all();
    const [own, other, secret] = [await ada.opens(), await ada.opens(), await jan.opens({ title: 'CANARY of Jan' })];
    (await links(dev, other, { related_ticket_id: own.id, relation_type: 'duplicates' })).is(201);
    const before = (await ada.reads(own)).is(200);
    clock.advance(HOUR);
    (await links(dev, own, { related_ticket_id: secret.id })).is(201);
    for (const answer of [await ada.reads(own), await ada.get(related(own)), await ada.lists()])
      assert.doesNotMatch(answer.text, /CANARY/);
    assert.deepEqual((await ada.reads(own)).is(200), before);
    assert.deepEqual(await sees(ada, own), [`in duplicates ${other.number}`]);
    assert.deepEqual(await sees(jan, secret), []);
    assert.equal((await sees(dev, own)).length, 2);
  });

  test('tells of itself on both tickets, and is no new version of either', async () => {
    const { ada, dev } = await app().cast.all();
    const [one, two] = [await ada.opens(), await ada.opens()];
    (await links(dev, one, { related_ticket_id: two.id })).is(201);
    (await dev.delete(`${related(two)}/${one.id}`)).is(204);
    for (const ticket of [one, two]) {
      const told = (await dev.eventsOf(ticket)).slice(1);
      assert.deepEqual(
        told.map(({ event_name, payload, actor_user_id }) => [event_name, payload.changed, actor_user_id]),
        [
          ['ticket.updated', ['related_tickets'], dev.id],
          ['ticket.updated', ['related_tickets'], dev.id],
        ],
      );
      const { version, updated_at, history } = (await dev.reads(ticket)).is(200);
      assert.deepEqual([version, updated_at, history], [ticket.version, ticket.updated_at, []]);
    }
  });
});
