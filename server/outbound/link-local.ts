import { BlockList, isIP } from 'node:net';

/** Link-local addresses, where clouds have their metadata services, and those metadata services that are elsewhere. */
const IPV4 = [
  ['169.254.0.0', 16],
  ['100.100.100.200', 32],
  ['168.63.129.16', 32],
  ['192.0.0.192', 32],
] as const;
const IPV6 = [
  ['fe80::', 10],
  ['fd00:ec2::254', 128],
  ['fd20:ce::254', 128],
] as const;
/** An IPv4 address in IPv6: mapped, and the two prefixes of NAT64 (RFC 6052, RFC 8215). */
const TRANSLATED = ['::ffff:', '64:ff9b::', '64:ff9b:1::'];

const refused = new BlockList();
for (const [address, bits] of IPV4) {
  refused.addSubnet(address, bits, 'ipv4');
  for (const prefix of TRANSLATED) refused.addSubnet(`${prefix}${address}`, 96 + bits, 'ipv6');
}
for (const [address, bits] of IPV6) refused.addSubnet(address, bits, 'ipv6');

/**
 * Whether this is a link-local address or a cloud's metadata service: never the address of a mail server
 * (docs/rules/service.md#mail-servers). False for what is no address.
 */
export function isLinkLocal(address: string): boolean {
  const [withoutZone = ''] = address.split('%');
  const version = isIP(withoutZone);
  return version !== 0 && refused.check(withoutZone, version === 6 ? 'ipv6' : 'ipv4');
}
