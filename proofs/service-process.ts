import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SignedIn } from '../contract/sign-in.ts';
import { Caller } from '../server/testing/caller.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** As `npm start` starts it: its first file comes compiled as well, and nothing loads what strips types. */
const MAIN = ['--import', here('../server/keep-compiled.mjs'), here('../server/main.ts')];

/** The service in a process of its own, which a proof can stop and kill. */
export class ServiceProcess {
  readonly address: string;
  readonly #child: ChildProcess;

  private constructor(child: ChildProcess, address: string) {
    this.#child = child;
    this.address = address;
  }

  /** @throws Error with its output, when it does not start. */
  static async start(environment: Record<string, string>): Promise<ServiceProcess> {
    const env = { PATH: process.env.PATH ?? '', ...environment };
    const child = spawn(process.execPath, MAIN, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
    for (;;) {
      const address = /Kwit is ready: (http:[^\s]+) /.exec(said)?.[1];
      if (address) return new ServiceProcess(child, address);
      if (child.exitCode !== null) throw new Error(`It did not start: ${said}`);
      await Promise.race([once(child.stdout, 'data'), once(child, 'exit')]);
    }
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Asks it to stop, and waits until it has exited. @returns its exit code, and the milliseconds that it took. */
  async stop(): Promise<{ code: number | null; took: number }> {
    const began = performance.now();
    await this.kill('SIGTERM');
    return { code: this.#child.exitCode, took: performance.now() - began };
  }

  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    this.#child.kill(signal);
    await gone;
  }
}

/** Signs in with the code from the built-in mailbox. @returns the token and who it is. */
export async function signedIn(address: string, email: string): Promise<SignedIn> {
  const stranger = new Caller(address);
  (await stranger.post('/api/auth/request-otp', { email })).is(200);
  const box = (await stranger.get<{ text: string; to: string }[]>('/dev/mailbox')).is(200);
  const code = box.flatMap(({ to, text }) => (to === email ? (/\b\d{8}\b/.exec(text)?.[0] ?? []) : []))[0];
  return (await stranger.post<SignedIn>('/api/auth/verify-otp', { email, code })).is(200);
}

/** Signs in as the developer of the proofs. @returns the token. */
export const tokenOf = async (address: string): Promise<string> => (await signedIn(address, 'dev@example.com')).token;
