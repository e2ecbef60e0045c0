import type { components } from './interface.ts';
import { errorOfResponse, KwitError } from './kwit-error.ts';
import type { Fetch, Wait } from './retrying-fetch.ts';
import { readServerSentEvents, type ServerSentEvent } from './server-sent-events.ts';

type LiveEvent = components['schemas']['LiveEvent'];

/**
 * A message of the live stream. `reset`: events may have been missed, read everything anew. `notices`: how many notices of
 * one's own are unread. Every other one says what happened to which ticket. `id` is where the stream stands after it:
 * keep it to go on later; null when the message moves nothing.
 */
export type KwitEvent = { readonly id: string | null } & (
  | ({ readonly name: 'ticket' } & LiveEvent)
  | { readonly name: 'reset' }
  | { readonly name: 'notices'; readonly unread: number }
);

export interface EventOptions {
  /** The `id` of the last event that was heard: the stream goes on after it. Without it, from now on. */
  readonly after?: string;
  /** Ends the stream. */
  readonly signal?: AbortSignal;
}

interface Parts {
  readonly fetch: Fetch;
  readonly wait: Wait;
  /** @param lastId the last position that was heard, for `Last-Event-ID`. */
  readonly requestOf: (lastId: string | undefined, signal: AbortSignal) => Request;
}

const FIRST_PAUSE_MS = 1000;
const LONGEST_PAUSE_MS = 30_000;
/** The service sends something every 15 seconds. After a longer silence the connection is dead, though nobody closed it. */
const SILENCE_MS = 40_000;

/** Hears events until the signal is aborted, and connects again after the last one when the connection is lost. */
export async function* hearEvents(
  { after, signal = new AbortController().signal }: EventOptions,
  { fetch, wait, requestOf }: Parts,
): AsyncGenerator<KwitEvent, void, undefined> {
  let lastId = after;
  let pause = FIRST_PAUSE_MS;
  while (!signal.aborted) {
    const connection = new Connection(signal);
    try {
      const response = await fetch(requestOf(lastId, connection.signal));
      if (!response.ok || response.body === null) throw await errorOfResponse(response);
      // A signal ends no request that the garbage collector has taken, though its answer still comes: so it ends the answer.
      const body = response.body.pipeThrough(new TransformStream(), { signal: connection.signal });
      for await (const message of readServerSentEvents(body, () => connection.heard())) {
        pause = FIRST_PAUSE_MS;
        lastId = message.id ?? lastId;
        if (message.event !== '') yield eventOf(message);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof KwitError && isFinal(error)) throw error;
    } finally {
      connection.close();
    }
    await wait(pause, signal).catch(() => {});
    pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
  }
}

/** Whether asking again will not help. A stream that was lost, or a service that is starting anew, comes back. */
const isFinal = ({ status }: KwitError): boolean => status >= 400 && status < 500 && status !== 408 && status !== 429;

function eventOf({ id, event, data }: ServerSentEvent): KwitEvent {
  const news = JSON.parse(data) as unknown;
  if (event === 'reset') return { id, name: 'reset' };
  if (event === 'notices') return { id, name: 'notices', ...(news as { unread: number }) };
  return { id, name: 'ticket', ...(news as LiveEvent) };
}

/** One connection. It ends with the caller's signal, when it is closed, and when it is silent for too long. */
class Connection {
  readonly #controller = new AbortController();
  readonly #outer: AbortSignal;
  readonly #end = () => {
    clearTimeout(this.#silence);
    this.#controller.abort();
  };
  #silence: ReturnType<typeof setTimeout> | undefined;

  constructor(outer: AbortSignal) {
    this.#outer = outer;
    outer.addEventListener('abort', this.#end);
    this.heard();
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  heard(): void {
    clearTimeout(this.#silence);
    this.#silence = setTimeout(this.#end, SILENCE_MS);
  }

  close(): void {
    this.#outer.removeEventListener('abort', this.#end);
    this.#end();
  }
}
