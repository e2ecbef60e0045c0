import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { Connections } from './connections.ts';

/** Connects when it is told to, says so, then tells what it read or why it failed. */
const CLIENT = `
  const { parentPort, workerData: { port, connected } } = require('node:worker_threads')
  parentPort.once('message', () => {
    const socket = require('node:net').connect(port, '127.0.0.1')
    socket.once('connect', () => {
      Atomics.store(connected, 0, 1)
      Atomics.notify(connected, 0)
    })
    socket.once('data', (data) => parentPort.postMessage(String(data)))
    socket.once('error', ({ code }) => parentPort.postMessage(code))
  })`;

test('a connection that comes in the last turn before the port closes is accepted, however long the turn takes', async (t) => {
  const server = createServer((socket) => socket.on('error', () => {}).end('accepted'));
  const connections = new Connections();
  connections.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const connected = new Int32Array(new SharedArrayBuffer(4));
  const client = new Worker(CLIENT, {
    eval: true,
    workerData: { port: (server.address() as AddressInfo).port, connected },
  });
  t.after(() => client.terminate());
  const heard = once(client, 'message');
  await once(client, 'online');
  let turns = 0;
  const passes = () => {
    turns += 1;
    if (turns < 3) setImmediate(passes);
    else {
      client.postMessage('connect');
      // It may have connected before anybody waits for it.
      assert.notEqual(Atomics.wait(connected, 0, 0, 10_000), 'timed-out');
    }
  };
  setImmediate(passes);
  await connections.stopAccepting(server);
  assert.deepEqual(await heard, ['accepted']);
});

test('a crowd that waits when the port is to close is accepted', async () => {
  const server = createServer((socket) => socket.end('accepted'));
  const connections = new Connections();
  connections.watch(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const crowd = Array.from({ length: 400 }, () => once(connect(port, '127.0.0.1'), 'data'));
  await connections.stopAccepting(server);
  assert.deepEqual((await Promise.all(crowd)).map(String), Array(400).fill('accepted'));
});
