import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { startBucket } from '#testing/bucket.ts';
import { databases } from '#testing/databases.ts';
import { filesOf, importsOf, rowsOf } from '#testing/import-runs.ts';
import { samples } from '#testing/sample-files.ts';
import { startApp } from '#testing/start-app.ts';
import type { TicketSource } from '../incoming/incoming-ticket.ts';
import { runImport } from '../incoming/run-import.ts';
import { openCsv } from './csv-command.ts';

const ROWS = 1100;
const table = (name: string) =>
  [
    'external_id,title,attachments',
    ...Array.from({ length: ROWS }, (_, n) => `${n},${name} ${n},${n === 0 ? 'a.png' : ''}`),
  ].join('\n');

/** A table that breaks off after so many rows, as a process that is killed. */
const brokenOff = (source: TicketSource, after: number): TicketSource => ({
  name: source.name,
  sha256: source.sha256,
  async *rows() {
    let read = 0;
    for await (const row of source.rows()) {
      if (read === after) throw new Error('killed');
      read += 1;
      yield row;
    }
  },
});

for (const name of databases)
  test(`an import that broke off goes on after its last transaction, with its files in a bucket (${name})`, async (t) => {
    const { objects, open } = await startBucket(t);
    const app = await startApp(name, {}, undefined, { files: open('/kwit') });
    t.after(() => app.close());
    const imports = importsOf(app, { files: open('/kwit') });
    const path = join(app.dataDir, 'many.csv');
    writeFileSync(path, table('Ticket'));
    writeFileSync(join(app.dataDir, 'a.png'), samples.png);
    const options = imports.csvOptions(path, { filesFolder: app.dataDir });
    const change = { people: options.people, options: JSON.stringify(options) };
    const parts = imports.parts('import csv');
    const { source } = await openCsv(options);
    await assert.rejects(runImport(parts, { ...change, source: brokenOff(source, 1050) }), /killed/);
    const tickets = async () => (await rowsOf(app)).tickets?.length;
    assert.equal(await tickets(), 1000, 'whole transactions of 500 rows');
    assert.equal(objects.size, 1);

    assert.equal(await imports.resumes(), 0);
    assert.match(imports.said.join('\n'), /goes on after 1000 rows\..*tickets +1100 +1100 +0 +0/s);
    assert.equal(await tickets(), ROWS);
    assert.deepEqual([objects.size, (await filesOf(app)).length], [1, 0]);
    const rows = await rowsOf(app);
    assert.equal(rows.import_runs?.length, 1);
    assert.equal(rows.audit?.filter((row) => row.includes('import.made')).length, 1);
    await imports.resumes();
    assert.equal(imports.said.at(-1), 'No import waits to go on.');
    assert.deepEqual(await rowsOf(app), rows);

    writeFileSync(path, table('Other'));
    await assert.rejects(
      runImport(parts, { ...change, source: brokenOff((await openCsv(options)).source, 600) }),
      /killed/,
    );
    writeFileSync(path, table('Third'));
    await assert.rejects(imports.resumes(), /is another file now: import it anew/);
  });
