import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Board } from '#contract/board.ts';
import type { Ticket } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const asks = async (person: Player, q: string, more = '') => {
  const answer = await person.lists(`?q=${encodeURIComponent(q)}${more}`);
  return [answer.is(200).map(({ number }) => number), answer.headers.get('kwit-search')];
};

onEachDatabase('a search that finds nothing', (app) => {
  test('is asked again in steps, and says in which one it found something', async () => {
    const guest = await app().cast.guest();
    const ticket = await guest.opens({ title: 'Drukarka offline', description: 'Zebra w magazynie.' });
    const hit = [ticket.number];
    assert.deepEqual(await asks(guest, 'drukarka offline'), [hit, 'exact']);
    assert.deepEqual(await asks(guest, 'druk offline'), [hit, 'prefix']);
    assert.deepEqual(await asks(guest, 'drukarki offline'), [hit, 'beginnings']);
    assert.deepEqual(await asks(guest, 'drukarki żyrafa'), [hit, 'partial']);
    assert.deepEqual(await asks(guest, 'żyrafa'), [[], null]);
    assert.deepEqual(await asks(guest, '"drukarki offline"'), [[], null]);
    const plain = await guest.lists();
    assert.equal(plain.headers.get('kwit-search'), null);
  });

  test('finds what lacks any one of several words, and not what lacks two', async () => {
    const guest = await app().cast.guest();
    const words = ['axolotl', 'bandicoot', 'capybara', 'dugong', 'echidna'];
    // No figure, for that would ask for the ticket of this number, too.
    for (const [count, name] of [
      [3, 'tercet'],
      [4, 'quartet'],
      [5, 'nonet'],
    ] as const) {
      const title = words.slice(0, count).join(' ');
      const { number } = await guest.opens({ title, description: `Of a ${name}.` });
      for (const missing of words.slice(0, count)) {
        const q = `${title.replace(missing, 'zebra')} of ${name}`;
        assert.deepEqual(await asks(guest, q), [[number], 'partial'], q);
      }
      assert.deepEqual(await asks(guest, `${title} zebra giraffe of ${name}`), [[], null]);
    }
  });

  test('keeps its step from page to page, in the order of the reach and in any other', async () => {
    const guest = await app().cast.guest();
    const tickets = [await guest.opens({ title: 'Quokka one' }), await guest.opens({ title: 'Quokka two' })];
    for (const order of ['', '&sort=created_at', '&sort=number&order=desc']) {
      const first = await guest.lists(`?q=quokkami%20${'quokka'}&limit=1${order}`);
      const second = await guest.get<Ticket[]>(first.next ?? '');
      const seen = [...first.is(200), ...second.is(200)].map(({ number }) => number);
      assert.deepEqual(seen, tickets.map(({ number }) => number).reverse());
      assert.deepEqual(
        [first, second].map(({ headers }) => headers.get('kwit-search')),
        ['beginnings', 'beginnings'],
      );
      assert.equal(second.next, null);
    }
    const wrong = Buffer.from(JSON.stringify(['step', 'guess', ['rank', 1, 'title']])).toString('base64url');
    assert.deepEqual((await guest.lists(`?q=quokka&cursor=${wrong}`)).isInvalid(), ['cursor']);
  });

  test('does the same on the board, in the table and in the count', async () => {
    const { dev } = await app().cast.all();
    const ticket = await dev.opens({ title: 'Numbat in the shaft' });
    const q = 'q=numbatami%20shafts';
    const board = await dev.get<Board<Ticket>>(`/api/tickets/board?${q}`);
    assert.deepEqual([board.is(200).submitted.map(({ id }) => id), board.is(200)._stats.submitted], [[ticket.id], 1]);
    const csv = await dev.get<string>(`/api/tickets.csv?${q}`);
    assert.match(csv.text, /Numbat in the shaft/);
    const count = await dev.get<{ count: number }>(`/api/tickets/count?${q}`);
    assert.equal(count.is(200).count, 1);
    for (const { headers } of [board, csv, count]) assert.equal(headers.get('kwit-search'), 'beginnings');
    const none = await dev.get<Board<Ticket>>('/api/tickets/board?q=zzzz');
    assert.deepEqual([none.is(200).submitted, none.headers.get('kwit-search')], [[], null]);
  });
});

onEachDatabase('a word that signs, capitals or digits join', (app) => {
  test('is found however it is written', async () => {
    const guest = await app().cast.guest();
    const wifi = await guest.opens({ title: 'Wi-Fi on floor 3' });
    const form = await guest.opens({ title: 'PIT-11 is missing' });
    const code = await guest.opens({ title: 'UserById returns null' });
    const version = await guest.opens({ title: 'Update to v3.11' });
    const finds = async (q: string) => (await asks(guest, q))[0];
    for (const q of ['wifi', 'wi-fi', 'WiFi', 'Wi-Fi floor']) assert.deepEqual(await finds(q), [wifi.number], q);
    for (const q of ['PIT11', 'pit-11', 'PIT 11']) assert.deepEqual(await finds(q), [form.number], q);
    for (const q of ['UserById', 'userbyid', 'user by id', 'byid'])
      assert.deepEqual(await finds(q), q === 'byid' ? [] : [code.number], q);
    for (const q of ['v3.11', '3.11', 'V3.11']) assert.deepEqual(await finds(q), [version.number], q);
  });
});
