import type { FastifyReply } from 'fastify';

/** An answer that stays open and brings server-sent events (HTML Living Standard § 9.2). */
export interface EventStream {
  /** Bytes that the client has not taken yet. */
  readonly unsent: number;
  send(text: string | Uint8Array): void;
  /** Ends the stream at once: what has not left by then is lost. */
  end(): void;
}

/**
 * Answers with a stream; its head goes out with the first text. X-Accel-Buffering keeps proxies from gathering texts.
 *
 * @param open is given the stream, and may refuse it. The function that it returns is called once, when either side has
 * ended the stream.
 */
export function answerWithEvents(reply: FastifyReply, open: (stream: EventStream) => () => void): void {
  const { raw } = reply;
  const headers = { ...reply.getHeaders(), 'content-type': 'text/event-stream', 'x-accel-buffering': 'no' };
  const onClose = open({
    get unsent() {
      return raw.writableLength;
    },
    send(text) {
      if (!raw.headersSent) raw.writeHead(200, headers as Record<string, string>);
      raw.write(text);
    },
    end() {
      if (raw.headersSent && raw.writableLength === 0) raw.end();
      else raw.destroy();
    },
  });
  reply.hijack();
  // A client that breaks off is noticed by the close, which may have come before this line.
  raw.on('error', () => {});
  raw.once('close', onClose);
  if (raw.destroyed) onClose();
}
