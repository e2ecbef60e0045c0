/** The bounds that a mail keeps before anything is parsed. Nothing is copied: a mail that is made to take much room takes none. */
import { HEADER_BYTES, headerBytes, mailHeaders } from './headers.ts';

/** How deep parts may stand in one another. */
export const MOST_DEPTH = 20;
const MOST_PARTS = 100;
/** How many lines of text a mail may have: each costs, other than those of a file. */
const MOST_LINES = 30_000;

/** How many boundaries a mail may name. */
const MOST_BOUNDARIES = 10_000;

function isWithinBounds(raw: Buffer): boolean {
  if (headerBytes(raw).length > HEADER_BYTES) return false;
  if (countLines(raw, MOST_LINES) > MOST_LINES) return false;
  const boundaries = boundariesIn(raw);
  if (boundaries.size > MOST_BOUNDARIES) return false;
  const open: string[] = [];
  let parts = 0;
  for (const line of dashedLines(raw)) {
    const isEnd = !boundaries.has(line) && line.endsWith('--');
    const boundary = isEnd ? line.slice(0, -2) : line;
    if (!boundaries.has(boundary)) continue;
    const at = open.indexOf(boundary);
    if (at >= 0) open.length = isEnd ? at : at + 1;
    else if (!isEnd) open.push(boundary);
    if (!isEnd) parts += 1;
    if (parts > MOST_PARTS || open.length > MOST_DEPTH) return false;
  }
  return true;
}

const [LINE_END, BLANK, DASH] = [0x0a, 0x20, 0x2d];
/** A mail is searched piece by piece, and what is searched for is shorter than what they share. */
const PIECE = 64 * 1024;
const SHARED = 512;
const LONGEST_BOUNDARY = 200;

/** The boundaries that stand anywhere in a mail, or so many that they are too many. */
function boundariesIn(raw: Buffer): Set<string> {
  const boundaries = new Set<string>();
  for (let at = 0; at < raw.length && boundaries.size <= MOST_BOUNDARIES; at += PIECE) {
    const piece = raw.toString('latin1', at, at + PIECE + SHARED);
    const named = piece.matchAll(/boundary\s{0,80}=\s{0,80}(?:"([^"\r\n]{1,200})"|([^\s;"]{1,200}))/gi);
    for (const [, quoted, bare] of named) boundaries.add(quoted ?? bare ?? '');
  }
  return boundaries;
}

/** The rest of each line that begins with two dashes. */
function* dashedLines(raw: Buffer): Generator<string> {
  for (let from = 0; from < raw.length; ) {
    const to = raw.indexOf(LINE_END, from);
    const end = to < 0 ? raw.length : to;
    if (raw[from] === DASH && raw[from + 1] === DASH)
      yield raw.toString('latin1', from + 2, Math.min(end, from + LONGEST_BOUNDARY + 6)).trimEnd();
    from = end + 1;
  }
}

/** Whether a text has more lines than so many. */
export function hasMoreLines(text: Buffer, most: number): boolean {
  let at = -1;
  for (let count = 0; count <= most; count += 1) {
    at = text.indexOf(LINE_END, at + 1);
    if (at < 0) return false;
  }
  return true;
}

/** Counts the lines that are no lines of a file in base64: those have no blank, and are long. @param most where it ends. */
function countLines(raw: Buffer, most: number): number {
  let [count, blank] = [0, -1];
  for (let from = 0, to = 0; to >= 0 && count <= most; from = to + 1) {
    to = raw.indexOf(LINE_END, from);
    if (blank < from) blank = raw.indexOf(BLANK, from);
    if (blank < 0) blank = raw.length;
    if (to - from < 60 || blank < to) count += 1;
  }
  return count;
}

/** Whether the parts that the header announces are there: for a wrong boundary a parser gives an empty text, and no error. */
function hasItsParts(raw: Buffer): boolean {
  const type = mailHeaders(raw).find(({ name }) => name === 'content-type')?.value ?? '';
  if (!/^multipart\//i.test(type)) return true;
  const [, quoted, bare] = /boundary\s*=\s*(?:"([^"]+)"|([^\s;"]+))/i.exec(type) ?? [];
  const boundary = quoted ?? bare;
  return boundary !== undefined && raw.includes(`--${boundary}`);
}

/** Whether a mail may be parsed: it keeps its bounds and has the parts that it announces. */
export const isReadable = (raw: Buffer): boolean => isWithinBounds(raw) && hasItsParts(raw);
