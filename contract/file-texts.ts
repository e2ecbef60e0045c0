/** Which files read as text: the form and the service decide by this alone (docs/rules/files.md#types). */

const CHARSETS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1250', 'windows-1252'] as const;
export type Charset = (typeof CHARSETS)[number];

/** A text, without a mark of its encoding. */
export interface ReadText {
  /** As much of it as mostly tells what it is. */
  readonly beginning: string;
  readonly charset: Charset;
  /** All of it, which takes twice the room of its bytes. */
  whole(): string;
}

/** Controls but for HT, LF, VT, FF, CR and BS. BEL and ESC are those of terminals, which colour logs. */
const CONTROL = /[^\P{Cc}\t\n\v\f\r\b]/gu;
const OF_TERMINALS: ReadonlySet<string> = new Set(['\u0007', '\u001b']);

function hasControl(text: string): boolean {
  for (const [control] of text.matchAll(CONTROL)) if (!OF_TERMINALS.has(control)) return true;
  return false;
}

/** Reads a file as text; null for what is none. @param bytes the whole file. */
export function readText(bytes: Uint8Array): ReadText | null {
  const charset = markedCharset(bytes);
  if (charset === null) return null;
  const text = decoded(bytes, charset ?? 'utf-8');
  return text === null && charset === undefined ? eightBitText(bytes) : text || null;
}

/** By the mark at the beginning: undefined without one, null for UTF-32. */
function markedCharset([a, b, c, d]: Uint8Array): Charset | null | undefined {
  if (a === 0xff && b === 0xfe) return c === 0 && d === 0 ? null : 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

const PIECE = 64 * 1024;
const BEGINNING = 256 * 1024;

/** Looks at all of a text, piece by piece: false for what has controls, null for what is written otherwise. */
function decoded(bytes: Uint8Array, charset: Charset): ReadText | false | null {
  const decoder = new TextDecoder(charset, { fatal: true });
  let [beginning, isText] = ['', true];
  try {
    for (let at = 0; at <= bytes.length; at += PIECE) {
      const piece = decoder.decode(bytes.subarray(at, at + PIECE), { stream: at + PIECE <= bytes.length });
      isText &&= !hasControl(piece);
      if (beginning.length < BEGINNING) beginning += piece;
    }
  } catch {
    return null;
  }
  return isText && { beginning, charset, whole: () => new TextDecoder(charset).decode(bytes) };
}

/** Bytes that a page has no letter for. */
const UNDEFINED = {
  'windows-1250': [0x81, 0x83, 0x88, 0x90, 0x98],
  'windows-1252': [0x81, 0x8d, 0x8f, 0x90, 0x9d],
} as const;
type Page = keyof typeof UNDEFINED;

/** The letters beyond ASCII of languages that are written in a page. */
const LANGUAGES: readonly (readonly [Page, string])[] = [
  ['windows-1250', 'ąćęłńóśźż'],
  ['windows-1250', 'áčďéěíňóřšťúůýž'],
  ['windows-1250', 'áäčďéíĺľňóôŕšťúýž'],
  ['windows-1250', 'áéíóöőúüű'],
  ['windows-1252', 'àâæçéèêëîïôœùûüÿ'],
  ['windows-1252', 'äöüß'],
  ['windows-1252', 'áéíñóúü'],
  ['windows-1252', 'åäöæøé'],
  ['windows-1252', 'àáâãçéêíóôõú'],
  ['windows-1252', 'àèéìíîòóù'],
];

/** Controls that no text has. They are the same in every page. */
const CONTROLS = Array.from({ length: 0x80 }, (_, code) => code).filter((code) =>
  hasControl(String.fromCharCode(code)),
);

function eightBitText(bytes: Uint8Array): ReadText | null {
  if (CONTROLS.some((control) => bytes.includes(control))) return null;
  const likeliest = likeliestPage(bytes);
  const other: Page = likeliest === 'windows-1250' ? 'windows-1252' : 'windows-1250';
  const charset = [likeliest, other].find((page) => !UNDEFINED[page].some((byte) => bytes.includes(byte)));
  if (charset === undefined) return null;
  return decoded(bytes, charset) || null;
}

/** `windows-1250` where letters of one of its languages explain more of the letters than any other language does. */
function likeliestPage(bytes: Uint8Array): Page {
  const counts = lettersIn(bytes);
  const best = { 'windows-1250': 0, 'windows-1252': 0 };
  for (const [page, letters] of LANGUAGES) {
    const alphabet = letters + letters.toUpperCase();
    let explained = 0;
    for (const [byte, count] of counts)
      if (alphabet.includes(new TextDecoder(page).decode(new Uint8Array([byte])))) explained += count;
    best[page] = Math.max(best[page], explained);
  }
  return best['windows-1250'] > best['windows-1252'] ? 'windows-1250' : 'windows-1252';
}

/** How often each byte beyond ASCII stands in a word: `£5` and `m³` are none. */
function lettersIn(bytes: Uint8Array): Map<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at += 1) {
    const byte = bytes[at] ?? 0;
    if (byte < 0x80) continue;
    const isUnit = (byte === 0xb2 || byte === 0xb3) && bytes[at - 1] === 0x6d && !isLetter(bytes[at + 1]);
    if (!isUnit && (isLetter(bytes[at - 1]) || isLetter(bytes[at + 1]))) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  return counts;
}

const isLetter = (byte: number | undefined): boolean =>
  byte !== undefined && (byte >= 0x80 || (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a));

/** Elements by which a browser recognises HTML (WHATWG MIME Sniffing § 7.1), and those of other active documents. */
const ACTIVE =
  /^<(?:!doctype|\?xml-|(?:[a-z][\w.-]*:)?(?:html|svg|script|math|xsl|stylesheet)(?![\w-])|(?:head|body|iframe|object|embed|form|img|style|title|link|meta|base|table|div|font|h1|br|a|b|p)[\s/>])/i;
/** The namespaces in which a browser runs what an element of any name has in it. */
const RUN = /^<[^>]*(?:1999\/xhtml|2000\/svg|1999\/XSL|Math\/MathML)/i;
const DECLARATION = /^<\?xml\s[^>]*\?>/i;

/**
 * Whether a text starts as a document that a browser might run: HTML, SVG, XHTML or a stylesheet, perhaps after a
 * byte-order mark, white space, comments and the declaration of XML. A text that quotes a page further down does not.
 */
export function startsLikeMarkup({ beginning, whole }: Pick<ReadText, 'beginning' | 'whole'>): boolean {
  // A comment may be longer than the beginning.
  return isActive(startOf(beginning) + SHOWN <= beginning.length ? beginning : whole());
}

/** How much of a document tells whether it is active. */
const SHOWN = 4000;

function isActive(text: string): boolean {
  const start = startOf(text);
  const shown = text.slice(start, start + SHOWN);
  return ACTIVE.test(shown) || RUN.test(shown);
}

/** Behind comments and a declaration. */
function startOf(text: string): number {
  const start = afterComments(text, 0);
  const declaration = DECLARATION.exec(text.slice(start, start + 200))?.[0];
  return declaration === undefined ? start : afterComments(text, start + declaration.length);
}

function afterComments(text: string, from: number): number {
  let at = afterSpace(text, from);
  while (text.startsWith('<!--', at)) {
    const end = endOfComment(text, at);
    if (end === -1) return text.length;
    at = afterSpace(text, end);
  }
  return at;
}

/** HTML § 13.2.5.43: `<!-->` and `<!--->` are whole comments, and `--!>` ends one as `-->` does. */
function endOfComment(text: string, start: number): number {
  const end = /-->|--!>|(?<=<!--)-?>/g;
  end.lastIndex = start + 4;
  return end.test(text) ? end.lastIndex : -1;
}

function afterSpace(text: string, start: number): number {
  const space = /[\s\ufeff]*/y;
  space.lastIndex = start;
  space.test(text);
  return space.lastIndex;
}

/** How files begin that are no text and may be attached, byte by byte; null for any byte. */
const HEADS: readonly (readonly (number | null)[])[] = [
  [0x89, 0x50, 0x4e, 0x47],
  [0xff, 0xd8, 0xff],
  [0x47, 0x49, 0x46, 0x38],
  [0x52, 0x49, 0x46, 0x46, null, null, null, null, 0x57, 0x45, 0x42, 0x50],
  [null, null, null, null, 0x66, 0x74, 0x79, 0x70],
  [0x25, 0x50, 0x44, 0x46],
  [0x50, 0x4b, 0x03, 0x04],
  [0x50, 0x4b, 0x05, 0x06],
  [0x1f, 0x8b],
  [0x37, 0x7a, 0xbc, 0xaf],
  [0xd0, 0xcf, 0x11, 0xe0],
  [0x1a, 0x45, 0xdf, 0xa3],
];

/** Whether a file begins as one that is no text and may be attached. The bytes after that decide. */
export const beginsAsBinary = (bytes: Uint8Array): boolean =>
  HEADS.some((head) => head.every((byte, at) => byte === null || bytes[at] === byte));
