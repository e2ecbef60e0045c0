import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#platform';
import { type Player, withoutActs } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

onEachDatabase('a comment', (app) => {
  test('is answered whole, and stands on the ticket', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens();
    clock.advance(HOUR);
    const question = (await dev.comments(ticket, { content: ' Which floor? ', type: 'question' })).is(201);
    const { id, act_id: _, ...rest } = question;
    assert.match(id, /^[0-9a-f-]{36}$/);
    assert.deepEqual(rest, {
      ticket_id: ticket.id,
      user_id: dev.id,
      user_name: 'Dev',
      user_email: 'dev@example.com',
      content: 'Which floor?',
      type: 'question',
      is_internal: false,
      is_closure_summary: false,
      is_developer: true,
      parent_id: null,
      edited_at: null,
      via_mail: false,
      elided: null,
      mentions: [],
      attachments: [],
      created_at: new Date(clock.now()).toISOString(),
    });
    const answered = (await ada.comments(ticket, { content: '2', type: 'answer', parent_id: id })).is(201);
    assert.deepEqual([answered.is_developer, answered.parent_id], [false, id]);
    const seen = (await ada.reads(ticket)).is(200);
    assert.deepEqual(seen.comments, [withoutActs(question), answered]);
    assert.equal(seen.updated_at, answered.created_at);
  });

  test('has 1 to 10,000 code points, a known type, and no field that is not known', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    for (const content of ['x', '𝒳'.repeat(10_000)]) (await ada.comments(ticket, content)).is(201);
    const wrong: Record<string, unknown>[] = [
      { content: '' },
      { content: ' \n ' },
      { content: '𝒳'.repeat(10_001) },
      { content: 'n\0l' },
      { content: 5 },
      { type: 'note' },
      { is_internal: 'yes' },
      { is_closure_summary: 1 },
      { parent_id: 'x' },
      { user_id: UNKNOWN },
    ];
    for (const draft of wrong) assert.deepEqual((await ada.comments(ticket, draft)).isInvalid(), Object.keys(draft));
    assert.deepEqual((await ada.post(`/api/tickets/${ticket.id}/comments`, {})).isInvalid(), ['content']);
  });

  test('comes from everybody who may read the ticket, in every status', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const status of ['verified', 'blocked', 'closed']) {
      (await dev.patches(ticket, { status, ...(status === 'closed' ? { closure_summary: 'Done.' } : {}) })).is(200);
      (await ada.comments(ticket, 'Thanks.')).is(201);
    }
    (await jan.comments(ticket, 'Me too.')).isRefused(403, 'forbidden');
    (await jan.comments({ id: UNKNOWN }, 'Me too.')).isRefused(404, 'ticket_not_found');
    (await jan.comments({ id: 'x' }, 'Me too.')).isRefused(400, 'validation_error');
  });

  test('is internal only between developers, who alone read it', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.comments(ticket, { is_internal: true })).isRefused(403, 'forbidden');
    (await ada.comments({ id: UNKNOWN }, { is_internal: true })).isRefused(403, 'forbidden');
    (await ada.comments(ticket, { is_internal: false })).is(201);
    const before = (await ada.reads(ticket)).is(200);
    const hidden = { is_internal: true, is_closure_summary: true };
    (await dev.comments({ id: UNKNOWN }, hidden)).isRefused(400, 'invalid_closure_summary_visibility');
    (await ada.comments(ticket, hidden)).isRefused(403, 'forbidden');
    const secret = (await dev.comments(ticket, { content: 'Between us.', is_internal: true })).is(201);
    const answer = await ada.reads(ticket);
    assert.deepEqual(answer.is(200), before);
    assert.doesNotMatch(answer.text, /Between us/);
    assert.equal((await dev.reads(ticket)).is(200).comments.at(-1)?.id, secret.id);
    (await ada.comments(ticket, { parent_id: secret.id })).isRefused(400, 'invalid_parent_comment');
    const { id } = (await dev.comments(ticket, { parent_id: secret.id })).is(201);
    const parentSeenBy = async (person: Player) =>
      (await person.reads(ticket)).is(200).comments.find((comment) => comment.id === id)?.parent_id;
    assert.deepEqual([await parentSeenBy(dev), await parentSeenBy(ada)], [secret.id, null]);
  });

  test('answers only a comment on the same ticket', async () => {
    const { ada } = await app().cast.all();
    const [ticket, other] = [await ada.opens(), await ada.opens()];
    const elsewhere = (await ada.comments(other, 'Here.')).is(201);
    for (const parent_id of [elsewhere.id, UNKNOWN])
      (await ada.comments(ticket, { parent_id })).isRefused(400, 'invalid_parent_comment');
    (await ada.comments(ticket, { parent_id: null })).is(201);
  });

  test('sent again under a key is made once', async () => {
    const ada = await app().cast.ada;
    const ticket = await ada.opens();
    const key = { 'idempotency-key': 'a comment' };
    const first = (await ada.comments(ticket, 'Once.', key)).is(201);
    assert.deepEqual((await ada.comments(ticket, 'Once.', key)).is(201), first);
    (await ada.comments(ticket, 'Twice.', key)).isRefused(422, 'idempotency_key_reused');
    assert.equal((await ada.reads(ticket)).is(200).comments.length, 1);
    (await ada.comments(await ada.opens(), 'Once.', key)).is(201);
  });
});

onEachDatabase('a closure summary', (app) => {
  test('comes from developers, and takes the mark from the one before', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.comments(ticket, { is_closure_summary: true })).isRefused(403, 'forbidden');
    const first = (await dev.comments(ticket, { content: 'First.', is_closure_summary: true })).is(201);
    const second = (await ewa.comments(ticket, { content: 'Second.', is_closure_summary: true })).is(201);
    const marked = (await ada.reads(ticket))
      .is(200)
      .comments.map(({ id, is_closure_summary }) => [id, is_closure_summary]);
    assert.deepEqual(marked, [
      [first.id, false],
      [second.id, true],
    ]);
  });

  test('is one, however many are written at once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const drafts = Array.from({ length: 8 }, (_, n) =>
      (n % 2 ? dev : ewa).comments(ticket, { is_closure_summary: true }),
    );
    for (const answer of await Promise.all(drafts)) answer.is(201);
    const { comments } = (await dev.reads(ticket)).is(200);
    assert.deepEqual([comments.length, comments.filter((comment) => comment.is_closure_summary).length], [8, 1]);
  });
});
