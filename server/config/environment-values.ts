/** Whether the text of a variable has the form of what it is to name. */
import { isIP } from 'node:net';

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
export const isDomain = (entry: string): boolean => /^[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(entry);
export const isEmail = (entry: string): boolean => /^[^\s@<>]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(entry);
export const isOrigin = (value: string): boolean => isHttpUrl(value) && new URL(value).origin === value;
export function isHttpUrl(value: string): boolean {
  if (!URL.canParse(value)) return false;
  const { protocol, username, password } = new URL(value);
  return /^https?:$/.test(protocol) && username === '' && password === '';
}
export const isLongEnough = (value: string): boolean => value.length >= 32;
/** Keys that stand in documents: everybody knows them. */
const KNOWN_SECRETS = /only for try|change ?me|secret ?key|example|password|0123456789|abcdefgh|qwerty/i;
/** Whether a key that is long enough could be guessed all the same: it is a known one, or has hardly any characters. */
export const isGuessable = (value: string): boolean => KNOWN_SECRETS.test(value) || new Set(value).size < 10;
export const isHost = (value: string): boolean => isIP(value) !== 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(value);
export const isRegion = (value: string): boolean => /^[a-z0-9-]{1,60}$/.test(value);
/** An address, or a name and an address in angle brackets. A private mail relay may know addresses without a dot. */
export const isSender = (value: string): boolean =>
  /^[^\s@<>]+@[a-z0-9.-]+$|^[^<>\p{Cc}]*<[^\s@<>]+@[a-z0-9.-]+>$/iu.test(value);
