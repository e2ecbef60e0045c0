import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';

/**
 * Starts a server that takes connections and says nothing. It reads what comes, so that it sees when the other end leaves: a
 * connection that nobody reads stays open, and keeps the process.
 *
 * @returns the server, and its port on 127.0.0.1.
 */
export async function startSilentServer(): Promise<{ server: Server; port: number }> {
  const server = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { server, port: (server.address() as AddressInfo).port };
}
