import { expect, test } from 'vitest';
import { parseFrames } from './live.ts';

test('the client reads a stream frame by frame, and keeps half a frame for later', () => {
  const first = parseFrames(
    'retry: 3000\n\nid: 6\n\n:\n\nid: 7\nevent: ticket.created\ndata: {"number":1}\n\nid: 8\nda',
  );
  const nothing = { id: '', event: '', data: '' };
  const created = { id: '7', event: 'ticket.created', data: '{"number":1}' };
  expect(first.blocks).toEqual([nothing, { ...nothing, id: '6' }, nothing, created]);
  const second = parseFrames(`${first.rest}ta: {"number":2}\r\n\r\n`);
  expect(second.blocks).toEqual([{ id: '8', event: '', data: '{"number":2}' }]);
  expect(second.rest).toBe('');
});
