import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const data = mkdtempSync(join(tmpdir(), 'kwit-slim-'));
process.once('exit', () => rmSync(data, { recursive: true }));
/** As after `npm ci --omit=optional`: Node looks for each AWS client where there is none, and says so itself. */
const WITHOUT_AWS = `import { registerHooks } from 'node:module'
registerHooks({ resolve: (name, context, next) => next(name.replace(/^@aws-sdk\\//, '@left-out/'), context) })`;
const MAIN = [
  ...['--import', here('../keep-compiled.mjs')],
  ...['--import', `data:text/javascript,${encodeURIComponent(WITHOUT_AWS)}`, here('../main.ts')],
];

/** Starts the service as a process of its own; its lines are read as they are written. */
function start(environment: Record<string, string>) {
  const child = spawn(process.execPath, MAIN, {
    env: { DATA_DIR: data, PORT: '0', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return { child, lines: createInterface(child.stdout), exited: once(child, 'exit') };
}

const INSTALL = "which is not installed. Run npm ci --omit=dev in Kwit's folder, then start Kwit again.";

test('without the client for S3, the service does not start on a bucket, and says what to install', async () => {
  const { child, exited } = start({ FILES_URL: 's3://kwit-files?region=eu-central-1' });
  const said = (await Array.fromAsync(child.stderr.setEncoding('utf8'))).join('');
  assert.deepEqual(await exited, [1, null]);
  assert.equal(
    said,
    `Kwit cannot start.\nKeeping files or backups in S3 needs the package @aws-sdk/client-s3, ${INSTALL}\n`,
  );
});

test('without the client for SES, the start and the refused sign-in say what to install', async () => {
  const { child, lines, exited } = start({
    ...{ MAIL_PROVIDER: 'ses', SES_REGION: 'eu-central-1', SES_FROM: 'kwit@example.com' },
    ALLOWED_DOMAINS: 'example.com',
  });
  const sentence = `Sending mail through Amazon SES needs the package @aws-sdk/client-sesv2, ${INSTALL}`;
  const said: string[] = [];
  for await (const line of lines) {
    said.push(line);
    const address = /^Kwit is ready: (\S+)/.exec(line)?.[1];
    if (address) {
      const body = JSON.stringify({ email: 'ada@example.com' });
      const headers = { 'content-type': 'application/json' };
      const { status } = await fetch(`${address}/api/auth/request-otp`, { method: 'POST', headers, body });
      assert.equal(status, 503);
      child.kill();
    }
  }
  assert.deepEqual(await exited, [0, null]);
  assert.ok(said.includes(`Nobody can sign in yet. ${sentence}`), said.join('\n'));
  assert.ok(
    said.some((line) => line.includes('mail_delivery_failed') && line.includes(sentence)),
    said.join('\n'),
  );
});
