/**
 * Measures Redmine and Request Tracker, as Debian installs them, beside Kwit: `bench/peers/set-up.sh`, then
 * `node bench/peers/peers.ts` as root, on a machine on which nothing else runs. Each gets as many tickets by its own
 * interface; then the works are measured in turns, one client, and the CPU of all processes of a product is counted.
 *
 * `--tickets 1000`, `--count 30` (requests in a slice), `--slices 5`, `--write` (puts the table into docs/performance.md).
 */
import { parseArgs } from 'node:util';
import { Disturbance } from '../disturbance.ts';
import { writeFigures } from '../write-figures.ts';
import { kwit } from './kwit.ts';
import type { Peer } from './peer.ts';
import { redmine } from './redmine.ts';
import { requestTracker } from './request-tracker.ts';

const { values } = parseArgs({
  options: {
    tickets: { type: 'string', default: '1000' },
    count: { type: 'string', default: '30' },
    slices: { type: 'string', default: '5' },
    write: { type: 'boolean', default: false },
  },
});
const [tickets, count, slices] = [Number(values.tickets), Number(values.count), Number(values.slices)];
const WORKS = ['ticket', 'list', 'create'] as const;
const say = (text: string) => process.stdout.write(`${text}\n`);

const peers: Peer[] = [];
try {
  for (const start of [kwit, redmine, requestTracker]) {
    const peer = await start();
    peers.push(peer);
    for (let made = await peer.tickets(); made < tickets; made += 1) await peer.create();
    for (const work of WORKS) for (let n = 0; n < count; n += 1) await peer[work]();
  }
  const costs = new Map<string, number[]>();
  const disturbance = new Disturbance(() => peers.reduce((sum, peer) => sum + peer.cpu(), 0));
  for (let slice = 0; slice < slices; slice += 1)
    for (const work of WORKS)
      for (const peer of peers) {
        const before = peer.cpu();
        for (let n = 0; n < count; n += 1) await peer[work]();
        const key = `${peer.name} ${work}`;
        costs.set(key, [...(costs.get(key) ?? []), (peer.cpu() - before) / count]);
      }
  const least = (key: string) => Math.round(Math.min(...(costs.get(key) ?? [])));
  const rows = peers.map(({ name, memory }) => {
    const cells = WORKS.map((work) => least(`${name} ${work}`).toLocaleString('en'));
    return `| ${name} | ${cells.join(' | ')} | ${Math.round(memory())} |`;
  });
  const table = [
    `| ${tickets} tickets | ${WORKS.map((work) => `${work}, µs`).join(' | ')} | memory, MB |`,
    '| --- | --- | --- | --- | --- |',
    ...rows,
    '',
    `Other processes used ${disturbance.cores().toFixed(2)} cores.`,
  ].join('\n');
  say(table);
  if (values.write) writeFigures('figures of peers', table);
} finally {
  for (const peer of peers) await peer.stop();
}
