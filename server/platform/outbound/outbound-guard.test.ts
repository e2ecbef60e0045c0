import assert from 'node:assert/strict';
import type { LookupAddress, LookupOptions } from 'node:dns';
import { test } from 'node:test';
import { readConfig } from '../config/config.ts';
import { OutboundGuard, OutboundRefused, type Resolve } from './outbound-guard.ts';

const PUBLIC = '93.184.216.34';
const at = (...addresses: string[]): LookupAddress[] =>
  addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));
const nowhere: Resolve = () => Promise.reject(Object.assign(new Error('getaddrinfo ENOTFOUND'), { code: 'ENOTFOUND' }));
const never: Resolve = () => new Promise(() => {});
const guard = (resolve: Resolve = async () => at(PUBLIC), allow: string[] = []) => new OutboundGuard(allow, resolve);

const isAllowed = (address: string, by = guard()): Promise<boolean> =>
  by.check(new URL(address)).then(
    () => true,
    (error) => {
      assert.ok(error instanceof OutboundRefused);
      return false;
    },
  );

test('https addresses on the public internet may be called', async () => {
  for (const address of ['https://example.com/', 'https://example.com:8443/x', `https://${PUBLIC}/`, 'https://1.1.1.1'])
    assert.equal(await isAllowed(address), true, address);
  assert.equal(await isAllowed('https://[2606:4700:4700::1111]/'), true);
});

test('every way to write an address that is not public is refused, and so are other schemes and passwords', async () => {
  const tricks = `
    http://example.com/ ftp://example.com/ file:///etc/passwd javascript:alert(1) data:text/plain,x ws://example.com/
    gopher://127.0.0.1:70/ https://user:pass@example.com/ https://user@example.com/ https://:pass@example.com/
    https://example.com:0 https://example.com:00/ https://127.0.0.1 https://127.0.0.1. https://127.1 https://0x7f.1 https://0x7f000001 https://2130706433
    https://017700000001 https://0177.0.0.1 https://0 https://0.0.0.0 https://１２７.0.0.1 https://①②⑦.0.0.1
    https://%31%32%37.0.0.1 https://localhost https://LOCALHOST https://localhost. https://a.localhost https://a.localhost.
    https://[::1] https://[::] https://[::ffff:127.0.0.1] https://[::ffff:7f00:1] https://[::127.0.0.1] https://[fe80::1]
    https://[fd00:ec2::254] https://[64:ff9b::7f00:1] https://[2002:7f00:1::] https://169.254.169.254/latest/meta-data/
    https://100.100.100.200 https://10.0.0.1:443 https://192.168.0.1 https://172.16.0.1 https://example.com@127.0.0.1/
  `;
  for (const address of [...tricks.trim().split(/\s+/), 'https:/\\127.0.0.1', 'https://127.0.0.1\\@example.com/'])
    assert.equal(await isAllowed(address), false, address);
});

test('a name is refused when one of its addresses is not public, and passes when it leads nowhere or nobody says where', async () => {
  const leadingTo = (...addresses: string[]) =>
    isAllowed(
      'https://hooks.example.com/',
      guard(async () => at(...addresses)),
    );
  assert.equal(await leadingTo(PUBLIC, '2606:4700::1'), true);
  for (const bad of ['127.0.0.1', '10.0.0.7', '::1', '::ffff:10.0.0.7', 'fd00::1', '169.254.169.254'])
    assert.deepEqual([await leadingTo(bad), await leadingTo(PUBLIC, bad)], [false, false], bad);
  assert.equal(await isAllowed('https://hooks.example.com/', guard(nowhere)), true);
  assert.equal(await isAllowed('https://hooks.example.com/', new OutboundGuard([], never, 10)), true);
});

test('what the environment allows may be private and speak plain http, at that host and port only', async () => {
  const allow = ['127.0.0.1:8080', 'hooks.internal:80', '[::1]:8443', 'LOCALHOST:3000', '10.1:443'];
  const by = guard(async () => at('10.0.0.7'), allow);
  const allowed = ['http://127.0.0.1:8080/x', 'https://127.0.0.1:8080', 'http://127.1:8080', 'http://hooks.internal/'];
  for (const address of [...allowed, 'https://[::1]:8443', 'http://localhost:3000', 'https://10.0.0.1/'])
    assert.equal(await isAllowed(address, by), true, address);
  const others = ['http://127.0.0.1:8081', 'http://127.0.0.1', 'http://127.0.0.2:8080', 'https://hooks.internal/'];
  for (const address of [...others, 'http://localhost.:3000', 'http://a:b@127.0.0.1:8080/', 'ftp://127.0.0.1:8080/'])
    assert.equal(await isAllowed(address, by), false, address);
});

/** The addresses that a connection gets for the name. */
const connects = (by: OutboundGuard, address: string, options: LookupOptions, name?: string) =>
  new Promise((resolve) => {
    const url = new URL(address);
    by.lookupFor(url)(name ?? url.hostname, options, (error, resolved, family) => resolve(error ?? [resolved, family]));
  });

test('a name that has turned private between saving and calling is not connected to', async () => {
  const answers = [at(PUBLIC), at('127.0.0.1'), at(PUBLIC, '10.0.0.1'), at(PUBLIC)];
  const by = guard(async () => answers.shift() ?? []);
  const address = 'https://rebinding.example.com/';
  assert.equal(await isAllowed(address, by), true);
  assert.ok((await connects(by, address, { all: true })) instanceof OutboundRefused);
  assert.ok((await connects(by, address, {})) instanceof OutboundRefused);
  assert.deepEqual(await connects(by, address, { all: true }), [at(PUBLIC), undefined]);
});

test('connections get what the name leads to, in the form and of the family that they ask for', async () => {
  const lookups: unknown[] = [];
  const by = guard(
    async (name, family) => {
      lookups.push([name, family]);
      return at('10.0.0.7');
    },
    ['hooks.internal:443'],
  );
  assert.deepEqual(await connects(by, 'https://hooks.internal/', {}), ['10.0.0.7', 4]);
  assert.deepEqual(await connects(by, 'https://hooks.internal/', { family: 4, all: true }), [
    at('10.0.0.7'),
    undefined,
  ]);
  assert.deepEqual(await connects(by, 'https://hooks.internal/', { family: 'IPv6', all: true }), [
    at('10.0.0.7'),
    undefined,
  ]);
  assert.ok((await connects(by, 'https://hooks.internal/', {}, 'elsewhere.internal')) instanceof OutboundRefused);
  assert.deepEqual(
    lookups.map((lookup) => (lookup as unknown[])[1]),
    [0, 4, 6, 0],
  );
  assert.match(String(await connects(guard(nowhere), 'https://hooks.example.com/', {})), /ENOTFOUND/);
});

test('the environment names host and port, or the service does not start', () => {
  const allow = (OUTBOUND_ALLOW: string) => readConfig({ OUTBOUND_ALLOW }).outboundAllow;
  assert.deepEqual(allow('127.0.0.1:8080, [::1]:80,hooks.internal:443'), [
    '127.0.0.1:8080',
    '[::1]:80',
    'hooks.internal:443',
  ]);
  for (const wrong of ['127.0.0.1', 'host:99999', 'a@b:80', '[::zz]:80', 'http://host:80', '*:80/x'])
    assert.throws(() => allow(wrong), /OUTBOUND_ALLOW/, wrong);
});
