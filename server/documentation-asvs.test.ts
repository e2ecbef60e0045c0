/** The table of OWASP ASVS 5.0 is whole, and what it cites is there (docs/security/asvs.md). */
import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { parse } from 'csv-parse/sync';

const root = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const words = (text: string) => text.trim().split(/\s+/);
const page = read('docs/security/asvs.md');

/** The requirements of ASVS 5.0.0 by level. */
const LEVELS: Readonly<Record<string, readonly string[]>> = {
  1: words(`
    1.2.1 1.2.2 1.2.3 1.2.4 1.2.5 1.3.1 1.3.2 1.5.1 2.1.1 2.2.1 2.2.2 2.3.1 3.2.1 3.2.2 3.3.1 3.4.1 3.4.2 3.5.1 3.5.2 3.5.3
    4.1.1 4.4.1 5.2.1 5.2.2 5.3.1 5.3.2 6.1.1 6.2.1 6.2.2 6.2.3 6.2.4 6.2.5 6.2.6 6.2.7 6.2.8 6.3.1 6.3.2 6.4.1 6.4.2
    7.2.1 7.2.2 7.2.3 7.2.4 7.4.1 7.4.2 8.1.1 8.2.1 8.2.2 8.3.1 9.1.1 9.1.2 9.1.3 9.2.1 10.4.1 10.4.2 10.4.3 10.4.4 10.4.5
    11.3.1 11.3.2 11.4.1 12.1.1 12.2.1 12.2.2 13.4.1 14.2.1 14.3.1 15.1.1 15.2.1 15.3.1`),
  2: words(`
    1.1.1 1.1.2 1.2.6 1.2.7 1.2.8 1.2.9 1.3.3 1.3.4 1.3.5 1.3.6 1.3.7 1.3.8 1.3.9 1.3.10 1.3.11 1.4.1 1.4.2 1.4.3 1.5.2
    2.1.2 2.1.3 2.2.3 2.3.2 2.3.3 2.3.4 2.4.1 3.3.2 3.3.3 3.3.4 3.4.3 3.4.4 3.4.5 3.4.6 3.5.4 3.5.5 3.7.1 3.7.2
    4.1.2 4.1.3 4.2.1 4.3.1 4.3.2 4.4.2 4.4.3 4.4.4 5.1.1 5.2.3 5.4.1 5.4.2 5.4.3 6.1.2 6.1.3 6.2.9 6.2.10 6.2.11 6.2.12
    6.3.3 6.3.4 6.4.3 6.4.4 6.5.1 6.5.2 6.5.3 6.5.4 6.5.5 6.6.1 6.6.2 6.6.3 6.8.1 6.8.2 6.8.3 6.8.4 7.1.1 7.1.2 7.1.3
    7.3.1 7.3.2 7.4.3 7.4.4 7.4.5 7.5.1 7.5.2 7.6.1 7.6.2 8.1.2 8.2.3 8.4.1 9.2.2 9.2.3 9.2.4 10.1.1 10.1.2 10.2.1 10.2.2
    10.3.1 10.3.2 10.3.3 10.3.4 10.4.6 10.4.7 10.4.8 10.4.9 10.4.10 10.4.11 10.5.1 10.5.2 10.5.3 10.5.4 10.5.5 10.6.1
    10.6.2 10.7.1 10.7.2 10.7.3 11.1.1 11.1.2 11.2.1 11.2.2 11.2.3 11.3.3 11.4.2 11.4.3 11.4.4 11.5.1 11.6.1 12.1.2 12.1.3
    12.3.1 12.3.2 12.3.3 12.3.4 13.1.1 13.2.1 13.2.2 13.2.3 13.2.4 13.2.5 13.3.1 13.3.2 13.4.2 13.4.3 13.4.4 13.4.5 14.1.1
    14.1.2 14.2.2 14.2.3 14.2.4 14.3.2 14.3.3 15.1.2 15.1.3 15.2.2 15.2.3 15.3.2 15.3.3 15.3.4 15.3.5 15.3.6 15.3.7 16.1.1
    16.2.1 16.2.2 16.2.3 16.2.4 16.2.5 16.3.1 16.3.2 16.3.3 16.3.4 16.4.1 16.4.2 16.4.3 16.5.1 16.5.2 16.5.3 17.1.1 17.2.1
    17.2.2 17.2.3 17.2.4 17.3.1 17.3.2`),
};

interface Row {
  readonly numbers: readonly string[];
  readonly level: string;
  readonly state: string;
  readonly how: string;
  readonly where: string;
  readonly test: string;
}

const rows: readonly Row[] = parse(read('docs/security/asvs.csv'), { from: 2 }).map(
  ([numbers = '', level = '', state = '', how = '', where = '', test = '']: string[]) => ({
    ...{ numbers: numbers.split(', '), level, state, how, where, test },
  }),
);

const name = ({ numbers }: Row) => String(numbers[0]);
const cited = (cell: string) => (cell === '' ? [] : cell.split(', '));
/** A file of the project, or a page beside the table and its heading. */
const placeOf = (path: string) =>
  path.includes('#') || /^\.|\.md$/.test(path) ? join('docs/security', path.replace(/#.*/, '')) : path;

test('every requirement of levels 1 and 2 has one row, under its level, and there is no other', () => {
  assert.deepEqual([LEVELS[1]?.length, LEVELS[2]?.length], [70, 183]);
  const numbers = rows.flatMap((row) => row.numbers);
  assert.deepEqual(numbers.toSorted(), Object.values(LEVELS).flat().toSorted());
  for (const row of rows) {
    const levels = Object.keys(LEVELS).filter((level) =>
      row.numbers.some((requirement) => LEVELS[level]?.includes(requirement)),
    );
    assert.equal(row.level, levels.join(', '), name(row));
  }
});

test('what is held says where and by which test; what is not says why', () => {
  for (const row of rows) {
    assert.match(row.state, /^(held|operator|open|none)$/, name(row));
    assert.ok(row.how.length > 5, name(row));
    assert.equal(row.state === 'none', row.where === '', name(row));
    if (row.state === 'held') assert.notEqual(row.test, '', name(row));
    if (row.state === 'open' || row.state === 'none') assert.equal(row.test, '', name(row));
  }
});

test('the files and tests that the table cites are there', () => {
  for (const row of rows) {
    for (const path of [...cited(row.where), ...cited(row.test)])
      assert.ok(existsSync(join(root, placeOf(path))), `${name(row)}: there is no ${path}`);
    for (const path of cited(row.test)) assert.match(path, /\.(test\.tsx?|story\.ts)$/, name(row));
  }
});

test('the page counts what its table has', () => {
  for (const [level, all] of Object.entries(LEVELS)) {
    const count = (state: string) =>
      rows
        .filter((row) => row.state === state)
        .flatMap((row) => row.numbers.filter((requirement) => all.includes(requirement))).length;
    const [held, operator, open, none] = ['held', 'operator', 'open', 'none'].map(count);
    const applying = all.length - Number(none);
    const line = `| ${level} | ${all.length} | ${none} | ${applying} | ${held} | ${operator} | ${open} |`;
    assert.ok(page.includes(line), `the page is to say: ${line}`);
  }
});

const sources = globSync(['{server,contract,packages/movers}/**/*.ts'], {
  cwd: root,
  exclude: ['**/*.test.ts', 'server/testing/**'],
});

test('every file that uses cryptography stands in the inventory of keys, and SHA-256 is the only hash', () => {
  const inventory = read('docs/security/keys.md');
  for (const path of sources) {
    const text = read(path);
    const isKey = /\b(createHmac|hkdfSync|createCipheriv|createSigner|randomInt|randomBytes)\(/.test(text);
    if (isKey) assert.ok(inventory.includes(path), `${path} uses cryptography: list it in docs/security/keys.md`);
    for (const [, algorithm] of text.matchAll(/create(?:Hash|Hmac)\('([^']+)'/g))
      assert.equal(algorithm, 'sha256', path);
  }
});

test('the service starts no other program, and makes code of nothing but the names of columns', () => {
  const MAKES_CODE = 'server/platform/database/connection.ts';
  for (const path of sources) {
    assert.doesNotMatch(read(path), /from 'node:(child_process|vm|cluster)'|\beval\(/, path);
    if (path !== MAKES_CODE) assert.doesNotMatch(read(path), /new Function\(/, path);
  }
});

test('every package is pinned exactly, with its digest, and none is native code', () => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(read('package.json'));
  const versions = { ...dependencies, ...devDependencies, ...optionalDependencies };
  for (const [dependency, version] of Object.entries(versions))
    assert.match(String(version), /^\d+\.\d+\.\d+[\w.-]*$/, dependency);
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { integrity?: string; link?: boolean; dev?: boolean; hasInstallScript?: boolean }>;
  };
  for (const [path, { integrity, link, dev, hasInstallScript }] of Object.entries(packages)) {
    if (!path.startsWith('node_modules/') || link) continue;
    assert.match(integrity ?? '', /^sha512-/, path);
    if (!dev && hasInstallScript) assert.equal(path, 'node_modules/node', 'what runs builds nothing but Node itself');
  }
});
