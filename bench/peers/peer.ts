/** A product that is measured: its processes, and the three works, each of which fails unless the answer is the one. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';
import { cpuOf } from '../measuring.ts';

export interface Peer {
  readonly name: string;
  /** How many tickets it has. */
  tickets(): Promise<number>;
  ticket(): Promise<void>;
  list(): Promise<void>;
  create(): Promise<void>;
  /** CPU of all its processes so far, in microseconds. */
  cpu(): number;
  /** Their resident memory, in MB. */
  memory(): number;
  stop(): Promise<void>;
}

const childrenOf = (pid: number): number[] => {
  const path = `/proc/${pid}/task/${pid}/children`;
  const children = existsSync(path) ? readFileSync(path, 'utf8').trim().split(' ').filter(Boolean).map(Number) : [];
  return [pid, ...children.flatMap(childrenOf)];
};

/** Starts a program and its workers as the user of web servers, and waits until it answers. */
export async function startPeer(command: string, args: readonly string[], folder: string, url: string) {
  const child: ChildProcess = spawn(
    'setpriv',
    ['--reuid=www-data', '--regid=www-data', '--init-groups', command, ...args],
    {
      cwd: folder,
      env: { PATH: process.env.PATH, HOME: '/tmp', RAILS_ENV: 'production' },
      stdio: 'ignore',
    },
  );
  const processes = () => childrenOf(child.pid ?? 0);
  while (
    !(await fetch(url).then(
      ({ ok }) => ok,
      () => false,
    ))
  ) {
    if (child.exitCode !== null) throw new Error(`${command} has ended.`);
    await wait(100);
  }
  return {
    cpu: () => processes().reduce((sum, pid) => sum + cpuOf(pid), 0),
    memory: () =>
      processes().reduce(
        (sum, pid) => sum + Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
        0,
      ),
    async stop() {
      child.kill('SIGTERM');
      if (child.exitCode === null) await once(child, 'exit');
    },
  };
}

/** Keeps the cookies of one session. */
export class Session {
  readonly #url: string;
  readonly #cookies = new Map<string, string>();

  constructor(url: string) {
    this.#url = url;
  }

  /** @returns the answer's text. @throws Error unless it has the text that it must have. */
  async ask(
    path: string,
    has: string,
    { method = 'GET', headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: string } = {},
  ): Promise<string> {
    const cookie = [...this.#cookies].map((pair) => pair.join('=')).join('; ');
    const answer = await fetch(this.#url + path, {
      method,
      headers: { cookie, referer: `${this.#url}/`, ...headers },
      redirect: 'manual',
      ...(body === undefined ? {} : { body }),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      this.#cookies.set(name, value);
    }
    const text = `${answer.status} ${answer.headers.get('location') ?? ''}\n${await answer.text()}`;
    if (!text.includes(has)) throw new Error(`${method} ${path} has no "${has}": ${text.slice(0, 400)}`);
    return text;
  }
}

export const REPORT = { title: 'Printer jams', text: 'Every second page, since Monday. '.repeat(8) };
