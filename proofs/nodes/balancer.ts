/** Balancers as docs/operating/balancers.md configures them, in front of nodes on this machine. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from '../../server/testing/free-port.ts';

const PAGE = 'docs/operating/balancers.md';

export const BALANCERS = ['haproxy', 'nginx'] as const;
export type BalancerName = (typeof BALANCERS)[number];

/** Whether a program is installed. */
export const isInstalled = (name: string): boolean => spawnSync(name, ['-v']).error === undefined;

/** The configuration of the page, with the ports of this machine in place of the page's addresses. */
function configured(name: BalancerName, port: number, nodes: readonly number[]): string {
  const page = readFileSync(PAGE, 'utf8');
  const text = new RegExp(`^\`\`\`${name}\\n(.*?)^\`\`\``, 'ms').exec(page)?.[1] ?? '';
  return text
    .replace(/(?<=bind :|listen )80\b/, `${port}`)
    .replace('bind :', 'bind 127.0.0.1:')
    .replace(/10\.0\.0\.(\d):4000/g, (_, n) => `127.0.0.1:${nodes[Number(n) - 1]}`);
}

/** The arguments that start a balancer in the foreground, with everything that it writes in the folder. */
function prepare(name: BalancerName, folder: string, configuration: string): string[] {
  const file = join(folder, `${name}.conf`);
  if (name === 'haproxy') {
    writeFileSync(file, configuration);
    return ['-db', '-f', file];
  }
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (kind) => `${kind}_temp_path ${folder}/${kind};`,
  );
  writeFileSync(
    file,
    `daemon off; pid ${folder}/pid; worker_processes 2; events { worker_connections 4096; }
http { access_log off; ${paths.join(' ')}
${configuration} }`,
  );
  return ['-p', folder, '-c', file, '-e', join(folder, 'error.log')];
}

export class Balancer {
  readonly address: string;
  readonly #child: ChildProcess;
  readonly #folder: string;

  private constructor(address: string, child: ChildProcess, folder: string) {
    this.address = address;
    this.#child = child;
    this.#folder = folder;
  }

  /** @param nodes the ports of three nodes. @throws Error when it does not start. */
  static async start(name: BalancerName, nodes: readonly number[]): Promise<Balancer> {
    const port = await freePort();
    const folder = mkdtempSync(join(tmpdir(), `kwit-${name}-`));
    const child = spawn(name, prepare(name, folder, configured(name, port, nodes)), { stdio: 'ignore' });
    const balancer = new Balancer(`http://127.0.0.1:${port}`, child, folder);
    while (!(await listens(port))) {
      if (child.exitCode !== null) throw new Error(`${name} ended with ${child.exitCode}: see ${folder}`);
      await wait(20);
    }
    return balancer;
  }

  /** The lines of nginx about requests that failed. That a port is closed is no failure: it asks the next node. */
  get complaints(): string[] {
    const file = join(this.#folder, 'error.log');
    const lines = existsSync(file) ? readFileSync(file, 'utf8').split('\n') : [];
    return lines.filter((line) => line !== '' && !line.includes('Connection refused'));
  }

  async stop(): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    await gone;
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Whether somebody listens on a port of this machine. */
function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
