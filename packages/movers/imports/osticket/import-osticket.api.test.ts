import assert from 'node:assert/strict';
import { appendFileSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { ListedUser } from '#contract/users.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { MysqlDump, type PlacedValue, readPlaced } from '../mysql/mysql-dump.ts';
import { OSTICKET, type OsticketOptions } from './osticket-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/osticket');
const DUMP = join(SAMPLES, 'helpdesk.sql');
const DISK = join(SAMPLES, 'disk');

interface Case {
  readonly tickets: readonly (ExpectedTicket & {
    readonly source_id: number;
    readonly number: string;
    readonly participants: readonly string[];
  })[];
}
const EXPECTED = JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly canaries: { readonly internal: readonly string[]; readonly secrets: readonly string[] };
};
const TICKETS = EXPECTED.cases[0]?.tickets ?? [];

onEachDatabaseAnew('tickets of osTicket that are imported', (app) => {
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = (path: string, options: Partial<OsticketOptions> = {}) =>
    importsOf(app()).bringsOsticket(path, { filesFolder: DISK, ...options }, { reportPath: reportPath() });
  const report = () => readFileSync(reportPath(), 'utf8');
  const expectTickets = async () => {
    const here = await movedTickets(app(), 'osTicket');
    const byId = new Map(TICKETS.map(({ source_id: id, number }) => [String(id), here.get(number)] as const));
    const others = new Map([...byId].flatMap(([id, ticket]) => (ticket ? [[id, ticket] as const] : [])));
    assert.equal(here.size, TICKETS.length);
    for (const expected of TICKETS)
      assert.deepEqual(differencesIn(expected, byId.get(String(expected.source_id)), others), [], expected.number);
  };

  test('every value is there, by both dumps, and a second import changes nothing', async () => {
    await app().cast.all();
    const mails = app().mailbox.list().length;
    assert.equal(await brings(DUMP), 3);
    await expectTickets();
    assert.equal(await importsOf(app()).bringsOsticket(DUMP, { filesFolder: DISK }, { verifies: true }), 0);
    const before = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings(DUMP), 3);
    assert.equal(await brings(join(SAMPLES, 'helpdesk-mariadb.sql')), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
    assert.equal(app().mailbox.list().length, mails);
  });

  test('the report names what was deleted, closed without a time and not in the folder, and no word of a note', async () => {
    await brings(DUMP);
    for (const word of ['ticket 16', 'deleted there', 'closed without a time', 'gone.txt'])
      assert.ok(report().includes(word), word);
    for (const word of EXPECTED.canaries.internal) assert.ok(!report().includes(word), word);
  });

  test('a note, what was hidden and what was secret reach no reporter', async () => {
    await brings(DUMP);
    const readers = await Promise.all(
      ['wanda@example.com', 'tom.reed@example.com', 'ewa.lis@example.com'].map((email) => app().cast.signsIn(email)),
    );
    for (const reader of readers) {
      const listed = (await reader.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
      assert.ok(listed.length > 1);
      const seen = JSON.stringify(await Promise.all(listed.map(async (row) => (await reader.reads(row)).is(200))));
      for (const word of EXPECTED.canaries.internal) assert.ok(!seen.includes(word), word);
    }
    const all = JSON.stringify(await rowsOf(app()));
    for (const word of [...EXPECTED.canaries.secrets, 'KANARY-22']) assert.ok(!all.includes(word), word);
  });

  test('an entry of another type is internal, and told', async () => {
    await brings(changed((dump) => dump.replaceAll(",'R',", ",'X',")));
    const { comments = [] } = (await movedTickets(app(), 'osTicket')).get('100013') ?? {};
    assert.deepEqual(
      comments.map((comment) => comment.is_internal),
      [true],
    );
    assert.match(report(), /an entry is of type X: it is internal/);
  });

  test('with --answer last-comment, the last public word of who worked on it answers', async () => {
    await brings(DUMP, { lastCommentAnswers: true });
    const here = await movedTickets(app(), 'osTicket');
    for (const { number, closure_with_answer_last_comment: answer } of TICKETS) {
      const { comments = [], ticket } = here.get(number) ?? {};
      const said = comments.find((comment) => comment.is_closure_summary);
      assert.equal(said?.content ?? null, answer?.text ?? null, number);
      if (number === '100022')
        assert.deepEqual(
          ticket?.attachments.map(({ comment_id }) => comment_id),
          [said?.id],
        );
    }
  });

  test('agents who were shut out stay so, and a number and the old address lead to the ticket', async () => {
    await brings(DUMP);
    const dev = await app().cast.dev;
    const users = (await dev.get<ListedUser[]>('/api/users')).is(200);
    const isActive = (email: string) => users.find((user) => user.email === email)?.is_active;
    assert.deepEqual([isActive('piotr.dawny@example.com'), isActive('wanda@example.com')], [false, true]);
    const { ticket } = (await movedTickets(app(), 'osTicket')).get('100017') ?? {};
    const hits = (await dev.get<ListedTicket[]>('/api/tickets?q=100017')).is(200);
    assert.ok(hits.some(({ number }) => number === ticket?.number));
    const led = await fetch(`${app().address}/scp/tickets.php?id=17`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, `/t/${ticket?.number}`]);
    const lost = await fetch(`${app().address}/scp/tickets.php?a=open`, { redirect: 'manual' });
    assert.equal(lost.status, 404);
  });

  test('a dump that ends anywhere is refused before anything is written', async () => {
    for (const dump of [
      readFileSync(DUMP),
      readFileSync(join(SAMPLES, 'helpdesk-mariadb.sql')),
      await phpMyAdminDump(),
    ]) {
      const step = Math.ceil(dump.length / 60);
      for (let size = 1; size < dump.length - '2026-03-01  2:00:01\n'.length; size += step)
        await assert.rejects(brings(written(dump.subarray(0, size))), /ends in the middle|no whole dump/, String(size));
    }
    assert.equal((await movedTickets(app(), 'osTicket')).size, 0);
  });

  test('the dump of phpMyAdmin, which names columns and writes bytes in hexadecimal, gives the same', async () => {
    assert.equal(await brings(written(await phpMyAdminDump())), 3);
    await expectTickets();
  });

  test('a folder of --tab gives the same, and a file of another size there is named', async () => {
    const folder = await tabFolder(app().dataDir);
    assert.equal(await brings(folder), 3);
    await expectTickets();
    const chunks = join(folder, 'ost_file_chunk.txt');
    writeFileSync(chunks, readFileSync(chunks).subarray(0, -3));
    await assert.rejects(brings(folder), /ost_file_chunk\.txt ends in the middle/);
    rmSync(chunks);
    await assert.rejects(brings(folder), /ost_file_chunk\.txt: the folder is not whole/);
  });

  test('a file that is not as long as it was is named, and does not come', async () => {
    await brings(changed((dump) => dump.replace("'D','text/plain',1750", "'D','text/plain',1751")));
    assert.match(report(), /klient\.log[^}]*it has 1750 bytes, and had 1751/);
  });

  test('tables of any prefix, and a choice that is kept by its key alone', async () => {
    const choice = String.raw`'{\"r\":\"Tylko odczyt\"}'`;
    await brings(changed((dump) => dump.replaceAll('`ost_', '`help_').replace(choice, "'w'")));
    const here = await movedTickets(app(), 'osTicket');
    assert.equal(here.size, TICKETS.length);
    assert.match(here.get('100020')?.leftovers ?? '', /Dostęp: Zapis/);
  });

  test('no zone, an osTicket without threads, a table that is missing, and what is no dump: each is refused', async () => {
    assert.throws(() => OSTICKET.options(DUMP, {}), /--zone Europe\/Warsaw/);
    const older = changed((dump) => dump.replaceAll('ost_thread_entry', 'ost_ticket_note'));
    await assert.rejects(brings(older), /before 1\.10/);
    const without = changed((dump) => dump.replaceAll('ost_staff', 'ost_stuff'));
    await assert.rejects(brings(without), /it lacks staff/);
    await assert.rejects(brings(written(Buffer.from('Subject;Status\nA;open\n'))), /osticket|middle|dump/i);
    await assert.rejects(brings(join(SAMPLES, 'none.sql')), /There is no/);
  });

  test('a table whose rows were left out of the dump is refused; a status and a thread that are not there are named', async () => {
    await app().cast.all();
    const before = await rowsOf(app());
    for (const table of ['ticket_status', 'thread', 'user', 'form_field']) {
      const empty = changed((dump) => dump.replace(new RegExp(`^INSERT INTO \`ost_${table}\` .*\\n`, 'm'), ''));
      await assert.rejects(brings(empty), new RegExp(`${table} has no rows, and there are tickets`));
    }
    assert.deepEqual(await rowsOf(app()), before);
    const orphans = changed((dump) =>
      dump
        .replace("`ost_ticket_status` VALUES (1,'Open'", "`ost_ticket_status` VALUES (91,'Open'")
        .replace(/^INSERT INTO `ost_ticket_priority` .*\n/m, '')
        .replace(/(`ost_thread` VALUES \(\d+,\d+,)'T'/, "$1'X'"),
    );
    assert.equal(await brings(orphans), 3);
    assert.match(report(), /its status is not in the dump: it is open/);
    assert.match(report(), /its thread is not in the dump/);
    assert.match(report(), /its priority is none of those that were given: it is normal/);
  });

  const written = (dump: Buffer): string => {
    const path = join(app().dataDir, 'dump.sql');
    writeFileSync(path, dump);
    return path;
  };
  /** The dump with something else in it, byte by byte. */
  const changed = (change: (dump: string) => string): string => {
    const dump = readFileSync(DUMP, 'latin1');
    const other = change(dump);
    assert.notEqual(other, dump);
    return written(Buffer.from(other, 'latin1'));
  };
});

/** The rows of a dump, by their tables. */
async function partsOf(path: string) {
  const dump = new MysqlDump(() => ({ placed: ['filedata'] }));
  return Array.fromAsync(dump.read(path));
}

async function hexOf(value: string): Promise<string> {
  return `0x${(await bytesIn(value)).toString('hex')}`;
}

function bytesIn(value: string): Promise<Buffer> {
  return readPlaced([JSON.parse(value) as PlacedValue]);
}

/** The database as phpMyAdmin writes it. */
async function phpMyAdminDump(): Promise<Buffer> {
  const lines = ['-- phpMyAdmin SQL Dump', 'START TRANSACTION;', '/*!40101 SET NAMES utf8mb4 */;'];
  const statement = async (columns: readonly string[], row: Readonly<Record<string, string | null>>) =>
    Promise.all(
      columns.map((column) => {
        const value = row[column] ?? null;
        if (value === null) return 'NULL';
        return column === 'filedata' ? hexOf(value) : `'${value.replaceAll(/['\\]/g, '\\$&').replaceAll('\n', '\\n')}'`;
      }),
    );
  let columns: readonly string[] = [];
  for (const part of await partsOf(DUMP)) {
    if ('columns' in part) {
      columns = part.columns.toReversed();
      lines.push(`CREATE TABLE \`${part.table}\` (`, columns.map((name) => `  \`${name}\` text`).join(',\n'), ');');
    } else {
      const names = columns.map((name) => `\`${name}\``).join(', ');
      lines.push(
        `INSERT INTO \`${part.table}\` (${names}) VALUES\n(${(await statement(columns, part.row)).join(', ')});`,
      );
    }
  }
  return Buffer.from([...lines, 'COMMIT;', ''].join('\n'));
}

/** The database as `mysqldump --tab` writes it. */
async function tabFolder(dataDir: string): Promise<string> {
  const folder = join(dataDir, 'tab');
  mkdirSync(folder);
  let columns: readonly string[] = [];
  for (const part of await partsOf(DUMP)) {
    const file = join(folder, part.table);
    if ('columns' in part) {
      columns = part.columns;
      const listed = columns.map((name) => `  \`${name}\` text`).join(',\n');
      writeFileSync(`${file}.sql`, `CREATE TABLE \`${part.table}\` (\n${listed}\n);\n`);
      writeFileSync(`${file}.txt`, '');
      continue;
    }
    const values = await Promise.all(
      columns.map(async (column) => {
        const value = part.row[column] ?? null;
        if (value === null) return '\\N';
        const text =
          column === 'filedata' ? (await bytesIn(value)).toString('latin1') : Buffer.from(value).toString('latin1');
        return text.replaceAll(/[\\\t\n]/g, '\\$&').replaceAll('\0', '\\0');
      }),
    );
    appendFileSync(`${file}.txt`, Buffer.from(`${values.join('\t')}\n`, 'latin1'));
  }
  return folder;
}
