import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import type { Project } from '#contract/projects.ts';
import { CATEGORIES, PRIORITIES, STATUSES } from '#contract/words.ts';
import { instant } from '#platform';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { onEachDatabase } from '#testing/start-app.ts';
import { BYTE_ORDER_MARK, type CsvCell, csvLine } from '../../exports/csv.ts';

type Row = Readonly<Record<string, string>>;

/** Texts with everything that a table or a spreadsheet takes for something else. */
const text = fc
  .array(
    fc.oneof(
      fc.constantFrom("'", '=', '-', '@', '＝', '"', ',', ';', '\n', '\r\n', '\t', 'ż', '🙂'),
      fc.string({ maxLength: 5 }),
    ),
    {
      maxLength: 12,
    },
  )
  .map((parts) => parts.join('').replaceAll('\0', '').toWellFormed().trim());
const line = text.map((part) => `${part.replaceAll(/\p{Cc}/gu, ' ')}.`.trim());
const moment = fc.integer({ min: 1, max: 1_700_000_000 }).map((seconds) => seconds * 1000);
const day = moment.map((at) => instant(at).slice(0, 10));

const ticket = fc
  .record({
    title: line,
    ...{ description: text, steps_to_reproduce: text, expected_result: text, actual_result: text },
    ...{ environment: text, internal_note: text, closure_summary: text },
    category: fc.constantFrom(...CATEGORIES),
    ...{ urgency_reporter: fc.constantFrom(...PRIORITIES), priority: fc.constantFrom(...PRIORITIES) },
    status: fc.constantFrom(...STATUSES),
    reporter_email: fc.constantFrom('ada@example.com', 'celina@client.example'),
    assignee_email: fc.constantFrom('', 'dev@example.com'),
    ...{ planned_date: fc.oneof(fc.constant(''), day), estimated_hours: fc.constantFrom('', '2.5', '0', '10000') },
    at: moment,
  })
  .map(({ at, ...fields }) => ({
    ...fields,
    ...{ created_at: instant(at), updated_at: instant(at + 2000) },
    closed_at: fields.status === 'closed' ? instant(at + 1000) : '',
  }));

onEachDatabase('the table of a list', (app) => {
  const written = (name: string, lines: string): string => {
    const path = join(app().dataDir, name);
    writeFileSync(path, lines);
    return path;
  };
  const listOf = async (project: string): Promise<string> => {
    const { dev } = await app().cast.all();
    const id = (await dev.get<Project[]>('/api/projects')).is(200).find(({ name }) => name === project)?.id;
    return (await dev.get(`/api/tickets.csv?project_id=${id}&sort=number&order=asc`)).text;
  };
  const rowsIn = (csv: string): Row[] => parse<Row>(csv, { bom: true, columns: true, record_delimiter: '\r\n' });
  const tableOf = (rows: readonly Row[]): string => {
    const columns = Object.keys(rows[0] ?? {});
    const lines = [columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))];
    return BYTE_ORDER_MARK + lines.map((cells: readonly CsvCell[]) => csvLine(cells, ',', false)).join('');
  };
  const withoutIds = (rows: readonly Row[]) => rows.map(({ external_id: _, number: __, ...row }) => row);

  test('comes back unchanged: into another project by its values, and into its own Kwit as what is there', async () => {
    await app().cast.all();
    let run = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(ticket, { minLength: 1, maxLength: 20 }), async (tickets) => {
        run += 1;
        const [first, second] = [`First ${run}`, `Second ${run}`];
        const rows = tickets.map((fields, index) => ({ ...fields, external_id: `${run}-${index}`, project: first }));
        await importsOf(app()).bringsTable(written('given.csv', tableOf(rows)), { source: 'given' });
        const list = rowsIn(await listOf(first));
        assert.equal(list.length, rows.length);

        const before = await rowsOf(app(), ['import_runs', 'audit']);
        const same = importsOf(app());
        assert.equal(await same.bringsTable(written('same.csv', await listOf(first))), 0);
        assert.doesNotMatch(same.said.join(), /differs/);
        assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);

        const moved = list.map((row, index) => ({ ...row, external_id: `again ${run}-${index}`, project: second }));
        assert.equal(await importsOf(app()).bringsTable(written('moved.csv', tableOf(moved))), 0);
        const again = rowsIn(await listOf(second)).map((row) => ({ ...row, project: first }));
        assert.deepEqual(withoutIds(again), withoutIds(list));
      }),
      { numRuns: 6 },
    );
  });
});
