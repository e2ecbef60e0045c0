import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Comment } from '#contract/comments.ts';
import { MINUTE } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

type Said = Pick<Comment, 'id' | 'ticket_id'>;

const describes = (who: Player, { ticket_id, id }: Said, changes: object) =>
  who.patch<Comment>(`/api/tickets/${ticket_id}/comments/${id}`, changes);

async function answerOf(who: Player, ticket: { id: string }) {
  const { comments } = (await who.reads(ticket)).is(200);
  return comments.find((comment) => comment.is_closure_summary) ?? assert.fail('There is no answer.');
}

onEachDatabase('a closure summary', (app) => {
  test('says what it was about and whether it is shared, written with the closing or as a comment', async () => {
    const { ada, dev } = await app().cast.all();
    const [withQuestion, other, third] = [await ada.opens(), await ada.opens(), await ada.opens()];
    const close = { status: 'closed', closure_summary: 'Cleaned.' };
    (await dev.patches(withQuestion, { ...close, closure_question: ' Why does it jam? ', closure_shared: false })).is(
      200,
    );
    const first = await answerOf(ada, withQuestion);
    assert.deepEqual([first.question, first.is_shared], ['Why does it jam?', false]);
    const summary = { is_closure_summary: true, question: 'Why is it slow?' };
    const posted = (await dev.comments(other, summary)).is(201);
    assert.deepEqual([posted.question, posted.is_shared], ['Why is it slow?', true]);
    assert.deepEqual(await answerOf(dev, other), { ...posted, merged_from: null });
    (await dev.patches(third, close)).is(200);
    const plain = await answerOf(ada, third);
    assert.deepEqual([plain.question, plain.is_shared], [null, true]);
    const comment = (await ada.comments(third, 'Thanks.')).is(201);
    assert.ok(!('question' in comment) && !('is_shared' in comment));
  });

  test('has neither without the summary that they are about', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    assert.deepEqual((await dev.comments(ticket, { question: 'Why?' })).isInvalid(), ['question']);
    assert.deepEqual((await dev.comments(ticket, { is_shared: false })).isInvalid(), ['is_shared']);
    const wrong = { closure_question: 'Why?', status: 'verified' };
    assert.deepEqual((await dev.patches(ticket, wrong)).isInvalid(), ['closure_question']);
    assert.deepEqual((await dev.patches(ticket, { closure_shared: true })).isInvalid(), ['closure_shared']);
    (await ada.patches(ticket, { closure_shared: true })).isRefused(403, 'forbidden');
    for (const question of ['ab', 'x'.repeat(301), '\u200b\u2066'])
      assert.deepEqual((await dev.comments(ticket, { is_closure_summary: true, question })).isInvalid(), ['question']);
  });

  test('is described anew by developers, which moves the ticket up but makes no new version', async () => {
    const { cast, clock } = app();
    const { ada, dev, ewa } = await cast.all();
    const ticket = await ada.opens();
    const said = (await dev.comments(ticket, { is_closure_summary: true })).is(201);
    const { version } = (await ada.reads(ticket)).is(200);
    clock.advance(MINUTE);
    const changed = (await describes(ewa, said, { question: 'Why does it jam?', is_shared: false })).is(200);
    assert.deepEqual(changed, { ...said, question: 'Why does it jam?', is_shared: false });
    const after = (await ada.reads(ticket)).is(200);
    assert.deepEqual([after.version, after.updated_at], [version, new Date(clock.now()).toISOString()]);
    clock.advance(MINUTE);
    assert.deepEqual((await describes(dev, said, { is_shared: false })).is(200), changed);
    assert.equal((await ada.reads(ticket)).is(200).updated_at, after.updated_at);
    assert.equal((await describes(dev, said, { question: null, content: 'Cleaned.' })).is(200).question, null);
    (await describes(ada, said, { question: 'Why?' })).isRefused(403, 'forbidden');
    assert.deepEqual((await describes(dev, said, {})).isInvalid(), ['body']);
    const comment = (await dev.comments(ticket, 'Like this.')).is(201);
    assert.deepEqual((await describes(dev, comment, { is_shared: true })).isInvalid(), ['is_shared']);
  });
});
