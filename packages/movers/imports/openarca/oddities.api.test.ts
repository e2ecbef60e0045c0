import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { TicketDetail } from '#contract/tickets.ts';
import { verifyEvents } from '#events';
import { filesOf, importsOf, meaning, rowsOf } from '#testing/import-runs.ts';
import { OA, oaId, sampleOpenArca } from '#testing/openarca-folder.ts';
import { addOddities, ODD_MEANINGS } from '#testing/openarca-oddities.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { ImportRefused } from '../import-report.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };
const MEANINGS = meaning(...ODD_MEANINGS);

const VERIFIES = { verifies: true } as const;

onEachDatabaseAnew('an OpenArca of many years', (app) => {
  const tickets = async () => {
    const dev = await app().cast.dev;
    return async (number: number) => {
      const [row] = (await dev.get<{ id: string }[]>(`/api/tickets?number=${number}`)).is(200);
      return (await dev.reads({ id: row?.id ?? '' })).is(200) as TicketDetail;
    };
  };

  test('is refused for broken links, and for words that Kwit does not have, with what to do', async (t) => {
    const folder = sampleOpenArca(t, addOddities);
    const [before, files] = [await rowsOf(app()), await filesOf(app())];
    const refusal = async (options: object) => {
      let said = '';
      await assert.rejects(importsOf(app()).bringsOpenArca(folder.path, options), (error) => {
        said = error instanceof ImportRefused ? error.message : '';
        return said !== '';
      });
      return said;
    };
    assert.match(await refusal({}), /--repair-links[\s\S]*tickets, row \d+, names a row of users that is not there\./);
    const unknown = await refusal({ repairsLinks: true });
    for (const word of ['status.resolved', 'category.chore', 'priority.urgent'])
      assert.ok(unknown.includes(`--map ${word}=`), word);
    assert.deepEqual(await rowsOf(app()), before);
    assert.deepEqual(await filesOf(app()), files);
  });

  test('comes along when it may be repaired: every oddity is repaired or left out by name', async (t) => {
    const folder = sampleOpenArca(t, addOddities);
    const report = join(app().dataDir, 'report.json');
    const options = { repairsLinks: true, meanings: MEANINGS };
    assert.equal(
      await importsOf(app()).bringsOpenArca(folder.path, options, { reportPath: report }),
      3,
      'rows were lost',
    );
    const { left_out, repaired, tables, files } = JSON.parse(readFileSync(report, 'utf8'));
    const lost = left_out.filter((entry: { is_lost: boolean }) => entry.is_lost);
    assert.deepEqual(lost.map(({ table, id }: { table: string; id: string }) => `${table} ${id}`).sort(), [
      `comments ${OA.comment(52)}`,
      'support_threads null',
      `ticket_external_references ${oaId('5', 50)}`,
      `ticket_relations ${oaId('4', 50)}`,
    ]);
    assert.deepEqual(tables.users, { read: 7, imported: 6, merged: 1, left_out: 0 });
    assert.equal(files.missing, 3);
    assert.deepEqual(
      [...new Set(repaired.map(({ table }: { table: string }) => table))].sort(),
      [
        'comments',
        'dev_tasks',
        'projects',
        'ticket_external_references',
        'tickets',
        'users',
        ...(repaired.some(({ table }: { table: string }) => table === 'attachments') ? ['attachments'] : []),
      ].sort(),
    );
    const numbered = await tickets();
    const odd = await numbered(50);
    assert.deepEqual([odd.title, odd.status, odd.category, odd.planned_date], ['a\ufffdb', 'waiting', 'other', null]);
    assert.deepEqual(
      odd.comments.map(({ user_name, parent_id, type }) => [user_name, parent_id, type]),
      [
        ['Unknown (imported)', null, 'comment'],
        ['Celina Żak', null, 'comment'],
        ['Celina Żak', null, 'comment'],
      ],
    );
    assert.deepEqual(
      odd.attachments.map(({ original_name, uploaded_by }) => [original_name, uploaded_by === odd.reporter_id]),
      [['file', true]],
    );
    const orphan = await numbered(51);
    assert.deepEqual([orphan.reporter_name, orphan.assignee_id, orphan.project_id], ['Unknown (imported)', null, null]);
    const moved = await numbered(54);
    assert.deepEqual([moved.title, moved.estimated_hours, moved.closed_at], ['Below zero', null, null]);
    assert.equal((await numbered(53)).closed_at, '2026-04-01T10:00:00.000Z');
    const { ada } = await app().cast.all();
    assert.equal((await ada.opens()).number, 55, 'a counter that was too low is no counter');
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
    const compared = importsOf(app());
    assert.equal(
      await compared.bringsOpenArca(folder.path, { meanings: MEANINGS }, VERIFIES),
      0,
      compared.said.join('\n'),
    );
  });

  test('of an older version lacks columns and tables', async (t) => {
    const folder = sampleOpenArca(t, (source) => {
      source.run(
        'alter table users drop column email_notify_ticket_status; alter table comments drop column is_closure_summary',
      );
      source.run(
        'alter table tickets drop column source_support_thread_id; drop table ticket_relations; drop table telemetry_events',
      );
      source.run(
        'drop table ticket_templates; drop table ticket_external_references; drop table domain_events; drop table event_outbox',
      );
    });
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path), 0);
    const { comments } = await (await tickets())(2);
    assert.deepEqual(
      comments.map(({ is_closure_summary }) => is_closure_summary),
      [false, false, false, false],
    );
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path, {}, VERIFIES), 0);
  });

  test('comes as a backup, of which nothing is written elsewhere', async (t) => {
    const folder = sampleOpenArca(t);
    const archive = join(app().dataDir, 'backup.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', folder.path, 'data', 'uploads']);
    assert.equal(await importsOf(app()).bringsOpenArca(archive, {}, { isTrial: true }), 0);
    const entry = (name: string, body: string | Uint8Array) => ({
      header: { name, size: Buffer.byteLength(body), type: 'file' as const },
      body,
    });
    const read = (name: string) => readFileSync(join(folder.path, name));
    const hostile = ['../../evil.txt', '/tmp/kwit-evil.txt', 'uploads/../evil.txt', 'uploads/a/b.txt'].map((name) =>
      entry(name, 'evil'),
    );
    const real = ['data/data.sqlite', 'data/data.sqlite-wal', 'uploads/e1.png'].map((name) =>
      entry(`./${name}`, read(name)),
    );
    writeFileSync(archive, gzipSync(await packTar([...hostile, ...real])));
    assert.equal(await importsOf(app()).bringsOpenArca(archive), 3, 'files are missing');
    assert.equal(await importsOf(app()).bringsOpenArca(archive, { allowsMissingFiles: true }), 0);
  });

  test('says what is wrong with a backup or a folder that cannot be read', async (t) => {
    const folder = sampleOpenArca(t);
    const archive = join(app().dataDir, 'backup.tar.gz');
    execFileSync('tar', ['-czf', archive, '-C', folder.path, 'data', 'uploads']);
    truncateSync(archive, 2000);
    const other = join(app().dataDir, 'other.tar.gz');
    execFileSync('tar', ['-czf', other, '-C', folder.path, 'uploads']);
    const empty = join(app().dataDir, 'empty');
    mkdirSync(empty);
    writeFileSync(join(app().dataDir, 'text.sqlite'), 'this is no database '.repeat(100));
    const before = await rowsOf(app());
    for (const [path, why] of [
      [archive, /is damaged, or ends in the middle/],
      [other, /other\.tar\.gz has neither data\/data.sqlite nor data.sqlite/],
      [empty, /has neither data\/data.sqlite nor data.sqlite/],
      [join(app().dataDir, 'nothing'), /There is no/],
      [join(app().dataDir, 'text.sqlite'), /cannot be read as a SQLite database/],
    ] as const)
      await assert.rejects(
        importsOf(app()).bringsOpenArca(path),
        (error) => error instanceof ImportRefused && why.test(error.message),
        path,
      );
    rmSync(join(folder.path, 'data', 'data.sqlite-wal'));
    const log = importsOf(app());
    await assert.rejects(log.bringsOpenArca(folder.path), ImportRefused);
    assert.match(log.said[0] ?? 'nothing was said', /no data\.sqlite-wal|nothing was said/);
    assert.deepEqual(await rowsOf(app()), before);
  });
});
