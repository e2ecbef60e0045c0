import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import { importsOf } from '#testing/import-runs.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const utf16be = (text: string): Buffer => Buffer.from(`\ufeff${text}`, 'utf16le').swap16();

/** A table as some program writes it, and the descriptions of its tickets by their titles. */
const TABLES: readonly (readonly [string, string | Uint8Array, Readonly<Record<string, string>>])[] = [
  ['CR alone', 'title;description\rCr one;jams\rCr two;"a\rb"\r', { 'Cr one': 'jams', 'Cr two': 'a\rb' }],
  ['a line that names the separator', '\ufeffsep=;\r\ntitle;description\r\nSep one;a,b\r\n', { 'Sep one': 'a,b' }],
  [
    'nameless columns and blank rows',
    'title;description;;\r\nTrail one;x;;\r\n;;;\r\nTrail two;y;;;;\r\n',
    { 'Trail one': 'x', 'Trail two': 'y' },
  ],
  [
    'a line in quotes that names the separator',
    '"sep=;"\r\ntitle;description\r\nQuoted sep;a,b\r\n',
    { 'Quoted sep': 'a,b' },
  ],
  ['blank rows before the header', ';;\r\n ;;\r\ntitle;description;\r\nBelow;x;\r\n', { Below: 'x' }],
  ['texts that nobody can see', 'title,description,reporter_email\nUnseen,\u200b\u3164,\u2800\n', { Unseen: '' }],
  ['UTF-16 with the high byte first', utf16be('title;description\r\nŻółw be;x\r\n'), { 'Żółw be': 'x' }],
  ['a blank before a quote', 'title, "description"\nQuote one, "jam, again"\n', { 'Quote one': 'jam, again' }],
  ['blanks around names', 'Title ,\u00a0Description, Status\nHead one,jam,Submitted\n', { 'Head one': 'jam' }],
  [
    'titles as they are pasted',
    'title,description\n"Two\nlines\u200b of \u202eone\u202c",x\n',
    { 'Two lines of one': 'x' },
  ],
];

onEachDatabase('a table as a spreadsheet writes it', (app) => {
  const written = (text: string | Uint8Array): string => {
    const path = join(app().dataDir, 'sheet.csv');
    writeFileSync(path, text);
    return path;
  };

  for (const [what, table, expected] of TABLES)
    test(`is read: ${what}`, async () => {
      const dev = await app().cast.dev;
      assert.equal(await importsOf(app()).bringsTable(written(table)), 0);
      const tickets = (await dev.get<ListedTicket[]>('/api/tickets')).is(200);
      for (const [title, description] of Object.entries(expected))
        assert.equal(tickets.find((ticket) => ticket.title === title)?.description, description, title);
    });

  test('labels are parted by a bar, a comma or a line, in any of their columns, each once', async () => {
    const dev = await app().cast.dev;
    const rows = ['title,labels,Labels', 'Labelled,"net work, vpn",Sieć|SIEC', 'Lines,"a\nb",', ''];
    assert.equal(await importsOf(app()).bringsTable(written(rows.join('\n'))), 0);
    const tickets = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    const labelsOf = (title: string) =>
      tickets
        .find((ticket) => ticket.title === title)
        ?.labels?.map(({ name }) => name)
        .sort();
    assert.deepEqual(
      [labelsOf('Labelled'), labelsOf('Lines')],
      [
        ['Sieć', 'net work', 'vpn'],
        ['a', 'b'],
      ],
    );
  });

  test('says which texts were cleaned, and what stood there', async () => {
    const path = join(app().dataDir, 'report.json');
    await importsOf(app()).bringsTable(written('title\n"A\u200b title"\n'), {}, { reportPath: path });
    const { repaired } = JSON.parse(readFileSync(path, 'utf8'));
    assert.deepEqual(
      repaired.map(({ id, value }: { id: string; value: string }) => [id, value]),
      [['sheet.csv, line 2', 'A\u200b title']],
    );
  });

  /** As Asana writes it, with the names and dates of a spreadsheet. */
  const ASANA = [
    'Task ID,Created At,Completed At,Name,Section/Column,Assignee,Due Date,Tags,Notes,Projects',
    '1,11/20/2026 2:30pm,,Order a laptop,Doing,Ada Nowak,"November 25, 2026",hardware,For the new one,Office',
    '2,11/19/2026,11/20/2026 9:00 AM,Move the printer,,Ada Nowak,,,,Office',
  ].join('\n');

  test('dates come in the order that was said, people by their names, columns by those of other products', async () => {
    const people = join(app().dataDir, 'people.csv');
    writeFileSync(people, 'login,email,name\nada,ada.nowak@example.com,Ada Nowak\n');
    const options = {
      dates: 'mdy',
      zone: 'Europe/Warsaw',
      peoplePath: people,
      meanings: { 'status.Doing': 'in_progress' },
    } as const;
    assert.equal(await importsOf(app()).bringsTable(written(ASANA), options), 0);
    const dev = await app().cast.dev;
    const tickets = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    const titled = (title: string) => tickets.find((ticket) => ticket.title === title);
    const laptop = titled('Order a laptop');
    assert.deepEqual(
      [laptop?.created_at, laptop?.planned_date, laptop?.assignee_email, laptop?.status, laptop?.project_name],
      ['2026-11-20T13:30:00.000Z', '2026-11-25', 'ada.nowak@example.com', 'in_progress', 'Office'],
    );
    const printer = titled('Move the printer');
    assert.deepEqual(
      [printer?.created_at, printer?.closed_at, printer?.status],
      ['2026-11-18T23:00:00.000Z', '2026-11-20T08:00:00.000Z', 'closed'],
    );
  });

  test('all that is wrong with a row is said at once, and all words that nobody knows as one line to paste', async () => {
    const rows = 'title,status,priority,created_at,estimated_hours\nA,Doing,P1,soon,many\nB,Doing,P2,,\n';
    const imports = importsOf(app());
    const rejectedPath = join(app().dataDir, 'rejected.csv');
    assert.equal(await imports.bringsTable(written(rows), {}, { rejectedPath, isTrial: true }), 3);
    const rejected = readFileSync(rejectedPath, 'utf8');
    for (const name of ['status', 'priority', 'created_at', 'estimated_hours'])
      assert.match(rejected, new RegExp(`${name} is (?:a word|no)`));
    assert.ok(
      imports.said.join('\n').includes('--map "priority.P1=…" --map "status.Doing=…" --map "priority.P2=…"'),
      imports.said.join('\n'),
    );
    await assert.rejects(imports.bringsTable(written('title,Sprint,Epic\nA,1,2\n')), /--columns "Sprint=,Epic="/);
  });

  test('names by their lines rows that have no id of their own, in a trial, an import and the next one', async () => {
    const imports = importsOf(app());
    const table = written('title,fields.nosuch\nPlaced,\nUnplaced,zz\n');
    for (const isTrial of [true, false, false]) {
      imports.said.length = 0;
      assert.equal(await imports.bringsTable(table, {}, { isTrial }), 3);
      assert.match(imports.said.join('\n'), /field values: no field is called so; \S+ makes it \(sheet\.csv, line 3\)/);
    }
  });

  test('says what stands below no name of a column', async () => {
    const imports = importsOf(app());
    await imports.bringsTable(written('title,,description\nNameless,lost words,x\nNothing lost, ,x\n'));
    const said = imports.said.join('\n');
    assert.match(said, /1 × tickets: its column has no name: the cell did not come \(sheet\.csv, line 2\)/);
  });

  test('is refused with more than 200 columns, before its rows are read', async () => {
    const wide = `title${',x'.repeat(1_000_000)}\n`;
    await assert.rejects(importsOf(app()).bringsTable(written(wide)), /more than 200 columns/);
  });
});
