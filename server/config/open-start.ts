import { isIP } from 'node:net';
import type { Config } from './config.ts';

const isLoopback = (host: string): boolean =>
  host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));

/**
 * Warns when Kwit looks as if a team used it, and does not run as production does: then sign-in codes stand in the log
 * and in the built-in mailbox. null when there is nothing to warn of.
 *
 * @param appUrl where people open Kwit, or empty.
 */
export function openStartWarning({ production, host, trustProxy }: Config, appUrl: string): string | null {
  const signs = [
    ...(isLoopback(host) ? [] : [`it listens on ${host}`]),
    ...(trustProxy.length === 0 ? [] : ['TRUST_PROXY is set']),
    ...(appUrl.startsWith('https:') ? [`its address is ${appUrl}`] : []),
  ];
  if (production || signs.length === 0) return null;
  return `WARNING: Kwit is open. NODE_ENV is not production, but ${signs.join(' and ')}. Codes to sign in with are printed to this log, and the built-in mailbox shows them to this machine. Set NODE_ENV=production before others can reach it.`;
}
