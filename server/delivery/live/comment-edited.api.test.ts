import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '#contract/comments.ts';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const edits = async (who: Player, { ticket_id, id }: Pick<Comment, 'id' | 'ticket_id'>, body: object) =>
  (await who.patch<Comment>(`/api/tickets/${ticket_id}/comments/${id}`, body)).is(200);

onEachDatabase('a comment that is edited', (app) => {
  test('is told live to everybody who may read it, with the version that they know and without a place', async () => {
    const { cast, clock } = app();
    const { ada, jan, dev } = await cast.all();
    const [ticket, other] = [await ada.opens(), await jan.opens()];
    (await dev.patches(ticket, { internal_note: 'Between us.' })).is(200);
    const said = (await dev.comments(ticket, 'Soon.')).is(201);
    const [hers, his, theirs] = [await ada.listens(), await jan.listens(), await dev.listens()];
    for (const stream of [hers, his, theirs]) await stream.block().then(() => stream.block());
    await edits(dev, said, { content: 'Tomorrow.' });
    const expected = {
      type: 'comment.edited',
      ticket_id: ticket.id,
      number: ticket.number,
      actor_user_id: dev.id,
      occurred_at: new Date(clock.now()).toISOString(),
    };
    const [heard, byReporter] = [await theirs.edited(), await hers.edited()];
    assert.deepEqual([heard.id, heard.data], [null, { ...expected, version: 2 }]);
    assert.deepEqual([byReporter.id, byReporter.data], [null, { ...expected, version: 1 }]);
    const own = (await jan.comments(other, 'Any news?')).is(201);
    await edits(jan, own, { content: 'Any news yet?' });
    assert.equal((await his.edited()).data?.ticket_id, other.id);
    for (const stream of [hers, his, theirs]) await stream.close();
  });

  test('is told of an internal comment to developers only', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const internal = (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    const said = (await dev.comments(ticket, 'Soon.')).is(201);
    const [hers, theirs] = [await ada.listens(), await ewa.listens()];
    for (const stream of [hers, theirs]) await stream.block().then(() => stream.block());
    await edits(dev, internal, { content: 'Still between us.' });
    assert.equal((await theirs.edited()).data?.ticket_id, ticket.id);
    await edits(ada, (await ada.comments(ticket, 'Thank you.')).is(201), { content: 'Thanks.' });
    assert.equal((await hers.edited()).data?.actor_user_id, ada.id);
    await edits(dev, said, { content: 'Tomorrow.' });
    assert.equal((await hers.edited()).data?.actor_user_id, dev.id);
    for (const stream of [hers, theirs]) await stream.close();
  });

  test('is told of the other words of an answer to who reads them', async () => {
    const { cast, clock } = app();
    const { ada, dev, ewa } = await cast.all();
    const ticket = await ada.opens();
    const answer = (await dev.comments(ticket, { content: 'Replaced.', is_closure_summary: true })).is(201);
    const [hers, theirs] = [await ada.listens(), await ewa.listens()];
    for (const stream of [hers, theirs]) await stream.block().then(() => stream.block());
    clock.advance(MINUTE);
    await edits(dev, answer, { found_by: ['roller'] });
    assert.equal((await theirs.edited()).data?.ticket_id, ticket.id);
    clock.advance(MINUTE);
    await edits(dev, answer, { content: 'Replaced twice.' });
    assert.equal((await hers.edited()).data?.occurred_at, new Date(clock.now()).toISOString());
    for (const stream of [hers, theirs]) await stream.close();
  });

  test('is told of an answer whose question changes, and not of what changes nothing', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const answer = (await dev.comments(ticket, { content: 'Replaced.', is_closure_summary: true })).is(201);
    const heard = await ewa.listens();
    await heard.block().then(() => heard.block());
    await edits(dev, answer, { content: 'Replaced.' });
    await edits(dev, answer, { question: 'Why does it jam?' });
    assert.equal((await heard.edited()).data?.actor_user_id, dev.id);
    await edits(ewa, answer, { content: 'Replaced the rollers.' });
    assert.equal((await heard.edited()).data?.actor_user_id, ewa.id);
    await heard.close();
  });

  test('is told again to a stream that goes on from a place, until a minute has passed', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    const before = await dev.listens();
    const said = (await ada.comments(ticket, 'It jams.')).is(201);
    const [place] = await before.until('comment.created', ticket);
    await edits(ada, said, { content: 'It jams again.' });
    await before.edited();
    const soon = await dev.listens(place?.id ?? null);
    while ((await soon.edited()).data?.ticket_id !== ticket.id);
    clock.advance(MINUTE + 1);
    const again = await dev.listens(place?.id ?? null);
    const { id: later } = await ada.opens();
    await edits(ada, (await ada.comments({ id: later }, 'This one, too.')).is(201), { content: 'And this one.' });
    assert.equal((await again.edited()).data?.ticket_id, later);
    for (const stream of [before, soon, again]) await stream.close();
  });
});
