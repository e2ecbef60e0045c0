import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { TicketDetail } from '#contract/tickets.ts';
import { verifyEvents } from '#events';
import { startBucket } from '#testing/bucket.ts';
import { filesOf, importsOf, rowsOf } from '#testing/import-runs.ts';
import { OA, oaId, sampleOpenArca } from '#testing/openarca-folder.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { storedSettings } from '../../../../server/settings/effective-settings.ts';
import { ImportRefused } from '../import-report.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };

const VERIFIES = { verifies: true } as const;

onEachDatabaseAnew('an import from OpenArca', (app) => {
  const numbered = async (number: number) => {
    const dev = await app().cast.dev;
    const [row] = (await dev.get<{ id: string }[]>(`/api/tickets?number=${number}`)).is(200);
    return (await dev.reads({ id: row?.id ?? '' })).is(200) as TicketDetail;
  };

  test('as a trial writes neither row nor file, and says what an import says', async (t) => {
    const folder = sampleOpenArca(t);
    const [before, files, bytes] = [await rowsOf(app()), await filesOf(app()), folder.bytes()];
    const [trial, done] = [importsOf(app()), importsOf(app())];
    const report = join(app().dataDir, 'report.json');
    assert.equal(await trial.bringsOpenArca(folder.path, {}, { isTrial: true, reportPath: report }), 0);
    assert.deepEqual(await rowsOf(app()), before);
    assert.deepEqual(await filesOf(app()), files);
    const tried = readFileSync(report, 'utf8');
    await done.bringsOpenArca(folder.path, {}, { reportPath: report });
    assert.equal(tried, readFileSync(report, 'utf8'));
    assert.equal(trial.said[0], done.said[0]);
    assert.deepEqual(folder.bytes(), bytes, 'what OpenArca keeps is as it was, to the byte');
  });

  test('reports figures that add up, and each row that does not come', async (t) => {
    const report = join(app().dataDir, 'report.json');
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path, {}, { reportPath: report });
    const { tables, left_out, files } = JSON.parse(readFileSync(report, 'utf8'));
    assert.deepEqual(tables.tickets, { read: 3, imported: 3, merged: 0, left_out: 0 });
    assert.deepEqual(tables.ticket_history, { read: 5, imported: 4, merged: 0, left_out: 1 });
    assert.deepEqual(tables.telemetry_events, { read: 3, imported: 1, merged: 0, left_out: 2 });
    assert.deepEqual(tables.otp_codes, { read: 1, imported: 0, merged: 0, left_out: 1 });
    assert.deepEqual(files, { named: 6, kept: 6, missing: 0, unnamed: 1 });
    for (const [name, { read, imported, merged, left_out: left }] of Object.entries<Record<string, number>>(tables))
      assert.equal(read, (imported ?? 0) + (merged ?? 0) + (left ?? 0), name);
    assert.deepEqual(left_out[0], {
      ...{ table: 'ticket_history', id: oaId('7', 4), number: null, count: 1 },
      ...{ reason: 'the order on the board is no history', is_lost: false },
    });
  });

  test('changes nothing the second time', async (t) => {
    const folder = sampleOpenArca(t);
    await importsOf(app()).bringsOpenArca(folder.path);
    const but = ['import_runs'];
    const [rows, files] = [await rowsOf(app(), but), await filesOf(app())];
    const again = importsOf(app());
    assert.equal(await again.bringsOpenArca(folder.path), 0);
    assert.deepEqual(await rowsOf(app(), but), rows);
    assert.deepEqual(await filesOf(app()), files);
    assert.match(again.said[0] ?? '', /^tickets +3 +0 +3 +0$/m);
  });

  test('later brings what is new, and takes over what nobody changed here', async (t) => {
    const folder = sampleOpenArca(t);
    await importsOf(app()).bringsOpenArca(folder.path);
    const dev = await app().cast.dev;
    (await dev.patches(await numbered(3), { title: 'Search does not find Lodz' })).is(200);
    const later = '2026-03-03 10:00:00';
    folder.run(
      `update tickets set status = 'closed', closed_at = '${later}', updated_at = '${later}' where number in (1, 3)`,
    );
    folder.add('comments', {
      ...{ id: OA.comment(20), ticket_id: OA.ticket(1), user_id: OA.borys },
      ...{ content: 'Już działa.', is_closure_summary: 1, is_developer: 1, created_at: later },
    });
    folder.add('ticket_history', {
      ...{ id: oaId('7', 20), ticket_id: OA.ticket(1), field: 'status' },
      ...{ old_value: 'in_progress', new_value: 'closed', user_id: OA.borys, created_at: later },
    });
    folder.leave();
    const again = importsOf(app());
    await again.bringsOpenArca(folder.path);
    const [first, third] = [await numbered(1), await numbered(3)];
    assert.deepEqual([first.status, first.closed_at], ['closed', '2026-03-03T10:00:00.000Z']);
    assert.equal(first.comments.find(({ is_closure_summary }) => is_closure_summary)?.content, 'Już działa.');
    assert.deepEqual([third.status, third.title], ['submitted', 'Search does not find Lodz']);
    assert.match(again.said[0] ?? '', /1 × tickets: nobody changed it here: it is now as it is there \(#1\)/);
    assert.match(again.said[0] ?? '', /1 × tickets: it was changed there and here: it stays as it is here \(#3\)/);
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
    const counts = (await dev.get<Record<string, number>>('/api/tickets/stats/overview')).is(200);
    assert.deepEqual([counts.closed, counts.in_progress, counts.submitted], [2, 0, 1]);
  });

  test('knows since when a ticket has its status, and whether it was ever closed', async (t) => {
    const folder = sampleOpenArca(t, (source) => {
      const [ticket_id, user_id, field] = [OA.ticket(3), OA.ada, 'status'];
      const row = { ticket_id, user_id, field };
      const [closing, opening] = ['2026-03-05 10:00:00', '2026-03-05 11:00:00'];
      const closed = { id: oaId('7', 90), ...row, old_value: 'submitted', new_value: 'closed', created_at: closing };
      const opened = { id: oaId('7', 91), ...row, old_value: 'closed', new_value: 'in_progress', created_at: opening };
      source.add('ticket_history', closed, opened);
    });
    await importsOf(app()).bringsOpenArca(folder.path);
    const sql = 'select status_since, was_closed from tickets where number in (1, 3) order by number';
    const rows = await app().database.read((connection) => connection.rows<object>({ sql, parameters: [] }));
    assert.deepEqual(rows, [
      { status_since: '2026-03-02T09:30:00.000Z', was_closed: 0 },
      { status_since: '2026-03-05T11:00:00.000Z', was_closed: 1 },
    ]);
  });

  test('finds people whom Kwit knows, and leaves their values', async (t) => {
    const borys = await app().cast.signsIn('borys@example.com');
    (await borys.patch('/api/auth/me', { name: 'Borys z Kwita' })).is(200);
    await importsOf(app()).bringsOpenArca(sampleOpenArca(t).path);
    const { assignee_name, assignee_id } = await numbered(1);
    assert.deepEqual([assignee_name, assignee_id], ['Borys z Kwita', borys.id]);
  });

  test('refuses numbers that Kwit has given, unless others are allowed', async (t) => {
    const folder = sampleOpenArca(t, (source) =>
      source.run(
        "update comments set content = 'Jak w #1, nie w #77 ani a#1, zob. http://x/#1' where content = 'Wiadomość 1'",
      ),
    );
    const { ada } = await app().cast.all();
    await ada.opens();
    const before = await rowsOf(app());
    const refused = (error: unknown) =>
      error instanceof ImportRefused && /1 of the numbers: #1\. --renumber/.test(error.message);
    await assert.rejects(importsOf(app()).bringsOpenArca(folder.path), refused);
    assert.deepEqual(await rowsOf(app()), before);
    assert.deepEqual(await filesOf(app()), []);
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path, { renumbers: true }), 0);
    const { description, comments } = await numbered(2);
    assert.equal(description, 'Zażółć gęślą jaźń, jak w #3.');
    assert.equal(comments[0]?.content, 'Jak w #2, nie w #77 ani a#1, zob. http://x/#1');
    assert.equal((await ada.opens()).number, 43);
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path, {}, VERIFIES), 0);
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path), 0, 'the second time it knows what was added');
  });

  test('is compared value by value, and file by file', async (t) => {
    const folder = sampleOpenArca(t);
    await importsOf(app()).bringsOpenArca(folder.path);
    const whole = importsOf(app());
    assert.equal(await whole.bringsOpenArca(folder.path, {}, VERIFIES), 0);
    const [, same, compared] = /^(\d+) of (\d+) values are the same\.$/.exec(whole.said[0] ?? '') ?? [];
    assert.ok(Number(same) > 250 && same === compared, whole.said[0] ?? '');
    const dev = await app().cast.dev;
    const first = await numbered(1);
    (await dev.patches(first, { title: 'Another title' })).is(200);
    await app().files.remove(first.attachments[0]?.filename ?? '');
    const different = importsOf(app());
    assert.equal(await different.bringsOpenArca(folder.path, {}, VERIFIES), 1);
    assert.match(different.said.join('\n'), /^tickets #1: title is "Another title", and was "Eksport gubi wiersz"\.$/m);
    assert.match(different.said.join('\n'), /^attachments e{8}-0000-4000-8000-0{11}1: filename is/m);
  });

  test('is compared alike where comments answer themselves and one another', async (t) => {
    const folder = sampleOpenArca(t);
    const comment = { ticket_id: OA.ticket(1), user_id: OA.celina, created_at: '2026-04-01 10:00:00' };
    const answering = [
      [60, 60],
      [61, 62],
      [62, 61],
    ] as const;
    folder.add(
      'comments',
      ...answering.map(([n, to]) => ({
        ...{ ...comment, id: OA.comment(n), content: `Answer ${n}`, parent_id: OA.comment(to) },
      })),
    );
    folder.leave();
    const run = importsOf(app());
    assert.equal(await run.bringsOpenArca(folder.path), 0);
    assert.match(run.said.join('\n'), /2 × comments: the comment that it answers is not on its ticket, before it/);
    assert.equal(await importsOf(app()).bringsOpenArca(folder.path, {}, VERIFIES), 0);
  });

  test('keeps its files in a bucket, too', async (t) => {
    const bucket = await startBucket(t);
    const files = bucket.open('/kwit');
    assert.equal(await importsOf(app(), { files }).bringsOpenArca(sampleOpenArca(t).path), 0);
    assert.equal(bucket.objects.size, 6);
    assert.equal(await importsOf(app(), { files }).bringsOpenArca(sampleOpenArca(t).path, {}, VERIFIES), 0);
  });

  test('takes over mail and edition only when it is asked to, and never says a password', async (t) => {
    const run = importsOf(app());
    await run.bringsOpenArca(sampleOpenArca(t).path, { settings: { all: true, mail: true } });
    const settings = await app().runner.read(CONTEXT, storedSettings);
    assert.deepEqual([settings.get('smtp_host'), settings.get('mail_provider')], ['"mail.example.com"', '"smtp"']);
    assert.match(settings.get('smtp_pass') ?? '', /^\{"sealed":/);
    assert.equal(settings.get('feature_flags'), '{"core_board":true}');
    assert.doesNotMatch(run.said.join('\n'), /plain text/);
  });
});
