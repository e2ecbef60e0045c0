import { BlockList, isIP } from 'node:net';

type Network = readonly [address: string, bits: number];

/** IANA's special-purpose addresses (RFC 6890) and multicast. */
const RESERVED_V4: readonly Network[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // The metadata service of Azure. Those of the other clouds have addresses that are reserved anyway.
  ['168.63.129.16', 32],
];

/** Within the global unicast addresses: protocols (Teredo among them), documentation, 6to4. */
const RESERVED_V6: readonly Network[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

/** NAT64 (RFC 6052), through which networks without IPv4 reach it: the last 32 bits are the IPv4 address. */
const TRANSLATED = '64:ff9b::';

const reserved = new BlockList();
for (const [address, bits] of RESERVED_V4) {
  reserved.addSubnet(address, bits, 'ipv4');
  reserved.addSubnet(`${TRANSLATED}${address}`, 96 + bits, 'ipv6');
}
for (const [address, bits] of RESERVED_V6) reserved.addSubnet(address, bits, 'ipv6');

/**
 * The global unicast addresses. All others of IPv6 are loopback, local, mapped from IPv4, multicast or not assigned.
 */
const reachable = new BlockList();
reachable.addSubnet('2000::', 3, 'ipv6');
reachable.addSubnet(TRANSLATED, 96, 'ipv6');

/**
 * Whether this is the address of a machine on the public internet (docs/rules/service.md#calls-out). False for what is
 * no address.
 */
export function isPublicAddress(address: string): boolean {
  switch (isIP(address)) {
    case 4:
      return !reserved.check(address, 'ipv4');
    case 6:
      return reachable.check(address, 'ipv6') && !reserved.check(address, 'ipv6');
    default:
      return false;
  }
}
