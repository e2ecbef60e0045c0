/** The marks within a paragraph, an item or a cell, and the signs that Markdown would take for such marks. */

import type { Mark, MarkKind } from './marks.ts';

/** A line that is typed at a computer, where nobody emphasises with one sign. */
const COMMAND =
  /^\s*(?:\$ |>>> |PS [A-Z]:[^>\n]*>|[A-Z]:\\[^>\n]*>|[\w.-]+@[\w.-]+:[^$#\n]*[$#] |(?:sudo|ls|dir|rm|cp|mv|e?grep|chmod|chown|tar|scp|rsync|curl|wget|git|docker|kubectl|npm|pip|xcopy|robocopy|del|find \S+ -\w+) )/;

const ADDRESS = String.raw`(?:https?:|ftps?:|mailto:|tel:|[/#?]|\.{1,2}\/)`;
/** A bare address ends before what ends the sentence, and with a bracket only if it began one. */
const IN_BRACKETS = String.raw`\([^\s<>()\\\x60]*\)`;
const PATH = String.raw`(?:[^\s<>()\\\x60]|${IN_BRACKETS})*(?:[^\s<>()\\\x60*_~'".,;:!?\]}|]|${IN_BRACKETS})`;
const MAILBOX = String.raw`[A-Za-z0-9][\w.+-]*@[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)+`;
export const BARE_ADDRESS = String.raw`(?:(?:https?|ftps?):\/\/|www\.)${PATH}|(?<![\w.+-])${MAILBOX}`;
const TOKEN = new RegExp(
  [
    `(?<address>${BARE_ADDRESS})`,
    String.raw`(?<bracketed><(?:(?:https?|ftps?|mailto|tel):[^\s<>]+|${MAILBOX}|@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})>)`,
    String.raw`(?<slashes>\\*)(?:(?<ticks>\x60+)|(?<run>(?<sign>[*_~])(?:\\?\k<sign>)*))`,
    String.raw`(?<escape>\\+)`,
    String.raw`(?<open>!?\[)`,
    '(?<tag><)',
  ].join('|'),
  'gu',
);
/** The address of a link, behind its words. A title, which nobody sees, may follow. */
const TARGET = String.raw`\]\(<?${ADDRESS}(?:[^\s()<>]|\([^\s()<>]{0,200}\)){0,2000}>?(?:[ \t]+"[^"\n]{0,1000}")?\)`;
const FILE = String.raw`\]\(attachment:[^\s()<>]*\)`;
const LABEL = String.raw`((?:[^[\]\\\n]|\\[^\n]|\[[^[\]\n]{0,200}\]){0,1000})`;
const LINK = new RegExp(String.raw`\[${LABEL}(${TARGET})`, 'yu');
const PICTURE = new RegExp(String.raw`!\[${LABEL}(?:${TARGET}|${FILE})`, 'yu');
const ESCAPED_LINK = new RegExp(String.raw`\[[^[\]\n]{0,1000}?(\\?)(?:${TARGET}|${FILE})`, 'yu');

/** A run of one sign. It may begin or end what is emphasised. */
interface Run {
  readonly at: number;
  readonly end: number;
  readonly sign: string;
  readonly count: number;
  readonly isEscaped: boolean;
  /** Its line: one sign emphasises within a line. */
  readonly line: number;
  readonly opens: boolean;
  readonly closes: boolean;
}

const LETTER = /[\p{L}\p{N}\p{M}]/u;
const BEFORE = /[\s([{„“”«»‚‘’–—|¿¡>*_~]/;
const AFTER = /[\s.,;:!?…)\]}“”«»’'–—|<*_~-]/;
const FIRST = /[\p{L}\p{N}"'„“«‘(`#@€$£§¿¡\p{Extended_Pictographic}*_~[]/u;
const LAST = /[\p{L}\p{N}\p{M}"'”“»’).!?…,:;%`€$£°²³+#\p{Extended_Pictographic}*_~\]]/u;
const FIRST_OF_TWO = /[^\s)\]},;:!?|=\\/]/;
const LAST_OF_TWO = /[^\s/\\=([{<|]/;
/** The most characters that one sign emphasises. */
const LONGEST = 1000;

/** Whether the words between two runs are what people emphasise. Names, patterns and formulas have such signs too. */
function isEmphasised(words: string, { sign, count }: Run): boolean {
  if (!/[\p{L}\p{N}]/u.test(words)) return false;
  const isOneWord = !/\s/.test(words);
  if (sign === '_' && isOneWord && (count > 1 ? /^\w+$/.test(words) : words.includes('_'))) return false;
  if (count > 1) return true;
  if (words.length > LONGEST || /[=;{}<>|\\]/.test(words) || !/\p{L}/u.test(words)) return false;
  return !isOneWord || !/[\p{L}\p{N}][./:][\p{L}\p{N}]|\.$|[*?]/u.test(words);
}

interface Line {
  readonly at: number;
  readonly text: string;
}

/** @returns the marks of a paragraph, or of a row of a table, in no order. */
export const inlineMarks = (lines: readonly Line[], isTable: boolean): readonly Mark[] =>
  new InlineReading(lines, isTable).marks;

class InlineReading {
  readonly marks: Mark[] = [];
  readonly #lines: readonly Line[];
  readonly #isTable: boolean;
  readonly #text: string;
  /** Where each line begins in the lines together. */
  readonly #starts: readonly number[];
  /** Backslashes that belong to an escape that began before. */
  readonly #alsoEscapes = new Set<number>();
  /** A line, and whether a program may have put in its backslashes. */
  #programs?: { readonly text: string; readonly isAny: boolean };
  /** The address of the link whose words are read. */
  #target = { at: -1, end: -1 };

  constructor(lines: readonly Line[], isTable: boolean) {
    this.#lines = lines;
    this.#isTable = isTable;
    this.#text = lines.map(({ text }) => text).join('\n');
    let start = 0;
    this.#starts = lines.map(({ text }) => {
      start += text.length + 1;
      return start - text.length - 1;
    });
    const runs: Run[] = [];
    const token = new RegExp(TOKEN);
    let [line, lineEnd] = [0, lines[0]?.text.length ?? 0];
    for (let match = token.exec(this.#text); match; match = token.exec(this.#text)) {
      while (match.index > lineEnd) lineEnd += 1 + (lines[++line]?.text.length ?? 0);
      if (match.index >= this.#target.at && match.index < this.#target.end) token.lastIndex = this.#target.end;
      else if (match.groups?.run) runs.push(this.#run(match, line));
      else token.lastIndex = this.#token(match);
    }
    const pairs = paired(this.#text, runs);
    for (const run of runs) this.#runMarks(run, pairs.get(run));
  }

  #mark(kind: MarkKind, at: number, end: number): number {
    const shift = this.#shiftAt(at);
    this.marks.push({ kind, at: at + shift, end: end + shift });
    return end;
  }

  /** How much further a place is in the whole text. */
  #shiftAt(place: number): number {
    let [low, high] = [0, this.#starts.length - 1];
    while (low < high) {
      const middle = Math.ceil((low + high) / 2);
      if ((this.#starts[middle] ?? 0) > place) high = middle - 1;
      else low = middle;
    }
    return (this.#lines[low]?.at ?? 0) - (this.#starts[low] ?? 0);
  }

  /** @returns where to go on. */
  #token({ index: at, 0: { length }, groups = {} }: RegExpExecArray): number {
    if (groups.ticks) return this.#ticks(at, at + length, groups.ticks);
    if (groups.escape) return this.#escape(at, at + length);
    if (groups.open) return this.#open(at, at + length);
    if (groups.bracketed?.startsWith('<@')) return this.#mark('mention', at, at + length);
    if (!groups.tag) return at + length;
    const isBreak = this.#isTable && /^<br\s*\/?>/i.test(this.#text.slice(at, at + 20));
    return isBreak ? at + length : this.#mark('sign', at, at + length);
  }

  /** Marks the backslashes that are escapes, in a stretch of which each has a meaning. */
  #escapes(at: number, end: number): void {
    for (let place = at; place < end; place += 1) if (this.#text[place] === '\\') this.#mark('escape', place, ++place);
  }

  /** Code in a line. An apostrophe that is a backtick is none of its marks. */
  #ticks(at: number, end: number, ticks: string): number {
    const begin = end - ticks.length;
    const close = LETTER.test(this.#text[at - 1] ?? '') ? -1 : this.#closingTicks(end, ticks.length);
    const isEnd = this.#alsoEscapes.has(at);
    if (close < 0 && !isEnd) return this.#mark('sign', at, end);
    this.#escapes(at, begin);
    if (isEnd || (begin - at) % 2 === 1) {
      this.#mark('sign', begin, end);
      let slashes = close;
      while (this.#text[slashes - 1] === '\\') slashes -= 1;
      if (slashes < close) this.#alsoEscapes.add(slashes);
      return end;
    }
    this.#mark('code', begin, end);
    this.#mark('code', close, close + ticks.length);
    if (this.#isTable)
      for (const { index } of this.#text.slice(end, close).matchAll(/(?<!\\)\|/g))
        this.#mark('sign', end + index, end + index + 1);
    return close + ticks.length;
  }

  #closingTicks(from: number, count: number): number {
    const ticks = /`+/g;
    ticks.lastIndex = from;
    for (let run = ticks.exec(this.#text); run; run = ticks.exec(this.#text))
      if (run[0].length === count) return run.index;
    return -1;
  }

  /** Backslashes are escapes only before what would be a mark without them. */
  #escape(at: number, end: number): number {
    const rest = this.#text.slice(end, end + 50);
    ESCAPED_LINK.lastIndex = end;
    const link = ESCAPED_LINK.exec(this.#text);
    const isTicket = /^#\d{1,9}\b/.test(rest) && !/[\w&/]/.test(this.#text[at - 1] ?? '');
    const isEscape =
      link || isTicket || this.#alsoEscapes.has(at) || MENTION.test(rest) || (this.#isTable && rest.startsWith('|'));
    if (!isEscape) return this.#mark('sign', at, end);
    if (link?.[1]) this.#alsoEscapes.add(end + link[0].indexOf('\\]('));
    this.#escapes(at, end);
    return (end - at) % 2 === 1 ? end + 1 : end;
  }

  #open(at: number, end: number): number {
    const kind = this.#text[at] === '!' ? 'picture' : 'link';
    const pattern = kind === 'link' ? LINK : PICTURE;
    pattern.lastIndex = at;
    const [whole = '', words = '', target = ''] = pattern.exec(this.#text) ?? [];
    if (whole === '' || (kind === 'link' && words.trim() === '')) return this.#mark('sign', end - 1, end);
    if (kind === 'picture') return this.#mark(kind, at, at + whole.length);
    this.#target = { at: at + whole.length - target.length, end: at + whole.length };
    this.#mark(kind, this.#target.at, this.#target.end);
    return this.#mark(kind, at, end);
  }

  #run({ index, 0: { length }, groups = {} }: RegExpExecArray, line: number): Run {
    const { slashes = '', run = '', sign = '' } = groups;
    const end = index + length;
    const count = run.replaceAll('\\', '').length;
    const isEscaped = slashes.length % 2 === 1 || run.length > count;
    // The backslash of the next mark, or of a number, is none of its signs.
    const from = /^\\(?:[*_~]|#\d)/.test(this.#text.slice(end, end + 3)) ? end + 1 : end;
    const [before = '', next = '', second = ''] = [this.#text[index - 1], ...this.#text.slice(from, from + 2)];
    const isMark =
      sign === '~' ? count === 2 : count <= 3 && !(count === 1 && COMMAND.test(this.#lines[line]?.text ?? ''));
    const isQuote = (around: string) => count > 1 && around === '"';
    const isBefore = before === '' || BEFORE.test(before) || isQuote(before);
    const isAfter = next === '' || isQuote(next) || (AFTER.test(next) && !goesOn(next, second, count));
    const [first, last] = count > 1 ? [FIRST_OF_TWO, LAST_OF_TWO] : [FIRST, LAST];
    const opens = isMark && isBefore && first.test(charAt(this.#text, from));
    return { at: index, end, sign, count, isEscaped, line, opens, closes: isMark && isAfter && last.test(before) };
  }

  #runMarks({ at, end, sign, isEscaped, line }: Run, partner: Run | undefined): void {
    if (partner === undefined && !this.#isInWord(at, end, line)) {
      this.#mark('sign', at, end);
      return;
    }
    this.#escapes(at, end);
    const begin = this.#text.indexOf(sign, at);
    if (partner && !isEscaped) this.#mark(partner.isEscaped ? 'sign' : 'emphasis', begin, end);
  }

  #isBetweenLetters(at: number, end: number): boolean {
    return LETTER.test(this.#text[at - 1] ?? '') && LETTER.test(this.#text[end] ?? '');
  }

  /** Whether a mark is `\_` within a word. Programs write so; people do in paths, which have other backslashes. */
  #isInWord(at: number, end: number, line: number): boolean {
    if (!/^\\{1,2}_$/.test(this.#text.slice(at, end)) || !this.#isBetweenLetters(at, end)) return false;
    const { text = '' } = this.#lines[line] ?? {};
    if (this.#programs?.text !== text)
      this.#programs = { text, isAny: !/\\(?![*_~`[\]\\])|(?<![\p{L}\p{N}\\])\\+_/u.test(text) };
    return this.#programs.isAny;
  }
}

const MENTION = /^<@[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}>/;

/** The character at a place, of one or two units. */
const charAt = (text: string, at: number): string => String.fromCodePoint(text.codePointAt(at) ?? 32);

/** Behind a mark, what goes on with a letter is one word with it: `__init__.py`. An ending is put on: `**GUS**-u`. */
const goesOn = (next: string, second: string, count: number): boolean =>
  /[.,;:!?-]/.test(next) && LETTER.test(second) && !(next === '-' && count > 1);

/** How many runs may be open at a place. */
const MOST_OPEN = 50;

/** Which runs belong together: of one sign and as many, the nearest, and none that lie across each other. */
function paired(text: string, runs: readonly Run[]): ReadonlyMap<Run, Run> {
  const pairs = new Map<Run, Run>();
  const open: Run[] = [];
  for (const run of runs) {
    const place = run.closes ? open.findLastIndex((begin) => isAlike(begin, run)) : -1;
    const begin = open[place];
    if (begin) {
      // The sign that began a name ends nothing behind it.
      open.length = place;
      if (isEmphasised(text.slice(begin.end, run.at), run)) pairs.set(begin, run).set(run, begin);
    } else if (run.opens) {
      open.push(run);
      if (open.length > MOST_OPEN) open.shift();
    }
  }
  return pairs;
}

const isAlike = (begin: Run, end: Run): boolean =>
  begin.sign === end.sign && begin.count === end.count && (begin.count > 1 || begin.line === end.line);
