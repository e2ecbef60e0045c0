import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { after, before, describe, test } from 'node:test';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { Failure } from '../failure.ts';
import { dropUnreadBodies } from '../http/connection/connections.ts';
import { cleanName } from './file-name.ts';
import { receiveForm } from './received-files.ts';

const MEGABYTE = 1024 * 1024;
const BOUNDARY = 'boundary-of-the-test';
const TYPE = `multipart/form-data; boundary=${BOUNDARY}`;

interface Answer {
  readonly status: number;
  readonly error?: string;
  readonly details?: { path: string; code: string }[];
  readonly fields?: Record<string, string>;
  readonly files?: { originalName: string; claimed: string; size: number; sha256: string }[];
}

const app = fastify({ forceCloseConnections: true });
let origin: URL;

describe('a form', () => {
  before(async () => {
    dropUnreadBodies(app);
    await app.register(multipart, { limits: { parts: 30, fields: 20, fieldSize: 100 * 1024, files: 11 } });
    app.setErrorHandler((error, _request, reply) => {
      if (!(error instanceof Failure)) return reply.status(500).send({ error: String(error) });
      return reply.status(400).send({ error: error.code, details: error.details });
    });
    app.post('/', async (request) => {
      const allowed = { fileField: 'attachments', maxFiles: 10, maxBytes: 20 * MEGABYTE };
      const { fields, files } = await receiveForm(request, { ...allowed, tooLarge: 'attachments_too_large' });
      return { fields, files: files.map(({ bytes, ...file }) => ({ ...file, size: bytes.length })) };
    });
    await app.listen({ port: 0, host: '127.0.0.1' });
    origin = new URL(`http://127.0.0.1:${(app.server.address() as AddressInfo).port}/`);
  });
  after(() => app.close());

  /** Posts a body over a connection that is closed after it: such a client loses its answer most easily. */
  async function post(body: Buffer | string, contentType = TYPE): Promise<Answer> {
    const request = httpRequest(origin, { method: 'POST', agent: false, headers: { 'content-type': contentType } });
    request.end(body);
    const [response] = await once(request, 'response');
    return { status: response.statusCode, ...JSON.parse(await text(response)) };
  }

  async function postForm(form: FormData): Promise<Answer> {
    const response = await fetch(origin, { method: 'POST', body: form });
    return { status: response.status, ...((await response.json()) as object) } as Answer;
  }

  const part = (disposition: string, content: Buffer | string = '', type?: string) =>
    Buffer.concat([
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n`),
      Buffer.from(type === undefined ? '\r\n' : `Content-Type: ${type}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ]);

  const bodyOf = (...parts: Buffer[]) => Buffer.concat([...parts, Buffer.from(`--${BOUNDARY}--\r\n`)]);

  function formOf(files: readonly [name: string, size: number][], fields: Record<string, string> = {}): FormData {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    for (const [name, size] of files) {
      form.append('attachments', new Blob([Buffer.alloc(size, 'x')], { type: 'text/plain' }), name);
    }
    return form;
  }

  test('gives the fields as they were typed, and the files with their names, claims and digests', async () => {
    const answer = await postForm(formOf([['Łódź.txt', 5]], { title: ' Zażółć\r\n"gęślą" ', empty: '' }));
    assert.equal(answer.status, 200);
    assert.deepEqual(answer.fields, { title: ' Zażółć\r\n"gęślą" ', empty: '' });
    const sha256 = createHash('sha256').update('xxxxx').digest('hex');
    assert.deepEqual(answer.files, [{ originalName: 'Łódź.txt', claimed: 'text/plain', sha256, size: 5 }]);
  });

  test('text that a part calls JSON stays text, and a claim loses its parameters', async () => {
    const answer = await post(
      bodyOf(
        part('name="title"', '{"a": 1}', 'application/json'),
        part('name="attachments"; filename="a.csv"', 'a,b', 'Text/CSV; charset=utf-8'),
      ),
    );
    assert.deepEqual(answer.fields, { title: '{"a": 1}' });
    assert.equal(answer.files?.[0]?.claimed, 'text/csv');
  });

  test("a browser's empty file input is not sent; an empty file is", async () => {
    const inputs = [
      part('name="attachments"; filename=""', '', 'application/octet-stream'),
      part('name="attachments"'),
    ];
    const others = [part('name="avatar"; filename=""', '', 'application/octet-stream')];
    assert.deepEqual((await post(bodyOf(...inputs, ...others))).files, []);
    const [file] = (await postForm(formOf([['empty.txt', 0]]))).files ?? [];
    assert.equal(file?.size, 0);
    const [nameless] = (await post(bodyOf(part('name="attachments"; filename=""', 'x')))).files ?? [];
    assert.equal(nameless?.originalName, 'file');
  });

  test('up to 10 files and exactly 20 MiB are taken', async () => {
    const ten = Array.from({ length: 10 }, (_, index): [string, number] => [`${index}.txt`, 2 * MEGABYTE]);
    assert.equal((await postForm(formOf(ten))).files?.length, 10);
  });

  test('an eleventh file, or one byte more, is too large, whatever else is wrong', async () => {
    const eleven = Array.from({ length: 11 }, (_, index): [string, number] => [`${index}.txt`, 1]);
    const tooLarge = { status: 400, error: 'attachments_too_large' };
    assert.deepEqual(await postForm(formOf(eleven)), tooLarge);
    assert.deepEqual(await postForm(formOf(Array(31).fill(['a.txt', 1]))), tooLarge);
    assert.deepEqual(await postForm(formOf([['a.txt', 20 * MEGABYTE + 1]])), tooLarge);
    assert.deepEqual(
      await postForm(
        formOf([
          ['a.txt', 20 * MEGABYTE],
          ['b.txt', 1],
        ]),
      ),
      tooLarge,
    );
    const cut = bodyOf(
      part('name="x"; filename="x"', 'x'),
      part('name="attachments"; filename="a"', Buffer.alloc(21 * MEGABYTE)),
    );
    assert.deepEqual(await post(cut.subarray(0, -10)), tooLarge);
  });

  test('a client that sends far too much gets its answer, and the connection serves the next request', async () => {
    const tooLarge = { status: 400, error: 'attachments_too_large' };
    assert.deepEqual(
      await post(bodyOf(part('name="attachments"; filename="a"', Buffer.alloc(25 * MEGABYTE)))),
      tooLarge,
    );
    const socket = connect(Number(origin.port), '127.0.0.1');
    const body = bodyOf(part('name="attachments"; filename="a"', Buffer.alloc(25 * MEGABYTE)));
    const head = `POST / HTTP/1.1\r\nHost: kwit\r\nContent-Type: ${TYPE}\r\n`;
    socket.write(`${head}Content-Length: ${body.length}\r\n\r\n`);
    socket.write(body);
    const next = bodyOf(part('name="title"', 'next'));
    socket.write(`${head}Connection: close\r\nContent-Length: ${next.length}\r\n\r\n`);
    socket.write(next);
    assert.match(await text(socket), /attachments_too_large[\s\S]*"title":"next"/);
  });

  test('a body in which nobody looks for its end is given up on, with an answer', async () => {
    const answer = await post(bodyOf(part('name="attachments"; filename="a"', Buffer.alloc(80 * MEGABYTE))));
    assert.equal(answer.error, 'attachments_too_large');
  });

  test('a file in an unknown part, a repeated field and text that is not UTF-8 are all named', async () => {
    const answer = await post(
      bodyOf(
        part('name="avatar"; filename="a.png"', Buffer.alloc(MEGABYTE)),
        part('name="title"', 'one'),
        part('name="title"', 'two'),
        part('name="description"', Buffer.from('61ff', 'hex')),
        part('name="environment"', Buffer.from('61ff', 'hex'), 'text/plain; charset=iso-8859-1'),
        part('name="long"', Buffer.alloc(100 * 1024 + 1, 'x')),
        part('name=""', 'x'),
        part('title="no name"', 'x'),
      ),
    );
    assert.equal(answer.error, 'validation_error');
    assert.deepEqual(
      answer.details?.map(({ path, code }) => [path, code]),
      [
        ['avatar', 'additionalProperties'],
        ['title', 'duplicate'],
        ['description', 'utf8'],
        ['environment', 'utf8'],
        ['long', 'maxLength'],
        ['', 'name'],
        ['', 'name'],
      ],
    );
  });

  test('a part that cannot be read as one is refused, and not passed over', async () => {
    const whole = part('name="title"', 'x');
    const broken = [
      part(`name="attachments"; filename*=UTF-8''a%0Ab.txt`, 'x'),
      part('name="attachments"; filename="a\rb.txt"', 'x'),
      Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: attachment; name="attachments"; filename="a"\r\n\r\nx\r\n`),
      Buffer.from(`--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nx\r\n`),
    ];
    for (const disposition of broken) {
      const { error, details } = await post(bodyOf(whole, disposition));
      assert.deepEqual([error, details?.map(({ code }) => code)], ['validation_error', ['disposition']]);
    }
  });

  test('more than 20 fields, more than 30 parts and names of the language are refused', async () => {
    const fields = (count: number) => Array.from({ length: count }, (_, index) => part(`name="field-${index}"`, 'x'));
    assert.equal((await post(bodyOf(...fields(20)))).status, 200);
    assert.deepEqual((await post(bodyOf(...fields(21)))).details?.[0]?.code, 'maxProperties');
    assert.equal((await post(bodyOf(...Array(31).fill(part('name="attachments"'))))).error, 'validation_error');
    const many = await post(bodyOf(Buffer.concat(fields(200_000))));
    assert.deepEqual([...new Set(many.details?.map(({ code }) => code))], ['maxProperties', 'multipart']);
    for (const name of ['__proto__', 'constructor', 'toString']) {
      assert.equal((await post(bodyOf(part(`name="${name}"`, 'x')))).error, 'validation_error');
      assert.equal((await post(bodyOf(part(`name="${name}"; filename="a"`, 'x')))).error, 'validation_error');
    }
  });

  test('a body that is no form, or only a part of one, is refused', async () => {
    const whole = bodyOf(part('name="title"', 'x'), part('name="attachments"; filename="a.txt"', 'x'.repeat(1000)));
    for (const length of [whole.length - 500, whole.length - 30, 150, 90, 30, 3]) {
      const answer = await post(whole.subarray(0, length));
      assert.deepEqual([answer.status, answer.error], [400, 'validation_error'], `${length} bytes`);
    }
    assert.equal((await post('no form at all')).error, 'validation_error');
    assert.equal((await post(whole, 'multipart/form-data')).error, 'validation_error');
    assert.equal((await post(Buffer.alloc(25 * MEGABYTE), 'multipart/form-data')).error, 'validation_error');
    assert.equal((await post(whole, `multipart/form-data; boundary=other`)).error, 'validation_error');
    assert.equal((await post('{}', 'application/json')).error, 'unsupported_media_type');
  });

  test('what follows the form is ignored', async () => {
    const body = Buffer.concat([bodyOf(part('name="title"', 'x')), Buffer.alloc(3 * MEGABYTE, 'x')]);
    assert.deepEqual((await post(body)).fields, { title: 'x' });
  });

  test('a client that goes away in the middle does not disturb the next', async () => {
    const socket = connect(Number(origin.port), '127.0.0.1');
    socket.write(`POST / HTTP/1.1\r\nHost: kwit\r\nContent-Type: ${TYPE}\r\nContent-Length: 1000000\r\n\r\n`);
    socket.write(part('name="attachments"; filename="a"', Buffer.alloc(1000)));
    socket.end();
    socket.resume();
    await once(socket, 'close');
    assert.equal((await postForm(formOf([['a.txt', 1]]))).status, 200);
  });

  test('a name is only a name', () => {
    const cases: [string | undefined, string][] = [
      ['../../etc/passwd', 'passwd'],
      ['C:\\Users\\ada\\a.txt', 'a.txt'],
      ['a\0b\r\nc\x7f\u0085\u2028.txt', 'abc.txt'],
      ['invoice\u202egpj.exe', 'invoicegpj.exe'],
      ['\u2066a\u2069\u200f\ufeff.txt', 'a.txt'],
      ['half \ud800.txt', 'half \ufffd.txt'],
      ['👩‍💻 zażółć.pdf', '👩‍💻 zażółć.pdf'],
      ['  .gitignore ', '.gitignore'],
      ['x.hta\u200b', 'x.hta'],
      ...['\u3164', '\u00ad\u2800', '', '.', '..', '...', '\0', 'a/', ' ', undefined].map(
        (name): [string | undefined, string] => [name, 'file'],
      ),
    ];
    for (const [sent, name] of cases) assert.equal(cleanName(sent), name);
    assert.equal(cleanName(`${'ż'.repeat(4000)}.pdf`), `${'ż'.repeat(251)}.pdf`);
    assert.equal(cleanName('😀'.repeat(300)), '😀'.repeat(255));
    assert.equal(cleanName(`a.${'b'.repeat(300)}`), `a.${'b'.repeat(253)}`);
  });
});
