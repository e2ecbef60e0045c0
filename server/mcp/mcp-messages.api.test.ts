import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Caller } from '../testing/caller.ts'
import { tokenOf } from '../testing/mcp-agent.ts'
import { onEachDatabaseAnew } from '../testing/start-app.ts'

const HEADERS = {
  accept: 'application/json, text/event-stream',
  'content-type': 'application/json',
  'mcp-protocol-version': '2026-07-28',
}
const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientCapabilities': {},
  'io.modelcontextprotocol/clientInfo': { name: 'Test agent', version: '1.0.0' },
}
const PRIVATE_MESSAGE = { jsonrpc: '2.0', id: 7, method: 'tools/list', params: { _meta: ENVELOPE } }

interface RpcAnswer {
  readonly id: unknown
  readonly error?: { readonly code: number; readonly message: string }
  readonly result?: unknown
}

const APP_URL = 'https://kwit.example.com'

onEachDatabaseAnew(
  'a message to /mcp',
  (app) => {
    let program: Caller

    const begin = async () => {
      const { ada } = await app().cast.all()
      program = new Caller(app().address, await tokenOf(ada, 'read'))
      return ada
    }
    const send = (body: unknown, headers: Record<string, string> = {}, by = program) =>
      by.send<RpcAnswer>('POST', '/mcp', typeof body === 'string' ? body : JSON.stringify(body), {
        ...HEADERS,
        ...(typeof body === 'object' && body !== null && 'method' in body ? { 'mcp-method': String(body.method) } : {}),
        ...headers,
      })

    test('needs a token for programs: a session is not enough', async () => {
      const ada = await begin()
      ;(await send(PRIVATE_MESSAGE)).is(200)
      ;(await send(PRIVATE_MESSAGE, {}, ada)).isRefused(401, 'unauthorized')
      const refused = await send(PRIVATE_MESSAGE, {}, app().stranger)
      refused.isRefused(401, 'unauthorized')
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer')
    })

    test('finds nothing there while the setting is off', async () => {
      await begin()
      const { dev } = await app().cast.all()
      ;(await dev.patch('/api/settings', { mcp: 'off' })).is(200)
      ;(await send(PRIVATE_MESSAGE)).isRefused(404, 'not_found')
      ;(await dev.patch('/api/settings', { mcp: 'read' })).is(200)
      ;(await send(PRIVATE_MESSAGE)).is(200)
    })

    test('is refused from a page that is not the app’s', async () => {
      await begin()
      for (const origin of ['https://evil.example.net', 'null', 'http://localhost:3000'])
        (await send(PRIVATE_MESSAGE, { origin })).isRefused(403, 'forbidden')
      ;(await send(PRIVATE_MESSAGE, { origin: APP_URL })).is(200)
    })

    test('gets the errors of the protocol when it is wrong, and never a 500', async () => {
      await begin()
      const call = (params: object) => ({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { _meta: ENVELOPE, ...params },
      })
      const asked: [string, unknown, Record<string, string>, number, number][] = [
        ['no JSON', '{', {}, 400, -32700],
        ['nothing', '', {}, 400, -32700],
        ['nested too deep', `${'['.repeat(100)}${']'.repeat(100)}`, {}, 400, -32700],
        ['a number', 7, {}, 400, -32600],
        ['null', 'null', {}, 400, -32600],
        ['a batch', [PRIVATE_MESSAGE], {}, 400, -32600],
        ['an unknown method', { ...PRIVATE_MESSAGE, method: 'tools/forget' }, {}, 404, -32601],
        ['a subscription', { ...PRIVATE_MESSAGE, method: 'subscriptions/listen' }, {}, 404, -32601],
        ['an unknown tool', call({ name: 'drop_tables', arguments: {} }), { 'mcp-name': 'drop_tables' }, 200, -32602],
        [
          'an unknown version',
          {
            ...PRIVATE_MESSAGE,
            params: { _meta: { ...ENVELOPE, 'io.modelcontextprotocol/protocolVersion': '1999-01-01' } },
          },
          { 'mcp-protocol-version': '1999-01-01' },
          400,
          -32022,
        ],
        ['a header that says another method', PRIVATE_MESSAGE, { 'mcp-method': 'tools/call' }, 400, -32020],
      ]
      for (const [what, body, headers, status, code] of asked) {
        const answer = await send(body, headers)
        const { error } = JSON.parse(answer.text) as RpcAnswer
        assert.deepEqual([answer.status, error?.code], [status, code], `${what}: ${answer.text}`)
      }
    })

    test('is refused with words when a tool is called with what it does not take', async () => {
      await begin()
      const call = (name: string, given: object) =>
        send(
          { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: ENVELOPE, name, arguments: given } },
          { 'mcp-name': name },
        )
      const wrong: [string, object, string][] = [
        ['get_ticket', {}, '"number" is missing'],
        ['get_ticket', { number: 'seven' }, '"number" must be of type integer'],
        ['search_tickets', { limit: 51 }, '"limit" must be at most 50'],
        ['search_tickets', { sudo: true }, '"sudo" is not known here'],
      ]
      for (const [name, given, word] of wrong) {
        const { result } = (await call(name, given)).is(200) as {
          result: { isError: boolean; content: { text: string }[] }
        }
        assert.equal(result.isError, true)
        const text = result.content[0]?.text ?? ''
        assert.ok(text.includes(word), text)
      }
    })

    test('is the only thing there: neither a stream nor a session', async () => {
      await begin()
      for (const method of ['GET', 'DELETE']) {
        const answer = await program.send(method, '/mcp')
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST'])
      }
    })

    test('is counted by tool and outcome', async () => {
      await begin()
      const name = 'whoami'
      const message = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { _meta: ENVELOPE, name, arguments: {} } }
      ;(await send(message, { 'mcp-name': name })).is(200)
      const { text } = await app().stranger.get('/metrics')
      assert.match(text, /^kwit_mcp_calls_total\{tool="whoami",outcome="done"\} 1$/m)
    })
  },
  { APP_URL },
)
