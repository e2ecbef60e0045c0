import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, type IncomingHttpHeaders, request } from 'node:http';
import { setTimeout as wait } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../server/testing/free-port.ts';
import { cpuOf } from './measuring.ts';

export interface Call {
  readonly method: string;
  readonly path: string;
  readonly token?: string;
  readonly body?: string;
  /** The ETag of an answer that the caller has already. */
  readonly etag?: string;
}

/** The script of `npm start`, whose flags for Node are used here too. */
const { scripts } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as {
  scripts: { start: string };
};
const ROOT = fileURLToPath(new URL('..', import.meta.url));
const FLAGS = /node (--.+) server\/main\.ts$/.exec(scripts.start)?.[1]?.split(' ') ?? [];

/** One call for each time, or a function that gives the n-th of a series. */
export type Calls = Call | ((n: number) => Call);

/** No answer comes any more after so long, in milliseconds. */
const ANSWER_WITHIN_MS = 60_000;
/** It is asked every 5 ms whether it is ready: to bring the database of an old version up to date takes a minute. */
const ATTEMPTS = 60_000;
/** A process that has not stopped after so long is killed, in milliseconds. */
const STOP_WITHIN_MS = 20_000;
/** How many letters of what a process wrote are kept. */
const LAST_WORDS = 2000;

/** A server in a process of its own, so that its CPU time is not mixed with that of the clients. */
export class ServerProcess {
  /** Milliseconds from the start of the process to its first answer. */
  ready = 0;
  readonly #child: ChildProcess;
  readonly port: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  /** The end of what the process wrote where errors go: why it ended. */
  #lastWords = '';
  #sent = 0;

  private constructor(child: ChildProcess, port: number) {
    this.#child = child;
    this.port = port;
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.#lastWords = (this.#lastWords + text).slice(-LAST_WORDS);
    });
  }

  /**
   * Starts a server on a port on which nothing listens, so that none that was left over answers for it.
   *
   * @param flags for Node, beside those of `npm start`. @throws Error when it ends instead of answering.
   */
  static async start(
    script: string,
    environment: Record<string, string>,
    { probe = '/health', flags = [] }: { probe?: string; flags?: readonly string[] } = {},
  ): Promise<ServerProcess> {
    const port = await freePort();
    const began = performance.now();
    const child = spawn(process.execPath, [...FLAGS, ...flags, script], {
      cwd: ROOT,
      env: { ...environment, PORT: String(port) },
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    process.once('exit', () => child.kill('SIGKILL'));
    const served = new ServerProcess(child, port);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const isUp = await served.call({ method: 'GET', path: probe }).then(
        () => true,
        () => false,
      );
      if (isUp && child.exitCode === null) {
        served.ready = performance.now() - began;
        return served;
      }
      if (child.exitCode !== null) break;
      await wait(5);
    }
    throw new Error(`${script} did not start. ${served.#lastWords}`);
  }

  async stop(): Promise<void> {
    this.#agent.destroy();
    if (this.#hasEnded) return;
    const ended = once(this.#child, 'exit');
    this.#child.kill('SIGTERM');
    const late = setTimeout(() => this.#child.kill('SIGKILL'), STOP_WITHIN_MS);
    await ended;
    clearTimeout(late);
  }

  get #hasEnded(): boolean {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @returns its CPU time so far, user and system, in microseconds. */
  cpu(): number {
    return cpuOf(this.pid);
  }

  /** @returns its resident memory now, in MB. */
  memory(): number {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${this.pid}/status`, 'utf8'))?.[1]) / 1024;
  }

  call(call: Call): Promise<string> {
    return this.answer(call).then(({ text }) => text);
  }

  answer({ method, path, token, body, etag }: Call): Promise<{ text: string; headers: IncomingHttpHeaders }> {
    return new Promise((resolve, reject) => {
      const headers = {
        ...(token ? { authorization: `Bearer ${token}` } : {}),
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(etag ? { 'if-none-match': etag } : {}),
      };
      const refuse = (reason: string) =>
        reject(new Error(`${method} ${path.slice(0, 200)}: ${reason}${this.#ended()}`));
      const options = { port: this.port, method, path, headers, agent: this.#agent, timeout: ANSWER_WITHIN_MS };
      const sent = request(options, (answer) => {
        const chunks: Buffer[] = [];
        answer.on('data', (chunk) => chunks.push(chunk));
        answer.on('end', () => {
          const text = Buffer.concat(chunks).toString();
          if ((answer.statusCode ?? 500) < 300 || answer.statusCode === 304) resolve({ text, headers: answer.headers });
          else refuse(`${answer.statusCode} ${text.slice(0, 300)}`);
        });
      });
      sent.on('timeout', () => sent.destroy(new Error(`no answer in ${ANSWER_WITHIN_MS / 1000} s`)));
      sent.on('error', ({ message }) => refuse(message));
      sent.end(body);
    });
  }

  /** The end of an error when the process has ended by itself, with its last words. */
  #ended(): string {
    const { exitCode, signalCode } = this.#child;
    return this.#hasEnded ? `; the process has ended (${exitCode ?? signalCode}): ${this.#lastWords}` : '';
  }

  /** Has `clients` at once make `count` calls. @returns the CPU of the server for each call, in microseconds. */
  async slice(calls: Calls, count: number, clients: number): Promise<number> {
    const before = this.cpu();
    await this.latencies(calls, count, clients);
    return (this.cpu() - before) / count;
  }

  /** Has `clients` at once make `count` calls. @returns how long each call took, in milliseconds. */
  async latencies(calls: Calls, count: number, clients: number): Promise<number[]> {
    const taken: number[] = [];
    let left = count;
    const client = async () => {
      while (left-- > 0) {
        const call = typeof calls === 'function' ? calls(this.#sent++) : calls;
        const began = performance.now();
        await this.call(call);
        taken.push(performance.now() - began);
      }
    };
    await Promise.all(Array.from({ length: clients }, client));
    return taken;
  }

  /**
   * Makes `rate` calls a second until `stop`, which returns how long each call took, in milliseconds, and throws the first
   * error that one met.
   */
  atRate(calls: Calls, rate: number): { stop(): Promise<number[]> } {
    const taken: number[] = [];
    const running = new Set<Promise<void>>();
    const began = performance.now();
    let sent = 0;
    const failures: unknown[] = [];
    const sendNext = async () => {
      const at = performance.now();
      await this.call(typeof calls === 'function' ? calls(this.#sent++) : calls);
      taken.push(performance.now() - at);
    };
    const timer = setInterval(() => {
      for (const due = ((performance.now() - began) / 1000) * rate; sent < due; sent++) {
        const call = sendNext()
          .catch((error) => failures.push(error))
          .then(() => void running.delete(call));
        running.add(call);
      }
    }, 1);
    return {
      async stop() {
        clearInterval(timer);
        await Promise.all(running);
        if (failures.length > 0) throw failures[0];
        return taken;
      },
    };
  }
}
