import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { ImportRefused } from '../import-report.ts';

/** Tables that are refused, and why. */
const REFUSED: readonly [string, string | Uint8Array, RegExp][] = [
  ['nothing in it', '', /bad\.csv has no header: its first line names no columns\./],
  ['a header twice', 'title,description,Title\nx,y,z\n', /line 1.*title stands in it twice: columns 1 and 3/s],
  ['an unknown column', 'title,Sprint\nx,y\n', /column 2, "Sprint", is none that Kwit knows\n.*--columns/s],
  ['no title', 'description\nx\n', /it has no column title/],
  [
    'an open quote',
    'title,description\nfine,1\n"open,2\nmore,3\n',
    /bad\.csv, line 3.*a quote is opened in it and never closed/,
  ],
  ['a quote in a cell', 'title,description\nfine,1\n5" disk,2\n', /bad\.csv, line 3.*a quote stands in the middle/],
  ['more after a quote', 'title,description\n"a"b,2\n', /bad\.csv, line 2.*a quote ends a cell/],
  [
    'a cell without end',
    `title,description\nfine,1\n${'x'.repeat(5 * 1024 * 1024)},2\n`,
    /line 3.*longer than 4 MB; perhaps a quote is missing\.$/,
  ],
  ['days of two orders', 'title,created_at\nx,3.4.2026\n', /line 2 writes days such as 3\.4\.2026.*--dates dmy/],
  ['attachments and no folder', 'title,attachments\nx,a.png\n', /--files says in which folder/],
  ['a workbook', Buffer.from('PK\x03\x04\x14'), /is a workbook, as Excel keeps it\. Save it as CSV UTF-8/],
  ['bytes of another encoding', Buffer.from([0x74, 0x69, 0x74, 0x6c, 0x65, 0x0a, 0xff, 0x0a]), /line 2 is not UTF-8/],
  ['half a character at its end', Buffer.from([0x74, 0x69, 0x74, 0x6c, 0x65, 0x0a, 0xc5]), /is not UTF-8/],
];

/** Rows that are rejected, and why. */
const REJECTED: readonly [string, string, RegExp][] = [
  ['title,description', 'only one', /it has 1 cells, and the header 2/],
  ['title,created_at', 'x,02/Brumaire/26 10:30 AM', /created_at is no time such as/],
  ['title,created_at', 'x,2026-02-31 10:00', /created_at is no time/],
  ['title,created_at', 'x,46022', /created_at is a spreadsheet's number of a day: write it as 2026-11-22: "46022"/],
  ['title,closed_at', 'x,46022.75', /closed_at is a spreadsheet's number of a day/],
  ['title,planned_date', 'x,46022', /planned_date is a spreadsheet's number of a day/],
  ['title,planned_date', 'x,4602', /planned_date is no day/],
  ['title,planned_date', 'x,22.13.2026', /planned_date is no day/],
  ['title,planned_date', 'x,2026-02-30', /planned_date is no day/],
  ['title,estimated_hours', 'x,"2,5"', /estimated_hours is no number from 0 to 10000/],
  ['title,estimated_hours', 'x,-1', /estimated_hours is no number/],
  [
    'title,status',
    'x,resolved',
    /status is a word that Kwit does not have: "resolved" \(.*--map "status\.resolved=…"/s,
  ],
  ['title,closed_at,status', 'x,2026-01-01T00:00:00Z,blocked', /closed_at says when it was closed, and status/],
  ['title,created_at,updated_at', 'x,2026-01-02T00:00:00Z,2026-01-01T00:00:00Z', /updated_at is before created_at/],
  ['title,reporter_email', 'x,not an address', /reporter_email is no e-mail address: "not an address"/],
  ['title,description', `x,${'y'.repeat(20_001)}`, /description has 20001 characters, and 20000 is the most/],
  ['title', `x${'\u200b'.repeat(100_000)}`, /title has 100001 characters, and 100000 is the most/],
  ['title,reporter_email', 'x,żaneta@example.com', /reporter_email is no e-mail address/],
  ['title,reporter_email', 'x,jan@localhost', /reporter_email is no e-mail address/],
  ['title', '\u200b\u2066', /title is empty/],
  ['title,labels', `x,"a, ${'b'.repeat(41)}"`, /labels has 41 characters, and 40 is the most/],
  ['title,labels', 'x,1|2|3|4|5|6|7|8|9|10|11', /labels are 11, and 10 is the most of a ticket/],
  ['title,description', 'x,a\0b', /description has a character that no database keeps/],
];

onEachDatabase('a table that cannot be imported', (app) => {
  const written = (text: string | Uint8Array): string => {
    const path = join(app().dataDir, 'bad.csv');
    writeFileSync(path, text);
    return path;
  };

  for (const [what, text, said] of REFUSED)
    test(`is refused for ${what}, and nothing is written`, async () => {
      const before = await rowsOf(app());
      await assert.rejects(importsOf(app()).bringsTable(written(text)), (error) => {
        assert.ok(error instanceof ImportRefused);
        assert.match(error.message, said);
        return true;
      });
      assert.deepEqual(await rowsOf(app()), before);
    });

  test('row by row says which field is wrong, and brings the others', async () => {
    for (const [header, row, said] of REJECTED) {
      const done = importsOf(app());
      const columns = header.split(',').length;
      const fine = ['fine', ...Array.from({ length: columns - 1 }, () => '')].join();
      assert.equal(await done.bringsTable(written(`${header}\n${fine}\n${row}\n`)), 3);
      assert.match(done.said[0] ?? '', /tickets +2 +\d +\d +1/);
      assert.match(done.said[0] ?? '', said);
      assert.match(done.said[0] ?? '', /\(bad\.csv, line 3\)/);
    }
  });

  test('brings the second row of an id whose first is rejected, and says so', async () => {
    const done = importsOf(app());
    const table = 'external_id,title,created_at\nT-1,First,soon\nT-1,Second,\nT-1,Third,\n';
    assert.equal(await done.bringsTable(written(table)), 3);
    assert.match(done.said[0] ?? '', /tickets +3 +1 +0 +2/);
    assert.match(done.said[0] ?? '', /an earlier row with its id was rejected; .* \(bad\.csv, line 3\)/);
    assert.match(done.said[0] ?? '', /external_id is that of line 3 \(bad\.csv, line 4\)/);
  });

  test('is not found where it is not', async () => {
    await assert.rejects(importsOf(app()).bringsTable('/nowhere.csv'), /There is no file \/nowhere\.csv/);
    await assert.rejects(importsOf(app()).bringsTable(written('title\nx\n'), { filesFolder: '/nowhere' }), /no folder/);
    await assert.rejects(
      importsOf(app()).bringsTable(written('Temat\nx\n'), { columns: { Tematy: 'title' } }),
      /there is no column "Tematy", of which --columns tells; there are Temat$/m,
    );
    await assert.rejects(
      importsOf(app()).bringsTable(written('Temat\nx\n'), { columns: { Temat: 'titel' } }),
      /--columns "Temat=…" cannot be “titel”\. Did you mean title\? It is one of external_id, number, title,/,
    );
  });
});
