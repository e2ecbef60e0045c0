import { once } from 'node:events';
import { createServer } from 'node:net';

/** Systems give ports from above these to whoever asks for any: nobody is given one of these by chance. */
const FIRST = 20_000;
const COUNT = 10_000;

/** @returns a port of the loopback interface that is free, and that nobody is given who asks for any port. */
export async function freePort(): Promise<number> {
  const port = FIRST + Math.floor(Math.random() * COUNT);
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return freePort();
  }
  server.close();
  await once(server, 'close');
  return port;
}
