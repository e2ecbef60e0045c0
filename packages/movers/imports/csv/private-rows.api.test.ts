import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ImportPreview, UploadedTable } from '#contract/imports.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import { formOf, type Player } from '#testing/cast.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { aThreadEnds } from '#testing/threads.ts';
import { type } from '#testing/typed-command.ts';

/** Each word that may stand in a column of private things, and whether everybody reads such a row. */
const MARKS = [
  ['No', true],
  ['false', true],
  ['nie', true],
  ['', true],
  ['Yes', false],
  ['TRUE', false],
  ['tak', false],
  ['1', false],
  ['Staff only', false],
  ['perhaps', false],
] as const;
const OPEN = MARKS.flatMap(([mark, isOpen]) => (isOpen ? [`Row ${mark}`.trim()] : []));
const tableOf = (column: string) =>
  [`Title,${column}`, ...MARKS.map(([mark]) => `Row ${mark},${mark}`)].join('\n').concat('\n');

onEachDatabaseAnew('rows of a table that were private', (app) => {
  const brings = (text: string, source = '', ignoresUnknown = false, restrictedTo = ['ewa@example.com']) => {
    const path = join(app().dataDir, 'private.csv');
    writeFileSync(path, text);
    const run = importsOf(app());
    const options = { source, ignoresUnknown, restrictedTo };
    return run.bringsTable(path, options).then((code) => ({ code, said: run.said.join() }));
  };
  const titlesFor = async (reader: Player, query = '') =>
    (await reader.get<ListedTicket[]>(`/api/tickets?limit=200${query}`)).is(200).map(({ title }) => title);
  const restrictedRows = async () => {
    const { tickets = [] } = await rowsOf(app());
    return tickets.filter((row) => /"restricted":(?:1|true)/.test(row)).length;
  };

  for (const column of ['Confidential', 'Confidential issue', 'Poufne', 'Private', 'Security Level', 'restricted'])
    test(`come in restricted by the column ${column}: only a plain no opens`, async () => {
      const { dev } = await app().cast.all();
      const { code, said } = await brings(tableOf(column));
      assert.equal(code, 0);
      assert.match(said, /it is private: it is restricted here/);
      assert.deepEqual((await titlesFor(dev)).toSorted(), OPEN.toSorted());
      assert.deepEqual(await titlesFor(dev, '&q=perhaps'), []);
      assert.equal(await restrictedRows(), MARKS.length - OPEN.length);
    });

  test('are refused without somebody who works on them, and such a person reads them; who is no developer is none', async () => {
    const { dev, ewa } = await app().cast.all();
    const table = 'id,title,confidential\n1,Heron,yes\n2,Stork,staff\n3,Gull,no\n';
    const before = await rowsOf(app());
    await assert.rejects(brings(table, '', false, []), /^ImportRefused: 2 tickets are restricted .* --restricted-to/);
    await assert.rejects(brings(table, '', false, ['ada@example.com']), /ada@example\.com is no active developer here/);
    assert.deepEqual(await rowsOf(app()), before);
    assert.equal((await brings(table)).code, 0);
    assert.deepEqual((await titlesFor(ewa)).toSorted(), ['Gull', 'Heron', 'Stork']);
    assert.deepEqual(await titlesFor(ewa, '&q=heron'), ['Heron']);
    assert.deepEqual(await titlesFor(dev), ['Gull']);
    assert.match((await type(app(), 'check')).said, /somebody works on every ticket/);
  });

  test('on which nobody works are named by the check, and given to somebody by the next import', async () => {
    const { dev, ewa } = await app().cast.all();
    const table = 'id,title,confidential\n1,Heron,yes\n2,Gull,no\n';
    await brings(table);
    const [heron] = (await ewa.get<ListedTicket[]>('/api/tickets?q=heron')).is(200);
    const orphaned = { sql: `delete from ticket_people where ticket_id = '${heron?.id}'`, parameters: [] };
    await app().database.write((connection) => connection.run(orphaned));
    const checked = await type(app(), 'check');
    assert.equal(checked.code, 0, checked.said);
    assert.ok(checked.said.includes(`nobody works on, or leads, #${heron?.number}`), checked.said);
    assert.match((await brings(table, '', false, ['dev@example.com'])).said, /nobody worked on it/);
    assert.deepEqual(await titlesFor(dev, '&q=heron'), ['Heron']);
    assert.deepEqual(await titlesFor(ewa, '&q=heron'), []);
  });

  test('are private by any of two columns that say so', async () => {
    const { dev } = await app().cast.all();
    assert.equal((await brings('Title,Confidential,Security Level\nA,No,\nB,No,Staff\nC,Yes,\n')).code, 0);
    assert.deepEqual(await titlesFor(dev), ['A']);
  });

  test('come in restricted in the app, to whoever imports them alone', async () => {
    const { dev, ewa } = await app().cast.all();
    const file = { name: 'gitlab.csv', type: 'text/csv', bytes: Buffer.from(tableOf('Confidential')) };
    const { id } = (await dev.post<UploadedTable>('/api/imports', formOf({}, [file], 'file'))).is(201);
    const { columns } = (await dev.post<ImportPreview>(`/api/imports/${id}/check`, {})).is(200);
    assert.deepEqual(
      columns.map(({ column }) => column),
      ['title', 'restricted'],
    );
    const ended = aThreadEnds();
    (await dev.post(`/api/imports/${id}/run`)).is(202);
    await ended;
    assert.equal((await titlesFor(dev)).length, MARKS.length);
    assert.deepEqual(await titlesFor(dev, '&q=perhaps'), ['Row perhaps']);
    assert.deepEqual((await titlesFor(ewa)).toSorted(), OPEN.toSorted());
    assert.deepEqual(await titlesFor(ewa, '&q=perhaps'), []);
  });

  test('neither reach, change nor tell of a sealed project of which who imports may not know', async () => {
    const { dev, ewa } = await app().cast.all();
    const inApp = async (player: Player, ...rows: readonly string[]) => {
      const file = { name: 'rows.csv', type: 'text/csv', bytes: Buffer.from(`${rows.join('\n')}\n`) };
      const { id } = (await player.post<UploadedTable>('/api/imports', formOf({}, [file], 'file'))).is(201);
      const { projects } = (await player.post<ImportPreview>(`/api/imports/${id}/check`, {})).is(200);
      const ended = aThreadEnds();
      (await player.post(`/api/imports/${id}/run`)).is(202);
      await ended;
      return projects;
    };
    const team = (await ewa.post<{ id: string }>('/api/teams', { name: 'Herons' })).is(201);
    const teams = [{ team_id: team.id, level: 'work' }];
    const sealed = { name: 'Ledger', sealed: true, reports: 'teams', teams };
    const { id } = (await ewa.post<{ id: string }>('/api/projects', sealed)).is(201);
    assert.equal(await inApp(ewa, 'id,title,project', '1,Heron,Ledger'), 0);
    const listed = async () => (await ewa.get<ListedTicket[]>(`/api/tickets?project_id=${id}`)).is(200);
    const [heron] = await listed();
    assert.equal(heron?.title, 'Heron');
    await inApp(dev, 'id,title,status,answer,labels', '1,Stork,closed,Told,wet');
    await inApp(dev, 'id,title', `${heron?.id},Crane`);
    assert.equal(await inApp(dev, 'id,title,project', '2,Gull,Ledger'), 1);
    assert.deepEqual(await listed(), [heron]);
    await inApp(ewa, 'id,title', '1,Egret');
    assert.deepEqual(
      (await listed()).map(({ title }) => title),
      ['Egret'],
    );
    assert.deepEqual(await titlesFor(dev), ['Gull']);
    const { text } = await dev.get('/api/imports');
    assert.ok(!text.includes(`#${heron?.number}`));
  });

  test('are assigned to nobody who does not see their project', async () => {
    const { dev, ewa } = await app().cast.all();
    const team = (await ewa.post<{ id: string }>('/api/teams', { name: 'Herons' })).is(201);
    const sealed = { name: 'Ledger', sealed: true, teams: [{ team_id: team.id, level: 'work' }] };
    (await ewa.post('/api/projects', sealed)).is(201);
    const rows = ['1,Heron,Ledger,dev@example.com', '2,Egret,Ledger,ewa@example.com', '3,Gull,,dev@example.com'];
    const table = ['id,title,project,assignee_email', ...rows, ''].join('\n');
    const { said } = await brings(table);
    assert.match(said, /1 × tickets: its assignee does not see its project: nobody is assigned/);
    const assigned = async () =>
      (await ewa.get<ListedTicket[]>('/api/tickets'))
        .is(200)
        .map(({ title, assignee_id }) => `${title} ${assignee_id}`)
        .toSorted();
    assert.deepEqual(await assigned(), [`Egret ${ewa.id}`, `Gull ${dev.id}`, 'Heron null']);
    await brings(table.replace('2,Egret,Ledger,ewa', '2,Egret,Ledger,dev'));
    assert.deepEqual(await assigned(), ['Egret null', `Gull ${dev.id}`, 'Heron null']);
  });

  test('keep their answers from whoever does not read them', async () => {
    const { dev } = await app().cast.all();
    const rows = ['Open heron,closed,no,Oiled it', 'Kept heron,closed,yes,Burned it'];
    assert.equal((await brings(['title,status,private,answer', ...rows, ''].join('\n'))).code, 0);
    const { text } = await dev.get('/api/answers');
    assert.deepEqual([text.includes('Oiled it'), text.includes('Burned it')], [true, false]);
  });

  test('are restricted by a second import, which never opens them', async () => {
    const { dev } = await app().cast.all();
    await brings('id,title\n1,Heron\n2,Stork\n');
    await brings('id,title,confidential\n1,Heron,yes\n2,Stork,no\n');
    assert.deepEqual([await titlesFor(dev), await titlesFor(dev, '&q=heron')], [['Stork'], []]);
    await brings('id,title,confidential\n1,Heron,no\n2,Stork,no\n');
    await brings('id,title\n1,Heron again\n2,Stork\n');
    assert.deepEqual(await titlesFor(dev), ['Stork']);
  });

  test('stay open where somebody has changed them here, and are named', async () => {
    const { dev } = await app().cast.all();
    await brings('id,title\n1,Heron\n');
    const [heron] = (await dev.get<ListedTicket[]>('/api/tickets')).is(200);
    (await dev.patches(heron ?? { id: '' }, { priority: 'high' })).is(200);
    assert.match((await brings('id,title,confidential\n1,Heron,yes\n')).said, /private there and open here/);
    assert.deepEqual(await titlesFor(dev), ['Heron']);
  });

  test('leave with the table of a list, and come back restricted', async () => {
    const { dev } = await app().cast.all();
    const [restricted, open] = [await dev.opens({ title: 'Kept heron' }), await dev.opens({ title: 'Open heron' })];
    (await dev.patches(restricted, { restricted: true })).is(200);
    const { text } = await dev.get('/api/tickets.csv');
    assert.equal((await brings(text.replaceAll(restricted.id, 'a').replaceAll(open.id, 'b'))).code, 0);
    assert.equal(await restrictedRows(), 2);
  });
});
