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
    const [first, second, third] = [await ada.opens(), await ada.opens({ category: 'question' }), await ada.opens()];
    (await dev.patches(second, { priority: 'high', assignee_id: dev.id })).is(200);
    const [link] = (await links(dev, first, { related_ticket_id: second.id, relation_type: 'blocks' })).is(201);
    const { updated_at } = (await dev.reads(second)).is(200);
    assert.deepEqual(withoutActs(link), {
      id: second.id,
      number: second.number,
      title: second.title,
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
    const all = (await links(dev, first, { related_ticket_number: third.number })).is(201);
    assert.deepEqual(
      all.map(({ id }) => id),
      [third.id, second.id],
    );
    assert.deepEqual(await sees(dev, first), [`out related ${third.number}`, `out blocks ${second.number}`]);
    assert.deepEqual(await sees(dev, second), [`in blocks ${first.number}`]);
    assert.deepEqual(await sees(dev, third), [`in related ${first.number}`]);
    assert.deepEqual((await dev.reads(first)).is(200).related_tickets, all);
  });

  test('needs one other ticket that there is', async () => {
    const { ada, dev } = await app().cast.all();
    const [first, second] = [await ada.opens(), await ada.opens()];
    assert.deepEqual((await links(dev, first, {})).isInvalid(), ['related_ticket_id']);
    const both = { related_ticket_id: second.id, related_ticket_number: second.number };
    assert.deepEqual((await links(dev, first, both)).isInvalid(), ['related_ticket_number']);
    for (const draft of [{ related_ticket_id: 'x' }, { related_ticket_number: 0 }, { related_ticket_number: 1e300 }])
      assert.deepEqual((await links(dev, first, draft)).isInvalid(), Object.keys(draft));
    const typed = { related_ticket_id: second.id, relation_type: 'parent' };
    assert.deepEqual((await links(dev, first, typed)).isInvalid(), ['relation_type']);
    assert.deepEqual((await links(dev, first, { related_ticket_id: second.id, note: 'x' })).isInvalid(), ['note']);
    for (const draft of [{ related_ticket_id: UNKNOWN }, { related_ticket_number: Number.MAX_SAFE_INTEGER }])
      (await links(dev, first, draft)).isRefused(404, 'related_ticket_not_found');
    for (const draft of [{ related_ticket_id: first.id }, { related_ticket_number: first.number }])
      (await links(dev, first, draft)).isRefused(400, 'ticket_relation_self_ref');
    for (const other of [second.id, UNKNOWN])
      (await links(dev, { id: UNKNOWN }, { related_ticket_id: other })).isRefused(404, 'ticket_not_found');
    assert.deepEqual(await sees(dev, first), []);
  });

  test('is one for two tickets: said again from either side it was there, and the last word holds', async () => {
    const { ada, dev } = await app().cast.all();
    const [first, second] = [await ada.opens(), await ada.opens()];
    const say = (from: Numbered, to: Numbered, relation_type?: string) =>
      links(dev, from, { related_ticket_id: to.id, ...(relation_type ? { relation_type } : {}) });
    (await say(first, second)).is(201);
    const turns: [Numbered, Numbered, string | undefined, string][] = [
      [second, first, 'related', `out related ${second.number}`],
      [first, second, 'blocks', `out blocks ${second.number}`],
      [first, second, undefined, `out blocks ${second.number}`],
      [second, first, undefined, `out blocks ${second.number}`],
      [second, first, 'blocks', `in blocks ${second.number}`],
      [first, second, 'duplicates', `out duplicates ${second.number}`],
    ];
    for (const [from, to, type, seen] of turns) {
      const answered = (await say(from, to, type)).is(200);
      assert.equal(answered.length, 1);
      assert.deepEqual(await sees(dev, first), [seen]);
    }
    const heard = (await dev.namesOf(first)).filter((name) => name === 'ticket.updated');
    assert.equal(heard.length, 4, 'made, blocks, turned round, duplicates');
  });

  test('is one as well when both sides say so at the same moment', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    for (let round = 0; round < 10; round += 1) {
      const [first, second] = [await ada.opens(), await ada.opens()];
      const sayings = Array.from({ length: 8 }, (_, n) =>
        n % 2
          ? links(dev, first, { related_ticket_id: second.id, relation_type: 'blocks' })
          : links(ewa, second, { related_ticket_number: first.number, relation_type: 'blocks' }),
      );
      const statuses = (await Promise.all(sayings)).map(({ status }) => status).sort();
      assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200, 200, 201]);
      const [seen] = await sees(dev, first);
      const mirrored = seen?.startsWith('out') ? `in blocks ${first.number}` : `out blocks ${first.number}`;
      assert.deepEqual(await sees(dev, second), [mirrored]);
    }
  });

  test('is removed from either side, once', async () => {
    const { ada, dev } = await app().cast.all();
    const [first, second] = [await ada.opens(), await ada.opens()];
    const remove = (from: Numbered, to: { id: string }) => dev.delete(`${related(from)}/${to.id}`);
    for (const [from, to] of [
      [first, second],
      [second, first],
    ] as const) {
      (await links(dev, first, { related_ticket_id: second.id })).is(201);
      (await remove(from, to)).is(204);
      assert.deepEqual([await sees(dev, first), await sees(dev, second)], [[], []]);
      (await remove(from, to)).isRefused(404, 'ticket_relation_not_found');
    }
    for (const id of [UNKNOWN, first.id]) (await remove(first, { id })).isRefused(404, 'ticket_relation_not_found');
    (await dev.delete(`${related({ id: UNKNOWN })}/${first.id}`)).isRefused(404, 'ticket_not_found');
    (await dev.delete(`${related(first)}/x`)).isRefused(400, 'validation_error');
    (await links(dev, first, { related_ticket_id: second.id })).is(201);
    const gone = await Promise.all([
      remove(first, second),
      remove(second, first),
      remove(first, second),
      remove(second, first),
    ]);
    assert.deepEqual(gone.map(({ status }) => status).sort(), [204, 404, 404, 404]);
  });

  test('is for developers to make and to remove', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [first, second] = [await ada.opens(), await ada.opens()];
    (await links(ada, first, { related_ticket_id: second.id })).isRefused(403, 'forbidden');
    (await links(dev, first, { related_ticket_id: second.id })).is(201);
    (await ada.delete(`${related(first)}/${second.id}`)).isRefused(403, 'forbidden');
    (await jan.get(related(first))).isRefused(403, 'forbidden');
    (await jan.get(related({ id: UNKNOWN }))).isRefused(404, 'ticket_not_found');
    (await app().stranger.get(related(first))).isRefused(401, 'unauthorized');
    assert.deepEqual(await sees(ada, first), [`out related ${second.number}`]);
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
    const [first, second] = [await ada.opens(), await ada.opens()];
    (await links(dev, first, { related_ticket_id: second.id })).is(201);
    (await dev.delete(`${related(second)}/${first.id}`)).is(204);
    for (const ticket of [first, second]) {
      const events = (await dev.eventsOf(ticket)).slice(1);
      assert.deepEqual(
        events.map(({ event_name, payload, actor_user_id }) => [event_name, payload.changed, actor_user_id]),
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
