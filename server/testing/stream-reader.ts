import assert from 'node:assert/strict';
import { MINUTE } from '#platform';
import { COMMENT_EDITED, type LiveMessage } from '../../contract/live.ts';

/** For how long a test waits for the next bytes of a stream. A busy machine brings them late. */
const PATIENCE_MS = 2 * MINUTE;

/** One frame of a stream: an event, a comment or a pause. */
export interface StreamFrame {
  readonly id: string | null;
  readonly event: string | null;
  readonly data: LiveMessage | null;
  /** The frame as it came. */
  readonly text: string;
}

function blockOf(text: string): StreamFrame {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? null;
  const data = field('data');
  return { id: field('id'), event: field('event'), data: data === null ? null : JSON.parse(data), text };
}

/** Reads an open live stream frame by frame. */
export class StreamReader {
  readonly headers: Headers;
  /** The id of the last event, after which another stream can go on. */
  lastId: string | null = null;
  /** Everything that was read, frames that are no events as well. */
  text = '';
  readonly #chunks: ReadableStreamDefaultReader<string>;
  #rest = '';

  constructor({ headers, body }: Response) {
    assert.ok(body);
    this.headers = headers;
    this.#chunks = body.pipeThrough(new TextDecoderStream()).getReader();
  }

  /** The next frame; null when the stream has ended. */
  async block(): Promise<StreamFrame | null> {
    for (;;) {
      const end = this.#rest.indexOf('\n\n');
      if (end >= 0) {
        const block = blockOf(this.#rest.slice(0, end));
        this.#rest = this.#rest.slice(end + 2);
        this.lastId = block.id ?? this.lastId;
        return block;
      }
      const { value, done } = await this.#nextChunk();
      if (done) return null;
      this.#rest += value;
      this.text += value;
    }
  }

  /** A test that waits for what never comes must fail. However long it does other things meanwhile does not matter. */
  async #nextChunk() {
    const never = Promise.withResolvers<never>();
    const patience = setTimeout(() => never.reject(new Error('The stream brought nothing.')), PATIENCE_MS);
    try {
      return await Promise.race([this.#chunks.read(), never.promise]);
    } finally {
      clearTimeout(patience);
    }
  }

  /** The next event. Messages that are told live only are no events: `notices` and `edited` read them. */
  async event(): Promise<StreamFrame> {
    return this.#next(({ event }) => event !== null && event !== 'notices' && event !== COMMENT_EDITED);
  }

  /** The next message that a comment was changed. */
  async edited(): Promise<StreamFrame> {
    return this.#next(({ event }) => event === COMMENT_EDITED);
  }

  /** The next message of how many notices are unread. */
  async notices(): Promise<StreamFrame> {
    return this.#next((block) => block.event === 'notices');
  }

  async #next(isWanted: (block: StreamFrame) => boolean): Promise<StreamFrame> {
    for (;;) {
      const block = await this.block();
      assert.ok(block, 'The stream has ended.');
      if (isWanted(block)) return block;
    }
  }

  /** All events up to the first with that name, of that ticket. */
  async until(name: string, ticket?: { id: string }): Promise<StreamFrame[]> {
    const heard: StreamFrame[] = [];
    for (;;) {
      const block = await this.event();
      heard.push(block);
      if (block.event === name && (ticket === undefined || block.data?.ticket_id === ticket.id)) return heard;
    }
  }

  /** Reads until the service ends the stream. */
  async ended(): Promise<void> {
    while (await this.block());
  }

  async close(): Promise<void> {
    await this.#chunks.cancel();
  }
}
