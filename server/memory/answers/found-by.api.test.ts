import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer } from '#contract/answers.ts';
import type { Comment } from '#contract/comments.ts';
import type { SimilarTicket } from '#contract/similar.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const CLOSED = { status: 'closed', closure_summary: 'Let it out.', closure_question: 'Wombat in the tray?' };

const answerOf = async (who: Player, ticket: { id: string }) =>
  (await who.reads(ticket)).is(200).comments.find(({ is_closure_summary }) => is_closure_summary) ??
  assert.fail('There is no answer.');
const rewords = (who: Player, { ticket_id, id }: Pick<Comment, 'ticket_id' | 'id'>, found_by: unknown) =>
  who.patch<Comment>(`/api/tickets/${ticket_id}/comments/${id}`, { found_by });
const similar = async (who: Player, title: string) =>
  (await who.get<SimilarTicket[]>(`/api/tickets/similar?${new URLSearchParams({ title })}`)).is(200);
const answers = async (who: Player, q: string) =>
  (await who.get<Answer[]>(`/api/answers?${new URLSearchParams({ q })}`)).is(200);

onEachDatabaseAnew('the other words by which an answer is found', (app) => {
  test('are sent with the answer, cleaned, each once; who works on its ticket reads them and nobody else', async () => {
    const { ada, jan, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await ada.opens({ title: 'Wombat' });
    const found_by = ['  szuflada\n druga ', 'Pudło', 'pudlo', 'PUDŁO'];
    (await dev.patches(ticket, { ...CLOSED, closure_found_by: found_by })).is(200);
    const answer = await answerOf(dev, ticket);
    assert.deepEqual(answer.found_by, ['szuflada druga', 'Pudło']);
    assert.ok(!('found_by' in (await answerOf(ada, ticket))));
    assert.deepEqual((await answers(dev, 'wombat'))[0]?.found_by, ['szuflada druga', 'Pudło']);
    for (const person of [ada, jan])
      for (const entry of await answers(person, 'wombat')) assert.ok(!('found_by' in entry), person.user.email);
    const other = await ada.opens({ title: 'Numbat' });
    const summary = { content: 'Fed.', is_closure_summary: true, found_by: ['ryjek'] };
    assert.deepEqual((await dev.comments(other, summary)).is(201).found_by, ['ryjek']);
    assert.deepEqual((await dev.comments(other, { ...summary, found_by: undefined })).is(201).found_by, []);
  });

  test('come in parts of a form, each a part', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const form = new FormData();
    form.set('content', 'Cleaned.');
    form.set('is_closure_summary', 'true');
    for (const word of ['walek', '', 'wałek', 'rolka']) form.append('found_by', word);
    const posted = (await dev.post<Comment>(`/api/tickets/${ticket.id}/comments`, form)).is(201);
    assert.deepEqual(posted.found_by, ['walek', 'rolka']);
  });

  test('are replaced as a whole, which moves the time of the ticket and not its version', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { ...CLOSED, closure_found_by: ['walec'] })).is(200);
    const answer = await answerOf(dev, ticket);
    const before = (await dev.reads(ticket)).is(200);
    const read = (await ada.reads(ticket)).text;
    app().clock.advance(1000);
    assert.deepEqual((await rewords(dev, answer, ['rolka', 'Rolka'])).is(200).found_by, ['rolka']);
    const after = (await dev.reads(ticket)).is(200);
    assert.ok(after.updated_at > before.updated_at && after.version === before.version);
    assert.equal((await ada.reads(ticket)).text, read);
    const two = async () => (await rewords(dev, answer, ['rolka', 'walek'])).headers.has('kwit-act');
    assert.deepEqual([await two(), await two()], [true, false]);
    assert.equal((await answerOf(dev, ticket)).question, CLOSED.closure_question);
    assert.deepEqual((await rewords(dev, answer, [])).is(200).found_by, []);
  });

  test('are refused by their place, without the summary, and of who does not work on the ticket', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const wrong = ['a', 'b', 'c', '…', 'x'.repeat(41), ''];
    const refused = await dev.patches(ticket, { ...CLOSED, closure_found_by: wrong });
    assert.deepEqual(
      refused.isInvalid(),
      [3, 4, 5].map((n) => `closure_found_by[${n}]`),
    );
    const many = Array.from({ length: 21 }, (_, n) => `word ${n}`);
    assert.deepEqual((await dev.patches(ticket, { ...CLOSED, closure_found_by: many })).isInvalid(), [
      'closure_found_by',
    ]);
    assert.deepEqual((await dev.patches(ticket, { ...CLOSED, closure_found_by: null })).isInvalid(), [
      'closure_found_by',
    ]);
    assert.deepEqual((await dev.patches(ticket, { closure_found_by: ['a'] })).isInvalid(), ['closure_found_by']);
    assert.deepEqual((await dev.comments(ticket, { content: 'Hm.', found_by: ['a'] })).isInvalid(), ['found_by']);
    (await ada.patches(ticket, { closure_found_by: ['a'] })).isRefused(403, 'forbidden');
    (await dev.patches(ticket, CLOSED)).is(200);
    const answer = await answerOf(dev, ticket);
    assert.deepEqual((await rewords(dev, answer, ['a', '?'])).isInvalid(), ['found_by[1]']);
    (await rewords(ada, answer, ['a'])).isRefused(403, 'forbidden');
    const comment = (await dev.comments(ticket, 'Hm.')).is(201);
    assert.deepEqual((await rewords(dev, comment, ['a'])).isInvalid(), ['found_by']);
  });

  test('find the answer as its question does, for who may read it, and no ticket', async () => {
    const { ada, jan, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { share_closure_summaries: true })).is(200);
    const ticket = await ada.opens({ title: 'Wombat', description: 'It sits there.' });
    (await dev.patches(ticket, { ...CLOSED, closure_found_by: ['okapi', 'dikdik tapir'] })).is(200);
    for (const person of [dev, ada, jan]) {
      for (const word of ['okapi', 'tapir dikdik'])
        assert.deepEqual(
          (await similar(person, word)).map(({ number }) => number),
          [ticket.number],
        );
      assert.equal((await answers(person, 'okapi')).length, 1);
      assert.equal((await answers(person, '"okapi dikdik"')).length, 0, 'no phrase reaches from one into the next');
      assert.equal((await answers(person, '"dikdik tapir"')).length, 1);
      assert.equal((await person.get<unknown[]>('/api/tickets?q=okapi')).is(200).length, 0);
    }
    assert.equal((await similar(jan, 'okapi'))[0]?.title, CLOSED.closure_question);
    await rewords(dev, await answerOf(dev, ticket), []);
    assert.deepEqual(await similar(jan, 'okapi'), []);
    await rewords(dev, await answerOf(dev, ticket), ['okapi']);
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    assert.deepEqual(await similar(jan, 'okapi'), []);
  });

  test('are not those of the tickets that are closed with it', async () => {
    const { ada, dev } = await app().cast.all();
    const [lead, beside] = [await ada.opens(), await ada.opens()];
    (await dev.post(`/api/tickets/${beside.id}/merge`, { into: lead.id, mode: 'beside' })).is(200);
    (await dev.patches(lead, { ...CLOSED, closure_found_by: ['walec'], also: [beside.id] })).is(200);
    assert.deepEqual((await answerOf(dev, beside)).found_by, []);
  });
});
