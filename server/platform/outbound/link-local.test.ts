import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isLinkLocal, isPublicAddress } from './outbound-guard.ts';

const METADATA = `
  169.254.169.254 169.254.170.2 169.254.0.0 169.254.255.255 100.100.100.200 168.63.129.16 192.0.0.192
  fe80:: fe80::1 fe80::1%eth0 febf:ffff::1 fd00:ec2::254 fd20:ce::254
  ::ffff:169.254.169.254 ::ffff:a9fe:a9fe 64:ff9b::169.254.169.254 64:ff9b::a9fe:a9fe 64:ff9b:1::a9fe:a9fe
  ::ffff:100.100.100.200 64:ff9b::168.63.129.16
`;
const OTHERS = `
  127.0.0.1 10.0.0.1 172.16.0.1 192.168.1.1 100.64.0.1 8.8.8.8 169.253.255.255 169.255.0.0 100.100.100.201 192.0.0.193
  ::1 fc00::1 fd00::1 fd00:ec2::253 fe7f::1 fec0::1 2606:4700::1111 ::ffff:10.0.0.1 64:ff9b::8.8.8.8
  localhost metadata.google.internal 169.254 0xa9fea9fe 2852039166 [fe80::1]
`;
const listed = (text: string) => text.trim().split(/\s+/);

test('link-local addresses and the metadata services of clouds are told, in IPv6 too', () => {
  for (const address of listed(METADATA)) assert.equal(isLinkLocal(address), true, address);
});

test('loopback, private and public addresses are not link-local, nor is what is no address', () => {
  for (const address of [...listed(OTHERS), '', '%']) assert.equal(isLinkLocal(address), false, address);
});

test('whatever the IPv4 address, its forms in IPv6 are told alike, and what is link-local is not public', () => {
  const bytes = fc.tuple(
    fc.constantFrom(10, 100, 127, 168, 169, 192),
    fc.constantFrom(0, 63, 100, 168, 254),
    fc.nat(255),
    fc.nat(255),
  );
  fc.assert(
    fc.property(bytes, (four) => {
      const address = four.join('.');
      const expected = isLinkLocal(address);
      for (const prefix of ['::ffff:', '64:ff9b::', '64:ff9b:1::'])
        assert.equal(isLinkLocal(`${prefix}${address}`), expected);
      if (expected) assert.equal(isPublicAddress(address), false);
    }),
    { numRuns: 1000 },
  );
});
