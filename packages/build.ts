/**
 * Builds what is published of each package, as JavaScript, into its `dist/`: `npm publish packages/client/dist`.
 * In the repository the sources run as they are written.
 */
import { spawnSync } from 'node:child_process';
import { copyFileSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleInto } from './cli/bundle.ts';

const PACKAGES = import.meta.dirname;
const ROOT = join(PACKAGES, '..');

function run(...command: string[]): void {
  const { status } = spawnSync(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
  if (status !== 0) process.exit(1);
}

/** Writes the package.json of what is published: that of the sources without what only the repository needs. */
function describePackage(name: string, published: object): void {
  const file = readFileSync(join(PACKAGES, name, 'package.json'), 'utf8');
  const { private: _private, devDependencies: _tools, ...described } = JSON.parse(file) as Record<string, unknown>;
  writeFileSync(join(PACKAGES, name, 'dist/package.json'), JSON.stringify({ ...described, ...published }, null, 2));
  copyFileSync(join(PACKAGES, name, 'README.md'), join(PACKAGES, name, 'dist/README.md'));
  copyFileSync(join(ROOT, 'LICENSE'), join(PACKAGES, name, 'dist/LICENSE'));
}

function buildClient(): void {
  rmSync(join(PACKAGES, 'client/dist'), { recursive: true, force: true });
  run(join(PACKAGES, 'client/write-interface.ts'));
  run(join(ROOT, 'node_modules/typescript/bin/tsc'), '--checkers', '1', '-p', 'packages/client');
  describePackage('client', { exports: { types: './index.d.ts', default: './index.js' } });
}

async function buildCommandLine(): Promise<void> {
  const dist = join(PACKAGES, 'cli/dist');
  await bundleInto(dist);
  describePackage('cli', { bin: { kwit: 'kwit.js' }, dependencies: {} });
  run(join(dist, 'kwit.js'), '--help');
}

buildClient();
await buildCommandLine();
