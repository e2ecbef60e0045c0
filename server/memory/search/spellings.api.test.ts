import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Ticket } from '#contract/tickets.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { addLaterSpellings } from '../answers/later-spellings.ts';
import { SearchStore } from './search-store.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };

async function finds(person: Player, q: string): Promise<number[]> {
  const answer = await person.lists(`?q=${encodeURIComponent(q)}`);
  const hits = answer.is(200).map(({ number }) => number);
  return answer.headers.get('kwit-search') === 'exact' ? hits.sort((a, b) => a - b) : [];
}

const numbers = (...tickets: { number: number }[]) => tickets.map(({ number }) => number);

onEachDatabaseAnew('the search', (app) => {
  const all = async (person: Player, texts: readonly string[]): Promise<Ticket[]> => {
    const tickets: Ticket[] = [];
    for (const description of texts) tickets.push(await person.opens({ title: 'Words of a report', description }));
    return tickets;
  };

  test('finds a number however its digits are grouped', async () => {
    const guest = await app().cast.guest();
    const phones = await all(guest, [
      'Call 600100200 please.',
      'Call 600 100 200 please.',
      'Call 600-100-200, please.',
      'Call +48 600 100 200 please.',
      'Call +48600100200 please.',
      'Call (60) 010.02.00 please.',
      'Call 0048 600‑100‑200 in room 12 600\u00a0100\u00a0200.',
    ]);
    const other = await guest.opens({ title: 'Another number', description: 'Call 600 100 201, or 700100200.' });
    const expected = numbers(...phones);
    for (const q of ['600100200', '600 100 200', '600-100-200', '60 010 02 00', '+48 600 100 200', '+48600100200'])
      assert.deepEqual(await finds(guest, q), expected, q);
    assert.deepEqual(await finds(guest, '0048 600 100 200 please'), expected.slice(0, -1));
    assert.deepEqual(await finds(guest, '600 100 201'), numbers(other));
    assert.deepEqual(await finds(guest, '600100201 700 100 200'), numbers(other));
    assert.deepEqual(await finds(guest, '60010020'), [...expected, other.number], 'the beginning of a number');
  });

  test('asks for digits that stand apart as before', async () => {
    const guest = await app().cast.guest();
    const apart = await guest.opens({ title: 'Ports', description: 'From 8080 on; in the other building 4433.' });
    assert.deepEqual(await finds(guest, '4433 8080'), numbers(apart));
    assert.deepEqual(await finds(guest, '44338080'), []);
  });

  test('finds words that any dash or a soft hyphen joins', async () => {
    const guest = await app().cast.guest();
    const spellings = ['e-mail', 'e\u2010mail', 'e\u2011mail', 'e\u2012mail', 'e\u2013mail', 'e\u00admail', 'email'];
    const mails = await all(
      guest,
      spellings.map((word) => `The ${word} is late.`),
    );
    const expected = numbers(...mails);
    const joined = expected.filter((number) => number !== mails.at(-1)?.number && number !== mails.at(-2)?.number);
    for (const q of spellings) assert.deepEqual(await finds(guest, q), expected, q);
    assert.deepEqual(await finds(guest, '"e mail"'), joined);
  });

  test('finds words inside Chinese, Japanese and Thai text, and marks them', async () => {
    const guest = await app().cast.guest();
    const chinese = await guest.opens({ title: '三楼的打印机坏了', description: '请尽快派人来修理，型号HP2000。' });
    const japanese = await guest.opens({
      title: '会議室のプリンターが壊れた',
      description: '電源を入れても動かない。',
    });
    const thai = await guest.opens({ title: 'เครื่องพิมพ์เสีย', description: 'กรุณาช่วยด้วย' });
    for (const q of ['打印机', '打印', '机', '印机坏', '"打印机"', '打印机 修理', 'hp2000', '"修理 型号HP2000"'])
      assert.deepEqual(await finds(guest, q), numbers(chinese), q);
    for (const q of ['プリンター', 'プリンタ', 'ﾌﾟﾘﾝﾀｰ', '会議室', '壊れ', '電源 壊れた'])
      assert.deepEqual(await finds(guest, q), numbers(japanese), q);
    assert.deepEqual(await finds(guest, 'พิมพ์'), numbers(thai));
    for (const q of ['印打', '打机', '打印机 電源', 'タプ']) assert.deepEqual(await finds(guest, q), [], q);
    const [row] = (await guest.lists(`?q=${encodeURIComponent('打印机')}&snippets=1`)).is(200);
    const marked = row?.snippet?.parts.filter(({ match }) => match).map(({ text }) => text);
    assert.equal(marked?.join(''), '打印机');
  });

  test('finds them in answers, too', async () => {
    const { dev } = await app().cast.all();
    const ticket = await dev.opens({ title: 'A phone', description: 'Which one?' });
    const closing = { status: 'closed', closure_summary: '请拨打电话 600 300 400。', closure_question: 'Which phone?' };
    (await dev.patches(ticket, closing)).is(200);
    for (const q of ['600300400', '电话']) {
      const answers = (await dev.get<{ ticket_number: number }[]>(`/api/answers?q=${encodeURIComponent(q)}`)).is(200);
      assert.deepEqual(
        answers.map(({ ticket_number }) => ticket_number),
        [ticket.number],
        q,
      );
    }
  });

  test('finds them after an upgrade, once housekeeping has written their words anew', async () => {
    const { cast, runner, database } = app();
    const guest = await cast.guest();
    const old = await guest.opens({ title: 'From an older version', description: 'Call 600 500 400.' });
    await guest.comments(old, '键盘坏了');
    const entry = {
      number: old.number,
      reporterId: guest.id,
      spaces: [''],
      description: [],
      comments: [],
      internal: [],
    };
    await runner.write(CONTEXT, (work) => work.of(SearchStore).put({ ...entry, title: ['older'] }));
    assert.deepEqual(await finds(guest, '600500400'), []);
    assert.equal(await addLaterSpellings(runner, CONTEXT), false);
    const sql = "insert into counters (name, value) values ('later spellings', 0)";
    await database.write((connection) => connection.run({ sql, parameters: [] }));
    let steps = 0;
    while (await addLaterSpellings(runner, CONTEXT)) steps += 1;
    assert.equal(steps, 2);
    for (const q of ['600500400', '键盘', 'older']) assert.deepEqual(await finds(guest, q), numbers(old), q);
  });
});
