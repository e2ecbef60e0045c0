import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPreview, UploadedTable, UploadedTables } from '#contract/imports.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { formOf } from '#testing/cast.ts';
import { importsOf } from '#testing/import-runs.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { aThreadEnds } from '#testing/threads.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports');
const sample = (name: string) => readFileSync(join(SAMPLES, name), 'utf8');

const HEADER = 'Summary,Issue key,Issue id,Issue Type,Status,Created,Security Level,Labels,Labels,Comment';
const ISSUES = [
  HEADER,
  'Open heron,HELP-1,1,Bug,Open,12/Feb/26 10:19 PM,,net,vpn,13/Feb/26 8:00 AM;ada;Whisper',
  'Kept heron,HELP-2,2,Bug,Open,12/Feb/26 10:19 PM,Staff,,,',
  'Parked heron,HELP-3,3,Bug,Parked,12/Feb/26 10:19 PM,,,,',
  'Late heron,HELP-4,4,Bug,Open,soon,,,,',
  '',
].join('\n');

onEachDatabaseAnew('a file of another product that a developer uploads', (app) => {
  const uploads = async (name: string, text: string | Uint8Array) => {
    const dev = await app().cast.dev;
    const file = { name, type: 'application/octet-stream', bytes: Buffer.from(text) };
    return (await dev.post<UploadedTable>('/api/imports', formOf({}, [file], 'file'))).is(201).id;
  };
  const checks = async (id: string, options: object = {}) =>
    (await (await app().cast.dev).post<ImportPreview>(`/api/imports/${id}/check`, options)).is(200);
  const runs = async (id: string): Promise<UploadedTable> => {
    const dev = await app().cast.dev;
    const ended = aThreadEnds();
    (await dev.post(`/api/imports/${id}/run`)).is(202);
    await ended;
    for (;;) {
      const { imports } = (await dev.get<UploadedTables>('/api/imports')).is(200);
      const upload = imports.find((table) => table.id === id);
      if (upload !== undefined && upload.state !== 'running') return upload;
      await turn();
    }
  };
  const tickets = async (query = '') =>
    (await (await app().cast.dev).get<ListedTicket[]>(`/api/tickets?limit=200${query}`)).is(200);
  const titled = async (title: string): Promise<TicketDetail> => {
    const id = (await tickets()).find((row) => row.title === title)?.id ?? assert.fail(`There is no ${title}.`);
    return (await (await app().cast.dev).reads({ id })).is(200) as TicketDetail;
  };

  test('is an export of Jira by its header: it comes as by the command line, which knows it again', async () => {
    const id = await uploads('help.csv', sample('jira/cloud-pl.csv'));
    const { product, columns, rows, problems, rejected } = await checks(id, { zone: 'Europe/Warsaw' });
    assert.deepEqual([product, problems, rejected], ['jira', [], []]);
    assert.equal(columns.find(({ name }) => name === 'Podsumowanie')?.column, 'title');
    assert.equal(rows[0]?.created_at, '2024-07-03T06:05:00.000Z');
    const done = await runs(id);
    assert.deepEqual([done.state, done.tickets], ['done', { read: 11, imported: 11, merged: 0, left_out: 0 }]);
    const moving = await titled('Przeprowadzka serwerowni na ulicę Lipową');
    assert.ok((await tickets('&q=HELP-1')).some(({ id: other }) => other === moving.id));
    const led = await fetch(`${app().address}/browse/HELP-1`, { redirect: 'manual' });
    assert.equal(led.headers.get('location'), `/t/${moving.number}`);
    const again = importsOf(app());
    await again.bringsJira(join(SAMPLES, 'jira/cloud-pl.csv'));
    assert.match(again.said[0] ?? '', /tickets +11 +0 +11 +0/);
  });

  test('of Jira keeps private what was, and gives back what cannot come until somebody says what its words mean', async () => {
    const ewa = await app().cast.ewa;
    const id = await uploads('help.csv', ISSUES);
    const before = await checks(id);
    assert.deepEqual(before.unknown_words, [{ list: 'status', word: 'Parked', rows: 1 }]);
    assert.deepEqual(
      before.rejected.map(({ line, code, column }) => [line, code, column]),
      [
        [4, 'unknown_word', 'status'],
        [5, 'not_a_time', 'created_at'],
      ],
    );
    const meanings = [{ list: 'status', word: 'Parked', means: 'blocked' }];
    assert.deepEqual((await checks(id, { meanings })).tickets, { read: 4, imported: 3, merged: 0, left_out: 1 });
    await runs(id);
    const open = await titled('Open heron');
    assert.deepEqual(open.labels?.map(({ name }) => name).sort(), ['net', 'vpn']);
    assert.ok(open.comments.some(({ content, is_internal }) => content === 'Whisper' && is_internal));
    assert.equal((await titled('Parked heron')).status, 'blocked');
    const seen = (await ewa.get<ListedTicket[]>('/api/tickets')).is(200).map(({ title }) => title);
    assert.deepEqual(seen.toSorted(), ['Open heron', 'Parked heron']);
    const { text } = await (await app().cast.dev).get(`/api/imports/${id}/rejected`);
    assert.ok(text.startsWith(`\uFEFF${HEADER},_line,_reason\r\nLate heron,HELP-4,`), text);
    assert.match(text, /,5,"?created is no time/);
  });

  test('of Jira asks what its own priorities mean, in no words of the command line', async () => {
    const id = await uploads(
      'p.csv',
      `Summary,Issue key,Status,Created,Priority\nHeron,HELP-9,Open,12/Feb/26 10:19 PM,P1\n`,
    );
    const { unknown_words, report } = await checks(id, { product: 'jira' });
    assert.deepEqual(unknown_words, [{ list: 'priority', word: 'P1', rows: 1 }]);
    assert.ok(
      report.remarks.some(({ reason }) => reason === 'its priority is none that Jira has: it is normal'),
      JSON.stringify(report.remarks),
    );
    assert.ok(report.remarks.every(({ reason }) => !reason.includes('--')));
    const again = await checks(id, {
      product: 'jira',
      meanings: [{ list: 'priority', word: 'P1', means: 'critical' }],
    });
    assert.deepEqual([again.unknown_words, again.rows[0]?.priority], [[], 'critical']);
  });

  test('of Jira brings the second row of a key whose first is rejected, and says so', async () => {
    const rows = ['soon', '12/Feb/26 10:19 PM'].map((at) => `Heron,HELP-9,Open,${at}`);
    const id = await uploads('p.csv', ['Summary,Issue key,Status,Created', ...rows, ''].join('\n'));
    const { tickets: figures, report } = await checks(id, { product: 'jira' });
    assert.deepEqual(figures, { read: 2, imported: 1, merged: 0, left_out: 1 });
    assert.ok(report.remarks.some(({ reason }) => reason.startsWith('an earlier row with its id was rejected')));
  });

  test('loses nothing silently: what becomes of everything in it is told by reason, its rows to who uploaded it', async () => {
    const id = await uploads('help.csv', sample('jira/cloud-pl.csv'));
    const { report } = await checks(id, { zone: 'Europe/Warsaw' });
    const comments = { table: 'comments', read: 24, imported: 24, merged: 0, left_out: 0 };
    assert.deepEqual(
      report.tables.find(({ table }) => table === 'comments'),
      comments,
    );
    const files = report.remarks.find(({ table }) => table === 'attachments');
    assert.deepEqual([files?.kind, files?.count, files?.rows.length], ['left_out', 5, 5]);
    assert.match(files?.rows[0]?.value ?? '', /attachment\/content\/20001$/);
    const done = await runs(id);
    assert.deepEqual(
      done.report.remarks.find(({ table }) => table === 'attachments'),
      files,
    );
    const other = await app().cast.newDeveloper();
    const seen = (await other.get<UploadedTables>('/api/imports')).is(200).imports.find((table) => table.id === id);
    assert.deepEqual(seen?.report.tables, done.report.tables);
    assert.ok(seen?.report.remarks.length && seen.report.remarks.every(({ rows }) => rows.length === 0));
    (await other.get(`/api/imports/${id}/rejected`)).isRefused(403, 'forbidden');
    const waiting = await uploads('more.csv', ISSUES);
    (await other.post(`/api/imports/${waiting}/check`, {})).isRefused(403, 'forbidden');
    await checks(waiting);
    (await other.post(`/api/imports/${waiting}/run`)).isRefused(403, 'forbidden');
  });

  test('has no word left in its report of somebody who was erased', async () => {
    const [dev, gone] = [await app().cast.dev, await app().cast.guest()];
    const url = `https://jira.example.net/${gone.user.email}/1`;
    const text = `Summary,Issue key,Issue id,Issue Type,Status,Created,Attachment\nHeron,HELP-5,5,Bug,Open,12/Feb/26 10:19 PM,12/Feb/26 10:20 PM;ada;plan.png;${url}\n`;
    const id = await uploads('help.csv', text);
    await checks(id);
    assert.ok(JSON.stringify((await runs(id)).report).includes(url));
    (await dev.post(`/api/users/${gone.id}/erase`, {})).is(200);
    const { imports } = (await dev.get<UploadedTables>('/api/imports')).is(200);
    assert.ok(!JSON.stringify(imports.find((table) => table.id === id)?.report).includes(gone.user.email));
  });

  test('has comments that all read, and answers, where somebody says so', async () => {
    const id = await uploads('help.csv', sample('jira/cloud-pl.csv'));
    await checks(id, { zone: 'Europe/Warsaw', comments: 'public', answers: 'last_comment' });
    const { report } = await runs(id);
    assert.ok(!report.remarks.some(({ reason }) => /came as internal/.test(reason)));
    const { comments } = await titled('VPN rozłącza się po północy');
    const answer = comments.find((comment) => comment.is_closure_summary);
    assert.deepEqual([answer?.is_internal, typeof answer?.content], [false, 'string']);
  });

  test('is a board of Trello by its first sign: lists mean what somebody says, the others are submitted', async () => {
    const id = await uploads('board.json', sample('trello/board.json'));
    const { product, columns, unknown_words, problems } = await checks(id, { zone: 'Europe/Warsaw' });
    assert.deepEqual([product, columns, problems], ['trello', [], []]);
    assert.ok(unknown_words.some(({ list, word }) => list === 'status' && word === 'W trakcie'));
    const meanings = [{ list: 'status', word: 'W trakcie', means: 'in_progress' }];
    const { rows } = await checks(id, { zone: 'Europe/Warsaw', meanings });
    assert.ok(rows.some(({ status }) => status === 'in_progress'));
    const marked = await uploads('board.json', Buffer.from(`\ufeff${sample('trello/board.json')}`, 'utf16le'));
    assert.deepEqual((await checks(marked, { zone: 'Europe/Warsaw', meanings })).rows, rows);
    const done = await runs(marked);
    assert.equal(done.state, 'done');
    assert.equal((await tickets()).length, done.tickets.imported);
    assert.ok(done.tickets.imported > 0);
  });

  test('is a table where somebody says so; what it is not is refused with what is wrong', async () => {
    const id = await uploads('help.csv', ISSUES);
    assert.equal((await checks(id, { product: 'table' })).product, 'table');
    assert.equal((await checks(id, { columns: ['title', ...Array(9).fill(null)] })).product, 'table');
    assert.deepEqual((await checks(id, { product: 'trello' })).problems[0]?.code, 'not_a_board');
    const code = async (name: string, options: object = {}) =>
      (await checks(await uploads(name, sample(name)), options)).problems[0]?.code;
    assert.equal(await code('trello/not-a-board.json'), 'not_a_board');
    assert.equal(await code('jira/excel-ruined.csv', { product: 'jira' }), 'spreadsheet');
  });
});
