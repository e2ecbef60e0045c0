/**
 * Which signs of a text are marks of Markdown: those that stand where people write marks. All others are parts of commands,
 * paths, sums and logs, and are shown as they were written (docs/rules/texts.md#marks-and-signs).
 */
import { inlineMarks } from './inline-marks.ts';

/** `break` is where an end of line goes, `sign` what Markdown would take for a mark, and is none. */
export type MarkKind =
  | 'emphasis'
  | 'code'
  | 'fence'
  | 'heading'
  | 'item'
  | 'rule'
  | 'link'
  | 'picture'
  | 'mention'
  | 'escape'
  | 'break'
  | 'sign';

/** A stretch of a text, in UTF-16 units. */
export interface Mark {
  readonly at: number;
  readonly end: number;
  readonly kind: MarkKind;
}

const BLANK = /^\s*$/;
const QUOTE = /^ {0,3}>(?=[ \t]|$|>(?:[ \t]|$))/;
/** The parser takes a step into itself for each. */
const MOST_QUOTES = 20;
const ITEM = /^([ \t]*)([-*]|(?!0\d)\d{1,9}\.)[ \t]+(?![-*+][ \t]|\d{1,9}[.)](?:[ \t]|$))(?:\[[ xX]\][ \t]+)?(?=\S)/;
const RULE = /^ {0,3}(?:-{3,}|\*{3,}|_{3,}|([-*_])(?: \1){2})[ \t]*$/;
const HEADING = /^( {0,3})(#{1,6}[ \t]+)(?=\S)(?!.*[ \t]#+[ \t]*$)/;
const HEAD_BEGINS = /^[\p{Lu}\p{Lo}\p{N}\p{Extended_Pictographic}"„“(*_`[]/u;
const FENCE = /^([ \t]*)(`{3,}|~{3,})[ \t]*([^`]*?)[ \t]*$/;
const LANGUAGE = /^[\w+#.-]*$/;
const DELIMITERS = /^[ \t]*(?=.*\|)\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
/** A backslash before what would begin a block, or one that escapes such a backslash. */
const ESCAPED = /^ {0,3}\d{0,9}(\\{1,2})(?=[-*] |\. |#{1,6} |> |[-=*_]{3,}[ \t]*$|`{3,}[^`]*$|~{3})([-*.#>=`~_]*)/;
/** The sign at the beginning of a line that Markdown would take for the beginning of a block. */
const BEGINNING =
  /^[ \t]*(?:[-*+=_](?=[-*+=_ \t]*$)|[-*+](?=[ \t])|\d{1,9}[.)](?=[ \t]|$)|#{1,6}(?=[ \t]|$)|>|~{3}|`{3,}(?=[^`]*$)|[|:-](?=[-:| \t]*$))/;
/** Lines that begin with both signs are differences of files, or a sum. */
const ADDED = /^\s*\+[^\d+]/;
const REMOVED = /^\s*-/;

const cellsIn = (row: string): number =>
  row
    .replaceAll(/(`+)[^`]*\1/g, '')
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;

/** A line, without the marks of the quotes in which it stands. */
interface Line {
  readonly at: number;
  readonly text: string;
  readonly depth: number;
  /** The last line of the block without an empty line in which it stands. */
  readonly end: number;
  readonly isDiff: boolean;
}

function linesOf(text: string): Line[] {
  const lines: Line[] = [];
  let at = 0;
  for (const whole of text.split('\n')) {
    let [rest, depth] = [whole, 0];
    for (let quote = QUOTE.exec(rest); quote && depth < MOST_QUOTES; quote = QUOTE.exec(rest)) {
      rest = rest.slice(quote[0].length).replace(/^[ \t]/, '');
      depth += 1;
    }
    lines.push({ at: at + whole.length - rest.length, text: rest, depth, end: 0, isDiff: false });
    at += whole.length + 1;
  }
  return inBlocks(lines);
}

function inBlocks(lines: readonly Line[]): Line[] {
  const all: Line[] = [];
  for (let begin = 0; begin < lines.length; ) {
    let end = begin;
    while (end + 1 < lines.length && !BLANK.test(lines[end + 1]?.text ?? '')) end += 1;
    const block = lines.slice(begin, end + 1);
    const isDiff = block.some(({ text }) => ADDED.test(text)) && block.some(({ text }) => REMOVED.test(text));
    all.push(...block.map((line) => ({ ...line, end, isDiff })));
    begin = end + 1;
  }
  return all;
}

/** The marks of a text, in their order. */
export const marksIn = (text: string): readonly Mark[] => new Reading(text).marks;

class Reading {
  readonly marks: Mark[] = [];
  readonly #text: string;
  readonly #lines: readonly Line[];
  /** The lines of a paragraph, or one item, heading or cell: their marks may belong together. */
  #open: Line[] = [];
  #depth = 0;
  #isInList = false;
  /** The last line of a table that has begun. */
  #tableEnds = -1;
  /** Fences that nothing below ends. */
  readonly #endless = new Set<string>();

  constructor(text: string) {
    this.#text = text;
    this.#lines = linesOf(text);
    for (let index = 0; index < this.#lines.length; index += 1) index = this.#line(index);
    this.#close();
    this.marks.sort((a, b) => a.at - b.at || a.end - b.end);
  }

  #mark(kind: MarkKind, at: number, length: number): void {
    this.marks.push({ at, end: at + length, kind });
  }

  #close(isTable = false): void {
    if (this.#open.length > 0) this.marks.push(...inlineMarks(this.#open, isTable));
    this.#open = [];
  }

  /** @returns the last line that it has read. */
  #line(index: number): number {
    const line = this.#lines[index] as Line;
    if (line.depth !== this.#depth) {
      // An answer below a quotation, without an empty line, is no part of it.
      if (line.depth < this.#depth && this.#open.length > 0 && !BLANK.test(line.text)) this.#break(line);
      this.#close();
      this.#depth = line.depth;
    }
    if (BLANK.test(line.text)) this.#close();
    else if (index <= this.#tableEnds || this.#beginsTable(index)) this.#row(line);
    else if (!this.#isCode(line)) return this.#fence(index) ?? this.#block(index);
    return index;
  }

  #isCode({ text }: Line): boolean {
    return !this.#isInList && this.#open.length === 0 && /^(?: {4}| {0,3}\t)/.test(text);
  }

  /** An end of line, before what Markdown would take for a part of the line before. */
  #break({ at }: Line): void {
    this.#mark('break', this.#text.lastIndexOf('\n', at - 1) + 1, 0);
  }

  #block(index: number): number {
    const line = this.#lines[index] as Line;
    const { text, at } = line;
    const [heading = '', before = '', sign = ''] = HEADING.exec(text) ?? [];
    const [item = '', blanks = ''] = line.isDiff ? [] : (ITEM.exec(text) ?? []);
    if (RULE.test(text)) {
      if (this.#open.length > 0) this.#break(line);
      this.#close();
      this.#mark('rule', at, text.length);
    } else if (heading && (sign.trim() !== '#' || this.#isAlone(index, heading.length))) {
      this.#close();
      this.#mark('heading', at + before.length, sign.length);
      this.#words(line, heading.length);
      this.#close();
    } else if (item) {
      this.#close();
      this.#isInList = true;
      this.#mark('item', at + blanks.length, item.length - blanks.length);
      // Behind five blanks stands code, as behind four at the beginning of a line.
      if (!/ {5}$/.test(item) || /^[-*]+\s*$/.test(text.slice(item.length))) this.#words(line, item.length);
    } else {
      if (!/^[ \t]/.test(text) && this.#open.length === 0) this.#isInList = false;
      this.#words(line, 0);
    }
    return index;
  }

  /** The words of a line behind its mark. What begins a block elsewhere is a word behind a mark. */
  #words(line: Line, from: number): void {
    const [at, text] = [line.at + from, line.text.slice(from)];
    const [escaped, slashes = '', sign = ''] = ESCAPED.exec(text) ?? [];
    const [beginning = ''] = escaped === undefined ? (BEGINNING.exec(text) ?? []) : [];
    const skipped = escaped === undefined ? beginning.length : escaped.length - (slashes === '\\' ? 0 : sign.length);
    if (escaped !== undefined) this.#mark('escape', at + escaped.indexOf('\\'), 1);
    if (slashes === '\\') this.#mark('sign', at + skipped - sign.length, sign.length);
    if (beginning !== '') this.#mark('sign', at + beginning.search(/\S/), beginning.trim().length);
    this.#open.push({ ...line, at: at + skipped, text: text.slice(skipped) });
  }

  /** `#` begins comments as well, and the line of an administrator: as a heading it stands alone, and begins as one. */
  #isAlone(index: number, length: number): boolean {
    const isAlone = [index - 1, index + 1].every((near) => BLANK.test(this.#lines[near]?.text ?? ''));
    return isAlone && HEAD_BEGINS.test(this.#lines[index]?.text.slice(length) ?? '');
  }

  /** A block of code. @returns its last line; undefined where none begins. */
  #fence(index: number): number | undefined {
    const { text, at } = this.#lines[index] as Line;
    const [, item = ''] = /^([ \t]*(?:[-*]|\d+\.)[ \t]+)`{3}/.exec(text) ?? [];
    const [whole, blanks = '', sign = '', words = ''] = FENCE.exec(text.slice(item.length)) ?? [];
    if (whole === undefined) return undefined;
    const end = this.#fenceEnds(index, sign);
    const isLanguage = LANGUAGE.test(words);
    if (end === undefined && (sign.startsWith('~') || !isLanguage)) return undefined;
    this.#close();
    if (item) this.#mark('item', at, item.length);
    const begin = at + item.length + blanks.length;
    this.#mark('fence', begin, isLanguage ? whole.length - blanks.length : sign.length);
    if (!isLanguage) this.#mark('break', begin + sign.length, 0);
    if (end === undefined) return this.#lines.length;
    const last = this.#lines[end] as Line;
    const [, code = '', closing = ''] = /^(.*?)([`~]{3,}[ \t\r]*)$/.exec(last.text) ?? [];
    if (!BLANK.test(code)) this.#mark('break', last.at + code.length, 0);
    this.#mark('fence', last.at + code.length, closing.length);
    return end;
  }

  #fenceEnds(index: number, sign: string): number | undefined {
    if (this.#endless.has(sign)) return undefined;
    const end = new RegExp(sign.startsWith('~') ? `^[ \\t]*${sign}~*\\s*$` : `(?:^|[^\`])${sign}\`*\\s*$`);
    for (let at = index + 1; at < this.#lines.length; at += 1) if (end.test(this.#lines[at]?.text ?? '')) return at;
    this.#endless.add(sign);
    return undefined;
  }

  /** A table with a row of more cells than its head would lose some: it is none. */
  #beginsTable(index: number): boolean {
    const [head, below] = [this.#lines[index], this.#lines[index + 1]];
    if (!head?.text.includes('|') || !below || !DELIMITERS.test(below.text)) return false;
    const cells = cellsIn(head.text);
    const rows = this.#lines.slice(index + 2, head.end + 1);
    if (cellsIn(below.text) !== cells || rows.some(({ text }) => cellsIn(text) > cells)) return false;
    this.#tableEnds = head.end;
    return true;
  }

  #row(line: Line): void {
    this.#close();
    if (DELIMITERS.test(line.text)) return;
    this.#open = [line];
    this.#close(true);
  }
}
