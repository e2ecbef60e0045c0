/**
 * Takes what we sent out of what came back, line by line and unfolded (docs/rules/mail-in.md#text). Never by a rule about where a
 * letter may end: answers stand between, below and inside the lines that programs quote.
 */

/** A letter that we sent, or what a comment says. */
export interface Letter {
  readonly lines: readonly string[];
  /** The author of the mail wrote it themselves: they may write it again, so only where it is quoted it is no news. */
  readonly isAuthors?: boolean;
}

/** How we are called where a program says whose words it quotes. */
export interface OwnNames {
  readonly addresses: readonly string[];
  readonly names: readonly string[];
}

export interface Subtracted {
  /** What the author wrote. */
  readonly kept: string;
  /** What was cut; null for nothing. */
  readonly elided: string | null;
}

const MARKS = /^[\s\uFEFF]*(?:(?:[>|]|[A-Z]{1,3}>)[\s\uFEFF]*)*/;
const INVISIBLE = /[\u200B-\u200F\u202A-\u202E\u2060-\u2069\uFEFF\u00AD\0]/g;

/** The words of a line, without what programs and Markdown put around them. A word that follows itself counts once. */
export function wordsIn(line: string): string[] {
  const words = line
    .replace(MARKS, '')
    .replace(INVISIBLE, '')
    .replace(/\\(?=[^\w\s])/g, '')
    .replace(/&(amp|lt|gt|quot|#39|nbsp);/g, ' ')
    .replace(/[*_`|~<>[\]()#&"]/g, ' ')
    .split(/[\s\u00A0]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
  return words.filter((word, index) => word !== words[index - 1]);
}

interface Line {
  readonly text: string;
  readonly words: readonly string[];
  readonly isQuoted: boolean;
  /** Whether nothing but quotation marks stands in it. */
  readonly isBlank: boolean;
}

const lineOf = (text: string): Line => {
  const words = wordsIn(text);
  return {
    text,
    words,
    isQuoted: /^[\s\uFEFF]*>/.test(text),
    isBlank: text.replace(MARKS, '').replace(INVISIBLE, '').trim() === '',
  };
};

/** The words of a letter, and where its lines begin among them. */
interface Words {
  readonly words: readonly string[];
  readonly starts: ReadonlySet<number>;
  readonly isAuthors: boolean;
}

function wordsOf({ lines, isAuthors = false }: Letter): Words {
  const words: string[] = [];
  const starts = new Set<number>();
  for (const line of lines) {
    const own = wordsIn(line);
    if (own.length > 0) starts.add(words.length);
    words.push(...own);
  }
  starts.add(words.length);
  return { words, starts, isAuthors };
}

/** Lines that say the same as a part of a letter. */
interface Run {
  readonly letter: Words;
  /** The words of the letter, from and behind. */
  readonly from: number;
  readonly to: number;
  /** The last of its lines. */
  readonly last: number;
}

/** The longest run that begins at a line, ends at the end of one, and is whole lines of the letter. */
function runAt(lines: readonly Line[], first: number, letter: Words, from: number): Run | null {
  let at = from;
  let run: Run | null = null;
  for (let index = first; index < lines.length; index += 1) {
    const { words, isBlank } = lines[index] as Line;
    if (isBlank) continue;
    // A ruler or a sign is of the letter only when it goes on behind it.
    if (words.length === 0) continue;
    if (words.some((word, offset) => letter.words[at + offset] !== word)) break;
    at += words.length;
    if (letter.starts.has(at) || at - from >= ENOUGH_WORDS) run = { letter, from, to: at, last: index };
    if (at >= letter.words.length) break;
  }
  return run;
}

/** As many words of ours in their order are no words of the author. */
const ENOUGH_WORDS = 8;
const FEW_WORDS = 5;
const LONG_WORD = 20;

/** Whether a run may be cut: who writes "Yes" does not quote our "Yes". */
function isOurs(lines: readonly Line[], first: number, run: Run, before: Run | null): boolean {
  const own = lines.slice(first, run.last + 1).filter(({ isBlank }) => !isBlank);
  if (own.every(({ isQuoted }) => isQuoted)) return true;
  if (run.letter.isAuthors) return false;
  const count = run.to - run.from;
  const goesOn = before !== null && before.letter === run.letter && before.to === run.from;
  const longest = Math.max(...run.letter.words.slice(run.from, run.to).map(({ length }) => length));
  return goesOn || count >= FEW_WORDS || longest >= LONG_WORD;
}

/** Marks the lines that say what a letter says. */
function markRuns(lines: readonly Line[], letters: readonly Words[], isCut: boolean[]): void {
  const places = new Map<string, (readonly [Words, number])[]>();
  for (const letter of letters)
    for (const start of letter.starts) {
      const word = letter.words[start];
      if (word === undefined) continue;
      const known = places.get(word);
      if (known === undefined) places.set(word, [[letter, start]]);
      else known.push([letter, start]);
    }
  let before: Run | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const [word] = (lines[index] as Line).words;
    if (word === undefined) continue;
    let best: Run | null = null;
    for (const [letter, start] of places.get(word) ?? []) {
      const run = runAt(lines, index, letter, start);
      if (run !== null && isOurs(lines, index, run, before) && (best === null || run.last > best.last)) best = run;
    }
    if (best === null) continue;
    for (let line = index; line <= best.last; line += 1) isCut[line] = true;
    before = best;
    index = best.last;
  }
}

/** Cuts the rest of a quotation in which we are quoted: what the author wrote before is no news. */
function markQuotations(lines: readonly Line[], isCut: boolean[]): void {
  let from = 0;
  while (from < lines.length) {
    if (!(lines[from] as Line).isQuoted) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < lines.length && (lines[to] as Line).isQuoted) to += 1;
    if (isCut.slice(from, to).some(Boolean)) isCut.fill(true, from, to);
    from = to;
  }
}

const namesUs = (text: string, { addresses, names }: OwnNames): boolean => {
  const folded = text.toLowerCase();
  return [...addresses, ...names].some((name) => name !== '' && folded.includes(name.toLowerCase()));
};

/** Without our own names: a figure in them is no date. */
const withoutNames = (text: string, { addresses, names }: OwnNames): string =>
  [...addresses, ...names]
    .filter((name) => name !== '')
    .reduce((rest, name) => rest.toLowerCase().replaceAll(name.toLowerCase(), ' '), text);

/** Whether a text says that we wrote what follows it, and when. */
const isAttribution = (text: string, own: OwnNames): boolean =>
  text.length < 400 && /(?::|>>>|-{3,})\s*$/.test(text) && namesUs(text, own) && /\d/.test(withoutNames(text, own));

const HEADER_LINE = /^[\s>]*\**\p{L}[\p{L} .-]{0,24}:\**(?:[\s\u00A0]|&nbsp;|$)/u;
const DIVIDER = /^[\s>\\]*(?:(?:[_\-=*]\s?){3,}|-{2,}.{3,40}-{2,})\s*$/;
/** Over how many lines a program folds an attribution at most. */
const FOLDED_LINES = 4;

/** How many lines above a line say that we wrote what follows: an attribution, or the header of our letter. */
function attributionAbove(lines: readonly Line[], end: number, own: OwnNames): number | null {
  const textOf = (from: number) =>
    lines
      .slice(from, end)
      .map(({ text }) => text.trim())
      .join(' ');
  for (let from = end - 1; from >= Math.max(0, end - FOLDED_LINES); from -= 1) {
    if ((lines[from] as Line).isBlank) break;
    if (isAttribution(textOf(from), own)) return from;
  }
  let [from, count] = [end, 0];
  for (let index = end - 1; index >= 0 && HEADER_LINE.test((lines[index] as Line).text); count += 1) {
    from = index;
    index = lastNotBlank(lines, index);
  }
  return count >= 3 && namesUs(textOf(from), own) ? from : null;
}

function lastNotBlank(lines: readonly Line[], before: number): number {
  let index = before - 1;
  while (index >= 0 && (lines[index] as Line).isBlank) index -= 1;
  return index;
}

/** Cuts what stands above a quotation and says whose it is, with the rule above that. */
function markAttributions(lines: readonly Line[], isCut: boolean[], own: OwnNames): void {
  for (let index = 0; index < lines.length; index += 1) {
    const isBegin = (isCut[index] || (lines[index] as Line).isQuoted) && !isCut[index - 1];
    if (!isBegin) continue;
    const above = lastNotBlank(lines, index);
    const isRuled = above >= 0 && DIVIDER.test((lines[above] as Line).text);
    const end = (isRuled ? lastNotBlank(lines, above) : above) + 1;
    const from = end === 0 || isCut[end - 1] ? null : attributionAbove(lines, end, own);
    if (from === null) continue;
    const divider = lastNotBlank(lines, from);
    const hasDivider = divider >= 0 && DIVIDER.test((lines[divider] as Line).text);
    isCut.fill(true, hasDivider ? divider : from, index);
    for (let line = index; line < lines.length && (lines[line] as Line).isQuoted; line += 1) isCut[line] = true;
  }
}

/** How long a signature may be, in lines. What is longer may be an answer. */
const SIGNATURE_LINES = 15;

/**
 * Cuts signatures. Our letter has such a line too: one that stands among lines of ours, or right below them where no other one was
 * ours, may be ours, and what follows it an answer.
 */
function markSignatures(lines: readonly Line[], isCut: boolean[]): void {
  const [first, last] = [isCut.indexOf(true), isCut.lastIndexOf(true)];
  for (let index = 0; index < lines.length; index += 1) {
    if (isCut[index] || (lines[index] as Line).text !== '-- ') continue;
    const isBelowOurs = () =>
      isCut[lastNotBlank(lines, index)] === true &&
      !lines.slice(0, index).some(({ text }, at) => isCut[at] && text.replace(MARKS, '').trim() === '--');
    const isAmongOurs = first >= 0 && index > first && (index < last || isBelowOurs());
    let end = index;
    while (end < lines.length && !isCut[end]) end += 1;
    const count = lines.slice(index, end).filter(({ isBlank }) => !isBlank).length;
    if (isAmongOurs) isCut[index] = true;
    else if (count <= SIGNATURE_LINES) isCut.fill(true, index, end);
    index = end;
  }
}

const DEVICES =
  'iphone|ipad|android|samsung|galaxy|huawei|xiaomi|redmi|oneplus|pixel|nokia|blackberry|windows|outlook|yahoo|gmail|telefonu|smartfon\\p{L}*|komórki|handy|smartphone|phone|mobile|mobil\\p{L}*|телефон\\p{L}*';
const DEVICE_LINE = new RegExp(
  `^[\\s*_]*(?:sent (?:from|with|via)|wysłan[eoya]\\p{L}* (?:z|ze|przez)|gesendet (?:von|mit)|von meinem|odesláno z|відправлено з|надіслано з)(?=\\s).{0,50}(?<!\\p{L})(?:${DEVICES})(?!\\p{L}).{0,40}$`,
  'iu',
);

/** Cuts the line that a telephone puts below everything. */
function markDevices(lines: readonly Line[], isCut: boolean[]): void {
  for (let index = 0; index < lines.length; index += 1) {
    if (isCut[index] || !DEVICE_LINE.test((lines[index] as Line).text)) continue;
    let next = index + 1;
    while (next < lines.length && !isCut[next] && (lines[next] as Line).isBlank) next += 1;
    if (next === lines.length || isCut[next]) isCut[index] = true;
  }
}

const PICTURE_OR_REFERENCE =
  /^[\s>]*(?:!?\[cid:[^\]]*\](?:\([^)]*\))?|!\[[^\]]*\]\(cid:[^)]*\)|Kwit-Ref:\s*[a-z2-7]{26})\s*$/i;

const tidied = (text: string): string =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+|\n+$/g, '');

/** Pure: what is left of a text without what we sent, and what was cut. */
export function subtract(text: string, letters: readonly Letter[], own: OwnNames): Subtracted {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').map(lineOf);
  const isCut = lines.map(() => false);
  markRuns(lines, letters.map(wordsOf), isCut);
  markQuotations(lines, isCut);
  markAttributions(lines, isCut, own);
  markSignatures(lines, isCut);
  markDevices(lines, isCut);
  for (const [index, line] of lines.entries()) if (PICTURE_OR_REFERENCE.test(line.text)) isCut[index] = true;
  const some = (wanted: boolean) =>
    tidied(lines.flatMap((line, at) => (isCut[at] === wanted ? [line.text] : [])).join('\n'));
  const elided = some(true);
  return { kept: some(false), elided: elided === '' ? null : elided };
}
