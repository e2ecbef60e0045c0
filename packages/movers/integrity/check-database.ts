import { verifyEvents } from '#events';
import { orphansOf } from '#people';
import {
  type Actor,
  contextOf,
  type Database,
  type Digest,
  digestIn,
  type FileStore,
  isSame,
  migrationsIn,
  ReadOnlySqlite,
  type Runner,
  type SettingsSource,
  schemaRefusal,
  type Work,
} from '#platform';
import { type RecordedTable, TABLES } from '#records';
import { namedFilesAmong } from '#service';
import { effectiveSettings, isSecret, open, storedSetting, storedSettings, webhookPurpose } from '#settings';
import { TableRowStore } from '../exports/open-format/table-row-store.ts';
import { CheckStore, LINKS } from './check-store.ts';

export interface Checked {
  readonly name:
    | ('parts' | 'database' | 'links' | 'counts' | 'answers' | 'access')
    | ('events' | 'search' | 'files' | 'secrets' | 'backup');
  /** The result, for a line that begins with the name. */
  readonly text: string;
  /** A sentence for each thing that is wrong; none when all is well. */
  readonly problems: readonly string[];
}

export const isWhole = (checks: readonly Checked[]): boolean => checks.every(({ problems }) => problems.length === 0);

const MOST_SHOWN = 20;

/** A line for each check, and one for each problem below it. */
export const linesOfChecks = (checks: readonly Checked[]): string[] =>
  checks.flatMap(({ name, text, problems }) => [
    `${titleOf(name)}${problems.length === 0 ? text : `NOT WHOLE: ${text}`}`,
    ...problems.slice(0, MOST_SHOWN).map((problem) => `           - ${problem}`),
    ...(problems.length > MOST_SHOWN ? [`           - and ${problems.length - MOST_SHOWN} more`] : []),
  ]);

export const titleOf = (name: string): string => `${name.charAt(0).toUpperCase()}${name.slice(1)}`.padEnd(11);

/** 31,204 */
export const grouped = (count: number): string => count.toLocaleString('en');

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** 128.3 MB */
export function sizeOf(bytes: number): string {
  const power = bytes < 1000 ? 0 : Math.min(Math.floor(Math.log10(bytes) / 3), UNITS.length - 1);
  return `${(bytes / 1000 ** power).toFixed(power === 0 ? 0 : 1)} ${UNITS[power]}`;
}

/** 1 file, 2 files */
export const counted = (count: number, what: string): string => `${grouped(count)} ${what}${count === 1 ? '' : 's'}`;

/** A quick check reads the bytes of so many files, spread over all of them. */
const SAMPLE = 100;

/**
 * Checks that each file that a row names is there and what its row says. No row says anything of a picture.
 *
 * @param isQuick reads the bytes of a sample only; that each is there, and how large, it looks up in any case.
 * @param isNamed whether a row names the file still: a service may have removed both meanwhile.
 */
export async function checkFiles(
  named: NamedFiles,
  files: FileStore,
  { isQuick, isNamed }: { isQuick: boolean; isNamed(name: string): Promise<boolean> },
): Promise<Checked> {
  const problems: string[] = [];
  const step = isQuick ? Math.max(1, Math.ceil(named.size / SAMPLE)) : 1;
  let [index, hashed] = [0, 0];
  for (const [name, expected] of named) {
    const isHashed = expected !== null && index % step === 0;
    const digest = isHashed ? await digestIn(files, name) : await sizeIn(files, name);
    if (digest === null) {
      if (await isNamed(name)) problems.push(`the file ${name} is gone`);
    } else if (expected !== null && digest.size !== expected.size)
      problems.push(`the file ${name} has ${digest.size} bytes, and its row says ${expected.size}`);
    else if (isHashed && 'sha256' in digest && !isSame(digest, expected))
      problems.push(`the file ${name} is not what its row says: its SHA-256 is another`);
    if (isHashed && digest !== null) hashed += 1;
    index += 1;
  }
  const there = `${grouped(named.size - problems.length)} of ${grouped(named.size)}`;
  const unnamed = await countUnnamed(named, files);
  const strange = unnamed === 0 ? '' : `; ${counted(unnamed, 'file')} that no row names`;
  return { name: 'files', text: `${there}, SHA-256 of ${grouped(hashed)} read${strange}`, problems };
}

async function sizeIn(files: FileStore, name: string): Promise<{ size: number } | null> {
  const file = await files.open(name);
  file?.stream.destroy();
  return file && { size: file.size };
}

/** Files that a request has just kept, or a crash left; the sweep removes them in time. */
async function countUnnamed(named: NamedFiles, files: FileStore): Promise<number> {
  let count = 0;
  for await (const { name } of files.names()) if (!named.has(name)) count += 1;
  return count;
}

/** Checks every row of a database against the others, as the inventory says: links, counts, answers, events, the search. */
export async function checkRows(work: Work<Actor>): Promise<Checked[]> {
  return [
    await checkLinks(work),
    await checkCounts(work),
    await checkAnswers(work),
    await checkAccess(work),
    await checkEvents(work),
    await checkSearch(work),
  ];
}

async function checkLinks(work: Work<Actor>): Promise<Checked> {
  const problems: string[] = [];
  for (const link of LINKS) {
    const count = await work.of(CheckStore).dangling(link);
    const { table, column, to } = link;
    if (count > 0) problems.push(`${table}.${column}: ${counted(count, 'row')} name a row of ${to} that is not there`);
  }
  return { name: 'links', text: `${LINKS.length} kinds of links between rows`, problems };
}

async function checkCounts(work: Work<Actor>): Promise<Checked> {
  const checks = work.of(CheckStore);
  const tickets = await checks.rowsOf('tickets');
  const problems = (await checks.miscounted()).map(
    ({ name, value, actual }) => `the counter ${name} says ${value}, and there are ${actual}`,
  );
  const behind = await checks.numbersBehind();
  if (behind) problems.push(`the last number is ${behind.value}, and a ticket has ${behind.highest}`);
  const votes = await checks.miscountedVotes();
  const misled = await checks.misled();
  if (misled > 0) problems.push(`${counted(misled, 'ticket')} whose merge leads elsewhere`);
  if (votes > 0) problems.push(`${counted(votes, 'answer')} with another number of votes than were given`);
  return { name: 'counts', text: counted(tickets, 'ticket'), problems };
}

async function checkAnswers(work: Work<Actor>): Promise<Checked> {
  const answers = await work.of(CheckStore).rowsOf('answers');
  const strange = await work.of(CheckStore).strangeSummaries();
  const problems = strange > 0 ? [`${counted(strange, 'ticket')} whose answer is none of theirs`] : [];
  return { name: 'answers', text: counted(answers, 'answer'), problems };
}

/** Tickets that nobody opens are no fault of the database, so a backup that has some is whole. */
async function checkAccess(work: Work<Actor>): Promise<Checked> {
  const orphans = await work.of(CheckStore).called(await orphansOf(work));
  const named = orphans.slice(0, MOST_SHOWN).map(({ name }) => name);
  const more = orphans.length > named.length ? `, and ${orphans.length - named.length} more` : '';
  const text =
    orphans.length === 0
      ? 'somebody works on every ticket, and leads every sealed project'
      : `nobody works on, or leads, ${named.join(', ')}${more}`;
  return { name: 'access', text, problems: [] };
}

async function checkEvents(work: Work<Actor>): Promise<Checked> {
  const findings = await verifyEvents(work);
  return {
    name: 'events',
    text: `up to number ${grouped(await work.of(CheckStore).lastPosition())}`,
    problems: findings.map(({ what, ids }) => `${ids.length} ${what}: ${ids.join(', ')}`),
  };
}

async function checkSearch(work: Work<Actor>): Promise<Checked> {
  const unfound = await work.of(CheckStore).unindexed();
  const problems = unfound > 0 ? [`${counted(unfound, 'ticket')} that no search finds`] : [];
  return { name: 'search', text: 'the index of words', problems };
}

/**
 * Checks that the key opens each stored secret: passwords of the mail provider, and what signs webhooks.
 *
 * @param source null where the key is not known.
 */
export async function checkSecrets(work: Work<Actor>, source: SettingsSource | null): Promise<Checked> {
  const stored = await storedSettings(work);
  const sealed = [...stored].flatMap(([name, text]) => (isSecret(name) && text.includes('"sealed"') ? [name] : []));
  const webhooks = await work.of(CheckStore).webhookSecrets();
  const all = sealed.length + webhooks.length;
  if (source === null) return { name: 'secrets', text: `${counted(all, 'secret')}, and no key to try`, problems: [] };
  const settings = effectiveSettings(stored, source);
  const unread = sealed.filter((name) => settings[name] === '').map((name) => `the key does not open ${name}`);
  // An imported webhook has none until a developer gives it one.
  const mute = webhooks.filter(
    ({ id, secret }) => secret !== '' && open(source.sealingKey, secret, webhookPurpose(id)) === null,
  );
  const problems = [...unread, ...mute.map(({ id }) => `the key does not open the secret of the webhook ${id}`)];
  return { name: 'secrets', text: `${all - problems.length} of ${counted(all, 'secret')} can be read`, problems };
}

const LOGO = 'app_logo';

/** The files that rows name, by name, and what the row says of their bytes: null for pictures. */
export type NamedFiles = ReadonlyMap<string, Digest | null>;

export async function namedFilesOf(work: Work<Actor>, tables: readonly RecordedTable[] = TABLES): Promise<NamedFiles> {
  const digests = new Map<string, Digest | null>();
  for (const table of tables) {
    const naming = Object.keys(table.columns).filter((column) => table.columns[column]?.names === 'file');
    if (naming.length === 0) continue;
    const isTold = table.columns.sha256 !== undefined;
    const columns = new Set([...table.key, ...naming, ...(isTold ? ['size', 'sha256'] : [])]);
    for await (const rows of work.of(TableRowStore).pages(table, [...columns]))
      for (const row of rows)
        for (const column of naming)
          if (row[column] != null)
            digests.set(String(row[column]), isTold ? { size: Number(row.size), sha256: String(row.sha256) } : null);
  }
  const logo = await storedSetting(work, LOGO);
  const name: unknown = logo === undefined ? null : JSON.parse(logo)?.filename;
  return typeof name === 'string' ? digests.set(name, null) : digests;
}

/** A database that closes where `await using` ends. */
export const disposable = <D extends Database>(database: D): D & AsyncDisposable =>
  Object.assign(database, { [Symbol.asyncDispose]: () => database.close() });

const CONTEXT = contextOf('check');

export interface CheckedWith {
  readonly files: FileStore;
  /** Null where the key is not known. */
  readonly source: SettingsSource | null;
  /** Whether the bytes of a sample of the files are enough. */
  readonly isQuick: boolean;
}

/** Checks the file of a database. */
export const checkFile = (database: ReadOnlySqlite): Checked => ({
  name: 'database',
  text: 'the file, and its foreign keys',
  problems: database.problems(),
});

/**
 * Checks a database and what belongs to it, and changes nothing: the file, rows against one another, files and secrets.
 * Everything of the database is of one moment, though a service writes.
 *
 * @param runner reads the database.
 */
export async function checkDatabase(
  database: Database,
  runner: Runner,
  { files, source, isQuick }: CheckedWith,
): Promise<Checked[]> {
  const first = database instanceof ReadOnlySqlite ? [checkFile(database)] : [];
  // Rows of a broken file cannot be read with any certainty.
  if (!isWhole(first)) return first;
  const other = await schemaRefusal(database, await migrationsIn(database));
  if (other !== null) return [...first, { name: 'database', text: 'the schema', problems: [other] }];
  const { rows, secrets, named } = await runner.snapshot(CONTEXT, async (work) => ({
    rows: await checkRows(work),
    secrets: await checkSecrets(work, source),
    named: await namedFilesOf(work),
  }));
  const isNamed = (name: string) =>
    runner.read(CONTEXT, async (work) => (await namedFilesAmong(work, [name])).has(name));
  return [...first, ...rows, await checkFiles(named, files, { isQuick, isNamed }), secrets];
}
