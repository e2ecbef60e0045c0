import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

type Row = Readonly<Record<string, string>>;

async function tableFor(person: Player, query: string): Promise<{ rows: Row[]; text: string }> {
  const answer = await person.get(`/api/tickets.csv?${query}`);
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('content-type'), 'text/csv; charset=utf-8');
  const { text } = answer;
  assert.ok(text.startsWith('\uFEFF'));
  const delimiter = text.startsWith('\uFEFFexternal_id;') ? ';' : ',';
  return { text, rows: parse<Row>(text, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' }) };
}

onEachDatabase('the list as a table', (app) => {
  test('has every page in the order of the list, with its answer', async () => {
    const { cast } = app();
    const [reporter, dev] = [await cast.guest(), await cast.dev];
    for (let opened = 0; opened < 500; opened += 50)
      await Promise.all(Array.from({ length: 50 }, (_, n) => reporter.opens({ title: `Ticket ${opened + n}` })));
    await reporter.opens({ title: 'Ticket 500' });
    const closed = await reporter.opens({ title: 'Zażółć; gęślą, "jaźń"', description: 'Two\nlines.' });
    (await dev.patches(closed, { status: 'closed', closure_summary: '=Replaced', internal_note: 'Old.' })).is(200);
    const { rows } = await tableFor(reporter, 'sort=number&order=asc');
    assert.equal(rows.length, 502);
    assert.deepEqual(
      rows.map(({ number }) => Number(number)),
      rows.map(({ number }) => Number(number)).sort((a, b) => a - b),
    );
    const last = rows.at(-1);
    assert.equal(last?.external_id, closed.id);
    assert.equal(last?.title, 'Zażółć; gęślą, "jaźń"');
    assert.equal(last?.description, 'Two\nlines.');
    assert.equal(last?.closure_summary, "'=Replaced");
    assert.ok(last && !('internal_note' in last));
    const mine = `number=${closed.number}`;
    assert.equal((await tableFor(dev, mine)).rows[0]?.internal_note, 'Old.');
    assert.equal((await tableFor(dev, `${mine}&raw=1`)).rows[0]?.closure_summary, '=Replaced');
  });

  test('has only what its reader may see, and the separator of their spreadsheet', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const hers = await ada.opens({ title: 'The heron printer' });
    assert.deepEqual((await tableFor(jan, 'q=heron')).rows, []);
    assert.deepEqual(
      (await tableFor(dev, 'q=heron')).rows.map(({ external_id }) => external_id),
      [hers.id],
    );
    (await ada.patch('/api/auth/me', { language: 'pl' })).is(200);
    assert.ok((await tableFor(ada, 'q=heron')).text.startsWith('\uFEFFexternal_id;number;'));
    assert.ok((await tableFor(ada, 'q=heron&separator=,')).text.startsWith('\uFEFFexternal_id,number,'));
    for (const wrong of ['limit', 'cursor'])
      assert.deepEqual((await ada.get(`/api/tickets.csv?${wrong}=1`)).isInvalid(), [wrong]);
    assert.deepEqual((await ada.get('/api/tickets.csv?separator=x')).isInvalid(), ['separator']);
    assert.deepEqual((await ada.get('/api/tickets.csv?status_before=soon')).isInvalid(), ['status_before']);
  });
});
