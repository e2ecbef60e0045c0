#!/usr/bin/env node
// Runs on any Node that npm runs on, and starts Kwit on the Node that came with it.
const { spawn } = require('node:child_process');
const { join } = require('node:path');

const system = `${process.platform === 'win32' ? 'win' : process.platform}-${process.arch}`;

function nodeOfKwit() {
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of [`node-${system}`, 'node']) {
    try {
      return require.resolve(`${name}/bin/${file}`);
    } catch {}
  }
  if (Number(process.versions.node.split('.')[0]) >= 26) return process.execPath;
  process.stderr.write(`Kwit runs on Node 26, and npm has none for ${system}. Install Node 26 and start this again.\n`);
  process.exit(1);
}

const args = process.argv.slice(2);
const flags =
  args[0] === 'serve'
    ? ['--max-semi-space-size=8', '--no-allocation-site-pretenuring']
    : ['--max-semi-space-size=2', '--expose-gc'];
const preload = ['--import', require('node:url').pathToFileURL(join(__dirname, '../server/keep-compiled.mjs')).href];
const env = { KWIT_COMMAND: 'npx kwit', ...process.env };
const kwit = spawn(nodeOfKwit(), [...flags, ...preload, join(__dirname, 'kwit.js'), ...args], {
  stdio: 'inherit',
  env,
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => kwit.kill(signal));
kwit.on('error', (error) => {
  const atomic = /libatomic/.test(error.message) ? ' On Debian and Ubuntu: apt-get install libatomic1' : '';
  process.stderr.write(`Kwit could not be started: ${error.message}${atomic}\n`);
  process.exit(1);
});
kwit.on('exit', (code, signal) => {
  if (code === 127)
    process.stderr.write('Kwit needs the library libatomic. On Debian and Ubuntu: apt-get install libatomic1\n');
  process.exit(signal ? 1 : (code ?? 1));
});
