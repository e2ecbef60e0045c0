import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import { setImmediate as turn } from 'node:timers/promises'
import type { App } from '../../server/testing/start-app.ts'
import type { Sent } from './form.ts'
import type { Target } from './targets.ts'

async function begin(app: App, target: Target, { type, body }: Sent): Promise<ClientRequest> {
  const { token } = await app.cast.dev
  const headers = { authorization: `Bearer ${token}`, 'content-type': type, 'content-length': body.length }
  const asking = request(app.address + target.path, { method: 'POST', agent: false, headers })
  // Being cut is what some of them are for.
  asking.on('error', () => {})
  return asking
}

/** Sends a body in that many pieces, with a pause after each, and gives the status of the answer. */
export async function drip(app: App, target: Target, sent: Sent, pieces: number): Promise<number | undefined> {
  const asking = await begin(app, target, sent)
  const size = Math.ceil(sent.body.length / pieces)
  for (let at = 0; at < sent.body.length; at += size) {
    asking.write(sent.body.subarray(at, at + size))
    for (let n = 0; n < 5; n++) await turn()
  }
  asking.end()
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  answer.resume()
  return answer.statusCode
}

/** Sends the first bytes of a body and, once they are being read, hangs up. Resolves when the service has noticed. */
export async function hangUp(app: App, target: Target, sent: Sent, after: number): Promise<void> {
  const asking = await begin(app, target, sent)
  if (after === 0) asking.flushHeaders()
  else asking.write(sent.body.subarray(0, after))
  await until(app, 1)
  asking.destroy()
  await until(app, 0)
}

const RUNNING = /^kwit_uploads_running (\d+)$/m

async function until(app: App, running: number): Promise<void> {
  while (Number(RUNNING.exec((await app.stranger.get('/metrics')).text)?.[1]) !== running) await turn()
}
