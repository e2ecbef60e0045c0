import { isIP } from 'node:net';

/** The host to which passkeys are bound; null where none can be, for an address of numbers is no name. */
export function passkeyHost(appUrl: string): string | null {
  const host = URL.parse(appUrl)?.hostname ?? '';
  return host === '' || host.startsWith('[') || isIP(host) !== 0 ? null : host;
}
