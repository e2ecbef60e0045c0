import { expect, test } from 'vitest';
import { readServerSentEvents } from '../../../packages/client/server-sent-events.ts';

test('the client reads a stream frame by frame, and keeps half a frame for later', async () => {
  const parts = [
    'retry: 3000\n\nid: 6\n\n:\n\nid: 7\nevent: ticket.created\ndata: {"number":1}\n\nid: 8\nda',
    'ta: {"number":2}\r\n\r\n',
  ];
  const stream = new ReadableStream<Uint8Array<ArrayBuffer>>({
    start(controller) {
      for (const part of parts) controller.enqueue(new TextEncoder().encode(part));
      controller.close();
    },
  });
  const messages = await Array.fromAsync(readServerSentEvents(stream, () => {}));
  expect(messages).toEqual([
    { id: '6', event: '', data: '' },
    { id: '7', event: 'ticket.created', data: '{"number":1}' },
    { id: '8', event: '', data: '{"number":2}' },
  ]);
});
