/** A thread that asks on behalf of many people: as fast as it is answered, or at a rate, whatever is answered. */
import { Agent, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';

export interface Asked {
  readonly isWrite: boolean;
  readonly status: number;
  readonly ms: number;
  readonly retryAfter: string | undefined;
}

export interface Crowd {
  readonly address: string;
  readonly tokens: readonly string[];
  readonly forMs: number;
  /** Requests a second; null asks anew whenever one of 16 is answered. */
  readonly rate: number | null;
}

const { address, tokens, forMs, rate } = workerData as Crowd;
/** As many as a proxy keeps open. */
const CONNECTIONS = 800;
const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY, maxFreeSockets: 10_000 });
const REPORT = { title: 'Printer jams again', description: 'Every second page, since Monday. '.repeat(8) };
const READS = ['/api/tickets?limit=50&view=row', '/api/notices', '/api/home', '/api/tickets?limit=20&q=drukarka'];
const requests: Asked[] = [];

/** One request of eight writes. */
function ask(n: number): Promise<void> {
  const isWrite = n % 8 === 0;
  return isWrite ? send('POST', '/api/tickets', n) : send('GET', READS[n % READS.length] ?? '', n);
}

function send(method: string, path: string, n = 0): Promise<void> {
  const isWrite = method === 'POST';
  const headers = { authorization: `Bearer ${tokens[n % tokens.length]}`, 'content-type': 'application/json' };
  const began = performance.now();
  return new Promise((resolve) => {
    const sent = request(address + path, { agent, method, headers }, (answer) => {
      answer.resume().once('close', () => {
        const { statusCode: status = 0, headers: said } = answer;
        requests.push({ isWrite, status, ms: performance.now() - began, retryAfter: said['retry-after'] });
        resolve();
      });
    });
    sent.once('error', () => {
      requests.push({ isWrite, status: 0, ms: performance.now() - began, retryAfter: undefined });
      resolve();
    });
    sent.end(isWrite ? JSON.stringify(REPORT) : undefined);
  });
}

let count = 0;
if (rate === null) {
  const end = performance.now() + forMs;
  const askAgainAndAgain = async () => {
    while (performance.now() < end) await ask(count++);
  };
  await Promise.all(Array.from({ length: 16 }, askAgainAndAgain));
} else {
  await Promise.all(Array.from({ length: CONNECTIONS }, () => send('GET', '/health')));
  requests.length = 0;
  const all: Promise<void>[] = [];
  const end = performance.now() + forMs;
  const began = performance.now();
  while (performance.now() < end) {
    const due = ((performance.now() - began) / 1000) * rate;
    while (count < due) all.push(ask(count++));
    await wait(5);
  }
  await Promise.all(all);
}
parentPort?.postMessage(requests);
