/** Drives V8's profiler in another process by the protocol of its inspector. */
import type { Profiler as Protocol } from 'node:inspector';

export type Profile = Protocol.Profile;

/** Between two samples. */
const INTERVAL_MICROSECONDS = 200;

interface Target {
  readonly webSocketDebuggerUrl: string;
}

export class Profiler {
  readonly #socket: WebSocket;
  readonly #waiting = new Map<number, (result: unknown) => void>();
  #asked = 0;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    socket.addEventListener('message', ({ data }) => {
      const { id, result } = JSON.parse(String(data));
      this.#waiting.get(id)?.(result);
      this.#waiting.delete(id);
    });
  }

  /** @param port of the process's inspector (`--inspect`). */
  static async connect(port: number): Promise<Profiler> {
    const targets = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as Target[];
    const socket = new WebSocket(targets[0]?.webSocketDebuggerUrl ?? '');
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', reject);
    });
    const profiler = new Profiler(socket);
    await profiler.#ask('Profiler.enable');
    await profiler.#ask('Profiler.setSamplingInterval', { interval: INTERVAL_MICROSECONDS });
    return profiler;
  }

  async start(): Promise<void> {
    await this.#ask('Profiler.start');
  }

  async stop(): Promise<Profile> {
    const { profile } = (await this.#ask('Profiler.stop')) as { profile: Profile };
    return profile;
  }

  close(): void {
    this.#socket.close();
  }

  #ask(method: string, params: object = {}): Promise<unknown> {
    this.#asked += 1;
    const id = this.#asked;
    const answered = new Promise((resolve) => this.#waiting.set(id, resolve));
    this.#socket.send(JSON.stringify({ id, method, params }));
    return answered;
  }
}
