import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NewToken } from '#contract/tokens.ts';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('a line of the history', (app) => {
  test('says which act it came from and how, to who reads internal words, and to nobody else', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await ada.patches(ticket, { title: 'The printer in the hall jams' })).is(200);
    const { token } = (await dev.post<NewToken>('/api/tokens', { name: 'Robot', scope: 'write' })).is(201);
    const path = `/api/tickets/${ticket.id}`;
    const robot = await dev.patch(path, { status: 'verified' }, { authorization: `Bearer ${token}` });
    assert.equal(robot.status, 200);
    const { history } = (await dev.reads(ticket)).is(200);
    assert.ok(history.every(({ cause, act_id }) => cause?.act === act_id));
    assert.deepEqual(
      history
        .filter(({ field }) => field === 'title' || field === 'status')
        .map(({ field, cause }) => [field, cause?.via, cause?.token_name]),
      [
        ['title', 'app', null],
        ['status', 'token', 'Robot'],
      ],
    );
    const { act, via, token_name, ...rest } = history[0]?.cause ?? {};
    assert.deepEqual(rest, { mail_id: null, import: null, rule: null });
    assert.ok((await ada.reads(ticket)).is(200).history.every((line) => !('cause' in line)));
  });
});
