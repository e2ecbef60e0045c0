/**
 * The work that the CPU does for a request: `node bench/profile.ts`. V8's profiler samples the service while one client asks
 * for the same again and again, as for `node --cpu-prof`, but without the start. Prints for each work the ten functions in
 * which it spends most, as Markdown.
 *
 * `--tickets 100000`, `--seconds 5`, and what `options.ts` reads.
 */
import { freePort } from '../server/testing/free-port.ts';
import { readOptions, startService } from './options.ts';
import { Profiler } from './profiler.ts';
import { FEWEST_WARM_UP, scenariosOf } from './scenarios.ts';
import { type SeededDatabase, seededDatabases } from './seeded-databases.ts';
import { tableOf } from './top-functions.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const values = readOptions({
  databases: { type: 'string', default: 'sqlite,postgres' },
  tickets: { type: 'string', default: '100000' },
  seconds: { type: 'string', default: '5' },
});
const PROFILED = [
  'ticket detail',
  'own list of 50, as rows',
  'board, 300 cards as rows',
  'board, unchanged',
  'search, two words',
  'similar answers, a long text, developer',
  'durable create',
];

async function profiled(database: string, seeded: SeededDatabase): Promise<string[]> {
  const port = await freePort();
  const service = await startService(seeded.environment, [`--inspect=127.0.0.1:${port}`]);
  const profiler = await Profiler.connect(port);
  try {
    const { measured } = await scenariosOf(service, seeded.contents);
    const tables: string[] = [];
    for (const { name, calls, count, warmUp = FEWEST_WARM_UP } of measured) {
      if (!PROFILED.includes(name) || !name.includes(values.only)) continue;
      await service.latencies(calls, warmUp, 1);
      await profiler.start();
      const until = performance.now() + Number(values.seconds) * 1000;
      while (performance.now() < until) await service.latencies(calls, count, 1);
      const table = `**${name}**, ${database === 'sqlite' ? 'SQLite' : 'PostgreSQL'}\n\n${tableOf(await profiler.stop())}\n`;
      say(table);
      tables.push(table);
    }
    return tables;
  } finally {
    // The service would wait for it.
    profiler.close();
    await service.stop();
  }
}

for (const database of values.databases.split(',')) {
  const databases = await seededDatabases(database, values.seeded);
  try {
    const seeded = await databases.copyOf(Number(values.tickets));
    await profiled(database, seeded).finally(() => seeded.remove());
  } finally {
    await databases.close();
  }
}
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment);
