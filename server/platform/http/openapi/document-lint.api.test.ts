import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { promisify } from 'node:util';
import { databases } from '#testing/databases.ts';
import { startApp } from '#testing/start-app.ts';

interface Linted {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly { readonly ruleId: string; readonly message: string; readonly location: unknown }[];
}

const REPOSITORY = join(import.meta.dirname, '../../../..');

/** Runs the linter with the rules of `redocly.yaml`. It ends with a status other than 0 when it finds an error. */
async function lint(file: string): Promise<Linted> {
  const command = join(REPOSITORY, 'node_modules/@redocly/cli/bin/cli.js');
  const run = promisify(execFile)(process.execPath, [command, 'lint', file, '--format=json'], {
    cwd: REPOSITORY,
    env: { ...process.env, REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' },
    maxBuffer: 16_000_000,
  });
  const { stdout } = await run.catch((error: { stdout: string }) => error);
  return JSON.parse(stdout) as Linted;
}

describe('the document of the interface', () => {
  test('has nothing that a linter objects to', async () => {
    // The document does not depend on the database.
    const app = await startApp(databases[0] ?? 'sqlite');
    try {
      const document = await (await fetch(`${app.address}/api/openapi.json`)).text();
      const served = join(app.dataDir, 'served.json');
      writeFileSync(served, document);
      const { totals, problems } = await lint(served);
      assert.deepEqual(problems, []);
      assert.deepEqual([totals.errors, totals.warnings], [0, 0]);
      const broken = join(app.dataDir, 'broken.json');
      writeFileSync(broken, document.replace('"operationId":"listTickets",', ''));
      const objections = (await lint(broken)).problems.map(({ ruleId }) => ruleId);
      assert.ok(objections.includes('operation-operationId'), 'the linter reads what it is given');
    } finally {
      await app.close();
    }
  });
});
