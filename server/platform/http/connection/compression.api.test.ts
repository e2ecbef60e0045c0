import assert from 'node:assert/strict';
import { get } from 'node:http';
import { test } from 'node:test';
import { brotliDecompressSync, gunzipSync, gzipSync, zstdDecompressSync } from 'node:zlib';
import { DRAFT, type Player } from '#testing/cast.ts';
import { onEachDatabase } from '#testing/start-app.ts';

const UNPACK = { zstd: zstdDecompressSync, br: brotliDecompressSync, gzip: gunzipSync };

interface Raw {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly body: Buffer;
}

/** The answer as it comes over the wire; fetch unpacks it. */
function raw({ address, token }: Player, path: string, accepts: string): Promise<Raw> {
  const headers = { authorization: `Bearer ${token}`, 'accept-encoding': accepts };
  return new Promise((resolve, reject) => {
    get(address + path, { headers }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(parts) }),
      );
      response.on('error', reject);
    }).on('error', reject);
  });
}

onEachDatabase('a long answer', (app) => {
  test('is compressed as the caller accepts, with the same bytes and the same ETag', async () => {
    const ada = await app().cast.ada;
    const opened = await ada.opens({ description: 'A long story. '.repeat(1000) });
    for (const path of [`/api/tickets/${opened.id}`, '/api/tickets']) {
      const plain = await raw(ada, path, 'identity');
      assert.equal(plain.headers['content-encoding'], undefined);
      for (const [encoding, unpack] of Object.entries(UNPACK)) {
        const packed = await raw(ada, path, encoding);
        assert.equal(packed.headers['content-encoding'], encoding);
        assert.match(String(packed.headers.vary), /accept-encoding/i);
        assert.equal(packed.headers['content-length'], String(packed.body.length));
        assert.ok(packed.body.length < plain.body.length / 4, `${packed.body.length} of ${plain.body.length}`);
        assert.deepEqual(unpack(packed.body), plain.body);
        assert.equal(packed.headers.etag, plain.headers.etag);
      }
      assert.equal((await raw(ada, path, 'compress')).headers['content-encoding'], undefined);
      assert.equal((await raw(ada, path, '*')).headers['content-encoding'], 'gzip');
      assert.equal((await raw(ada, path, 'zstd;q=0, br;q=0.5, gzip;q=0.4')).headers['content-encoding'], 'br');
    }
  });

  test('is left as it is when it is short, a file or a table', async () => {
    const ada = await app().cast.ada;
    const opened = await ada.opens();
    const json = Buffer.from(JSON.stringify({ long: 'x'.repeat(20_000) }));
    const [attached] = (await ada.attaches(opened, { name: 'long.json', type: 'application/json', bytes: json })).is(
      201,
    );
    for (let more = 0; more < 20; more += 1) await ada.opens({ description: 'x'.repeat(1000) });
    for (const path of ['/api/auth/me', attached?.url ?? '', '/api/tickets.csv']) {
      const answer = await raw(ada, path, 'gzip, br');
      assert.equal(answer.status, 200, path);
      assert.equal(answer.headers['content-encoding'], undefined, path);
    }
  });

  test('is never asked for by a compressed body, which could unpack to more than a body may have', async () => {
    const ada = await app().cast.ada;
    const headers = {
      authorization: `Bearer ${ada.token}`,
      'content-encoding': 'gzip',
      'content-type': 'application/json',
    };
    const body = gzipSync(JSON.stringify(DRAFT));
    const answer = await fetch(`${ada.address}/api/tickets`, { method: 'POST', headers, body });
    assert.equal(answer.status, 400);
  });
});
