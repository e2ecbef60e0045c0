import { Agent, type IncomingHttpHeaders, type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';

// Each request has a connection of its own: the service ends one whose body it has not taken, perhaps as the next request comes.
const agent = new Agent({ keepAlive: false });

export interface Got {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

interface Sent {
  readonly method: string;
  /** Sent as it is, even when it is malformed. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Uint8Array | null;
}

/** Sends a request that may be malformed. It reads only the head of a live stream, which has no end. */
export async function send(address: string, { method, path, headers, body }: Sent): Promise<Got> {
  const { hostname, port } = new URL(address);
  const length: Record<string, string> = body ? { 'content-length': String(body.length) } : {};
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const asking = request({ agent, hostname, port, method, path, headers: { ...headers, ...length } }, resolve);
    asking.on('error', reject);
    asking.end(body);
  });
  const { statusCode: status = 0, headers: heads } = response;
  const isStream = heads['content-type']?.startsWith('text/event-stream') ?? false;
  if (isStream) response.destroy();
  return { status, headers: heads, text: isStream ? '' : (await buffer(response)).toString('utf8') };
}
