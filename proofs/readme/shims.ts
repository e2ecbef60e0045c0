/** `npm` and `kwit` as a check has them on the PATH: nothing is installed, and commands of the server run in this process. */
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { TestContext } from 'node:test';
import { COMMANDS } from '../../packages/cli/commands.ts';
import { runCommandLine } from '../../server/command-line.ts';

const ROOT = join(import.meta.dirname, '../..');
// The SDK of S3 reads the environment of its process.
Object.assign(process.env, { AWS_ACCESS_KEY_ID: 'AKIDEXAMPLE', AWS_SECRET_ACCESS_KEY: 'secret' });
const NODE = `${process.execPath} --import ${ROOT}/server/keep-compiled.mjs`;
/** These run in a process of their own. */
const OWN = [...COMMANDS.map(({ name }) => name), 'service'].join('|');

const NPM = `#!/bin/bash
case $1 in
  ci) exit ;;
  start) shift; [ "$1" != -- ] || shift; exec ${NODE} ${ROOT}/server/main.ts "$@" ;;
  run) while [ "$1" != -- ]; do shift; done; shift; exec kwit "$@" ;;
esac
exit 2
`;
const kwit = (port: number) => `#!/bin/bash
case $1 in ${OWN}) exec ${NODE} ${ROOT}/bin/kwit.ts "$@" ;; esac
exec 3<>/dev/tcp/127.0.0.1/${port}
{ printf '%s\\0' "$PWD" "$@" ''; env -0; printf '\\4'; } >&3
read -r code <&3
cat <&3
exit "$code"
`;

/** Lays them into a folder. @param tell shows what a command says beside what it prints. */
export async function layShims(t: TestContext, folder: string, tell: (text: string) => void): Promise<void> {
  const server = createServer({ allowHalfOpen: true }, async (socket) => {
    let typed = '';
    for await (const chunk of socket.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
      typed += chunk;
      if (typed.endsWith('\u0004')) break;
    }
    const { code, printed } = await run(typed, tell);
    socket.end(Buffer.concat([Buffer.from(`${code}\n`), ...printed]));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const { port } = server.address() as { port: number };
  mkdirSync(folder);
  for (const [name, text] of Object.entries({ npm: NPM, kwit: kwit(port) })) {
    writeFileSync(join(folder, name), text);
    chmodSync(join(folder, name), 0o755);
  }
}

/** Runs what was typed: a folder, words up to an empty one, and the environment. */
async function run(typed: string, tell: (text: string) => void) {
  const [folder = '', ...rest] = typed.slice(0, -1).split('\0');
  const end = rest.indexOf('');
  const environment = Object.fromEntries(
    rest.slice(end + 1).map((entry) => [/^[^=]*/.exec(entry)?.[0], entry.replace(/^[^=]*=/, '')]),
  );
  const printed: Buffer[] = [];
  const output = new Writable({
    write(chunk, _, done) {
      printed.push(Buffer.from(chunk));
      done();
    },
  });
  const before = process.cwd();
  process.chdir(folder);
  try {
    const say = (text: string) => void printed.push(Buffer.from(`${text}\n`));
    const parts = { environment, say, tell: (text: string) => tell(`${text}\n`), output };
    return { code: await runCommandLine(rest.slice(0, end), parts), printed };
  } catch (error) {
    tell(String((error as Error).stack));
    return { code: 70, printed };
  } finally {
    process.chdir(before);
  }
}
