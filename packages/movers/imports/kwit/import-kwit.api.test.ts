import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { TicketDetail } from '#contract/tickets.ts';
import { databases } from '#testing/databases.ts';
import { exportTo, filesIn, folderFor, importInto, manifestIn, rowsIn, writeArchive } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { type App, startApp } from '#testing/start-app.ts';
import { ImportRefused } from '../import-report.ts';

type Files = Map<string, Buffer>;

/** An archive with other lines in a table, of which the manifest tells rightly. */
function withLines(files: Files, table: string, lines: readonly string[], end = '\n'): Files {
  const bytes = Buffer.from(lines.map((line, index) => line + (index < lines.length - 1 ? '\n' : end)).join(''));
  const manifest = manifestIn(files);
  const figures = { rows: lines.length, bytes: bytes.length, sha256: hash('sha256', bytes) };
  const tables = { ...manifest.tables, [table]: figures };
  return new Map([
    ...files,
    ['manifest.json', Buffer.from(JSON.stringify({ ...manifest, tables }))],
    [`tables/${table}.ndjson`, bytes],
  ]);
}

/** An archive with its rows of a table changed. */
const withRows = (files: Files, table: string, change: (rows: Record<string, unknown>[]) => object[]): Files =>
  withLines(
    files,
    table,
    change(rowsIn(files, table)).map((row) => JSON.stringify(row)),
  );

const withFirst = (files: Files, table: string, fields: object): Files =>
  withRows(files, table, ([first, ...others]) => [{ ...first, ...fields }, ...others]);

const without = (files: Files, name: string): Files => new Map([...files].filter(([path]) => path !== name));

/** Changes one byte in the middle. */
function flipped(bytes: Buffer | undefined): Buffer {
  const copy = Buffer.from(bytes ?? []);
  const middle = Math.floor(copy.length / 2);
  copy[middle] = (copy[middle] ?? 0) ^ 1;
  return copy;
}

const NOBODY = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';

/** Damages of an archive, and the refusal of each. */
const DAMAGES: readonly [string, RegExp, (files: Files, stored: string) => Files][] = [
  ['another beginning', /begins with README\.md/, (files) => without(files, 'manifest.json')],
  ['no end', /end\.json is missing/, (files) => without(files, 'end.json')],
  ['no table', /tables\/tickets\.ndjson is missing|not there/, (files) => without(files, 'tables/tickets.ndjson')],
  [
    'no file',
    /The file [0-9a-f]{32}, of which tables\/attachments.ndjson, line 1/,
    (files, stored) => without(files, stored),
  ],
  [
    'a file with a flipped byte',
    /SHA-256 is another/,
    (files, stored) => new Map([...files, [stored, flipped(files.get(stored))]]),
  ],
  [
    'a file that no row names',
    /No row of the export names the file/,
    (files) => withMore(files, `files/00/00${'a'.repeat(30)}`),
  ],
  [
    'a name that leads out',
    /files\/\.\.\/\.\.\/x is no file of an export/,
    (files) => withMore(files, 'files/../../x'),
  ],
  ['a name from the root', /\/etc\/cron\.d\/x is no file of an export/, (files) => withMore(files, '/etc/cron.d/x')],
  ['something after the end', /stands after the end/, (files) => new Map([...files, ['more', Buffer.from('x')]])],
  ['a newer form', /newer Kwit \(1\.2\.3/, (files) => withManifest(files, { version: 2 })],
  ['a newer schema', /newer Kwit.*9999-later/, (files) => withManifest(files, { schema: '9999-later' })],
  ['another format', /no export of Kwit/, (files) => withManifest(files, { format: 'zip' })],
  ['no figures', /tables\.users has no rows/, (files) => withManifest(files, { tables: {} })],
  [
    'a changed line',
    /tables\/tickets\.ndjson was changed after the export/,
    (files) =>
      new Map([
        ...files,
        [
          'tables/tickets.ndjson',
          Buffer.from(String(files.get('tables/tickets.ndjson')).replace('Printer', 'Pointer')),
        ],
      ]),
  ],
  [
    'a row less',
    /has 1 rows, and the manifest says 2/,
    (files) => {
      const [first = ''] = String(files.get('tables/tickets.ndjson')).split('\n');
      return new Map([...files, ['tables/tickets.ndjson', Buffer.from(`${first}\n`)]]);
    },
  ],
  ['a line that is no JSON', /tickets\.ndjson, line 1 is no JSON\./, (files) => withLines(files, 'tickets', ['{x'])],
  ['a list', /line 1 is no JSON object/, (files) => withLines(files, 'tickets', ['[]'])],
  ['half a line', /ends in the middle of line 1/, (files) => withLines(files, 'tickets', ['{}'], '')],
  [
    'other bytes than UTF-8',
    /tables\/tickets\.ndjson is not UTF-8/,
    (files) => new Map([...files, ['tables/tickets.ndjson', Buffer.from([0xff, 0x0a])]]),
  ],
  [
    'an unknown field',
    /line 1 has a field that Kwit does not know: shoe/,
    (files) => withFirst(files, 'users', { shoe: 1 }),
  ],
  ['no field', /line 1: title is missing/, (files) => withFirst(files, 'tickets', { title: undefined })],
  ['a wrong type', /line 1: number is not a whole number/, (files) => withFirst(files, 'tickets', { number: '1' })],
  ['null', /line 1: title is not a text/, (files) => withFirst(files, 'tickets', { title: null })],
  ['NUL', /line 1: title is not a text/, (files) => withFirst(files, 'tickets', { title: 'a\0b' })],
  ['half a character', /line 1: title is not a text/, (files) => withFirst(files, 'tickets', { title: 'a\ud800' })],
  [
    'a bad time',
    /created_at is not a time/,
    (files) => withFirst(files, 'tickets', { created_at: '2026-02-31T00:00:00.000Z' }),
  ],
  ['a bad day', /planned_date is not a day/, (files) => withFirst(files, 'tickets', { planned_date: '2026-13-01' })],
  [
    'an unknown word',
    /status is none of the words.*submitted/,
    (files) => withFirst(files, 'tickets', { status: 'done' }),
  ],
  [
    'a dangling id',
    /reporter_id names a row of users that is not there/,
    (files) => withFirst(files, 'tickets', { reporter_id: NOBODY }),
  ],
  [
    'an id of a row that never comes',
    /tickets\.ndjson, line 1: summary_comment_id names a row of comments that is not there/,
    (files) => withFirst(files, 'tickets', { summary_comment_id: NOBODY }),
  ],
  [
    'rows out of order',
    /line 2: id does not come after the last/,
    (files) => withRows(files, 'tickets', (rows) => rows.toReversed()),
  ],
  [
    'an address twice',
    /line 2: email is that of an earlier line/,
    (files) => withRows(files, 'users', (rows) => rows.map((row) => ({ ...row, email: 'same@example.com' }))),
  ],
  [
    'a path as a stored name',
    /avatar_filename is not the name of a stored file/,
    (files) => withFirst(files, 'users', { avatar_filename: '../../etc/passwd' }),
  ],
];

const withManifest = (files: Files, fields: object): Files =>
  new Map([...files, ['manifest.json', Buffer.from(JSON.stringify({ ...manifestIn(files), ...fields }))]]);

/** An archive with one more file before its end. */
function withMore(files: Files, name: string): Files {
  const end = files.get('end.json') ?? Buffer.alloc(0);
  return new Map([...without(files, 'end.json'), [name, Buffer.from('x')], ['end.json', end]]);
}

for (const name of databases)
  describe(`importing an export (${name})`, () => {
    let folder: string;
    let source: App;
    let path: string;
    let files: Files;
    const cleanUps: (() => Promise<void>)[] = [];
    before(async () => {
      folder = await folderFor({ after: (remove) => cleanUps.push(remove) });
      source = await startApp(name);
      path = join(folder, 'export.tar');
      const { ada, dev } = await source.cast.all();
      const ticket = await ada.opens();
      await ada.attaches(ticket, { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf });
      (await dev.patches(await ada.opens(), { status: 'closed', closure_summary: 'Replaced the roller.' })).is(200);
      await exportTo(path, source);
      files = await filesIn(path);
    });
    after(async () => {
      await source.close();
      for (const remove of cleanUps) await remove();
    });

    const isEmpty = async ({ database, files: store }: App) => {
      const [row] = await database.read((connection) =>
        connection.rows<{ n: number }>({ sql: 'select count(*) as n from users', parameters: [] }),
      );
      assert.equal(Number(row?.n), 0);
      assert.deepEqual(await Array.fromAsync(store.names()), []);
    };
    const storedName = () => [...files.keys()].find((place) => place.startsWith('files/')) ?? '';

    test('brings people, tickets, files and what can be found', async (t) => {
      const target = await startApp(name);
      t.after(() => target.close());
      assert.match(await importInto(target, path), /tickets +2\n/);
      const { ada, dev } = await target.cast.all();
      const hits = (await dev.lists('?q=printer')).is(200);
      assert.equal(hits.length, 2);
      const detail = (await ada.get<TicketDetail>(`/api/tickets/${hits.find(({ number }) => number === 1)?.id}`)).is(
        200,
      );
      assert.equal(detail.attachments.length, 1);
      assert.equal((await ada.get(detail.attachments[0]?.url ?? '')).status, 200);
      assert.equal((await ada.opens()).number, 3);
      assert.deepEqual((await dev.get<{ closed: number }>('/api/tickets/stats/overview')).is(200).closed, 1);
      assert.equal(target.mailbox.list().filter(({ subject }) => !subject.includes('code')).length, 0);
    });

    test('refuses what is damaged or was changed, says where, and leaves nothing', async (t) => {
      const target = await startApp(name);
      t.after(() => target.close());
      const damaged = join(folder, 'damaged.tar');
      for (const [what, said, damage] of DAMAGES) {
        await writeArchive(damaged, damage(files, storedName()));
        await assert.rejects(
          importInto(target, damaged),
          (error) => error instanceof ImportRefused && said.test(error.message),
          what,
        );
      }
      await isEmpty(target);
    });

    test('refuses an archive that ends anywhere, has a flipped byte in its heads, or is none', async (t) => {
      const target = await startApp(name);
      t.after(() => target.close());
      const damaged = join(folder, 'cut.tar');
      const whole = await readFile(path);
      for (let part = 1; part < 20; part += 1) {
        await writeFile(damaged, whole.subarray(0, Math.floor((whole.length * part) / 20)));
        await assert.rejects(importInto(target, damaged), ImportRefused, `${part} of 20`);
      }
      for (const bytes of [Buffer.alloc(0), Buffer.from('no archive'), Buffer.alloc(2048), samples.zip]) {
        await writeFile(damaged, bytes);
        await assert.rejects(importInto(target, damaged), ImportRefused);
      }
      await assert.rejects(importInto(target, join(folder, 'nothing.tar')), /nothing\.tar cannot be read/);
      await isEmpty(target);
    });

    test('refuses a Kwit that has something, and leaves that alone', async () => {
      const copy = join(folder, 'copy.tar');
      await copyFile(path, copy);
      await assert.rejects(importInto(source, copy), /not empty: it has users/);
      assert.equal((await (await source.cast.dev).lists()).is(200).length, 2);
    });
  });
