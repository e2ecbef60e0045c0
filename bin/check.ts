/**
 * The checks before a change lands: lint, types, the parts of the web app, the command line and the server on SQLite; of the server on PostgreSQL,
 * the proofs and the stories what belongs to changed modules and, by the seed, an eighth of the rest. `bin/check quick` leaves out those
 * three, the command line, and what takes long of modules that did not change. `bin/check full`, before a release and once a week,
 * leaves out nothing, runs the proofs on both databases, and opens every screen in both languages at both widths, of each of which a
 * landing takes one by the seed. The first failure ends the rest. The order of the tests, and the choices of chance in the proofs, follow
 * from the seed too: it is printed, and `KWIT_SEED=<number>` gives the same run again.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { fullParts, landingParts, type Part, quickParts, seed } from './check-parts.ts';

interface Outcome {
  readonly succeeded: boolean;
  readonly output: string;
}

const which = process.argv[2];
const parts = which === 'quick' ? quickParts() : which === 'full' ? fullParts() : landingParts();
/** More than there are cores: much of the time a part waits for a browser, a database or a process that it has started. */
const AT_ONCE = Math.min(6, availableParallelism() + 2);

/** The last lines of node:test, Vitest and Playwright. */
const PASSED = [/^ℹ pass (\d+)$/m, /^ *Tests .*?(\d+) passed/m, /^ +(\d+) passed \(/m];
const FAILED = [/^ℹ fail (\d+)$/m, /^ *Tests .*?(\d+) failed/m, /^ +(\d+) failed$/m];

const countIn = (output: string, patterns: readonly RegExp[]): number =>
  Number(patterns.map((pattern) => pattern.exec(output)?.[1]).find((count) => count !== undefined) ?? 0);

const MEMORY = '/dev/shm';
const ROOM = 8 * 2 ** 30;

/**
 * A folder for everything that tests keep while they run: in memory where there is room, because each acknowledged write of
 * a test waits for a disk that nobody reads again.
 */
function scratchFolder(): string {
  try {
    const { bavail, bsize } = statfsSync(MEMORY);
    if (bavail * bsize > ROOM) return mkdtempSync(join(MEMORY, 'kwit-check-'));
  } catch {
    // This system has none.
  }
  return mkdtempSync(join(tmpdir(), 'kwit-check-'));
}

const scratch = scratchFolder();
// PostgreSQL may run as another user, who must be able to reach its folder in it.
chmodSync(scratch, 0o711);
process.once('exit', () => rmSync(scratch, { recursive: true, force: true }));

const running = new Set<ChildProcess>();

function runPart({ command, environment }: Part): Promise<Outcome> {
  const [program = '', ...parameters] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, parameters, {
      env: {
        ...process.env,
        NODE_COMPILE_CACHE: 'node_modules/.cache/kwit',
        KWIT_SEED: seed,
        TMPDIR: scratch,
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'pipe'],
      // A group of its own, so that what it started ends with it.
      detached: true,
    });
    running.add(child);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.once('error', reject);
    child.once('close', (code) => {
      running.delete(child);
      resolve({ succeeded: code === 0, output: stripVTControlCharacters(output) });
    });
  });
}

function endAll(): void {
  for (const { pid } of running) if (pid !== undefined) process.kill(-pid, 'SIGTERM');
}

for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endAll();
    process.exit(130);
  });

const say = (text: string) => process.stdout.write(`${text}\n`);

/** @returns how many tests passed, and how many things failed. */
async function check(parts: readonly Part[]): Promise<{ passed: number; failed: number }> {
  const waiting = [...parts];
  let [passed, failed] = [0, 0];
  const lane = async () => {
    for (let part = waiting.shift(); part !== undefined && failed === 0; part = waiting.shift()) {
      const began = performance.now();
      const { succeeded, output } = await runPart(part);
      // It was ended because another part had failed.
      if (failed > 0) return;
      const [good, bad] = [countIn(output, PASSED), countIn(output, FAILED)];
      passed += good;
      const isGood = succeeded && bad === 0;
      if (!isGood) {
        failed = Math.max(bad, 1);
        say(output.trimEnd());
        endAll();
      }
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      say(`${isGood ? '✔' : '✖'} ${part.name}: ${seconds} s${good > 0 ? `, ${good} passed` : ''}`);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, lane));
  return { passed, failed };
}

say(`KWIT_SEED=${seed} gives the order of this run again.`);
const { passed, failed } = await check(parts);
say(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
