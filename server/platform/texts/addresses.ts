import { domainToASCII, domainToUnicode } from 'node:url';
import { cleanLine } from './lines.ts';

const LONGEST = 254;
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const LABELS = /^(?=.{3,253}$)(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const OWN_LETTERS = /^(?=.*[^!-~])[\p{L}\p{M}\p{N}.\u3002-]+$/u;

/**
 * A domain in its ASCII form, in lower case: `KRÓLEWSKI.pl` is `xn--krlewski-w3a.pl`, however its letters are composed.
 * A text that is no domain comes back as it is, to be refused.
 */
export function asciiDomain(domain: string): string {
  const trimmed = domain.trim();
  if (!OWN_LETTERS.test(trimmed)) return trimmed.toLowerCase();
  return domainToASCII(trimmed) || trimmed.toLowerCase();
}

/** Whether a domain in its ASCII form can be one of mail: at least two labels. */
export const isMailDomain = (domain: string): boolean => LABELS.test(domain);

/** The domain of an address. */
export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1);

/**
 * An e-mail address as it is kept and compared (docs/rules/conventions.md#addresses): one clean line in lower case, its
 * domain in ASCII. A text that is no address comes back as near to one as it is, for `isAddress` to refuse.
 */
export function addressOf(text: string): string {
  const line = cleanLine(text);
  const at = line.lastIndexOf('@');
  return at === -1 ? line.toLowerCase() : `${line.slice(0, at).toLowerCase()}@${asciiDomain(line.slice(at + 1))}`;
}

/** Whether a text that `addressOf` gave is an e-mail address: sign-in, settings and every import judge alike. */
export function isAddress(address: string): boolean {
  const at = address.lastIndexOf('@');
  return address.length <= LONGEST && LOCAL.test(address.slice(0, at)) && LABELS.test(address.slice(at + 1));
}

/** A domain as people read it: with its own letters. */
export const shownDomain = (domain: string): string =>
  domain.includes('xn--') ? domainToUnicode(domain) || domain : domain;

/** An address as people read it. */
export function shownAddress(address: string): string {
  if (!address.includes('xn--')) return address;
  const at = address.lastIndexOf('@');
  return `${address.slice(0, at + 1)}${shownDomain(address.slice(at + 1))}`;
}

/**
 * The mailbox to which an address leads: before the `@`, everything from the first `+` on is left out, unless it is the
 * first character. Wherever people are counted, two addresses of one mailbox are one person
 * (docs/rules/conventions.md#addresses).
 */
export function mailboxOf(address: string): string {
  const [plus, at] = [address.indexOf('+'), address.lastIndexOf('@')];
  return plus < 1 || plus > at ? address : address.slice(0, plus) + address.slice(at);
}
