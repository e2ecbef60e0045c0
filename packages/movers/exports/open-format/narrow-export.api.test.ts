/** An export of some tickets: these, what hangs on them, and whom both name. */
import assert from 'node:assert/strict';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Project } from '#contract/projects.ts';
import { HOUR, SECOND } from '#platform';
import { filesIn, folderFor, importInto, manifestIn, rowsIn } from '#testing/export-archive.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew, startApp } from '#testing/start-app.ts';
import { type, typeInto } from '#testing/typed-command.ts';

const PDF = { name: 'a.pdf', type: 'application/pdf', bytes: samples.pdf };

onEachDatabaseAnew('a part of everything', (app) => {
  /** Two projects with a ticket each: ada's has an answer, a comment and a file, jan's is linked to it. */
  async function twoProjects() {
    const { ada, jan, dev } = await app().cast.all();
    const projectOf = async (name: string) => (await dev.post<Project>('/api/projects', { name })).is(201);
    const [shop, office] = [await projectOf('Sklep'), await projectOf('Office')];
    const [exported, other] = [await ada.opens({ project_id: shop.id }), await jan.opens({ project_id: office.id })];
    (await ada.attaches(exported, PDF)).is(201);
    (await jan.attaches(other, PDF)).is(201);
    (await dev.post(`/api/tickets/${exported.id}/related`, { related_ticket_id: other.id })).is(201);
    app().clock.advance(60 * SECOND);
    const since = new Date(app().clock.now()).toISOString();
    (await dev.patches(exported, { status: 'closed', closure_summary: 'Turned it off and on.' })).is(200);
    return { ada, jan, exported, since };
  }

  for (const by of ['project', 'since'] as const)
    test(`by ${by} has whole tickets, nobody else, and can be imported`, async (t) => {
      const { ada, jan, exported, since } = await twoProjects();
      const archive = join(await folderFor(t), 'part.tar');
      const options = by === 'project' ? ['--project', 'sklep'] : ['--since', since];
      const { code, said } = await type(app(), 'export', archive, ...options);
      assert.equal(code, 0, said);
      const files = await filesIn(archive);
      const idsIn = (table: string) => rowsIn(files, table).map(({ id }) => id);
      assert.deepEqual(idsIn('tickets'), [exported.id]);
      assert.equal(rowsIn(files, 'projects').length, 1);
      assert.equal(rowsIn(files, 'attachments').length, 1);
      assert.equal(rowsIn(files, 'answers').length, 1);
      assert.deepEqual([...rowsIn(files, 'ticket_relations'), ...rowsIn(files, 'settings')], []);
      assert.equal([...files.keys()].filter((name) => name.startsWith('files/')).length, 1);
      assert.ok(idsIn('users').includes(ada.id));
      assert.ok(!idsIn('users').includes(jan.id));
      assert.notEqual(manifestIn(files).only, undefined);
      const empty = await startApp(app().database.dialect.name === 'sqlite' ? 'sqlite' : 'postgres');
      t.after(() => empty.close());
      empty.clock.advance(HOUR);
      await importInto(empty, archive);
      const checked = await type(empty, 'check');
      assert.equal(checked.code, 0, checked.said);
    });

  test('is refused for a project that is not there, for a time that nobody understands, and for events of a part', async (t) => {
    await twoProjects();
    const archive = join(await folderFor(t), 'part.tar');
    const exportWith = (...words: string[]) => type(app(), 'export', archive, ...words);
    assert.match((await exportWith('--project', 'Shop')).said, /no project "Shop"\. There are "/);
    for (const words of [
      ['--since', 'yesterday'],
      ['--since', '2026-02-30T'],
      ['--project', 'Office', '--with-events'],
    ])
      assert.equal((await exportWith(...words)).code, 2);
  });

  test('and everything can be written to standard output', async (t) => {
    await twoProjects();
    const archive = join(await folderFor(t), 'all.tar');
    const { code, printed } = await typeInto(createWriteStream(archive), app(), 'export', '-');
    assert.deepEqual([code, printed], [0, '']);
    assert.ok((await filesIn(archive)).has('end.json'));
    assert.match((await type(app(), 'export', '-')).said, /Standard output is the terminal/);
  });
});
