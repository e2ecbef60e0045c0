/** Secrets that nobody is shown: by a token one answers as somebody else, and by a link of ours one changes what they get. */

const TOKEN = '[a-z2-7]{26}';
const IN_ADDRESS = new RegExp(`\\b([a-z0-9._-]+)(?:\\+|%2B)${TOKEN}(?![a-z0-9])`, 'gi');
const IN_ID = new RegExp(`\\br\\.${TOKEN}\\.\\d{1,9}@`, 'gi');
const REFERENCE = new RegExp(`Kwit-Ref|(?:^|[\\s:>])${TOKEN}\\s*$`, 'i');
const LINK = /unsubscribe\?(?:\S*&)?token=/i;

/** A word as it was before programs wrote it into an address of theirs. */
export const unwritten = (word: string): string =>
  word.replace(/[%=-]([0-9a-f]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));

const isLink = (word: string): boolean =>
  word.length > 40 && [word, unwritten(word), unwritten(unwritten(word))].some((form) => LINK.test(form));

/** Whether a line holds a token, or a link with one, however it was written anew. */
export const hasSecret = (line: string): boolean =>
  REFERENCE.test(line) ||
  line.search(IN_ADDRESS) >= 0 ||
  line.search(IN_ID) >= 0 ||
  (/token/i.test(line) && line.split(/\s+/).some(isLink));

/** A text without tokens and links with one. */
export const withoutSecrets = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !REFERENCE.test(line))
    .map((line) =>
      line
        .replace(IN_ADDRESS, '$1+…')
        .replace(IN_ID, 'r.…@')
        .replace(/\S{40,}/g, (word) => (isLink(word) ? '…' : word)),
    )
    .join('\n');
