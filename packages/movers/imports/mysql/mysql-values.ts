import { ImportRefused } from '../import-report.ts';

/** Where a value stands in a file, and how it is written there: quoted, in hexadecimal, bare, or in a file of `--tab`. */
export interface ValueSpan {
  readonly from: number;
  readonly to: number;
  readonly form: 'quoted' | 'hex' | 'bare' | 'tab';
  /** Its bytes, once it is read. */
  readonly size: number;
}

const [TAB, LINE, QUOTE, OPEN, CLOSE, COMMA, BACKSLASH] = [9, 10, 39, 40, 41, 44, 92] as const;
const ESCAPED = new Map(
  [...'nrt0bZ'].map((letter, place) => [letter.charCodeAt(0), [10, 13, 9, 0, 8, 26][place] ?? 0]),
);

const isBlank = (byte: number | undefined): boolean => byte === 32 || byte === 10 || byte === 13 || byte === TAB;

export function afterBlanks(bytes: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(bytes[at])) at += 1;
  return at;
}

/** @param at its first byte behind the sign. @returns null where the bytes end before it. */
export function quotedAt(bytes: Uint8Array, at: number, quote: number): ValueSpan | null {
  let doubled = 0;
  for (let to = at; to + 1 < bytes.length; to += 1) {
    const byte = bytes[to];
    if (byte !== BACKSLASH && byte !== quote) continue;
    if (byte === quote && bytes[to + 1] !== quote) return { from: at, to, form: 'quoted', size: to - at - doubled };
    doubled += 1;
    to += 1;
  }
  return null;
}

/** `123`, `NULL`, `0x4f2a`. */
function bareAt(bytes: Uint8Array, from: number): ValueSpan | null {
  let to = from;
  while (to < bytes.length && bytes[to] !== COMMA && bytes[to] !== CLOSE && !isBlank(bytes[to])) to += 1;
  if (to === bytes.length) return null;
  const isHex = bytes[from] === 48 && bytes[from + 1] === 120;
  return isHex
    ? { from: from + 2, to, form: 'hex', size: (to - from - 2) / 2 }
    : { from, to, form: 'bare', size: to - from };
}

function valueAt(bytes: Uint8Array, from: number): ValueSpan | null {
  let at = from;
  // `_binary '…'` names a charset before the value.
  if (bytes[at] === 95) {
    while (at < bytes.length && !isBlank(bytes[at]) && bytes[at] !== QUOTE) at += 1;
    at = afterBlanks(bytes, at);
  }
  return bytes[at] === QUOTE ? quotedAt(bytes, at + 1, QUOTE) : bareAt(bytes, at);
}

/**
 * The values of a row in brackets.
 *
 * @returns null where the bytes end before it. @throws ImportRefused for what is no row.
 */
export function rowAt(
  bytes: Uint8Array,
  from: number,
): { readonly spans: readonly ValueSpan[]; readonly end: number } | null {
  if (bytes[from] !== OPEN) throw new ImportRefused('The dump has a row that cannot be read.');
  const spans: ValueSpan[] = [];
  for (let at = from + 1; ; at += 1) {
    const span = valueAt(bytes, afterBlanks(bytes, at));
    if (span === null) return null;
    spans.push(span);
    at = afterBlanks(bytes, span.form === 'quoted' ? span.to + 1 : span.to);
    if (at >= bytes.length) return null;
    if (bytes[at] === CLOSE) return { spans, end: at + 1 };
    if (bytes[at] !== COMMA) throw new ImportRefused('The dump has a row that cannot be read.');
  }
}

/** The values of a line of a file that `--tab` wrote. @returns null where the bytes end before it. */
export function lineAt(
  bytes: Uint8Array,
  from: number,
): { readonly spans: readonly ValueSpan[]; readonly end: number } | null {
  const spans: ValueSpan[] = [];
  let [start, escapes] = [from, 0];
  for (let to = from; to < bytes.length; to += 1) {
    const byte = bytes[to];
    if (byte === BACKSLASH) {
      escapes += 1;
      to += 1;
    } else if (byte === TAB || byte === LINE) {
      spans.push({ from: start, to, form: 'tab', size: to - start - escapes });
      if (byte === LINE) return { spans, end: to + 1 };
      [start, escapes] = [to + 1, 0];
    }
  }
  return null;
}

/**
 * The bytes of a value; null for none. It is shorter than it is written, and takes the place of what was written.
 *
 * @param written from `from` to `to` of its span.
 */
export function decodedValue(written: Buffer, form: ValueSpan['form']): Buffer | null {
  if (form === 'hex') return written.subarray(0, written.write(written.toString('latin1'), 'hex'));
  if (form === 'bare') return written.toString('latin1').toUpperCase() === 'NULL' ? null : written;
  if (form === 'tab' && written.equals(NONE)) return null;
  let size = 0;
  for (let at = 0; at < written.length; at += 1) {
    let byte = written[at] as number;
    if (byte === BACKSLASH) {
      at += 1;
      const next = written[at] ?? BACKSLASH;
      byte = ESCAPED.get(next) ?? next;
    } else if (byte === QUOTE && form === 'quoted') at += 1;
    written[size] = byte;
    size += 1;
  }
  return written.subarray(0, size);
}

const NONE = Buffer.from('\\N');
