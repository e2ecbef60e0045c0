import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unpackTar } from 'modern-tar';
import type { AuditEntry } from '#contract/audit.ts';
import type { Player } from '#testing/cast.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { Manifest } from './open-format/format.ts';

/** The files of an export that somebody downloads, by name. */
async function download(person: Player, query = ''): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${person.address}/api/export${query}`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers.get('content-type'), 'application/x-tar');
  const entries = await unpackTar(await answer.arrayBuffer(), { strict: true });
  return new Map(entries.map(({ header, data }) => [header.name, Buffer.from(data ?? [])]));
}

const manifestOf = (files: ReadonlyMap<string, Buffer>): Manifest => JSON.parse(String(files.get('manifest.json')));
const linesOf = (files: ReadonlyMap<string, Buffer>, table: string) =>
  String(files.get(`tables/${table}.ndjson`))
    .split('\n')
    .slice(0, -1);

onEachDatabaseAnew('an export', (app) => {
  test('has every row in the order of its key, with sorted names, and files under their stored names', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Zażółć gęślą jaźń' });
    const [attached] = (await ada.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf })).is(
      201,
    );
    await ada.opens();
    const files = await download(dev);
    const [first, second] = linesOf(files, 'tickets');
    assert.match(first ?? '', /"title":"Zażółć gęślą jaźń"/);
    const names = Object.keys(JSON.parse(first ?? ''));
    assert.deepEqual(names, names.toSorted());
    assert.ok(JSON.parse(first ?? '').id < JSON.parse(second ?? '').id);
    const name = attached?.filename ?? '';
    assert.deepEqual(files.get(`files/${name.slice(0, 2)}/${name}`), Buffer.from(samples.pdf));
    const { tables, files: figures, database } = manifestOf(files);
    assert.equal(database, app().database.dialect.name);
    assert.equal(tables.tickets?.rows, 2);
    assert.deepEqual(figures, { count: 1, bytes: samples.pdf.length });
    assert.match(String(files.get('README.md')), /## tickets/);
    assert.equal([...files.keys()].at(-1), 'end.json');
  });

  test('has no secret, token, session or code in it', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { smtp_host: 'mail.example.com', smtp_pass: 'hunter2 hunter2' })).is(200);
    const { token } = (await dev.post<{ token: string }>('/api/tokens', { name: 'CI', scope: 'read' })).is(201);
    const hook = { url: 'https://hooks.example.com/x' };
    const { secret } = (await dev.post<{ secret: string }>('/api/webhooks', hook)).is(201);
    const files = await download(dev, '?events=1');
    const text = [...files.values()].join('\n');
    for (const hidden of ['hunter2', token, secret, ada.token ?? '', '"secret"'])
      assert.ok(!text.includes(hidden), hidden);
    assert.ok(!linesOf(files, 'settings').join().includes('smtp_pass'));
    assert.match(text, /"smtp_host"/);
    assert.ok(linesOf(files, 'webhooks')[0]?.includes('hooks.example.com'));
  });

  test('leaves out files and events unless they are asked for', async () => {
    const { dev } = await app().cast.all();
    const ticket = await dev.opens();
    await dev.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf });
    const without = await download(dev, '?files=0');
    assert.ok(![...without.keys()].some((name) => name.startsWith('files/')));
    assert.ok(!without.has('tables/event_outbox.ndjson'));
    assert.ok(linesOf(await download(dev, '?events=1'), 'event_outbox').length > 0);
  });

  test('names a file that is gone', async () => {
    const { dev } = await app().cast.all();
    const ticket = await dev.opens();
    const [attached] = (await dev.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf })).is(
      201,
    );
    await app().files.remove(attached?.filename ?? '');
    const end = JSON.parse(String((await download(dev)).get('end.json')));
    assert.deepEqual(end, { missing_files: [attached?.filename] });
  });

  test('is for developers, runs once at a time, and is recorded', async () => {
    const { ada, dev } = await app().cast.all();
    (await ada.get('/api/export')).isRefused(403, 'forbidden');
    // More than a connection takes while nobody reads from it.
    const bytes = Buffer.alloc(18 * 1024 * 1024, 'x');
    await dev.attaches(await dev.opens(), { name: 'a.txt', type: 'text/plain', bytes });
    const headers = { authorization: `Bearer ${dev.token}` };
    const unread = await fetch(`${dev.address}/api/export`, { headers });
    assert.equal(unread.status, 200);
    (await dev.get('/api/export')).isRefused(503, 'service_unavailable');
    await unread.body?.cancel();
    let next: Response;
    do next = await fetch(`${dev.address}/api/export`, { headers });
    while (next.status === 503);
    assert.ok((await next.arrayBuffer()).byteLength > bytes.length);
    const entries = (await dev.get<AuditEntry[]>('/api/audit?action=export.made')).is(200);
    assert.deepEqual(
      entries.map(({ actor_id, details }) => [actor_id, details]),
      Array(2).fill([dev.id, { files: true, events: false }]),
    );
  });

  test('has each row that another one names, whatever is written meanwhile', async () => {
    const { ada, dev } = await app().cast.all();
    let isOver = false;
    const writers = Array.from({ length: 6 }, async () => {
      while (!isOver) {
        const ticket = await ada.opens();
        (await dev.patches(ticket, { status: 'in_progress', assignee_id: dev.id })).is(200);
        (await dev.comments(ticket, 'Seen.')).is(201);
        await ada.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf });
      }
    });
    try {
      for (let round = 0; round < 5; round += 1) {
        const files = await download(dev);
        const ids = (table: string) => new Set(linesOf(files, table).map((line) => JSON.parse(line).id));
        const tickets = ids('tickets');
        for (const table of ['comments', 'attachments', 'ticket_history', 'dev_tasks'])
          for (const line of linesOf(files, table)) assert.ok(tickets.has(JSON.parse(line).ticket_id), table);
        for (const line of linesOf(files, 'attachments')) {
          const { filename, size } = JSON.parse(line);
          assert.equal(files.get(`files/${filename.slice(0, 2)}/${filename}`)?.length, size);
        }
        for (const [table, { rows }] of Object.entries(manifestOf(files).tables))
          assert.equal(linesOf(files, table).length, rows, table);
      }
    } finally {
      isOver = true;
      await Promise.all(writers);
    }
  });
});
