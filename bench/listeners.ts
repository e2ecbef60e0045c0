/** Opens live streams in a thread of its own and notes when each event arrived; answers any message with what it noted. */
import { request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

const { port, tokens, each } = workerData as { port: number; tokens: string[]; each: number };
const now = () => performance.timeOrigin + performance.now();
let arrivals: [number: number, at: number][] = [];

const open = (token: string) =>
  new Promise<void>((resolve, reject) => {
    const headers = { authorization: `Bearer ${token}` };
    request({ port, path: '/api/events/stream', headers, agent: false }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`The stream answered ${answer.statusCode}.`));
      answer.setEncoding('utf8');
      answer.on('error', () => {});
      answer.on('data', (text: string) => {
        const at = now();
        for (const [, number] of text.matchAll(/"number":(\d+)/g)) arrivals.push([Number(number), at]);
        resolve();
      });
    })
      .on('error', reject)
      .end();
  });

for (const token of tokens) await Promise.all(Array.from({ length: each }, () => open(token)));
parentPort?.on('message', () => {
  parentPort?.postMessage(arrivals);
  arrivals = [];
});
parentPort?.postMessage('open');
