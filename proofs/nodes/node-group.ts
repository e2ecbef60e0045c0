import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from '../../server/testing/caller.ts';
import { freePort } from '../../server/testing/free-port.ts';
import { ServiceProcess } from '../service-process.ts';

type Environment = Readonly<Record<string, string>>;

/** Nodes of one Kwit, each a process that keeps its port when it is started anew. */
export class NodeGroup {
  readonly ports: readonly number[];
  readonly #environment: Environment;
  readonly #processes: ServiceProcess[] = [];

  private constructor(ports: readonly number[], environment: Environment) {
    this.ports = ports;
    this.#environment = environment;
  }

  /** @param environment of every node; has to name a PostgreSQL and the secrets. */
  static async start(count: number, environment: Environment): Promise<NodeGroup> {
    const ports: number[] = [];
    for (let n = 0; n < count; n++) ports.push(await freePort());
    const group = new NodeGroup(ports, environment);
    for (const n of ports.keys()) await group.revive(n);
    return group;
  }

  at(n: number): ServiceProcess {
    const child = this.#processes[n];
    if (child === undefined) throw new Error(`There is no node ${n}.`);
    return child;
  }

  /** Starts a node that has ended. @param more of its environment. */
  async revive(n: number, more: Environment = {}): Promise<void> {
    this.#processes[n] = await ServiceProcess.start({ ...this.#environment, ...more, PORT: String(this.ports[n]) });
  }

  /** Restarts a node as an upgrade does. @returns its exit code and how long it took to stop, in milliseconds. */
  async restart(n: number): Promise<{ code: number | null; took: number }> {
    const stopped = await this.at(n).stop();
    await this.revive(n);
    return stopped;
  }

  /** Waits until each node is ready. @returns how long that took, in milliseconds. */
  async untilReady(mostMs: number): Promise<number> {
    const began = performance.now();
    for (const { address } of this.#processes) {
      while (!(await isReady(address))) {
        if (performance.now() - began > mostMs) throw new Error(`${address} is not ready within ${mostMs} ms.`);
        await wait(50);
      }
    }
    return performance.now() - began;
  }

  async kill(): Promise<void> {
    await Promise.all(this.#processes.map((node) => node.kill()));
  }
}

const isReady = (address: string): Promise<boolean> =>
  new Caller(address).get('/ready').then(
    ({ status }) => status === 200,
    () => false,
  );
