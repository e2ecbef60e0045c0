/**
 * Measures by how much the process grows when 100,000 strangers call, each from a network of its own: 20 MB are
 * allowed (docs/rules/service.md#limits). `node bench/junk-addresses.ts` takes two minutes.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { ServerProcess } from './server-process.ts';

const STRANGERS = 100_000;
const WARM_UP = 30_000;
const CLIENTS = 16;
const ALLOWED_GROWTH_BYTES = 20_000_000;

const agent = new Agent({ keepAlive: true, maxSockets: CLIENTS });
const say = (text: string) => process.stdout.write(`${text}\n`);

/**
 * Makes one call from a network of its own, by which an IPv6 client counts. In turns: for a code in a domain that is not
 * allowed, for a code without a valid e-mail address, and with a token that Kwit has not signed.
 *
 * @returns the status.
 */
function callOnce(index: number): Promise<number> {
  const email = index % 3 === 0 ? `nobody${index}@example.net` : `nobody ${index}`;
  const isReading = index % 3 === 2;
  const headers = {
    'content-type': 'application/json',
    'x-forwarded-for': `2001:db8:${(index >> 16).toString(16)}:${(index & 0xffff).toString(16)}::1`,
    ...(isReading ? { authorization: `Bearer eyJhbGciOiJIUzI1NiJ9.${index}.c` } : {}),
  };
  const [method, path] = isReading ? ['GET', '/api/auth/me'] : ['POST', '/api/auth/request-otp'];
  return new Promise((resolve, reject) => {
    const sent = request({ port: service.port, method, path, headers, agent }, (answer) => {
      answer.resume().on('end', () => resolve(answer.statusCode ?? 0));
    });
    sent.on('error', reject).end(isReading ? undefined : JSON.stringify({ email }));
  });
}

async function callAll(from: number, to: number): Promise<Map<number, number>> {
  const answers = new Map<number, number>();
  let next = from;
  const client = async () => {
    while (next < to) {
      const status = await callOnce(next++);
      answers.set(status, (answers.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: CLIENTS }, client));
  return answers;
}

const dataDir = mkdtempSync(join(tmpdir(), 'kwit-junk-'));
const environment = {
  DATA_DIR: dataDir,
  ALLOWED_DOMAINS: 'example.com',
  TRUST_PROXY: '127.0.0.1,::1',
  LOG_LEVEL: 'warn',
};
const service = await ServerProcess.start(fileURLToPath(new URL('../server/main.ts', import.meta.url)), environment);
try {
  const resident = async () =>
    Number(/^process_resident_memory_bytes (\d+)$/m.exec(await service.call({ method: 'GET', path: '/metrics' }))?.[1]);
  await callAll(0, WARM_UP);
  const before = await resident();
  const answers = await callAll(WARM_UP, WARM_UP + STRANGERS);
  const grown = (await resident()) - before;
  say(`${STRANGERS} strangers: ${[...answers].map(([status, count]) => `${count} × ${status}`).join(', ')}`);
  say(
    `The process grew from ${(before / 1e6).toFixed(1)} MB by ${(grown / 1e6).toFixed(1)} MB; ${ALLOWED_GROWTH_BYTES / 1e6} are allowed.`,
  );
  if (grown > ALLOWED_GROWTH_BYTES) process.exitCode = 1;
} finally {
  agent.destroy();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
}
