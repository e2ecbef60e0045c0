/**
 * The cost of sealed projects for somebody who does not see them: a list and the board with none, a tenth and nearly all of the tickets
 * sealed, asked in turns. `--before <checkout>` puts another version of Kwit beside them; the databases are then seeded by it.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pg from 'pg';
import { percentiles } from './measuring.ts';
import { readOptions, startService } from './options.ts';
import { type BareCopy, seededDatabases } from './seeded-databases.ts';
import type { ServerProcess } from './server-process.ts';
import { signIn } from './sign-in.ts';

const TICKETS = 100_000;
const PROJECTS = 40;
/** How many of the projects are sealed. */
const SEALED = { 'nothing sealed': 0, '10 % sealed': 4, '95 % sealed': 38 } as const;
const WORKS = {
  'list by status, as rows': '/api/tickets?status=verified,in_progress&sort=priority&limit=50&view=row',
  'list of everything, as rows': '/api/tickets?limit=50&view=row',
  'filtered list, page 1': '/api/tickets?status=closed&category=bug&limit=10',
  'board, 300 cards as rows': '/api/tickets/board?limit=60&view=row',
  'stats/overview': '/api/tickets/stats/overview',
} as const;
const CALLS = 20;
const WARM_UP = 150;
const ROUNDS = 9;
const DEVELOPER = 'person0@example.com';

interface Side {
  readonly name: string;
  readonly copy: BareCopy;
  readonly service: ServerProcess;
  readonly token: string;
}

/** Every ticket is in one of forty projects, of which some are sealed. */
function statements(sealed: number): string[] {
  const ids = Array.from({ length: PROJECTS }, (_, n) => `019a2f60-7c1e-7b3a-9d4e-${String(n).padStart(12, '0')}`);
  const at = '2026-11-21T03:44:00.000Z';
  return [
    ...ids.map(
      (id, n) => `insert into projects (id, name, color, created_at) values ('${id}', 'P${n}', '#123456', '${at}')`,
    ),
    `update tickets set project_id = (select id from projects where name = 'P' || (tickets.number % ${PROJECTS}))`,
    ...ids.slice(0, sealed).map((id) => `update projects set sealed = true where id = '${id}'`),
  ];
}

async function run({ environment }: BareCopy, sql: readonly string[]): Promise<void> {
  const { DATA_DIR = '', DATABASE_URL } = environment;
  if (DATABASE_URL === undefined) {
    const database = new DatabaseSync(join(DATA_DIR, 'kwit.db'));
    // Without `analyze`: Kwit keeps no statistics on SQLite, and with them it would read along other indexes.
    for (const statement of sql) database.exec(statement);
    database.close();
    return;
  }
  const client = new pg.Client(DATABASE_URL);
  await client.connect();
  for (const statement of [...sql, 'vacuum analyze']) await client.query(statement);
  await client.end();
}

/** The median of the CPU of service and database for a call, in microseconds, and of what a client waits, in milliseconds. */
interface Cost {
  readonly cpu: number[];
  readonly waits: number[];
}

async function measure({ service, token, copy }: Side, path: string, into: Cost, count: number): Promise<void> {
  const used = () => service.cpu() + copy.cpu();
  const before = used();
  into.waits.push(...(await service.latencies({ method: 'GET', path, token }, count, 1)));
  into.cpu.push((used() - before) / count);
}

async function tableOf(sides: readonly Side[]): Promise<string[]> {
  const [first] = sides;
  const lines = [
    `| scenario | ${sides.map(({ name }) => `${name}: CPU µs, p50 ms`).join(' | ')} |`,
    `|${' --- |'.repeat(sides.length + 1)}`,
  ];
  for (const [work, path] of Object.entries(WORKS)) {
    const costs = new Map(sides.map((side): [Side, Cost] => [side, { cpu: [], waits: [] }]));
    for (const side of sides) await measure(side, path, { cpu: [], waits: [] }, WARM_UP);
    for (let round = 0; round < ROUNDS; round += 1)
      for (const [side, cost] of round % 2 ? [...costs].toReversed() : costs) await measure(side, path, cost, CALLS);
    const medians = [...costs].map(([, { cpu, waits }]) => [percentiles(cpu).p50, percentiles(waits).p50] as const);
    const [[cpuBefore, waitBefore] = [1, 1]] = medians;
    const cells = medians.map(([cpu, wait], index) =>
      index === 0
        ? `${cpu.toFixed(0)}, ${wait.toFixed(2)}`
        : `${cpu.toFixed(0)}, ${wait.toFixed(2)} (${(cpu / cpuBefore).toFixed(2)}, ${(wait / waitBefore).toFixed(2)} ×)`,
    );
    lines.push(`| ${work} | ${cells.join(' | ')} |`);
    process.stderr.write(`${first?.name}: ${lines.at(-1)}\n`);
  }
  return lines;
}

const options = readOptions({ before: { type: 'string', default: '' } });

/** Lets the other version seed: only older databases are opened by both. */
function seedBy(checkout: string, database: string): void {
  const script = `import { seededDatabases } from '${checkout}/bench/seeded-databases.ts';
    const seeded = await seededDatabases('${database}', '${options.seeded}');
    await seeded.seed(${TICKETS}); await seeded.close();`;
  spawnSync(process.execPath, ['--input-type=module', '-e', script], { cwd: checkout, stdio: 'inherit' });
}

for (const database of options.databases.split(',')) {
  if (options.before !== '') seedBy(options.before, database);
  const seeded = await seededDatabases(database, options.seeded);
  const sides: Side[] = [];
  const begin = async (name: string, sealed: number, checkout = '') => {
    const copy = await seeded.bareCopyOf(TICKETS, `sealed_${sides.length}`);
    if (checkout === '') await (await startService(copy.environment)).stop();
    await run(copy, statements(sealed));
    const service = await startService(
      copy.environment,
      [],
      checkout === '' ? undefined : `${checkout}/server/main.ts`,
    );
    sides.push({ name, copy, service, token: await signIn(service, DEVELOPER) });
  };
  if (options.before !== '') await begin('before', 0, options.before);
  for (const [name, sealed] of Object.entries(SEALED)) await begin(name, sealed);
  process.stdout.write(`${[`### ${database}, 100,000 tickets`, '', ...(await tableOf(sides)), ''].join('\n')}\n`);
  for (const { service, copy } of sides) {
    await service.stop();
    await copy.remove();
  }
  await seeded.close();
}
