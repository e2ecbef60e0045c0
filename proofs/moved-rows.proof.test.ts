/**
 * What was imported before gives the same rows: each given file makes the database of which the digest was stored. After a change
 * that is meant, `KWIT_STORE_ROWS=1` stores it anew; `KWIT_ROWS=<folder>` writes the rows there, to compare those of two versions.
 */
import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readImport } from '#movers';
import { commandParts } from '../server/testing/import-runs.ts';
import { sampleOpenArca } from '../server/testing/openarca-folder.ts';
import { startApp } from '../server/testing/start-app.ts';
import { everyRow, type TableRow, withoutChance } from './moving/rows-without-chance.ts';

const EXPORTS = join(import.meta.dirname, '../server/testing/exports');
const STORED = join(import.meta.dirname, 'moving/moved-rows.ndjson');
const { KWIT_STORE_ROWS, KWIT_ROWS } = process.env;

const of = (product: string, name: string, words: string): string[] => [
  ...[product, join(EXPORTS, product, name), '--yes'],
  ...words.split(' ').map((word) => (word.includes('/') && !word.startsWith('Europe/') ? join(EXPORTS, word) : word)),
];
const WARSAW = '--zone Europe/Warsaw';
const JIRA = `${WARSAW} --files jira/files --comments public`;
const RESTRICTED = '--restricted-to ewa@example.com';

const SOURCES: Readonly<Record<string, (t: Parameters<typeof sampleOpenArca>[0]) => string[]>> = {
  'jira cloud-pl': () => of('jira', 'cloud-pl.csv', `${JIRA} --people jira/people.csv --answer last-comment`),
  'jira cloud-en': () => of('jira', 'cloud-en.csv', `${JIRA} ${RESTRICTED}`),
  'jira datacenter-en': () => [
    ...of('jira', 'datacenter-en.csv', `${JIRA} ${RESTRICTED}`),
    ...['--map', 'status.Peer review=in_progress', '--map', 'status.Live=closed'],
  ],
  'jira servicedesk-es': () => of('jira', 'servicedesk-es.csv', `${WARSAW} --people jira/people.csv`),
  'jira wiki': () => of('jira', 'wiki.csv', `${WARSAW} ${RESTRICTED}`),
  'redmine admin': () => of('redmine', 'admin', `--markup textile --answer last-comment ${RESTRICTED}`),
  'redmine renumbered': () => of('redmine', 'admin', `--markup textile --renumber ${RESTRICTED}`),
  'redmine no-admin': () =>
    of('redmine', 'no-admin', `--markup textile --without-admin --renumber --incomplete ${RESTRICTED}`),
  zammad: () => of('zammad', 'all-groups', '--answer last-comment'),
  trello: () => of('trello', 'board.json', `${WARSAW} --files trello/attachments --closed-lists Zrobione`),
  'trello of 1,000': () => of('trello', 'board-1000.json', '--answer last-comment'),
  zendesk: () => of('zendesk', 'account', `${WARSAW} --answer last-comment`),
  'osticket of mysqldump': () => of('osticket', 'helpdesk.sql', `${WARSAW} --files osticket/disk`),
  'osticket of mariadb': () => of('osticket', 'helpdesk-mariadb.sql', `${WARSAW} --answer last-comment`),
  'csv of jira': () => of('csv', '../jira/cloud-en.csv', '--ignore-unknown --people create --zone UTC'),
  csv: () => of('csv', 'list.csv', `--comments csv/comments.csv --files csv/files ${RESTRICTED}`),
  github: () => of('github', 'issues.json', '--map label.bug=category.bug --answer last-comment'),
  mail: () => of('mail', 'box.mbox', '--since 2026-01-01 --status closed'),
  openarca: (t) => ['openarca', sampleOpenArca(t).path],
  'openarca with settings': (t) => ['openarca', sampleOpenArca(t).path, '--settings'],
};

/** By the name of a table its columns of then, for those that came later are nobody's of then; by that of a source its digests. */
type Stored = Map<string, unknown>;
const stored: Stored = new Map(
  readFileSync(STORED, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line)),
);
const made: Stored = new Map();

/** Where the files of an import lay. */
const HERE: Readonly<Record<string, readonly string[]>> = { import_runs: ['options'] };

/** Who signed in before, how changes are taken back, and what the database keeps for itself. */
const OTHERS = /^(?:acts|act_lines|attempts|code_guesses|known_clients|migrations|sessions|sqlite_sequence)$/;

function known({ table, values }: TableRow): TableRow[] {
  const columns = KWIT_STORE_ROWS ? Object.keys(values) : (stored.get(table) as string[] | undefined);
  if (columns === undefined || OTHERS.test(table)) return [];
  const own = columns.filter((column) => !HERE[table]?.includes(column));
  made.set(table, own);
  return [{ table, values: Object.fromEntries(own.map((column) => [column, values[column]])) }];
}

for (const [name, wordsFor] of Object.entries(SOURCES))
  test(`${name} makes the rows that it made`, async (t) => {
    const app = await startApp('sqlite');
    t.after(() => app.close());
    await app.cast.ewa;
    const command = readImport(wordsFor(t));
    assert.ok(command, 'the command is understood');
    await command(commandParts(app));
    const rows = (await app.database.read(everyRow)).flatMap(known);
    const texts = withoutChance(rows, '2026-11-21');
    if (KWIT_ROWS) {
      mkdirSync(KWIT_ROWS, { recursive: true });
      writeFileSync(join(KWIT_ROWS, `${name}.txt`), texts.join('\n'));
    }
    const tables = Map.groupBy(texts, (text) => text.slice(0, text.indexOf(' ')));
    const digests = Object.fromEntries(
      [...tables].map(([table, all]) => [table, `${all.length} ${hash('sha256', all.join('\n')).slice(0, 16)}`]),
    );
    made.set(name, digests);
    if (KWIT_STORE_ROWS) writeFileSync(STORED, [...made].map((line) => `${JSON.stringify(line)}\n`).join(''));
    else assert.deepEqual(digests, stored.get(name));
  });
