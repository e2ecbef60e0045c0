import { isIP, isIPv4 } from 'node:net';
import { addressOf, asciiDomain, isAddress, isMailDomain } from '../texts/addresses.ts';

/** Reads variables one by one and collects what is wrong with them. It reads an empty variable as unset. */
export class EnvironmentReader {
  readonly problems: string[] = [];
  readonly #environment: Readonly<Record<string, string | undefined>>;

  constructor(environment: Readonly<Record<string, string | undefined>>) {
    this.#environment = environment;
  }

  problem(sentence: string): void {
    this.problems.push(sentence);
  }

  given(name: string): boolean {
    return this.text(name) !== null;
  }

  text(name: string): string | null {
    return this.#environment[name]?.trim() || null;
  }

  checked(name: string, isRight: (value: string) => boolean, expected: string): string | null {
    const value = this.text(name);
    if (value === null || isRight(value)) return value;
    // The sentence does not repeat the value: it may be a secret, or contain one.
    this.problem(`${name} must be ${expected}.`);
    return null;
  }

  integer(name: string, otherwise: number, least: number, most: number): number {
    const isRight = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
    return Number(this.checked(name, isRight, `a whole number from ${least} to ${most}`) ?? otherwise);
  }

  flag(name: string, otherwise: boolean): boolean {
    const value = this.checked(name, (text) => /^(true|false|1|0)$/.test(text), 'true or false');
    return value === null ? otherwise : value === 'true' || value === '1';
  }

  oneOf<const W extends string>(name: string, words: readonly W[]): W | null {
    return this.checked(
      name,
      (value) => (words as readonly string[]).includes(value),
      `one of ${words.join(', ')}`,
    ) as W | null;
  }

  list(name: string, isRight: (entry: string) => boolean, expected: string): string[] | null {
    const split = (value: string) =>
      value
        .split(',')
        .map((entry) => entry.trim())
        .filter((entry) => entry !== '');
    const value = this.checked(name, (text) => split(text).every(isRight), expected);
    return value === null ? null : split(value);
  }
}

/** Whether the text of a variable has the form of what it is to name. */

export const isNetwork = (entry: string): boolean => {
  const [address = '', bits, ...rest] = entry.split('/');
  const family = isIP(address);
  return (
    family !== 0 &&
    rest.length === 0 &&
    (bits === undefined || (/^\d+$/.test(bits) && Number(bits) <= (family === 4 ? 32 : 128)))
  );
};
export const isHostAndPort = (entry: string): boolean =>
  /^(\[[0-9a-fA-F:.]+\]|[^\s:/?#@[\]\\]+):\d{1,5}$/.test(entry) && URL.canParse(`http://${entry}`);
export const isDomain = (entry: string): boolean => isMailDomain(asciiDomain(entry));
export const isEmail = (entry: string): boolean => isAddress(addressOf(entry));
export const isOrigin = (value: string): boolean => isHttpUrl(value) && new URL(value).origin === value;
export function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
/** Where people open Kwit, without the page that somebody copied; the same text where it is no address. */
export const originOf = (address: string): string => (URL.canParse(address) ? new URL(address).origin : address);
export const isLongEnough = (value: string): boolean => value.length >= 32;
/** Keys that stand in documents: everybody knows them. */
const KNOWN_SECRETS = /only for try|change ?me|secret ?key|example|password|0123456789|abcdefgh|qwerty/i;
/** Whether a key that is long enough could be guessed all the same: it is a known one, or has hardly any characters. */
export const isGuessable = (value: string): boolean => KNOWN_SECRETS.test(value) || new Set(value).size < 10;
export const isHost = (value: string): boolean => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(value);
/** Whether a host is this machine: 127.0.0.0/8, ::1 or localhost. */
export const isLoopback = (host: string): boolean =>
  host.toLowerCase() === 'localhost' || host === '::1' || (isIPv4(host) && host.startsWith('127.'));
export const isRegion = (value: string): boolean => /^[a-z0-9-]{1,60}$/.test(value);
/** An address, or a name and an address in angle brackets. A private mail relay may know addresses without a dot. */
export const isSender = (value: string): boolean =>
  /^[^\s@<>]+@[a-z0-9.-]+$|^[^<>\p{Cc}]*<[^\s@<>]+@[a-z0-9.-]+>$/iu.test(value);

/** Flags of Node for each thread: it runs compiled, as the process does. Stripping types takes 17 MB and 60 ms of CPU a thread. */
export const THREAD_FLAGS: string[] = ['--import', new URL('../../keep-compiled.mjs', import.meta.url).href];
