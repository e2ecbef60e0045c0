/**
 * The cost of a page: `node bench/pages/pages.ts`. A real browser opens each page; its requests are then repeated, many
 * times over, and the CPU of the server process for all of it is measured.
 *
 * `--tickets 10000`, `--views 200` (how often each page is asked for again), `--requests` (prints each request), and what
 * `options.ts` reads.
 */
import { Agent } from 'node:http';
import { Disturbance } from '../disturbance.ts';
import { readOptions, startService } from '../options.ts';
import { type SeededDatabase, seededDatabases } from '../seeded-databases.ts';
import type { ServerProcess } from '../server-process.ts';
import { signIn } from '../sign-in.ts';
import { writeFigures } from '../write-figures.ts';
import { type RecordedView, recordPages, type View } from './record-pages.ts';
import { isStream, type Recorded, Recorder } from './recorder.ts';
import { replay } from './replay.ts';

const say = (text: string) => process.stdout.write(`${text}\n`);
const values = readOptions({
  tickets: { type: 'string', default: '10000' },
  views: { type: 'string', default: '200' },
  requests: { type: 'boolean', default: false },
});
/** Views in a slice. The least of the slices is what a view costs; the others were disturbed. */
const SLICE = 20;

async function viewsOf(service: ServerProcess, { contents }: SeededDatabase): Promise<View[]> {
  const developer = await signIn(service, contents.developer);
  const reporter = await signIn(service, contents.reporter);
  const numberOf = async (token: string, id: string) =>
    JSON.parse(await service.call({ method: 'GET', path: `/api/tickets/${id}`, token })).number as number;
  const [verified = ''] = contents.verified;
  const views = [
    { name: 'ticket', path: `/t/${await numberOf(developer, verified)}`, token: developer },
    { name: 'list', path: '/tickets', token: developer },
    { name: 'board', path: '/board', token: developer },
    { name: 'Home', path: '/', token: developer },
    { name: 'new ticket', path: '/new', token: developer },
    { name: "reporter's ticket", path: `/t/${await numberOf(reporter, contents.ticket)}`, token: reporter },
    { name: "reporter's list", path: '/my', token: reporter },
    { name: "reporter's Home", path: '/', token: reporter },
  ];
  return views.filter(({ name }) => name.includes(values.only));
}

const kb = (requests: readonly Recorded[]) => (requests.reduce((sum, { bytes }) => sum + bytes, 0) / 1000).toFixed(1);

/** @returns the CPU of the service for one view, in milliseconds: the least of the slices. */
async function costOf(service: ServerProcess, agent: Agent, requests: readonly Recorded[]): Promise<number> {
  const slices: number[] = [];
  for (let view = 0; view < Number(values.views); view += SLICE) {
    const before = service.cpu();
    for (let each = 0; each < SLICE; each += 1) await replay(requests, service.port, agent);
    slices.push((service.cpu() - before) / SLICE / 1000);
  }
  return Math.min(...slices);
}

async function measure(service: ServerProcess, agent: Agent, { name, cold, warm }: RecordedView): Promise<string[]> {
  await costOf(service, agent, warm);
  const disturbance = new Disturbance(() => service.cpu());
  const cost = await costOf(service, agent, warm);
  const others = disturbance.cores();
  if (values.requests)
    for (const request of warm) {
      const each = isStream(request.path) ? '' : (await costOf(service, agent, [request])).toFixed(2);
      say(
        `  ${each.padStart(5)} ms ${String(request.bytes).padStart(7)} B ${request.status} ${request.method} ${request.path}`,
      );
    }
  return [name, String(cold.length), kb(cold), String(warm.length), kb(warm), cost.toFixed(2), others.toFixed(2)];
}

const HEAD = ['page', 'requests, cold', 'KB', 'requests, warm', 'KB', 'server ms, warm', 'others, cores'];
/** The columns of docs/performance.md: what a browser asks for is the same on both databases. */
const WRITTEN: Readonly<Record<string, readonly number[]>> = { sqlite: [0, 1, 2, 3, 4, 5], postgres: [0, 5] };

const tableOf = (rows: readonly string[][], columns: readonly number[]): string =>
  [HEAD, HEAD.map(() => '---'), ...rows]
    .map((cells) => `| ${columns.map((column) => cells[column]).join(' | ')} |`)
    .join('\n');

async function measureOn(database: string): Promise<void> {
  const databases = await seededDatabases(database, values.seeded);
  const seeded = await databases.copyOf(Number(values.tickets));
  const agent = new Agent({ keepAlive: true, maxSockets: 64 });
  const service = await startService(seeded.environment);
  const recorder = await Recorder.start(service.port, agent);
  try {
    const recorded = await recordPages(recorder, await viewsOf(service, seeded));
    const rows: string[][] = [];
    for (const view of recorded) {
      if (values.requests)
        say(
          `${view.name}\n${view.cold.map(({ bytes, path }) => `  cold ${String(bytes).padStart(7)} B ${path}`).join('\n')}`,
        );
      rows.push(await measure(service, agent, view));
    }
    say(tableOf(rows, [...HEAD.keys()]));
    if (values.write) writeFigures(`figures of pages, ${database}`, tableOf(rows, WRITTEN[database] ?? []));
  } finally {
    await recorder.stop();
    agent.destroy();
    await service.stop();
    await seeded.remove();
    await databases.close();
  }
}

for (const database of values.databases.split(',')) await measureOn(database);
for (const moment of ['beforeExit', 'exit']) process.removeAllListeners(moment);
