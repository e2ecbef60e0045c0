/** Watches the system calls of the service: it acknowledges no write before that is on the disk. Needs `strace`. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { Caller } from '../server/testing/caller.ts';
import { ServiceProcess, tokenOf } from './service-process.ts';

const WRITES = 1000;
const CALLS = 'trace=pwrite64,fdatasync,fsync,write,writev,sendto,sendmsg';

type Step = 'logged' | 'synced' | 'acknowledged';

function stepOf(line: string): Step | null {
  if (/^pwrite64\(\d+<[^>]*-wal>/.test(line)) return 'logged';
  if (/^f(data)?sync\(\d+<[^>]*-wal>\) += 0/.test(line)) return 'synced';
  return /^(write|writev|sendto|sendmsg)\(\d+<(socket|TCP)[^>]*>.*HTTP\/1\.1 201/.test(line) ? 'acknowledged' : null;
}

test(`${WRITES} of ${WRITES} writes are synced between the log and the answer`, async (t) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'kwit-fsync-'));
  t.after(() => rmSync(dataDir, { recursive: true, force: true }));
  const service = await ServiceProcess.start({
    DATA_DIR: dataDir,
    PORT: '0',
    ALLOWED_DOMAINS: 'example.com',
    DEVELOPER_EMAILS: 'dev@example.com',
    WRITES_PER_MINUTE: '1000000',
    LOG_LEVEL: 'silent',
  });
  t.after(() => service.kill());
  const dev = new Caller(service.address, await tokenOf(service.address));

  const calls = join(dataDir, 'calls.txt');
  const tracer = spawn('strace', ['-y', '-s', '64', '-e', CALLS, '-o', calls, '-p', String(service.pid)]);
  await Promise.race([once(tracer.stderr, 'data'), once(tracer, 'error').then(([error]) => Promise.reject(error))]);
  for (let n = 0; n < WRITES; n++) {
    const draft = { title: `Ticket ${n}`, description: 'Is it on the disk yet?' };
    (await dev.post('/api/tickets', draft)).is(201);
  }
  const over = once(tracer, 'exit');
  tracer.kill('SIGINT');
  await over;

  const steps = readFileSync(calls, 'utf8')
    .split('\n')
    .map(stepOf)
    .filter((step) => step !== null);
  let durable = 0;
  let [logged, synced] = [0, false];
  for (const step of steps) {
    if (step === 'logged') [logged, synced] = [logged + 1, false];
    else if (step === 'synced') synced = true;
    else {
      if (logged > 0 && synced) durable += 1;
      logged = 0;
    }
  }
  t.diagnostic(`${steps.filter((step) => step === 'synced').length} syncs for ${durable} answers`);
  assert.equal(durable, WRITES);
});
