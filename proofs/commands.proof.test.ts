/** Commands of the server on damaged files, and with words that mean nothing. */
import assert from 'node:assert/strict';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { openAsItIs, readConfig } from '#platform';
import { TABLES } from '#records';
import { databases, ownDatabase } from '../server/testing/databases.ts';
import { emptyDatabase } from '../server/testing/empty-database.ts';
import { environmentOf, typed } from './backup/kwit.ts';
import { damaged, oneOf } from './commands/damage.ts';
import { type GoodInput, importedInputs, lay } from './commands/good-inputs.ts';
import { nonsense } from './commands/nonsense.ts';
import { chance as chanceFrom, seed, size } from './size.ts';

/** Damages of each input, and sentences without a meaning. */
const DAMAGES = size(4, 1000);
const SENTENCES = size(60, 10_000);

/** An answer of more lines tells of many rows, of a trial or of an import. */
const TOLD_BY_PROGRAMMERS =
  /\n\s+at |node:internal|TypeError|RangeError|SqliteError|SQLITE_|\[object |undefined|\bNaN\b.*NaN/;

type Environment = Readonly<Record<string, string>>;

/** How many rows each table has, and which files there are. Nothing that a command refuses changes them. */
async function everythingOf(environment: Environment): Promise<Readonly<Record<string, unknown>>> {
  const config = readConfig(environment);
  const files = join(config.dataDir, 'files');
  const stored = existsSync(files)
    ? readdirSync(files, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
    : [];
  const database = await openAsItIs(config);
  try {
    const counts: Record<string, unknown> = { files: stored.map(({ name }) => name).toSorted() };
    for (const { name } of TABLES) {
      const query = { sql: `select count(*) as n from ${name}`, parameters: [] };
      const [row] = await database.read((connection) => connection.rows<{ n: unknown }>(query));
      counts[name] = Number(row?.n);
    }
    return counts;
  } finally {
    await database.close();
  }
}

function expectSentence({ code, said }: { code: number; said: string }, words: readonly string[]): void {
  const what = `kwit ${words.join(' ')} ended with ${code} and said: ${said.slice(0, 1500)}`;
  assert.ok([0, 1, 2, 3].includes(code), what);
  // An answer may say again what somebody typed.
  assert.doesNotMatch(words.includes('NaN') ? said.replaceAll('NaN', '') : said, TOLD_BY_PROGRAMMERS, what);
  if (code !== 0) assert.match(said, /\p{L}{2,}.*[.:”]?/u, what);
}

const folderOf = (t: TestContext): string => {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-commands-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
};

/** Every file in a folder, by its place. */
const readAll = (folder: string): Map<string, Buffer> =>
  new Map(
    readdirSync(folder, { recursive: true })
      .map(String)
      .filter((name) => statSync(join(folder, name)).isFile())
      .map((name) => [name, readFileSync(join(folder, name))]),
  );

for (const name of databases) {
  /** A Kwit of its own: its environment, and one of another that is empty. */
  async function kwits(
    t: TestContext,
    folder: string,
  ): Promise<{ full: Environment; empty: () => Promise<Environment>; bare: () => Promise<Environment> }> {
    const made: { drop(): Promise<void> }[] = [];
    t.after(() => Promise.all(made.map((database) => database.drop())));
    const another = async () => {
      const own = await ownDatabase(name);
      made.push(own);
      return environmentOf(mkdtempSync(join(folder, 'data-')), own.url);
    };
    /** One of PostgreSQL without a table. */
    const bare = async () => {
      const own = await emptyDatabase();
      made.push(own);
      return environmentOf(mkdtempSync(join(folder, 'data-')), own.url);
    };
    return { full: await another(), empty: another, bare };
  }

  test(`a damaged file is refused in a sentence, and nothing of it is kept (${name}, seed ${seed})`, async (t) => {
    const chance = chanceFrom(seed);
    const folder = folderOf(t);
    const { full, empty, bare } = await kwits(t, folder);
    const inputs: Record<string, GoodInput> = { ...(await importedInputs(t)) };
    for (const [what, input] of Object.entries(inputs)) {
      const good = mkdtempSync(join(folder, 'good-'));
      lay(input, good, '', (bytes) => bytes);
      const { code, said } = await typed(full, ...input.words(good));
      assert.ok(code === 0 || code === 3, `${what}: ${said}`);
    }
    const [archive, backups] = [join(folder, 'a.tar'), join(folder, 'backups')];
    assert.equal((await typed(full, 'export', archive)).code, 0);
    assert.equal((await typed(full, 'backup', backups)).code, 0);
    const [backup = ''] = readdirSync(backups).filter((entry) => /Z(-\d+)?$/.test(entry));
    const ofBackup = readAll(backups);
    let target = await empty();
    assert.equal((await typed(target, 'person', 'list')).code, 0, 'it is made');
    inputs['import kwit'] = {
      files: new Map([['a.tar', readFileSync(archive)]]),
      words: (at) => ['import', 'kwit', join(at, 'a.tar')],
    };
    inputs.check = { files: ofBackup, words: (at) => ['check', join(at, backup)] };
    const where = (at: string) => (name === 'sqlite' ? ['--data-dir', join(at, 'restored')] : []);
    inputs.restore = { files: ofBackup, words: (at) => ['restore', join(at, backup), ...where(at)] };
    for (const [what, input] of Object.entries(inputs))
      for (let left = DAMAGES; left > 0; left -= 1) {
        const at = mkdtempSync(join(folder, 'bad-'));
        lay(input, at, oneOf([...input.files.keys()], chance), (bytes) => damaged(bytes, chance));
        const words = input.words(at);
        const before = await everythingOf(target);
        const isBare = what === 'restore' && name === 'postgres';
        const there = isBare ? await bare() : target;
        const ended = await typed(there, ...words);
        expectSentence(ended, words);
        const isDone = (ended.code === 0 || ended.code === 3) && what.startsWith('import');
        if (isDone) target = await empty();
        if (isDone) await typed(target, 'person', 'list');
        else assert.deepEqual(await everythingOf(target), before, `${what}: ${ended.said}`);
        // Into a database that has nothing of Kwit, the whole backup can be restored.
        if (isBare) assert.equal((await typed(there, 'restore', join(backups, backup))).code === 1, ended.code === 0);
        else if (what === 'restore') assert.equal(existsSync(join(at, 'restored')), ended.code === 0, ended.said);
        rmSync(at, { recursive: true, force: true });
      }
  });

  test(`words that mean nothing are refused in a sentence (${name}, seed ${seed})`, async (t) => {
    const chance = chanceFrom(seed);
    const folder = folderOf(t);
    const { full } = await kwits(t, folder);
    const work = join(folder, 'work');
    mkdirSync(join(work, 'folder'), { recursive: true });
    writeFileSync(join(work, 'table.csv'), 'title\nA ticket\n');
    writeFileSync(join(work, 'empty'), '');
    // A word that stands for a folder may become one.
    const before = process.cwd();
    t.after(() => process.chdir(before));
    process.chdir(work);
    const places = ['table.csv', 'empty', 'folder', 'nowhere', 'nowhere/at/all', 'table.csv/inside', 'new.tar'].map(
      (place) => join(work, place),
    );
    for (let left = SENTENCES; left > 0; left -= 1) {
      const words = nonsense(chance, places);
      expectSentence(await typed({ ...full, BACKUP_DIR: join(folder, 'backups') }, ...words), words);
    }
  });
}
