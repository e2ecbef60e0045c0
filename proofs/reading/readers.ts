/** A thread that reads the same address over many connections at once until it is ended. */
import { Agent, request } from 'node:http';
import { workerData } from 'node:worker_threads';

interface Reading {
  readonly address: string;
  readonly token: string;
  readonly path: string;
  /** Sent as JSON, unless it is a read. */
  readonly body?: object;
  readonly connections: number;
}

const { address, token, path, body, connections } = workerData as Reading;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

const headers = {
  authorization: `Bearer ${token}`,
  accept: 'application/json, text/event-stream',
  ...(body ? { 'content-type': 'application/json' } : {}),
};

/** Reads an answer and drops it. */
const read = () =>
  new Promise<void>((resolve, reject) => {
    const sent = request(address + path, { agent, method: body ? 'POST' : 'GET', headers }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    });
    sent.once('error', reject).end(body && JSON.stringify(body));
  });

const readAgainAndAgain = async () => {
  for (;;) await read();
};

await Promise.all(Array.from({ length: connections }, readAgainAndAgain));
