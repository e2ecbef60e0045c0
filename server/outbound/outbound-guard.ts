import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { checkedLookup, type Resolve, resolveBySystem } from './checked-lookup.ts';
import { isPublicAddress } from './public-address.ts';

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
    return checkedLookup(this.#resolve, (name, found) => {
      const isExempt = this.#isAllowed(url) && name === hostOf(url);
      return isExempt || arePublic(found) ? null : notPublic(name);
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
const arePublic = (found: readonly LookupAddress[]): boolean => found.every(({ address }) => isPublicAddress(address));

const notPublic = (host: string) =>
  new OutboundRefused(
    `Use an address on the public internet: ${host} is not. Or have its host and port added to OUTBOUND_ALLOW.`,
  );

/** The URL parser has already turned every spelling of an IPv4 address, such as 0x7f.1, into four plain numbers. */
const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1');

const pairOf = (url: URL): string => `${url.hostname}:${url.port || (url.protocol === 'https:' ? 443 : 80)}`;

/** Whether a name stays on this machine, whatever a resolver says (RFC 6761 § 6.3). */
const isLocal = (name: string): boolean => /(^|\.)localhost\.?$/.test(name);
