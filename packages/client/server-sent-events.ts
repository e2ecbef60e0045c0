/** One message of a stream of server-sent events (HTML Living Standard, 9.2). */
export interface ServerSentEvent {
  /** Where the stream stands after it; null when the message does not say. */
  readonly id: string | null;
  readonly event: string;
  /** Empty for a message that only says where the stream stands. */
  readonly data: string;
}

/** Reads the messages of a stream. Comments and the pause before the next connection are no messages. */
export async function* readServerSentEvents(
  body: ReadableStream<Uint8Array>,
  onBytes: () => void,
): AsyncGenerator<ServerSentEvent, void, undefined> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return;
      onBytes();
      const frames = (rest + decoder.decode(value, { stream: true })).replaceAll('\r\n', '\n').split('\n\n');
      rest = frames.pop() ?? '';
      for (const frame of frames) {
        const message = messageOf(frame);
        if (message.id !== null || message.data !== '') yield message;
      }
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

function messageOf(frame: string): ServerSentEvent {
  const valuesOf = (name: string) =>
    frame
      .split('\n')
      .filter((line) => line.startsWith(`${name}:`))
      .map((line) => line.slice(name.length + 1).replace(/^ /, ''));
  return {
    id: valuesOf('id').at(-1) ?? null,
    event: valuesOf('event').at(-1) ?? '',
    data: valuesOf('data').join('\n'),
  };
}
