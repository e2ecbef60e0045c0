import { EventEmitter, once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import type { FastifyInstance } from 'fastify';

const NAME = 'x-held';

/** Tells which held requests the service has let in: their callers are known to it, and it waits for their bodies. */
export class Arrivals {
  readonly #emitter = new EventEmitter();
  #count = 0;

  /** To be called before anything else is added: the hook runs when all that is settled before a body is settled. */
  watch(router: FastifyInstance): void {
    router.addHook('preParsing', async ({ headers }) => {
      this.#emitter.emit(String(headers[NAME]));
    });
  }

  /** A name for a request, and a promise of its arrival. */
  expect(): { name: string; arrived: Promise<unknown> } {
    this.#count += 1;
    const name = String(this.#count);
    return { name, arrived: once(this.#emitter, name) };
  }
}

/** A request whose last byte is still to come. */
export interface HeldRequest {
  /** Sends the last byte. @returns status and code of the answer, as the access table has them. */
  release(): Promise<string>;
}

interface Call {
  readonly method: string;
  readonly address: string;
  readonly token: string | null;
  /** A form, or anything else, which is sent as JSON. */
  readonly body: object;
}

/** Sends all of a request but its last byte. Resolves when the service has let it in. */
export async function hold(arrivals: Arrivals, { method, address, token, body }: Call): Promise<HeldRequest> {
  const content = body instanceof FormData ? new Response(body) : Response.json(body);
  const bytes = Buffer.from(await content.arrayBuffer());
  const { name, arrived } = arrivals.expect();
  const headers = {
    authorization: `Bearer ${token}`,
    'content-type': content.headers.get('content-type') ?? '',
    'content-length': bytes.length,
    [NAME]: name,
  };
  const sending = request(address, { method, headers, agent: false });
  const answered = once(sending, 'response') as Promise<[IncomingMessage]>;
  sending.write(bytes.subarray(0, -1));
  const early = await Promise.race([arrived.then(() => null), answered.then(([answer]) => answer)]);
  if (early) throw new Error(`${method} ${address} was answered before its body had come: ${await outcomeOf(early)}`);
  return {
    release: async () => {
      sending.end(bytes.subarray(-1));
      return outcomeOf((await answered)[0]);
    },
  };
}

async function outcomeOf(answer: IncomingMessage): Promise<string> {
  const { statusCode = 0 } = answer;
  const text = await new Response(answer as unknown as ReadableStream).text();
  return statusCode < 400 ? String(statusCode) : `${statusCode} ${(JSON.parse(text) as { error: string }).error}`;
}
