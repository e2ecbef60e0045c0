/** A folder in, rows of Kwit's own format out: no database, no service. */
import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { OA, type OpenArcaFolder, oaId, sampleOpenArca } from '#testing/openarca-folder.ts';
import { addOddities, ODD_MEANINGS } from '#testing/openarca-oddities.ts';
import { ImportRefused } from '../import-report.ts';
import { OPENARCA } from './openarca-command.ts';

async function sourceOf(t: TestContext, more?: (folder: OpenArcaFolder) => void, words: { map?: string[] } = {}) {
  const { tables, close } = await OPENARCA.open(OPENARCA.options(sampleOpenArca(t, more).path, words));
  t.after(close);
  return tables;
}

/** The row of an id as Kwit has it, and what is said of it. */
function rowOf(source: Awaited<ReturnType<typeof sourceOf>>, id: string) {
  const repairs: string[] = [];
  const row = source.rows().find((entry) => entry.id === id);
  return { to: row?.to, values: row?.read((what) => repairs.push(what)), repairs };
}

test('A ticket of OpenArca is a row of Kwit that names people and projects by their ids there', async (t) => {
  const { to, values } = rowOf(await sourceOf(t), OA.ticket(1));
  const { reporter_id, assignee_id, project_id, number, created_at } = values as Record<string, unknown>;
  assert.equal(to, 'tickets');
  assert.deepEqual([reporter_id, assignee_id, project_id], [OA.celina, OA.borys, OA.shop]);
  assert.deepEqual([number, created_at], [1, '2026-03-02T09:00:00.000Z']);
});

test('Rows come after those that they name, and each time alike', async (t) => {
  const source = await sourceOf(t, addOddities);
  const tables = [...new Set(source.rows().map(({ to }) => to))];
  assert.deepEqual(tables.slice(0, 5), ['users', 'projects', 'ticket_templates', 'tickets', 'comments']);
  assert.deepEqual([...source.rows().map(({ id }) => id)], [...source.rows().map(({ id }) => id)]);
});

test('A number that cannot stay is the next one, and told; a word is as somebody said; what cannot be is left out', async (t) => {
  const source = await sourceOf(t, addOddities, { map: [...ODD_MEANINGS] });
  const below = rowOf(source, OA.ticket(52));
  assert.equal((below.values as { number: number }).number, 54);
  assert.match(below.repairs.join('\n'), /the number was missing or given twice: the ticket is #54 now/);
  assert.equal((rowOf(source, OA.ticket(50)).values as { status: string }).status, 'waiting');
  const self = rowOf(source, oaId('4', 50)).values;
  assert.deepEqual(self, { leftOut: 'a ticket cannot be linked to itself', isLost: true });
});

test('Words that nobody explained and broken links refuse it, before a row is read', async (t) => {
  const source = await sourceOf(t, addOddities);
  assert.throws(() => source.check(false), ImportRefused);
  assert.throws(() => source.check(true), /--map status\.resolved=…/);
});

test('Settings come in Kwit’s words, a password only where it is meant to, and an address without its last slash', async (t) => {
  const slash = (folder: OpenArcaFolder) =>
    folder.run("insert or replace into settings (key, value) values ('app_url', 'https://tickets.example.com//')");
  const settings = [...(await sourceOf(t, slash)).settings()];
  const named = (id: string) => settings.find((setting) => setting.id === id);
  assert.deepEqual(named('app_url'), { id: 'app_url', name: 'app_url', value: 'https://tickets.example.com' });
  assert.deepEqual(named('smtp_pass'), { id: 'smtp_pass', leftOut: 'taken with --mail-settings only' });
});
