/** A real pgbouncer in front of PostgreSQL, for runs of the tests through a pooler (docs/operating/poolers.md). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as after } from 'node:timers/promises';
import type { Pooler } from '../platform/database/postgres/postgres-address.ts';

/** The configuration that docs/operating/poolers.md shows, for every database of a server. */
const configuration = (server: URL, port: number, mode: Pooler) => `[databases]
* = host=${server.hostname} port=${server.port}

[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = trust
auth_file = users
pool_mode = ${mode}
max_client_conn = 2000
default_pool_size = 60
${process.getuid?.() === 0 ? 'user = postgres' : ''}
`;

/**
 * Starts pgbouncer, which has to be installed.
 *
 * @param server the address of PostgreSQL, with user and password.
 * @returns its address, with the user.
 * @throws Error when it does not start; what it says stands on the standard error.
 */
export async function startPgbouncer(server: string, port: number, mode: Pooler) {
  const url = new URL(server);
  const folder = mkdtempSync(join(tmpdir(), 'kwit-pgbouncer-'));
  chmodSync(folder, 0o755);
  writeFileSync(join(folder, 'users'), `"${url.username}" "${url.password}"\n`);
  writeFileSync(join(folder, 'pgbouncer.ini'), configuration(url, port, mode));
  const child = spawn('pgbouncer', ['--quiet', 'pgbouncer.ini'], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const gone = once(child, 'exit');
  child.unref();
  const stop = async () => {
    child.ref();
    child.kill('SIGQUIT');
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  while (!(await answers(port))) {
    if (child.exitCode !== null) throw new Error(`pgbouncer ended with ${child.exitCode}.`);
    await after(50);
  }
  return { address: `postgres://${url.username}:${url.password}@127.0.0.1:${port}`, stop };
}

/** Whether somebody listens on a port of this machine. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}
