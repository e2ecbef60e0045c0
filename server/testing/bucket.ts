/** A server of S3's protocol for tests. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import { openFileStore } from '#platform';

/** The last modification of every object: the moment at which the tests' clock starts. */
export const MODIFIED = '2026-11-21T03:44:00.000Z';

/** Starts a server that answers the requests which the file store makes: PUT, GET with ranges, HEAD, DELETE, and a list in pages of two. */
export async function startBucket(t: TestContext) {
  const objects = new Map<string, Buffer>();
  let isDown = false;
  const server = createServer(async (request, response) => {
    if (isDown) {
      request.socket.destroy();
      return;
    }
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    assert.match(request.headers.authorization ?? '', /Credential=AKIDEXAMPLE\//);
    if (pathname.endsWith('/bucket') || pathname === '/bucket/') listObjects(objects, searchParams, response);
    else await answerFor(objects, pathname, request, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.close();
    server.closeAllConnections();
  });
  const endpoint = encodeURIComponent(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  const url = (prefix: string) => `s3://bucket${prefix}?region=eu-central-1&endpoint=${endpoint}`;
  const open = (prefix: string) =>
    openFileStore(url(prefix), {
      accessKeyId: 'AKIDEXAMPLE',
      secretAccessKey: 'secret',
    });
  return {
    objects,
    open,
    url,
    /** Whether it hangs up on everybody. */
    setDown(down: boolean): void {
      isDown = down;
    },
  };
}

async function answerFor(
  objects: Map<string, Buffer>,
  path: string,
  request: IncomingMessage,
  response: ServerResponse,
) {
  const body = await buffer(request);
  const object = objects.get(path);
  const query = new URL(request.url ?? '', 'http://127.0.0.1').searchParams;
  if (query.has('uploads') || query.has('uploadId')) {
    answerForPieces(objects, path, { query, body, method: request.method ?? '' }, response);
  } else if (request.method === 'PUT') {
    objects.set(path, body);
    response.end();
  } else if (request.method === 'DELETE') {
    objects.delete(path);
    response.writeHead(204).end();
  } else if (object === undefined) {
    response.writeHead(404).end(request.method === 'HEAD' ? '' : '<Error><Code>NoSuchKey</Code></Error>');
  } else {
    sendObject(object, request, response);
  }
}

interface Sent {
  readonly query: URLSearchParams;
  readonly body: Buffer;
  readonly method: string;
}

/** An object that comes in pieces, which are objects of no name until the last has come. */
function answerForPieces(objects: Map<string, Buffer>, path: string, sent: Sent, response: ServerResponse): void {
  const { query, body, method } = sent;
  const pieces = () => [...objects.keys()].filter((key) => key.startsWith(`pieces of ${path} `));
  if (query.has('uploads')) {
    response.end('<InitiateMultipartUploadResult><UploadId>one</UploadId></InitiateMultipartUploadResult>');
    return;
  }
  if (method === 'PUT') {
    objects.set(`pieces of ${path} ${query.get('partNumber')?.padStart(5, '0')}`, body);
    response.setHeader('etag', `"${query.get('partNumber')}"`);
  } else {
    const bytes = pieces()
      .sort()
      .map((key) => objects.get(key) ?? Buffer.alloc(0));
    for (const key of pieces()) objects.delete(key);
    if (method === 'POST') objects.set(path, Buffer.concat(bytes));
  }
  response.end(
    method === 'POST' ? '<CompleteMultipartUploadResult><ETag>1</ETag></CompleteMultipartUploadResult>' : '',
  );
}

function sendObject(object: Buffer, request: IncomingMessage, response: ServerResponse) {
  const range = /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? '');
  if (range === null) {
    response.writeHead(200, { 'content-length': object.length }).end(request.method === 'HEAD' ? '' : object);
    return;
  }
  const part = object.subarray(Number(range[1]), Number(range[2]) + 1);
  const contentRange = `bytes ${range[1]}-${range[2]}/${object.length}`;
  response.writeHead(206, { 'content-length': part.length, 'content-range': contentRange }).end(part);
}

function listObjects(objects: Map<string, Buffer>, query: URLSearchParams, response: ServerResponse) {
  const prefix = `/bucket/${query.get('prefix') ?? ''}`;
  const after = query.get('continuation-token') ?? '';
  const paths = [...objects.keys()].filter((path) => path.startsWith(prefix) && path > after).sort();
  const entries = paths
    .slice(0, 2)
    .map(
      (path) =>
        `<Contents><Key>${path.slice('/bucket/'.length)}</Key><LastModified>${MODIFIED}</LastModified></Contents>`,
    );
  const more = paths.length > 2;
  const next = more ? `<NextContinuationToken>${paths[1]}</NextContinuationToken>` : '';
  response.end(`<ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${entries.join('')}</ListBucketResult>`);
}
