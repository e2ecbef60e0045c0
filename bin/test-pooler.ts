/** `npm run test:pooler [-- session|transaction [<file>…]]`: runs the server's tests on PostgreSQL through a real pgbouncer. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';

const KINDS = ['session', 'transaction'];
const [only, ...files] = process.argv.slice(2);

function refuse(sentence: string): never {
  process.stderr.write(`${sentence}\n`);
  process.exit(2);
}

if (only !== undefined && !KINDS.includes(only))
  refuse('Usage: npm run test:pooler [-- session|transaction [<file>…]]');
const installed = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' });
if (installed.status !== 0)
  refuse('This needs pgbouncer, which is not installed; on Debian and Ubuntu: apt-get install pgbouncer');
process.stdout.write(installed.stdout);

for (const kind of only === undefined ? KINDS : [only]) {
  process.stdout.write(`Through pgbouncer, which gives a connection for a ${kind}:\n`);
  const { status } = spawnSync(
    process.execPath,
    [
      ...['--test', '--test-isolation=none', '--test-global-setup=server/testing/global-setup.ts'],
      ...(files.length > 0 ? files : globSync('{server,packages/movers}/**/*.test.ts').sort()),
    ],
    { stdio: 'inherit', env: { ...process.env, KWIT_TEST_DATABASE: 'postgres', KWIT_TEST_POOLER: kind } },
  );
  if (status !== 0) process.exit(status ?? 1);
}
