import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { clientNetwork } from './limits.ts';

const bytes = (count: number) => fc.array(fc.nat(255), { minLength: count, maxLength: count });
const ipv6 = (of: readonly number[]) => ipaddr.fromByteArray([...of]);
/** Bytes that are not those of an IPv4 address written as IPv6. */
const network = bytes(8).filter((of) => of.some((byte) => byte !== 0));

test('addresses of one /64 are one client, however they are written', () => {
  fc.assert(
    fc.property(network, bytes(8), bytes(8), (of, host, other) => {
      const address = ipv6([...of, ...host]);
      const counted = clientNetwork(address.toString());
      assert.equal(clientNetwork(ipv6([...of, ...other]).toString()), counted);
      assert.equal(clientNetwork(address.toNormalizedString().toUpperCase()), counted);
      assert.equal(counted, `${ipv6([...of, 0, 0, 0, 0, 0, 0, 0, 0])}/64`);
    }),
  );
});

test('addresses of two networks are two clients', () => {
  fc.assert(
    fc.property(network, fc.nat(63), bytes(8), (of, bit, host) => {
      const next = of.with(bit >> 3, (of[bit >> 3] ?? 0) ^ (1 << (bit & 7)));
      fc.pre(next.some((byte) => byte !== 0));
      assert.notEqual(
        clientNetwork(ipv6([...of, ...host]).toString()),
        clientNetwork(ipv6([...next, ...host]).toString()),
      );
    }),
  );
});

test('an IPv4 address is itself, written as IPv6 too, and no other', () => {
  fc.assert(
    fc.property(fc.ipV4(), fc.ipV4(), (address, other) => {
      const mapped = ipaddr.IPv4.parse(address).toIPv4MappedAddress();
      assert.equal(clientNetwork(address), address);
      assert.equal(clientNetwork(`::ffff:${address}`), address);
      assert.equal(clientNetwork(mapped.toNormalizedString()), address);
      assert.equal(clientNetwork(address) === clientNetwork(other), address === other);
    }),
  );
});

test('an interface is no part of an address, and what is no address stands for itself', () => {
  assert.equal(clientNetwork('fe80::1%eth0'), 'fe80::/64');
  for (const text of ['', 'unknown', '_hidden', '2001:db8::/64', '192.0.2.1:4711', '0x7f000001', '017700000001'])
    assert.equal(clientNetwork(text), text);
});
