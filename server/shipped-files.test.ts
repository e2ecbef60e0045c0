import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { describe, test } from 'node:test';

const text = (path: string) => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');

describe('what is shipped to be run elsewhere', () => {
  test('starts with no secret that somebody can read here', () => {
    const files = ['compose.yaml', 'docs/operating/compose.nodes.yaml'];
    const both = files.map(text).join('\n');
    const values = [...both.matchAll(/(?:^ *|[{,] )\w*(?:SECRET|KEY|PASS)\w*: *(\S.*)$/gm)];
    assert.ok(values.length >= 3);
    for (const [, value] of values) assert.match(value ?? '', /^'?\$\{\w+:\?/);
    const variables = [...both.matchAll(/\$\{\w*(?:SECRET|KEY|PASSWORD)\w*(..)/g)];
    assert.ok(variables.length >= 4);
    for (const [, sign] of variables) assert.equal(sign, ':?');
  });

  test('runs in containers that change nothing of their own and gain no rights', () => {
    for (const path of ['compose.yaml', 'docs/operating/compose.nodes.yaml']) {
      const [kwit = ''] = /build: \.[\s\S]*?stop_grace_period/.exec(text(path)) ?? [];
      for (const line of ['read_only: true', 'cap_drop: [ALL]', "security_opt: ['no-new-privileges:true']"])
        assert.ok(kwit.includes(line), `${path}: ${line}`);
    }
  });

  test('stands on a base that the person who builds pins by a digest', () => {
    assert.match(text('Dockerfile'), /^ARG BASE=debian:[a-z-]+$/m);
    assert.match(text('docs/operating/compose.md'), /BASE=debian:[a-z-]+@sha256:/);
    for (const path of ['Dockerfile', 'compose.yaml', 'docs/operating/compose.md'])
      assert.doesNotMatch(text(path), /sha256:[0-9a-f]{64}/, path);
  });

  test('gives Node the flags that npm start gives it', () => {
    const [flags = ''] = /(?<=&& node ).+(?= --import)/.exec(JSON.parse(text('package.json')).scripts.start) ?? [];
    assert.match(flags, /--no-allocation-site-pretenuring/);
    assert.ok(text('packages/kwit/launchers/kwit').includes(`flags='${flags}'`));
    for (const flag of flags.split(' '))
      assert.ok(text('packages/kwit/launchers/kwit.cjs').includes(`'${flag}'`), flag);
  });

  test('takes nothing along into the image but the archives of a release', () => {
    assert.equal(text('.dockerignore'), '*\n!release/kwit-*.tar.xz\n');
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
