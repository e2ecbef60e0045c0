/** How deep a document may nest; no honest one goes as deep. */
const DEEPEST = 10_000;

const code = (character: string) => character.charCodeAt(0);
const QUOTE = code('"');
const BACKSLASH = code('\\');
const OPEN = new Set([code('{'), code('[')]);
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const LITERALS = ['true', 'false', 'null'];

/**
 * Whether a text is JSON (RFC 8259). It builds no values, for `JSON.parse` makes 900 MB of 20 MB of brackets. The
 * caller takes a byte-order mark off.
 */
export function isJson(text: string): boolean {
  const end = walk(text);
  return end !== -1 && skipSpace(text, end) === text.length;
}

/** The position after the first value of the text, or -1. */
function walk(text: string): number {
  const closers: string[] = [];
  let at = skipSpace(text, 0);
  for (;;) {
    const opened = OPEN.has(text.charCodeAt(at));
    if (opened) {
      if (closers.length === DEEPEST) return -1;
      closers.push(text[at] === '{' ? '}' : ']');
      at = skipSpace(text, at + 1);
    } else {
      at = afterScalar(text, at);
      if (at === -1) return -1;
    }
    at = opened && text[at] !== closers.at(-1) ? at : afterClosers(text, at, closers);
    if (at === -1 || closers.length === 0) return at;
    if (closers.at(-1) === '}') at = afterKey(text, at);
    if (at === -1) return -1;
  }
}

/** Passes the closing brackets at this position, then the comma before the next member. */
function afterClosers(text: string, start: number, closers: string[]): number {
  let at = skipSpace(text, start);
  while (closers.length > 0 && text[at] === closers.at(-1)) {
    closers.pop();
    if (closers.length === 0) return at + 1;
    at = skipSpace(text, at + 1);
  }
  if (closers.length === 0) return at;
  return text[at] === ',' ? skipSpace(text, at + 1) : -1;
}

function afterKey(text: string, at: number): number {
  const end = text.charCodeAt(at) === QUOTE ? afterString(text, at) : -1;
  const colon = end === -1 ? -1 : skipSpace(text, end);
  return colon !== -1 && text[colon] === ':' ? skipSpace(text, colon + 1) : -1;
}

function afterScalar(text: string, at: number): number {
  if (text.charCodeAt(at) === QUOTE) return afterString(text, at);
  const literal = LITERALS.find((word) => text.startsWith(word, at));
  if (literal !== undefined) return at + literal.length;
  NUMBER.lastIndex = at;
  return NUMBER.test(text) ? NUMBER.lastIndex : -1;
}

function afterString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) return at + 1;
    if (unit < 0x20) return -1;
    if (unit === BACKSLASH) {
      at += 1;
      const hex = text[at] === 'u';
      if (hex ? !/^[0-9a-f]{4}$/i.test(text.slice(at + 1, at + 5)) : !'"\\/bfnrt'.includes(text[at] ?? '\0')) return -1;
      if (hex) at += 4;
    }
  }
  return -1;
}

function skipSpace(text: string, start: number): number {
  let at = start;
  for (;;) {
    const unit = text.charCodeAt(at);
    if (unit !== 0x20 && unit !== 0x0a && unit !== 0x0d && unit !== 0x09) return at;
    at += 1;
  }
}
