import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { matchesGlob } from 'node:path';
import { describe, test } from 'node:test';

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('what is shipped to be run elsewhere', () => {
  test('starts with no secret that somebody can read here', () => {
    const files = ['compose.yaml', 'docs/operating/compose.nodes.yaml'];
    const both = files.map(text).join('\n');
    const values = [...both.matchAll(/(?:^ *|[{,] )\w*(?:SECRET|KEY|PASS)\w*: *(\S.*)$/gm)];
    assert.ok(values.length >= 3);
    for (const [, value] of values) assert.match(value ?? '', /^'?\$\{\w+:\?/);
    const given = [...both.matchAll(/\$\{\w*(?:SECRET|KEY|PASSWORD)\w*(..)/g)];
    assert.ok(given.length >= 4);
    for (const [, sign] of given) assert.equal(sign, ':?');
  });

  test('stands on the Node that the service runs on, pinned by a digest that the person who builds has read', () => {
    const [major] = JSON.parse(text('package.json')).dependencies.node.split('.');
    assert.match(text('Dockerfile'), new RegExp(`^ARG NODE_IMAGE=node:${major}-[a-z-]+$`, 'm'));
    assert.match(text('docs/operating/compose.md'), /NODE_IMAGE=node:\d+-[a-z-]+@sha256:/);
    for (const path of ['Dockerfile', 'compose.yaml', 'docs/operating/compose.md'])
      assert.doesNotMatch(text(path), /sha256:[0-9a-f]{64}/, path);
  });

  test('gives Node the flags that npm start gives it', () => {
    const [flags = ''] = /(?<=&& node ).+/.exec(JSON.parse(text('package.json')).scripts.start) ?? [];
    assert.match(flags, /--no-allocation-site-pretenuring/);
    assert.ok(text('docs/operating/systemd.md').includes(`node ${flags}\n`));
    const [command = ''] = /(?<=^CMD ).+$/m.exec(text('Dockerfile')) ?? [];
    assert.deepEqual(JSON.parse(command).slice(1), flags.split(' '));
  });

  test('takes no data, secrets or environment along into the image', () => {
    const patterns = text('.dockerignore').split('\n').filter(Boolean);
    const isLeftOut = (path: string) =>
      patterns.some((one) => matchesGlob(path, one) || matchesGlob(path, `${one}/**`));
    const kept = [
      'data/kwit.db',
      'demo-data/kwit.db',
      'secrets.json',
      'deploy/secrets.json',
      'npm-debug.log',
      '.git/config',
    ];
    for (const path of [
      ...kept,
      '.env',
      '.env.local',
      'production.env',
      'deploy/production.env',
      'node_modules/a/b.js',
    ])
      assert.ok(isLeftOut(path), path);
    for (const path of ['package.json', 'server/main.ts', 'web/src/main.tsx']) assert.ok(!isLeftOut(path), path);
  });

  test('shows PostgreSQL on another machine with a connection that is encrypted and checked', () => {
    const addresses = ['README.md', 'docs/operating/postgresql.md'].flatMap(
      (path) => text(path).match(/postgres:\/\/\S+/g) ?? [],
    );
    const elsewhere = addresses.filter((address) => address.includes('@db.example.com'));
    assert.ok(elsewhere.length >= 2);
    for (const address of elsewhere) assert.match(address, /\?sslmode=verify-full$/);
  });
});
