import { promises as dns, type LookupAddress } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { Failure, invalidField } from '../failure.ts';

/** Finds every address of a name, and rejects when there is none. `family` is 4 or 6, or 0 for both. */
export type Resolve = (name: string, family: number) => Promise<LookupAddress[]>;

export const resolveBySystem: Resolve = (name, family) => dns.lookup(name, { all: true, family });

/**
 * A lookup for a connection. The connection goes to the addresses that `refusal` is shown, so a name cannot lead elsewhere in
 * between.
 *
 * @param refusal the error with which the connection fails, or null when it may go to any of the addresses.
 */
export const checkedLookup =
  (resolve: Resolve, refusal: (name: string, addresses: readonly LookupAddress[]) => Error | null): LookupFunction =>
  (name, { all, family }, done) => {
    resolve(name, familyOf(family)).then(
      (addresses) => {
        const error = refusal(name, addresses);
        if (error) done(error, '');
        else if (all) done(null, addresses);
        else done(null, addresses[0]?.address ?? '', addresses[0]?.family);
      },
      (error) => done(error, ''),
    );
  };

const familyOf = (family: number | string | undefined): number => Number(String(family ?? 0).replace('IPv', ''));

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
  // The metadata service of Azure. The services of other clouds have addresses that are reserved anyway.
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
const PUBLIC_ADDRESS_TRANSLATED = '64:ff9b::';

const reserved = new BlockList();
for (const [address, bits] of RESERVED_V4) {
  reserved.addSubnet(address, bits, 'ipv4');
  reserved.addSubnet(`${PUBLIC_ADDRESS_TRANSLATED}${address}`, 96 + bits, 'ipv6');
}
for (const [address, bits] of RESERVED_V6) reserved.addSubnet(address, bits, 'ipv6');

/**
 * The global unicast addresses. All others of IPv6 are loopback, local, mapped from IPv4, multicast or not assigned.
 */
const reachable = new BlockList();
reachable.addSubnet('2000::', 3, 'ipv6');
reachable.addSubnet(PUBLIC_ADDRESS_TRANSLATED, 96, 'ipv6');

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

/** The call may not be made, or got no answer. `message` says why in a sentence for developers. */
export class OutboundRefused extends Error {
  override readonly name = 'OutboundRefused';
}

/** How long a developer who saves an address waits until its name is resolved, in milliseconds. */
const RESOLVING_MS = 3000;

/**
 * Decides which of the addresses that developers type in Kwit may call (docs/rules/service.md#calls-out): https on the
 * public internet, and each host and port that `OUTBOUND_ALLOW` names.
 */
export class OutboundGuard {
  readonly #allowed: ReadonlySet<string>;
  readonly #resolve: Resolve;
  readonly #resolvingMs: number;

  /** @param allow `host:port` pairs. */
  constructor(allow: readonly string[], resolve: Resolve = resolveBySystem, resolvingMs = RESOLVING_MS) {
    this.#resolvingMs = resolvingMs;
    this.#allowed = new Set(allow.map((pair) => pairOf(new URL(`http://${pair}`))));
    this.#resolve = resolve;
  }

  /** Refuses an address for what stands in it, without resolving its name. @throws OutboundRefused */
  admit(url: URL): void {
    if (url.port === '0') throw new OutboundRefused('Use a port from 1 to 65535: nobody answers at 0.');
    if (url.username !== '' || url.password !== '')
      throw new OutboundRefused('Leave user name and password out of the address.');
    if (/^https?:$/.test(url.protocol) && this.#isAllowed(url)) return;
    if (url.protocol !== 'https:')
      throw new OutboundRefused('Use an https address, or have its host and port added to OUTBOUND_ALLOW.');
    const host = hostOf(url);
    if (isIP(host) ? !isPublicAddress(host) : isLocal(host)) throw notPublic(host);
  }

  /**
   * As `admit`, and refuses a name that leads to an address that is not public. A name that leads nowhere passes: it
   * may lead somewhere later, and `lookupFor` checks it again on connecting.
   *
   * @throws OutboundRefused
   */
  async check(url: URL): Promise<void> {
    this.admit(url);
    const host = hostOf(url);
    if (this.#isAllowed(url) || isIP(host)) return;
    if (!arePublic(await this.#resolveSoon(host))) throw notPublic(host);
  }

  /**
   * A lookup for a connection to this address. It resolves the name to public addresses only, and the connection goes
   * to one of them.
   */
  lookupFor(url: URL): LookupFunction {
    return checkedLookup(this.#resolve, (name, addresses) => {
      const isExempt = this.#isAllowed(url) && name === hostOf(url);
      return isExempt || arePublic(addresses) ? null : notPublic(name);
    });
  }

  /** No address for a name that leads nowhere, or when the resolver takes too long. */
  async #resolveSoon(name: string): Promise<LookupAddress[]> {
    const nothing: LookupAddress[] = [];
    const enough = new AbortController();
    const late = pause(this.#resolvingMs, nothing, { signal: enough.signal });
    try {
      return await Promise.race([this.#resolve(name, 0).catch(() => nothing), late]);
    } finally {
      enough.abort();
    }
  }

  #isAllowed(url: URL): boolean {
    return this.#allowed.has(pairOf(url));
  }
}

/** Whether all are public: the connection may go to any of them. */
const arePublic = (all: readonly LookupAddress[]): boolean => all.every(({ address }) => isPublicAddress(address));

const notPublic = (host: string) =>
  new OutboundRefused(
    `Use an address on the public internet: ${host} is not. Or have its host and port added to OUTBOUND_ALLOW.`,
  );

/** The URL parser has already turned every spelling of an IPv4 address, such as 0x7f.1, into four plain numbers. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const pairOf = (url: URL): string => `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;

/** Whether a name stays on this machine, whatever a resolver says (RFC 6761 § 6.3). */
const isLocal = (name: string): boolean => /(^|\.)localhost\.?$/.test(name);

/**
 * Checks an address before it is stored. It asks the resolver, so call it outside of any transaction.
 *
 * @param field the name of the field that has the address.
 * @throws Failure `url_not_allowed` (docs/rules/events.md#webhooks); `validation_error` for what is no address at all.
 */
export async function permitUrl(guard: OutboundGuard, field: string, address: string): Promise<void> {
  const url = URL.parse(address);
  if (url === null)
    throw invalidField(field, 'format', `"${field}" must be a web address such as https://example.com/.`);
  try {
    await guard.check(url);
  } catch (error) {
    throw error instanceof OutboundRefused ? new Failure('url_not_allowed', { message: error.message }) : error;
  }
}
