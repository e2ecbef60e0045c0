import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer, text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { openFileStore } from './open-file-store.ts'

const MODIFIED = '2026-11-21T03:44:00.000Z'

/** Plays as much of S3 as the store uses: PUT, GET with ranges, HEAD, DELETE, and a list in pages of two. */
async function startBucket(t: TestContext) {
  const objects = new Map<string, Buffer>()
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1')
    assert.match(request.headers.authorization ?? '', /Credential=AKIDEXAMPLE\//)
    if (pathname.endsWith('/bucket') || pathname === '/bucket/') listObjects(objects, searchParams, response)
    else await answerFor(objects, pathname, request, response)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.close()
    server.closeAllConnections()
  })
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  const open = (prefix: string) =>
    openFileStore(`s3://bucket${prefix}?region=eu-central-1&endpoint=${endpoint}`, {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
    })
  return { objects, open }
}

async function answerFor(
  objects: Map<string, Buffer>,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await buffer(request)
  const object = objects.get(path)
  if (request.method === 'PUT') {
    objects.set(path, body)
    response.end()
  } else if (request.method === 'DELETE') {
    objects.delete(path)
    response.writeHead(204).end()
  } else if (object === undefined) {
    response.writeHead(404).end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>')
  } else {
    sendObject(object, request, response)
  }
}

function sendObject(object: Buffer, request: IncomingMessage, response: ServerResponse) {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '')
  if (range === null) {
    response.writeHead(200, { 'content-length': object.length }).end(request.method === 'HEAD' ? '' : object)
    return
  }
  const part = object.subarray(Number(range[1]), Number(range[2]) + 1)
  const contentRange = `bytes ${range[1]}-${range[2]}/${object.length}`
  response.writeHead(206, { 'content-length': part.length, 'content-range': contentRange }).end(part)
}

function listObjects(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse) {
  const prefix = `/bucket/${query.get('prefix') ?? ''}`
  const from = Number(query.get('continuation-token') ?? 0)
  const paths = [...objects.keys()].filter((path) => path.startsWith(prefix))
  const entries = paths
    .slice(from, from + 2)
    .map(
      (path) =>
        `<Contents><Key>${path.slice('/bucket/'.length)}</Key><LastModified>${MODIFIED}</LastModified></Contents>`,
    )
  const more = paths.length > from + 2
  const next = more ? `<NextContinuationToken>${from + 2}</NextContinuationToken>` : ''
  response.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`)
}

test('keeps, opens, ranges over and removes a file under its prefix', async (t) => {
  const { objects, open } = await startBucket(t)
  const store = open('/kwit/files/')
  const kept = await store.keep(Buffer.from('0123456789'))
  assert.deepEqual([...objects.keys()], [`/bucket/kwit/files/${kept.name}`])
  assert.equal(kept.size, 10)
  assert.equal(kept.sha256, '84d89877f0d4041efb6bf91a16f0248f2fd573e6af05c19f96bedb9f882f7882')
  const whole = await store.open(kept.name)
  assert.equal(whole?.size, 10)
  assert.equal(await text(whole.stream), '0123456789')
  const part = await store.open(kept.name, { start: 3, end: 6 })
  assert.equal(part?.size, 10)
  assert.equal(await text(part.stream), '3456')
  await assert.rejects(store.open(kept.name, { start: 3, end: 10 }), RangeError)
  await store.remove(kept.name)
  assert.equal(await store.open(kept.name), null)
  assert.equal(await store.open(kept.name, { start: 0, end: 0 }), null)
})

test('keeps a stream', async (t) => {
  const { open } = await startBucket(t)
  const store = open('')
  const kept = await store.keep(
    (async function* () {
      yield Buffer.from('one ')
      yield Buffer.from('two')
    })(),
  )
  const file = await store.open(kept.name)
  assert.equal(file && (await text(file.stream)), 'one two')
})

test('lists all pages, and only its own names', async (t) => {
  const { objects, open } = await startBucket(t)
  const store = open('/kwit')
  const kept = await Promise.all(Array.from({ length: 5 }, (_, index) => store.keep(Buffer.from(`${index}`))))
  objects.set('/bucket/kwit/README', Buffer.from(''))
  objects.set(`/bucket/other/${kept[0]?.name}`, Buffer.from(''))
  const listed = await Array.fromAsync(store.names())
  assert.deepEqual(listed.map(({ name }) => name).toSorted(), kept.map(({ name }) => name).toSorted())
  assert.equal(listed[0]?.modifiedAt, Date.parse(MODIFIED))
})

test('what is no name of its own is not asked for', async (t) => {
  const { objects, open } = await startBucket(t)
  objects.set('/bucket/secret', Buffer.from('secret'))
  const store = open('/kwit')
  assert.equal(await store.open('../secret'), null)
  await store.remove('../secret')
  assert.equal(objects.size, 1)
})
