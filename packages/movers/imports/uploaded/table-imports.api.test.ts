import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { ImportPreview, UploadedTable, UploadedTables } from '#contract/imports.ts';
import { TABLE_BYTES, TABLE_ENCODINGS } from '#contract/table-words.ts';
import type { TicketRow } from '#contract/tickets.ts';
import { DAY, instant, MINUTE, newId, shifted } from '#platform';
import { Housekeeping } from '#service/serving';
import { act, actOf } from '#testing/acts.ts';
import { formOf, type Player } from '#testing/cast.ts';
import { type App, onEachDatabaseAnew } from '#testing/start-app.ts';
import { aThreadEnds } from '#testing/threads.ts';
import { DUTIES } from '../../../../server/build-worker.ts';
import { ImportRunner } from './import-runner.ts';
import { TableImportStore } from './table-import-store.ts';
import { HELD_FOR_MS } from './uploaded-tables.ts';

const tableOf = (text: string | Buffer, name = 'old.csv') =>
  formOf({}, [{ name, type: 'text/csv', bytes: Buffer.from(text) }], 'file');

const uploads = async (dev: Player, text: string | Buffer) =>
  (await dev.post<UploadedTable>('/api/imports', tableOf(text))).is(201);

const checks = async (dev: Player, { id }: { id: string }, options: object = {}) =>
  (await dev.post<ImportPreview>(`/api/imports/${id}/check`, options)).is(200);

async function shown(dev: Player, id: string): Promise<UploadedTable> {
  const { imports } = (await dev.get<UploadedTables>('/api/imports')).is(200);
  return imports.find((table) => table.id === id) ?? assert.fail(`There is no import ${id}.`);
}

/** Runs an import, and waits for its end: for that of its thread, then until the service has written it down. */
async function runs(dev: Player, { id }: { id: string }): Promise<UploadedTable> {
  const ended = aThreadEnds();
  const answer = await dev.post<UploadedTable>(`/api/imports/${id}/run`);
  answer.is(202);
  await ended;
  let now = await shown(dev, id);
  for (; now.state === 'running'; now = await shown(dev, id)) await turn();
  const { kind, via } = await act(dev, actOf(answer));
  assert.deepEqual([kind, via], ['import', 'import']);
  return now;
}

const TABLE = `Temat;Opis;Stan;Sprint;E-mail zgłaszającego
Drukarka;Nie działa;submitted;7;ada@example.com
Skaner;;Done;7;nowa@example.com
;;submitted;7;ada@example.com
Faks;;submitted;7;jan
`;

onEachDatabaseAnew('a table that a developer uploads', (app) => {
  test('is checked: its columns, its rows, what is rejected and why, who is unknown; nothing is written', async () => {
    const dev = await app().cast.dev;
    await app().cast.ada;
    const up = await uploads(dev, TABLE);
    assert.deepEqual([up.name, up.state, up.rows, up.uploaded_by_name], ['old.csv', 'uploaded', null, 'Dev']);
    const checked = await checks(dev, up);
    const { columns, problems, rows, rejected, unknown_words, unknown_people, separator, report } = checked;
    assert.equal(separator, ';');
    assert.deepEqual(
      columns.map(({ column, sample }) => [column, sample]),
      [
        ['title', 'Drukarka'],
        ['description', 'Nie działa'],
        ['status', 'submitted'],
        [null, '7'],
        ['reporter_email', 'ada@example.com'],
      ],
    );
    assert.deepEqual(problems, []);
    assert.deepEqual(
      rows.map(({ line, title, reporter }) => [line, title, reporter]),
      [[2, 'Drukarka', 'ada@example.com']],
    );
    assert.deepEqual(
      rejected.map(({ line, code, column, value }) => [line, code, column, value]),
      [
        [3, 'unknown_word', 'status', 'Done'],
        [4, 'empty', 'title', null],
        [5, 'not_an_email', 'reporter_email', 'jan'],
      ],
    );
    assert.deepEqual(
      report.remarks.flatMap((remark) => remark.problems?.map(({ code, column }) => [code, column])),
      rejected.map(({ code, column }) => [code, column]),
    );
    assert.ok(report.remarks.every(({ reason }) => !reason.includes('--')));
    assert.deepEqual([unknown_words, unknown_people], [[{ list: 'status', word: 'Done', rows: 1 }], []]);
    const again = await checks(dev, up, { meanings: [{ list: 'status', word: 'Done', means: 'closed' }] });
    assert.deepEqual(
      [again.unknown_people, again.unknown_people_count, again.rows[1]?.status],
      [['nowa@example.com'], 1, 'closed'],
    );
    assert.deepEqual(again.tickets, { read: 4, imported: 2, merged: 0, left_out: 2 });
    assert.deepEqual((await dev.get('/api/tickets')).is(200), []);
  });

  test('names its act at once, also where everything has come before', async () => {
    const dev = await app().cast.dev;
    for (const imported of [1, 0]) {
      const up = await uploads(dev, 'External ID,Title\nA-1,Late\n');
      await checks(dev, up);
      const { tickets, act_id } = await runs(dev, up);
      assert.equal(tickets.imported, imported);
      const { fields, can_undo } = await act(dev, act_id ?? '');
      assert.deepEqual([fields.includes('began_at'), can_undo], [true, imported > 0]);
    }
  });

  test('may call addresses reporters: the cells tell whether it is a name', async () => {
    const dev = await app().cast.dev;
    const guessed = async (cells: readonly string[]) => {
      const up = await uploads(dev, ['Title,Reporter', ...cells.map((cell) => `Late,${cell}`)].join('\n'));
      return (await checks(dev, up)).columns.map(({ column }) => column);
    };
    assert.deepEqual(await guessed(['ada@example.com', '', 'BEN@example.com']), ['title', 'reporter_email']);
    assert.deepEqual(await guessed(['ada@example.com', 'Ben']), ['title', 'reporter_name']);
    assert.deepEqual(await guessed(['', '']), ['title', 'reporter_name']);
  });

  test('may write its dates in any order that is said', async () => {
    const dev = await app().cast.dev;
    const up = await uploads(dev, 'Name,Created at,Assignee\nLate,08.11.2026 14:30,Ben\n');
    const read = async (options: object) => (await checks(dev, up, options)).rows[0];
    const { problems } = await checks(dev, up, {});
    assert.deepEqual(problems, [
      { code: 'not_a_time', line: 2, column: 'created_at', value: '08.11.2026 14:30', bound: null },
    ]);
    const row = await read({ dates: 'dmy', zone: 'Europe/Warsaw' });
    assert.deepEqual([row?.title, row?.created_at, row?.assignee], ['Late', '2026-11-08T13:30:00.000Z', 'Ben']);
    assert.equal((await read({ dates: 'mdy', zone: 'UTC' }))?.created_at, '2026-08-11T14:30:00.000Z');
    const upload = await uploads(dev, 'Name,Created at\nEarly,08.11.2026\nLate,20.11.2026\nDay,2026-01-05\n');
    assert.deepEqual(
      (await checks(dev, upload, {})).rows.map(({ created_at }) => created_at?.slice(0, 10)),
      ['2026-11-08', '2026-11-20', '2026-01-05'],
    );
  });

  test('is imported as it was checked, and gives back what it cannot take, to be corrected and imported', async () => {
    const { dev } = await app().cast.all();
    const up = await uploads(dev, TABLE);
    (await dev.post(`/api/imports/${up.id}/run`)).isRefused(409, 'import_not_ready');
    await checks(dev, up, { people: 'skip' });
    const done = await runs(dev, up);
    assert.deepEqual(
      [done.state, done.rows, done.done_rows, done.tickets, done.problems],
      ['done', 4, 4, { read: 4, imported: 1, merged: 0, left_out: 3 }, []],
    );
    const [ticket] = (await dev.get<TicketRow[]>('/api/tickets')).is(200);
    assert.deepEqual([ticket?.title, ticket?.reporter_name], ['Drukarka', 'Ada']);
    const [audited] = (await dev.get<{ actor_id: string; target_id: string }[]>('/api/audit?action=import.made')).is(
      200,
    );
    assert.deepEqual([audited?.actor_id, audited?.target_id], [dev.id, up.id]);
    const rejected = await dev.get(`/api/imports/${up.id}/rejected`);
    assert.match(rejected.text, /^\uFEFFTemat;Opis;Stan;Sprint;E-mail zgłaszającego;_line;_reason\r\nSkaner;;Done;7/);
    const corrected = rejected.text
      .replace(';Done;', ';closed;')
      .replace('\r\n;;', '\r\nBez nazwy;;')
      .replace(';jan;', ';jan@example.com;');
    const second = await uploads(dev, corrected);
    await checks(dev, second, { people: 'skip' });
    assert.deepEqual((await runs(dev, second)).tickets, { read: 3, imported: 3, merged: 0, left_out: 0 });
    const { imports } = (await dev.get<UploadedTables>('/api/imports')).is(200);
    assert.deepEqual(
      imports.map(({ id, state }) => [id, state]),
      [
        [second.id, 'done'],
        [up.id, 'done'],
      ],
    );
    (await dev.post(`/api/imports/${up.id}/run`)).isRefused(409, 'import_not_ready');
    (await dev.post(`/api/imports/${up.id}/check`, {})).isRefused(409, 'import_not_ready');
    (await dev.delete(`/api/imports/${up.id}`)).is(204);
    (await dev.delete(`/api/imports/${up.id}`)).isRefused(404, 'import_not_found');
  });

  test('says what is wrong with the whole of it, by line and column', async () => {
    const dev = await app().cast.dev;
    const first = async (text: string | Buffer, options: object = {}) => {
      const { problems, columns } = await checks(dev, await uploads(dev, text), options);
      return [problems[0]?.code, problems[0]?.line, problems[0]?.column, columns.length];
    };
    const windows = Buffer.from('title\nUsterka\n\xbf\xf3\xb3w\n', 'latin1');
    const wide = `title\n${'x'.repeat(5 * 1024 * 1024)}\n`;
    assert.deepEqual(await first(''), ['no_header', null, null, 0]);
    assert.deepEqual(await first('Nazwa,Temat\na,b\n', { columns: ['title', 'title'] }), [
      'column_twice',
      1,
      'title',
      2,
    ]);
    assert.deepEqual(await first('Tytuł,Temat\na,b\n'), [undefined, undefined, undefined, 2]);
    assert.deepEqual(await first('A,B\na,b\n'), ['column_missing', 1, 'title', 2]);
    assert.deepEqual(await first('title\na\n', { columns: ['title', null] }), ['wrong_cell_count', 1, null, 1]);
    assert.deepEqual(await first(windows), ['wrong_encoding', 3, null, 0]);
    assert.deepEqual(await first(windows, { encoding: 'windows-1250' }), [undefined, undefined, undefined, 1]);
    assert.deepEqual(await first('title\nfine\n"open\n'), ['bad_quotes', 3, '1', 1]);
    assert.deepEqual(await first(wide), ['row_too_long', 2, '1', 1]);
    const up = await uploads(dev, 'title\n"open\n');
    (await dev.get(`/api/imports/${up.id}/rejected`)).isRefused(409, 'import_not_ready');
    assert.deepEqual((await dev.post(`/api/imports/${up.id}/check`, { zone: 'Mars/One' })).isInvalid(), ['zone']);
    const strange = await dev.post(`/api/imports/${up.id}/check`, { encoding: 'utf-7' });
    const [problem] = strange.isRefused(400, 'validation_error').details ?? [];
    assert.equal(problem?.path, 'encoding');
    for (const encoding of TABLE_ENCODINGS) assert.ok(problem.message.includes(encoding), problem.message);
    const meanings = [{ list: 'status', word: 'Done', means: 'high' }];
    assert.deepEqual((await dev.post(`/api/imports/${up.id}/check`, { meanings })).isInvalid(), ['meanings.0.means']);
    (await dev.post('/api/imports', tableOf(Buffer.alloc(TABLE_BYTES + 1)))).isRefused(413, 'payload_too_large');
    assert.deepEqual((await dev.post('/api/imports', new FormData())).isInvalid(), ['file']);
  });

  test('runs one at a time; one whose process has gone goes on where it was', async () => {
    const dev = await app().cast.dev;
    const up = await uploads(dev, `title\n${Array.from({ length: 20 }, (_, n) => `Row ${n}`).join('\n')}\n`);
    await checks(dev, up);
    const beganAt = app().clock.now();
    // As a process leaves it that was killed: it has the import, and says so no more.
    await app().runner.write({ actor: null, correlationId: 'test', source: 'test' }, (work) =>
      work.of(TableImportStore).change(up.id, { began_at: work.now, held_until: shifted(work.now, HELD_FOR_MS) }),
    );
    const state = async () => (await shown(dev, up.id)).state;
    assert.equal(await state(), 'running');
    (await dev.post(`/api/imports/${up.id}/run`)).isRefused(409, 'import_not_ready');
    (await dev.delete(`/api/imports/${up.id}`)).isRefused(409, 'import_not_ready');
    app().clock.advance(HELD_FOR_MS);
    assert.equal(await state(), 'interrupted');
    (await dev.post(`/api/imports/${up.id}/check`, {})).isRefused(409, 'import_not_ready');
    const done = await runs(dev, up);
    assert.deepEqual([done.state, done.tickets.imported, done.began_at], ['done', 20, instant(beganAt)]);
  });

  test('stops with its service after the transaction that it is in, and goes on later', async () => {
    const dev = await app().cast.dev;
    const up = await uploads(dev, `title\n${Array.from({ length: 600 }, (_, n) => `Row ${n}`).join('\n')}\n`);
    await checks(dev, up);
    const system = { actor: null, correlationId: 'test', source: 'test' };
    const ours = new ImportRunner({ config: app().config, runner: app().runner, log: { error() {} } });
    await app().runner.write(system, (work) => work.of(TableImportStore).change(up.id, { began_at: work.now }));
    ours.begin({ id: up.id, actId: newId(), context: system });
    await ours.stop();
    const stopped = await shown(dev, up.id);
    assert.deepEqual([stopped.state, stopped.done_rows, stopped.tickets.imported], ['interrupted', 500, 500]);
    const done = await runs(dev, up);
    assert.deepEqual([done.state, done.done_rows, done.tickets.imported], ['done', 600, 600]);
    assert.equal((await dev.get<{ count: number }>('/api/tickets/count')).is(200).count, 600);
  });

  test('waits for a day, one of each person; what was imported stays for a week', async () => {
    const { dev, ewa } = await app().cast.all();
    const first = await uploads(dev, TABLE);
    const second = await uploads(dev, TABLE);
    (await dev.delete(`/api/imports/${first.id}`)).isRefused(404, 'import_not_found');
    assert.deepEqual((await storedNames(app())).length, 1);
    await checks(dev, second);
    await runs(dev, second);
    await uploads(ewa, TABLE);
    const states = async () =>
      (await dev.get<UploadedTables>('/api/imports')).is(200).imports.map(({ state }) => state);
    assert.deepEqual(await states(), ['uploaded', 'done']);
    const house = new Housekeeping({
      runner: app().runner,
      files: app().files,
      source: { given: {}, sealingKey: Buffer.alloc(32) },
      log: { info() {}, error() {} },
      sessionUse: app().sessionUse,
      ...DUTIES,
      jobs: {},
    });
    app().clock.advance(DAY + MINUTE);
    await house.runDue();
    assert.deepEqual(await states(), ['done']);
  });
});

const storedNames = async ({ files }: App) => (await Array.fromAsync(files.names())).map(({ name }) => name);
