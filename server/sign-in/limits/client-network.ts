import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** Leading bits of an IPv6 address that name a network. A provider gives at least one whole network to each customer. */
const NETWORK_BITS = 64;

/**
 * Tells what a client counts as (docs/rules/sign-in.md#client-address): an IPv4 address as itself, also where it is written as
 * IPv6 (`::ffff:192.0.2.1`), and an IPv6 address as its /64 network, because a client that has one address of it has all of them.
 *
 * @param address of a socket or from X-Forwarded-For. A text that is no address stands for itself.
 */
export function clientNetwork(address: string): string {
  if (isIP(address) === 0) return address;
  const parsed = ipaddr.process(address);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return `${ipaddr.IPv6.networkAddressFromCIDR(`${parsed}/${NETWORK_BITS}`)}/${NETWORK_BITS}`;
}
