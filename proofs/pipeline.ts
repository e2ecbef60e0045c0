import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'

/** A request as it goes over the wire. `body` is sent as JSON. */
export interface Plain {
  readonly method?: 'GET' | 'POST'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: object
}

/**
 * Sends many requests over one connection, one after the other without waiting, and gives the statuses of the answers:
 * the cheapest way to ask a lot, where only that it was asked matters.
 */
export async function pipeline(address: string, requests: readonly Plain[]): Promise<number[]> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname)
  let received = ''
  socket.setEncoding('latin1').on('data', (text: string) => {
    received += text
  })
  socket.write(requests.map(written).join(''))
  await once(socket, 'close')
  const statuses = [...received.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
  assert.equal(statuses.length, requests.length, 'an answer for each request')
  return statuses
}

function written({ method = 'GET', path, headers = {}, body }: Plain, index: number, all: readonly Plain[]): string {
  const payload = body === undefined ? '' : JSON.stringify(body)
  const lines = [
    `${method} ${path} HTTP/1.1`,
    'host: kwit',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === undefined ? [] : ['content-type: application/json', `content-length: ${Buffer.byteLength(payload)}`]),
    // The other side closes after the last.
    ...(index === all.length - 1 ? ['connection: close'] : []),
  ]
  return `${lines.join('\r\n')}\r\n\r\n${payload}`
}
