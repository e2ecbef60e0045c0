/** The parts of a check: each is a process. */
import { existsSync, globSync } from 'node:fs';
import { asksForDatabase } from '../server/testing/asks-for-database.ts';
import { anEighthOf, worthRunning } from '../server/testing/long-tests.ts';
import { changedFiles } from './changed-files.ts';

export interface Part {
  readonly name: string;
  readonly command: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
}

export const seed = process.env.KWIT_SEED ?? String(Math.trunc(Math.random() * 2 ** 31));
const script = (name: string, ...more: string[]) => ['npm', 'run', '--silent', name, '--', ...more];
/**
 * Tests make services and throw them away: with more room for what is young from the beginning, V8 collects it half as
 * often. Twice as much took up to a seventh more CPU. It first collects old objects at half a gigabyte: a collection goes
 * through all the code, which stays, and took a tenth of the CPU.
 */
const NODE = ['node', '--min-semi-space-size=32', '--max-semi-space-size=32', '--initial-old-space-size=512'];

const SERVER_TESTS = globSync([
  ...['contract/**/*.test.ts', 'server/**/*.test.ts'],
  ...['bench/**/*.test.ts', 'packages/client/*.test.ts', 'packages/markdown/*.test.ts', 'packages/movers/**/*.test.ts'],
]).sort();

/** So many processes share the files: to start one takes longer than most files, and whichever has ended one takes the next. */
const sharedBy = (count: number, name: string, order: string, files: readonly string[]): readonly Part[] =>
  Array.from({ length: count }, (_, n) => ({
    name: `${name}, process ${n + 1}`,
    command: [...NODE, 'server/testing/run-tests.ts', order, `--shared=${name}`, ...files],
  }));

const serverTests = (count: number, database: string, name: string, files: readonly string[]): readonly Part[] =>
  sharedBy(count, `Server, contract and client, on ${name}`, `--seed=${seed}`, files).map((part) => ({
    ...part,
    environment: { KWIT_TEST_DATABASE: database },
  }));

/** These proofs kill and stop processes, or count what their own takes. */
const ALONE =
  /\/(backup|buckets|codes|commands|costs|crash|import|installed|mail-in-killed|movers-resumed|moving|outbox|probing|schema|stop|told-killed|undo-killed|upgrading)\.proof\.test\.ts$/;
const ONE_BY_ONE = [
  ...[...NODE, '--test', '--test-concurrency=1'],
  '--test-global-setup=server/testing/global-setup.ts',
];

/** Proofs that go from one database to the other, through an earlier version on each, or along pages that tell of both. */
const OF_BOTH = /\/(moving|readme|upgrad\w*)\.proof\.test\.ts$/;

/** A landing runs one of the two and a full check both: chance decides by the seed, so that in time it is both. */
const byChance = (bit: number) => ((Number(seed) >> bit) & 1) === 0;
const ONE_DATABASE = byChance(0) ? 'sqlite' : 'postgres';
const ONE_LANGUAGE = byChance(1) ? 'en' : 'pl';

/** The tests of a proof stand in the order in which they tell of it, and some go on from what the one before has left. */
function proofs(which: string, database: string | null, files: readonly string[]): readonly Part[] {
  const both = files.filter((file) => OF_BOTH.test(file));
  const others = files.filter((file) => !OF_BOTH.test(file));
  const alone = others.filter((file) => ALONE.test(file));
  const environment = database === null ? {} : { KWIT_TEST_DATABASE: database };
  const together = others.filter((file) => !ALONE.test(file));
  const parts: readonly [readonly string[], readonly Part[]][] = [
    [
      alone,
      [{ name: `Proofs in processes of their own, on ${which}`, command: [...ONE_BY_ONE, ...alone], environment }],
    ],
    [together, sharedBy(2, `Proofs, on ${which}`, '--in-order', together).map((part) => ({ ...part, environment }))],
    [both, [{ name: 'Proofs from one database to the other', command: [...ONE_BY_ONE, ...both] }]],
  ];
  // Without a file node:test would take every test there is.
  return parts.flatMap(([files, parts]) => (files.length > 0 ? parts : []));
}

const WEB: Part = { name: 'Parts of the web app', command: script('test:web', `--sequence.seed=${seed}`) };
// tsc collects its garbage less often: for a fifth more memory it takes a quarter less CPU.
const TYPES = { name: 'Types of everything', environment: { GOGC: '400' } };

/** @returns what is tried after every change: the server without what takes long of modules that did not change, and the app if it may have changed. */
export function quickParts(): readonly Part[] {
  const changed = changedFiles();
  const touches = (folders: RegExp) => changed.some((file) => folders.test(file));
  // A fresh clone has none yet.
  const isBuilt = existsSync('packages/client/interface.ts');
  const lint = ['biome', 'check', '--no-errors-on-unmatched', ...changed];
  return [
    ...serverTests(2, 'sqlite', 'SQLite', worthRunning(SERVER_TESTS, changed)),
    ...(changed.length > 0 ? [{ name: 'Lint and format of what changed', command: lint }] : []),
    { ...TYPES, command: script(isBuilt && !touches(/^(contract|packages)\//) ? 'types:check' : 'types') },
    ...(touches(/^(contract|web)\/|^package/) ? [WEB] : []),
  ];
}

const PROOFS = globSync('proofs/**/*.test.ts').sort();
const STORIES = globSync('e2e/*.story.ts').sort();
// The other tests hold for both databases when they pass on SQLite.
const ON_POSTGRES = SERVER_TESTS.filter(asksForDatabase);
/** On SQLite they say nothing. */
const OF_POSTGRES = /^server\/platform\/database\/postgres\//;

const stories = (files: readonly string[], environment: Part['environment'] = {}): Part => ({
  name: 'Stories, every screen, and what the app may cost',
  command: script('test:e2e', ...files),
  environment,
});
const [first, second, third, ...others] = serverTests(4, 'sqlite', 'SQLite', SERVER_TESTS);

/**
 * They start in this order: what takes longest begins first, what fails soonest stands beside it, and what is shared comes last,
 * so that the processes end together.
 */
const beside = (onPostgres: readonly string[]): readonly Part[] => [
  ...(first && second ? [first, second] : []),
  { name: 'Lint and format', command: ['biome', 'check', '.'] },
  { ...TYPES, command: script('types') },
  ...(third ? [third] : []),
  WEB,
  ...others,
  { name: 'Command line, in pipes and at terminals', command: script('test:cli', `--seed=${seed}`) },
  ...serverTests(3, 'postgres', 'PostgreSQL', onPostgres),
];

export function landingParts(): readonly Part[] {
  const changed = changedFiles();
  const eighth = (files: readonly string[]) => anEighthOf(files, seed, changed);
  const onPostgres = [
    ...ON_POSTGRES.filter((file) => OF_POSTGRES.test(file)),
    ...eighth(ON_POSTGRES.filter((file) => !OF_POSTGRES.test(file))),
  ];
  return [
    stories(eighth(STORIES), { KWIT_SCREENS: ONE_LANGUAGE }),
    ...proofs(ONE_DATABASE, ONE_DATABASE, eighth(PROOFS)),
    ...beside(onPostgres),
  ];
}

export const fullParts = (): readonly Part[] => [
  stories(STORIES),
  ...proofs('both databases', null, PROOFS),
  ...beside(ON_POSTGRES),
];
