import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';

export interface Call {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  /** The body as it came. */
  readonly text: string;
  readonly body: { type: string; timestamp: string; data: Record<string, unknown> };
}

interface Reply {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: string;
}

export type WebhookReceiver = Awaited<ReturnType<typeof startWebhookReceiver>>;

/** Starts a server on this machine that receives webhooks. It keeps the calls, and answers as the test tells it. */
export async function startWebhookReceiver() {
  const calls: Call[] = [];
  let replyTo: (call: Call) => Reply | Promise<Reply> = () => ({ status: 204 });
  const server = createServer(async (request, response) => {
    const text = Buffer.concat(await Array.fromAsync(request)).toString();
    const call = { path: request.url ?? '', headers: request.headers, text, body: JSON.parse(text) };
    calls.push(call);
    const { status, headers = {}, body } = await replyTo(call);
    response.writeHead(status, headers).end(body);
  });
  // Tests of a file share it, on one database after the other. It does not keep their process.
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  const pair = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  let paths = 0;
  return {
    /** Its host and port, for OUTBOUND_ALLOW. */
    pair,
    /** An address that no other webhook has. */
    newUrl: () => `http://${pair}/hook/${++paths}`,
    callsOf: (url: string) => calls.filter(({ path }) => url.endsWith(path)),
    reply(how: typeof replyTo): void {
      replyTo = how;
    },
    close(): void {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** Verifies the signature. The library compares its time with the machine's clock. @returns the body. */
export const verified = (secret: string, { text, headers }: Call): unknown =>
  new Webhook(secret).verify(text, headers as Record<string, string>);

/** Asserts that the signature was made with another secret. */
export const isForeign = (secret: string, call: Call): void => {
  assert.throws(() => verified(secret, call), /No matching signature/);
};
