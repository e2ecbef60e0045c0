/** A proxy before a server, which can fall silent as a network does: without a word. */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

export class TcpProxy {
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  /** How many connections it has taken. */
  taken = 0;
  /** Whether it hangs up on each connection that it takes. */
  hangsUp = false;

  #target: URL;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((client) => {
      this.taken += 1;
      if (this.hangsUp) {
        client.destroy();
        return;
      }
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [from, to] of [
        [client, far],
        [far, client],
      ] as const) {
        this.#sockets.add(from);
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => this.#sockets.delete(from));
      }
    });
  }

  /** @param address of the server, such as postgres://user@127.0.0.1:5432/kwit. */
  static async start(address: string): Promise<TcpProxy> {
    const proxy = new TcpProxy(new URL(address));
    proxy.#server.listen(0, '127.0.0.1');
    await once(proxy.#server, 'listening');
    return proxy;
  }

  /** The address by way of the proxy. */
  by(address: string): string {
    const url = new URL(address);
    url.hostname = '127.0.0.1';
    url.port = String((this.#server.address() as AddressInfo).port);
    return url.href;
  }

  /** Leads new connections to another server, and hangs up on those that there are. */
  leadTo(address: string): void {
    this.#target = new URL(address);
    for (const socket of this.#sockets) socket.destroy();
  }

  /** From now on nothing passes on the connections that there are. New ones work. */
  silence(): void {
    for (const socket of this.#sockets) socket.unpipe().pause();
  }

  async close(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    this.#server.close();
    await once(this.#server, 'close');
  }
}
