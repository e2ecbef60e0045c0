import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { App } from '../../server/testing/start-app.ts';
import type { Sent } from './form.ts';
import type { Target } from './targets.ts';

async function begin(app: App, target: Target, { type, body }: Sent): Promise<ClientRequest> {
  const { token } = await app.cast.dev;
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length };
  const asking = request(app.address + target.path, { method: 'POST', agent: false, headers });
  // Some requests are disconnected on purpose.
  asking.on('error', () => {});
  return asking;
}

/** Sends a body in pieces, with a pause after each. @returns the status of the answer. */
export async function sendInPieces(app: App, target: Target, sent: Sent, pieces: number): Promise<number | undefined> {
  const asking = await begin(app, target, sent);
  const size = Math.ceil(sent.body.length / pieces);
  for (let at = 0; at < sent.body.length; at += size) {
    asking.write(sent.body.subarray(at, at + size));
    for (let n = 0; n < 5; n++) await turn();
  }
  asking.end();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode;
}

/** Sends the first `after` bytes of a body, and disconnects once the service reads them. Resolves when the service has noticed. */
export async function disconnectAfter(app: App, target: Target, sent: Sent, after: number): Promise<void> {
  const asking = await begin(app, target, sent);
  if (after === 0) asking.flushHeaders();
  else asking.write(sent.body.subarray(0, after));
  await until(app, 1);
  asking.destroy();
  await until(app, 0);
}

const RUNNING = /^kwit_uploads_running (\d+)$/m;

async function until(app: App, running: number): Promise<void> {
  while (Number(RUNNING.exec((await app.stranger.get('/metrics')).text)?.[1]) !== running) await turn();
}
