import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { isPublicAddress } from './outbound-guard.ts';

const REFUSED = `
  0.0.0.0 0.1.2.3 10.0.0.1 10.255.255.255 100.64.0.1 100.100.100.200 100.127.255.255 127.0.0.1 127.255.255.254
  169.254.169.254 169.254.170.2 172.16.0.1 172.31.255.255 192.0.0.192 192.0.2.1 192.88.99.1 192.168.1.1 198.18.0.1
  198.19.255.255 198.51.100.7 203.0.113.7 224.0.0.1 239.255.255.250 240.0.0.1 255.255.255.255 168.63.129.16
  :: ::1 ::127.0.0.1 ::ffff:127.0.0.1 ::ffff:7f00:1 ::ffff:8.8.8.8 fe80::1 fe80::1%eth0 febf::1 fec0::1 fc00::1
  fd00:ec2::254 fdff::1 ff02::1 100::1 2001::1 2001:0:4136:e378::1 2001:db8::1 2002:7f00:1::1 2002:808:808::1 3fff::1
  5f00::1 64:ff9b::127.0.0.1 64:ff9b::a9fe:a9fe 64:ff9b::10.1.2.3 64:ff9b:1::808:808
  localhost example.com 127.1 0x7f.1 [::1] 8.8.8.8:443
`;
const PUBLIC = `
  1.1.1.1 8.8.8.8 9.255.255.255 11.0.0.1 100.63.255.255 100.128.0.1 126.255.255.255 128.0.0.1 169.253.255.255
  172.15.255.255 172.32.0.1 192.0.1.1 192.167.255.255 198.17.255.255 198.20.0.1 223.255.255.255
  2606:4700:4700::1111 2a00:1450:400f::200e 2001:4860:4860::8888 64:ff9b::8.8.8.8 64:ff9b::808:808
`;
const listed = (text: string) => text.trim().split(/\s+/);

test('addresses that are private, local, reserved or hidden in IPv6 are not public', () => {
  for (const address of [...listed(REFUSED), '']) assert.equal(isPublicAddress(address), false, address);
});

test('the others are', () => {
  for (const address of listed(PUBLIC)) assert.equal(isPublicAddress(address), true, address);
});

/** The decision by plain arithmetic. */
const isReserved = (a: number, b: number): boolean =>
  a === 0 ||
  a === 10 ||
  a === 127 ||
  a >= 224 ||
  (a === 100 && b >= 64 && b <= 127) ||
  (a === 169 && b === 254) ||
  (a === 172 && b >= 16 && b <= 31) ||
  (a === 192 && b === 168) ||
  (a === 198 && (b === 18 || b === 19));

const SMALL_NETWORKS = /^(192\.0\.[02]|192\.88\.99|198\.51\.100|203\.0\.113|168\.63\.129)\./;
const byte = fc.integer({ min: 0, max: 255 });
const first = fc.oneof(byte, fc.constantFrom(0, 10, 100, 127, 169, 172, 192, 198, 224));

test('whatever the IPv4 address, arithmetic agrees, and translating it to IPv6 changes nothing', () => {
  fc.assert(
    fc.property(first, byte, byte, byte, (a, b, c, d) => {
      const address = `${a}.${b}.${c}.${d}`;
      fc.pre(!SMALL_NETWORKS.test(address));
      assert.equal(isPublicAddress(address), !isReserved(a, b));
      assert.equal(isPublicAddress(`64:ff9b::${address}`), !isReserved(a, b));
      for (const hidden of [`::ffff:${address}`, `::${address}`]) assert.equal(isPublicAddress(hidden), false);
    }),
    { numRuns: 2000 },
  );
});

test('of IPv6, only what begins with 2 or 3 is public', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 0, max: 0xffff }), { minLength: 8, maxLength: 8 }), (groups) => {
      const address = groups.map((group) => group.toString(16)).join(':');
      const [high = 0, low = 0] = groups;
      fc.pre(high !== 0x64);
      const isSpecial =
        high === 0x2002 || (high === 0x2001 && (low < 0x200 || low === 0xdb8)) || (high === 0x3fff && low < 0x1000);
      assert.equal(isPublicAddress(address), high >= 0x2000 && high <= 0x3fff && !isSpecial);
    }),
    { numRuns: 2000 },
  );
});
