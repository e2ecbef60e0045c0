/** Starts the installed server, on a free port of the loopback interface: as a process, or beside others in one. */
import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { FromHost, ToHost } from './service-host.ts';

export const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface Service {
  readonly url: string;
  /** Its sentences for the person at the terminal; none where it runs beside others. */
  readonly said: readonly string[];
  stop: () => Promise<void>;
}

const environmentOf = (folder: string, environment: Record<string, string>) => {
  const { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE } = process.env;
  return { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, PORT: '0', DATA_DIR: folder, LOG_LEVEL: 'warn', ...environment };
};

/** Shows the log of the server, and hides the sentences for a person at a terminal. @returns its lines, one by one. */
function logOf(stdout: Readable) {
  return createInterface(stdout).on('line', (line) => {
    if (line.startsWith('{')) process.stderr.write(`${line}\n`);
  });
}

/** @param folder for all data. The process gets only the environment that is given here, and none of the machine's that says how Kwit behaves. */
export async function startService(folder: string, environment: Record<string, string>): Promise<Service> {
  const server = spawn(process.execPath, ['server/main.ts'], {
    cwd: ROOT,
    env: environmentOf(folder, environment),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const said: string[] = [];
  const lines = logOf(server.stdout).on('line', (line) => said.push(line));
  const url = await new Promise<string>((resolve, reject) => {
    lines.on('line', (line) => {
      const ready = /^Kwit is ready: (\S+)/.exec(line)?.[1];
      if (ready) resolve(ready);
    });
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}`)));
  });
  return {
    url,
    said,
    stop: async () => {
      server.kill('SIGTERM');
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    },
  };
}

/** Starts services in one process for all of them, which ends with this one. */
export class ServiceHost {
  readonly #process = fork(fileURLToPath(new URL('service-host.ts', import.meta.url)), {
    cwd: ROOT,
    env: environmentOf('', {}),
    // Many services come and go in it: V8 collects what is young less often.
    execArgv: ['--min-semi-space-size=32', '--max-semi-space-size=32'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  readonly #waiting = new Map<number, (answer: FromHost) => void>();
  #count = 0;

  constructor() {
    if (this.#process.stdout) logOf(this.#process.stdout);
    this.#process.on('message', (answer: FromHost) => {
      this.#waiting.get(answer.id)?.(answer);
      this.#waiting.delete(answer.id);
    });
    this.#process.once('exit', (code) => {
      for (const [id, tell] of this.#waiting)
        tell({ id, error: `The process of the services ended with code ${code}` });
    });
  }

  async start(folder: string, environment: Record<string, string>): Promise<Service> {
    const id = this.#count++;
    const { url = '' } = await this.#ask({ id, environment: environmentOf(folder, environment) });
    return {
      url,
      said: [],
      stop: async () => {
        await this.#ask({ id, environment: null });
      },
    };
  }

  end(): void {
    this.#process.disconnect();
  }

  async #ask(message: ToHost): Promise<FromHost> {
    const answer = await new Promise<FromHost>((resolve) => {
      this.#waiting.set(message.id, resolve);
      this.#process.send(message);
    });
    if (answer.error) throw new Error(answer.error);
    return answer;
  }
}
