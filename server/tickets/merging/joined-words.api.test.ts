import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Notice } from '#contract/notices.ts';
import type { Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';

async function doubles({ cast }: App) {
  const { ada, jan, dev, ewa } = await cast.all();
  const source = await ada.opens({
    title: 'Scanner smells of marmalade',
    description: 'It began on a Tuesday, quagga.',
  });
  const root = await ada.opens();
  (await dev.patches(root, { assignee_id: ewa.id })).is(200);
  (await dev.put(`/api/tickets/${root.id}/following`)).is(204);
  return { ada, jan, dev, ewa, source, root };
}

const idsOf = async (person: Player, q: string) =>
  (await person.lists(`?q=${encodeURIComponent(q)}`)).is(200).map(({ id }) => id);

onEachDatabaseAnew('what was joined to a ticket', (app) => {
  test('leads to it, by title, description and number, for who reads it, until it is taken out', async () => {
    const { ada, jan, dev, source, root } = await doubles(app());
    (await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    for (const q of ['marmalade', 'quagga', String(source.number)]) {
      for (const person of [ada, dev]) assert.ok((await idsOf(person, q)).includes(root.id), q);
      assert.deepEqual(await idsOf(jan, q), []);
    }
    (await dev.post(`/api/tickets/${source.id}/unmerge`)).is(200);
    assert.deepEqual([await idsOf(dev, 'quagga'), await idsOf(dev, 'marmalade')], [[source.id], [source.id]]);
  });

  test('is shown there first, with where it came from', async () => {
    const { ada, dev, source, root } = await doubles(app());
    (await dev.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    const { title, description } = (await dev.reads(source)).is(200);
    for (const person of [dev, ada]) {
      const [first, ...others] = (await person.reads(root)).is(200).joined ?? [];
      assert.deepEqual(
        [first?.id, first?.number, first?.title, first?.description],
        [source.id, source.number, title, description],
      );
      assert.deepEqual(others, []);
    }
    assert.ok(!('joined' in (await dev.reads(source)).is(200)));
  });

  test('is told to its assignee and followers', async () => {
    const { dev, ewa, source, root } = await doubles(app());
    const lena = await app().cast.newDeveloper();
    await app().worker.runOnce();
    (await lena.post(`/api/tickets/${source.id}/merge`, { into: root.id, mode: 'join' })).is(200);
    const reasons = async (person: Player) =>
      (await person.get<Notice[]>('/api/notices')).is(200).filter(({ ticket_id }) => ticket_id === root.id).length;
    assert.deepEqual([await reasons(ewa), await reasons(dev)], [2, 1]);
  });
});
