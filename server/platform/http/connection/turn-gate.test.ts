import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { SECOND } from '../../clock.ts';
import { Failure } from '../../failure.ts';
import { TurnGate } from './turn-gate.ts';

/** Some turns of the event loop, in which the gate admits the readers that may go on. */
async function settle(): Promise<void> {
  for (let turns = 0; turns < 5; turns++) await turn();
}

/** A read at the gate: where it is, and ways to end it. */
function arrive(gate: TurnGate, personId: string, patienceMs = SECOND) {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const read = { place: 'in line', gone: false, end: () => resolve('read'), fail: () => reject(new Error('broken')) };
  const ended = gate.run({ personId, patienceMs, hasLeft: () => read.gone }, () => {
    read.place = 'running';
    return promise;
  });
  ended.then(
    (result) => {
      read.place = result;
    },
    (error) => {
      read.place = error instanceof Failure ? error.code : error.message;
    },
  );
  return read;
}

const arriveTogether = (gate: TurnGate, ...people: string[]) => people.map((who) => arrive(gate, who));
const placesOf = (reads: readonly { place: string }[]) => reads.map(({ place }) => place);

test('four reads of one person run at once, and the others have room', async () => {
  const gate = new TurnGate(5);
  const ada = arriveTogether(gate, 'ada', 'ada', 'ada', 'ada', 'ada', 'ada');
  const jan = arriveTogether(gate, 'jan', 'jan');
  await settle();
  assert.deepEqual(placesOf(ada), [...Array(4).fill('running'), 'in line', 'in line']);
  assert.deepEqual(placesOf(jan), ['running', 'in line']);
  assert.deepEqual([gate.running, gate.waiting, gate.turns], [5, 3, 5]);
  jan[0]?.end();
  await settle();
  assert.deepEqual([placesOf(ada)[4], ...placesOf(jan)], ['in line', 'read', 'running']);
  ada[0]?.fail();
  await settle();
  assert.deepEqual([ada[0]?.place, ada[4]?.place, gate.running], ['broken', 'running', 5]);
  // Nobody is left to wait for ten seconds.
  for (const read of [...ada, ...jan]) read.end();
  await settle();
  assert.deepEqual([gate.running, gate.waiting], [0, 0]);
});

test('with four more in line one person reads one at a time', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gate = new TurnGate(5);
  const ada = arriveTogether(gate, ...Array(9).fill('ada'));
  const running = () => placesOf(ada).filter((place) => place === 'running').length;
  const endOne = async () => {
    ada.find(({ place }) => place === 'running')?.end();
    await settle();
    t.mock.timers.tick(SECOND);
    await settle();
  };
  for (const expected of [4, 3, 2, 1, 1, 4]) {
    assert.equal(running(), expected);
    await endOne();
  }
});

test('people take turns, however many reads one of them has sent', async () => {
  const gate = new TurnGate(1);
  const reads = arriveTogether(gate, 'ada', 'ada', 'ada', 'jan', 'dev', 'jan');
  const order: number[] = [];
  for (let n = 0; n < reads.length; n++) {
    await settle();
    const now = placesOf(reads).indexOf('running');
    order.push(now);
    reads[now]?.end();
  }
  assert.deepEqual(order, [0, 1, 3, 4, 2, 5]);
});

test('the event loop comes round between two reads', async () => {
  const gate = new TurnGate(1);
  const [first, second] = arriveTogether(gate, 'ada', 'jan');
  first?.end();
  for (let n = 0; n < 100; n++) await null;
  assert.deepEqual([first?.place, second?.place], ['read', 'in line']);
  await settle();
  assert.equal(second?.place, 'running');
});

test('who has four more waiting rests after each read for twice its time, and others go on', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const gate = new TurnGate(1);
  const ada = arriveTogether(gate, 'ada', 'ada', 'ada', 'ada', 'ada');
  const [jan] = arriveTogether(gate, 'jan');
  now += 50;
  ada[0]?.end();
  await settle();
  assert.equal(jan?.place, 'running');
  jan?.end();
  await settle();
  t.mock.timers.tick(99);
  await settle();
  assert.deepEqual([placesOf(ada).includes('running'), gate.running], [false, 0]);
  t.mock.timers.tick(1);
  await settle();
  assert.equal(ada[1]?.place, 'running');
  // Three more wait: that is no more than one person reads at once.
  ada[1]?.end();
  await settle();
  assert.equal(ada[2]?.place, 'running');
});

test('who waits half a minute is refused, and who has left gets no turn', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const gate = new TurnGate(1);
  const [first, second, third, gone] = arriveTogether(gate, 'ada', 'ada', 'jan', 'dev');
  const last = arrive(gate, 'eve');
  t.mock.timers.tick(30 * SECOND - 1);
  await settle();
  assert.equal(gate.waiting, 4);
  if (gone) gone.gone = true;
  first?.end();
  await settle();
  second?.end();
  await settle();
  third?.end();
  await settle();
  assert.deepEqual([gone?.place, last.place], ['service_unavailable', 'running']);
  const late = arrive(gate, 'ada');
  t.mock.timers.tick(30 * SECOND);
  await settle();
  assert.deepEqual([late.place, last.place, gate.waiting], ['service_unavailable', 'running', 0]);
});

test('four cheap operations of one person run at once, however many wait, and none rests', async (t) => {
  // Four still wait at the end, for half a minute of the test's own.
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const gate = new TurnGate(Number.POSITIVE_INFINITY, 5);
  const ada = arriveTogether(gate, ...Array(12).fill('ada'));
  const running = () => placesOf(ada).filter((place) => place === 'running').length;
  // Sixteen for four of them, that is four each.
  now += 16;
  for (const held of ada.slice(0, 4)) held.end();
  await settle();
  assert.equal(running(), 4);
  // Work that takes longer runs alone, and rests.
  now += 50;
  ada[4]?.end();
  await settle();
  assert.equal(running(), 3);
});

test('what others keep waiting too long is refused at once, and what waits for its own is not', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 1000;
  t.mock.method(performance, 'now', () => now);
  const gate = new TurnGate(1);
  const people = Array.from({ length: 30 }, (_, n) => `person ${n}`);
  const crowd = arriveTogether(gate, ...people);
  for (const held of crowd.slice(0, 10)) {
    now += 80;
    held.end();
    await settle();
  }
  // Nineteen wait, each for as long as those before have taken.
  const own = arriveTogether(gate, 'person 29', 'person 29');
  const [patient, hasty] = [arrive(gate, 'ada', 2 * SECOND), arrive(gate, 'jan', SECOND / 2)];
  await settle();
  assert.deepEqual([patient.place, hasty.place, gate.crowded], ['in line', 'service_unavailable', 1]);
  assert.deepEqual(placesOf(own), ['in line', 'in line']);
});

test('the next part of a request waits for what others have begun, and for no later one, nor for longer than it may', async () => {
  const gate = new TurnGate(Number.POSITIVE_INFINITY, 5);
  const ada = arrive(gate, 'ada');
  await gate.giveWay('eve', 0);
  assert.equal(ada.place, 'running');
  let hasGiven = false;
  const way = gate.giveWay('eve', SECOND * 60).then(() => {
    hasGiven = true;
  });
  await settle();
  assert.equal(hasGiven, false);
  const bob = arrive(gate, 'bob');
  ada.end();
  await way;
  assert.equal(bob.place, 'running');
  await gate.giveWay('bob', SECOND * 60);
  assert.equal(ada.place, 'read');
});
