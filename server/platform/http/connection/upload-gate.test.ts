import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SECOND } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import { UploadGate } from './upload-gate.ts';

const MB = 1024 * 1024;

/** An upload at the gate: its state, and a way to end it. */
function arrive(gate: UploadGate, who: string, bytes?: number) {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const upload = { who, place: 'in line', leave: () => void response.emit('close') };
  gate.enter(response, who, bytes).then(
    () => {
      upload.place = 'inside';
    },
    (error) => {
      upload.place = error instanceof Failure ? error.code : String(error);
    },
  );
  return upload;
}

const arriveTogether = (gate: UploadGate, count: number, who: string, bytes?: number) =>
  Array.from({ length: count }, () => arrive(gate, who, bytes));
const countOf = (uploads: readonly { place: string }[], place: string) =>
  uploads.filter((upload) => upload.place === place).length;

test('small forms take little room: seventeen of one person are read at once', async () => {
  const gate = new UploadGate();
  const uploads = arriveTogether(gate, 17, 'ada', 100 * 1024);
  await turn();
  assert.deepEqual([countOf(uploads, 'inside'), gate.bytes], [17, 1700 * 1024]);
  for (const upload of uploads) upload.leave();
  assert.deepEqual([gate.running, gate.bytes], [0, 0]);
});

test('one person has half of the room, and those behind them pass by', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gate = new UploadGate();
  const ada = arriveTogether(gate, 6, 'ada', 20 * MB);
  const jan = arriveTogether(gate, 3, 'jan');
  const [dev] = arriveTogether(gate, 1, 'dev', 30 * MB);
  const [small] = arriveTogether(gate, 1, 'ewa', 1);
  await turn();
  // A form that does not say how long it is counts 20 MB, and no form more than Kwit keeps of one.
  assert.deepEqual([countOf(ada, 'inside'), countOf(jan, 'inside'), gate.bytes], [4, 3, 140 * MB]);
  // The room has 20 MB left: less than the first form in line needs, so that nobody passes by it.
  assert.deepEqual([dev?.place, small?.place, gate.waiting], ['in line', 'in line', 4]);
  jan[0]?.leave();
  await turn();
  assert.deepEqual([dev?.place, small?.place, countOf(ada, 'in line')], ['inside', 'inside', 2]);
  ada[0]?.leave();
  await turn();
  assert.deepEqual([ada[4]?.place, ada[5]?.place], ['inside', 'in line']);
});

test('the line has 256 places, half of them one person’s, and thirty seconds', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gate = new UploadGate();
  const first = [...arriveTogether(gate, 4, 'ada'), ...arriveTogether(gate, 4, 'jan')];
  const ada = arriveTogether(gate, 129, 'ada');
  const jan = arriveTogether(gate, 100, 'jan');
  const others = arriveTogether(gate, 29, 'dev');
  await turn();
  assert.deepEqual([countOf(first, 'inside'), gate.waiting], [8, 256]);
  assert.deepEqual(
    [ada, jan, others].map((some) => countOf(some, 'service_unavailable')),
    [1, 0, 1],
  );
  t.mock.timers.tick(30 * SECOND - 1);
  await turn();
  assert.equal(gate.waiting, 256);
  ada[3]?.leave();
  await turn();
  assert.equal(gate.waiting, 255);
  t.mock.timers.tick(1);
  await turn();
  assert.deepEqual([gate.waiting, gate.running, countOf(jan, 'service_unavailable')], [0, 8, 100]);
});
