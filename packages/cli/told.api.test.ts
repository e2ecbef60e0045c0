import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { NewToken } from '../../contract/tokens.ts';
import { onEachDatabase } from '../../server/testing/start-app.ts';
import { Machine } from './testing/typed.ts';

onEachDatabase('kwit tell', (app) => {
  let machine: Machine;
  before(async () => {
    const dev = await app().cast.dev;
    const { token } = (await dev.post<NewToken>('/api/tokens', { name: 'Terminal', scope: 'write' })).is(201);
    machine = new Machine({ KWIT_URL: app().address, KWIT_TOKEN: token });
  });
  after(() => machine.close());

  test('tells who asked, and kwit told shows who was told what', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'The disk was full.' })).is(200);
    const number = String(ticket.number);
    await machine.does(['tell', number, '-m', 'Look again, please.']);
    await app().worker.runOnce();
    const lines = (await machine.does(['told', number])).split('\n').map((line) => line.split('\t').slice(0, 5));
    for (const [kind, state] of [
      ['inbox', 'sent'],
      ['mail', 'sent'],
    ] as const)
      assert.ok(
        lines.some((line) => line.join() === ['Ada', 'asker', kind, 'answer.told', state].join()),
        kind,
      );
  });

  test('tells each in their language; another word for what happened is refused with those that there are', async () => {
    const { ada, jan, dev } = await app().cast.all();
    (await ada.patch('/api/auth/me', { language: 'pl' })).is(200);
    (await jan.patch('/api/auth/me', { language: 'en' })).is(200);
    const ticket = await ada.opens();
    (await dev.put(`/api/tickets/${ticket.id}/people/${jan.id}`)).is(204);
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'The disk was full.' })).is(200);
    const number = String(ticket.number);
    const refused = await machine.pipes(['tell', number, '--what', 'alive', '-m', 'Never.']);
    assert.equal(refused.code, 2);
    assert.match(refused.err, /--what.*alive.*change.*live.*again/s);
    await machine.does(['tell', number, '-m', 'Look again.', '--pl', 'Spójrz jeszcze raz.', '--en', 'Do look again.']);
    const said = (await ada.reads(ticket)).is(200).comments.map(({ content }) => content);
    assert.equal(said.at(-1), 'Spójrz jeszcze raz.');
    assert.ok(!said.includes('Never.'));
  });
});
