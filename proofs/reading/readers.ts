/** A thread that reads the same address over many connections at once until it is ended. */
import { Agent, get } from 'node:http';
import { workerData } from 'node:worker_threads';

interface Reading {
  readonly address: string;
  readonly token: string;
  readonly path: string;
  readonly connections: number;
}

const { address, token, path, connections } = workerData as Reading;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

/** Reads an answer and drops it. */
const read = () =>
  new Promise<void>((resolve, reject) => {
    get(address + path, { agent, headers: { authorization: `Bearer ${token}` } }, (answer) => {
      answer.resume().once('end', resolve).once('error', reject);
    }).once('error', reject);
  });

const readAgainAndAgain = async () => {
  for (;;) await read();
};

await Promise.all(Array.from({ length: connections }, readAgainAndAgain));
