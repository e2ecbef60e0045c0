/**
 * Reads the event stream with fetch, because an EventSource cannot send the token. Resumes after the last event that it
 * received.
 */
import type { LiveMessage, TicketGone } from '../../../contract/live.ts';
import type { UnreadCount } from '../../../contract/notices.ts';
import { readServerSentEvents, type ServerSentEvent } from '../../../packages/client/server-sent-events.ts';
import { address, KwitError, send } from './client.ts';
import { token } from './token.ts';

export type { LiveMessage };

/** `unreachable`: the service did not answer two attempts in a row. */
export type StreamState = 'open' | 'closed' | 'unreachable';

interface Listener {
  onEvent: (event: LiveMessage) => void;
  /** The user does not see a ticket any more. */
  onGone: (ticket: TicketGone) => void;
  /** The stream may have missed events. */
  onReset: () => void;
  onState: (state: StreamState) => void;
  /** The notices that the user has not read have changed. */
  onUnread: (count: number) => void;
}

const FIRST_RETRY_MS = 1000;
const LONGEST_RETRY_MS = 60_000;
/**
 * The service sends something every 15 seconds. After a longer silence the connection is dead, although no side has
 * closed it.
 */
const SILENCE_TIMEOUT_MS = 40_000;
/**
 * A browser allows few connections to one host, so a hidden page gives its own up. It resumes when the user comes back
 * to it.
 */
const HIDDEN_TIMEOUT_MS = 30_000;

/** Listens until `stop`. After a failure it retries with exponential backoff. */
export class LiveStream {
  readonly #listener: Listener;
  #connection = new AbortController();
  #lastId: string;
  #retryMs = FIRST_RETRY_MS;
  #failures = 0;
  #stopped = false;
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined;
  #retryNow = () => {};

  /** @param since where to go on; empty for now. */
  constructor(since: string, listener: Listener) {
    this.#lastId = since;
    this.#listener = listener;
    document.addEventListener('visibilitychange', this.#onVisibility);
    window.addEventListener('online', this.#onVisibility);
    this.#run();
  }

  stop(): void {
    this.#stopped = true;
    document.removeEventListener('visibilitychange', this.#onVisibility);
    window.removeEventListener('online', this.#onVisibility);
    clearTimeout(this.#hiddenTimer);
    this.#connection.abort();
    this.#retryNow();
  }

  #onVisibility = () => {
    clearTimeout(this.#hiddenTimer);
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => this.#connection.abort(), HIDDEN_TIMEOUT_MS);
      return;
    }
    this.#retryMs = FIRST_RETRY_MS;
    this.#retryNow();
  };

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (token() && !document.hidden) await this.#listen();
      if (this.#stopped) return;
      await this.#waitToRetry();
      this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS);
    }
  }

  async #listen(): Promise<void> {
    const { onState } = this.#listener;
    try {
      await this.#read();
      onState('closed');
    } catch (error) {
      this.#failures = error instanceof KwitError && error.code === 'unreachable' ? this.#failures + 1 : 0;
      onState(this.#failures > 1 ? 'unreachable' : 'closed');
    }
  }

  async #read(): Promise<void> {
    this.#connection = new AbortController();
    const { signal } = this.#connection;
    const response = await send('GET', address('/events/stream', { last_event_id: this.#lastId }), { signal });
    if (!response.body) return;
    this.#failures = 0;
    this.#retryMs = FIRST_RETRY_MS;
    this.#listener.onState('open');
    const abort = () => this.#connection.abort();
    let silence = setTimeout(abort, SILENCE_TIMEOUT_MS);
    const onBytes = () => {
      clearTimeout(silence);
      silence = setTimeout(abort, SILENCE_TIMEOUT_MS);
    };
    try {
      for await (const message of readServerSentEvents(response.body, onBytes)) this.#dispatch(message);
    } finally {
      clearTimeout(silence);
    }
  }

  #dispatch({ id, event, data }: ServerSentEvent): void {
    if (id) this.#lastId = id;
    if (event === 'reset') this.#listener.onReset();
    else if (event === 'notices') this.#listener.onUnread((JSON.parse(data) as UnreadCount).unread);
    else if (event === 'ticket.gone') this.#listener.onGone(JSON.parse(data) as TicketGone);
    else if (data) this.#listener.onEvent(JSON.parse(data) as LiveMessage);
  }

  /**
   * Waits between half and all of the backoff, so that not all clients reconnect at once. A hidden page waits until the
   * user comes back.
   */
  #waitToRetry(): Promise<void> {
    return new Promise((resolve) => {
      const timer = document.hidden ? undefined : setTimeout(resolve, this.#retryMs * (0.5 + Math.random() / 2));
      this.#retryNow = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
