import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

/** The answer of a stand-in: a value as JSON, bytes as they are, null for what is not there. */
export type RestAnswer = (path: string, query: URLSearchParams) => unknown;

/** A stand-in for the interface of another product. It notes what it was asked, and where the key stood. */
export async function restService(answer: RestAnswer, keyIn: (request: IncomingMessage) => string | undefined) {
  const requests: string[] = [];
  const server = createServer((request, reply) => {
    const url = new URL(request.url ?? '', 'http://127.0.0.1');
    requests.push(`${request.method} ${url.pathname}${url.search}`);
    const isKnown = keyIn(request) === 'secret';
    const value = isKnown ? answer(url.pathname, url.searchParams) : null;
    reply.writeHead(isKnown ? (value === null ? 404 : 200) : 401);
    reply.end(Buffer.isBuffer(value) ? value : JSON.stringify(value));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { requests, address: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: async () => void server.close() };
}
