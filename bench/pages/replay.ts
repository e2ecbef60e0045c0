import { type Agent, request } from 'node:http';
import { isStream, type Recorded } from './recorder.ts';

/** Makes the requests of a view again, one after another: a stream until its first bytes. */
export async function replay(requests: readonly Recorded[], port: number, agent: Agent): Promise<void> {
  for (const each of requests) await repeat(each, port, agent);
}

const repeat = ({ method, path, headers, body }: Recorded, port: number, agent: Agent): Promise<void> =>
  new Promise((resolve, reject) => {
    const sent = request({ port, agent, method, path, headers }, (answer) => {
      if (isStream(path)) answer.once('data', () => sent.destroy());
      answer.resume();
      answer.once('close', resolve);
    });
    sent.on('error', (error) => (isStream(path) ? resolve() : reject(error)));
    sent.end(body);
  });
