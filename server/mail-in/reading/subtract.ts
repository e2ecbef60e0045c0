import {
  attributionAbove,
  depthOf,
  isAttribution,
  isDivider,
  isInHeader,
  lastNotBlank,
  type OwnNames,
} from './attributions.ts';
import { isDeviceLine } from './device-lines.ts';
import { type Line, MARKS, mailLineOf, tidied, wordsIn } from './mail-lines.ts';
import { hasSecret, withoutSecrets } from './own-secrets.ts';

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

export interface Subtracted {
  /** The author's words. */
  readonly kept: string;
  /** The part that was cut; null for none. */
  readonly elided: string | null;
}

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
    const { words } = lines[index] as Line;
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
/** So many lines of ours in their order are ours wherever they stand. */
const SOME_LINES = 3;

/** Whether a run goes on where the one before ended. */
const isNext = (run: Run, before: Run | null): boolean => before?.letter === run.letter && before.to === run.from;

/** Whether the words above a line are quoted. */
const isBelowQuoted = (lines: readonly Line[], at: number): boolean =>
  lines[lastNotBlank(lines, at)]?.isQuoted === true;

/** Whether a run may be cut: who writes "Yes", or copies a line of ours, does not quote it. */
function isOurs(lines: readonly Line[], first: number, run: Run, { before, isBelow }: Around): boolean {
  const own = lines.slice(first, run.last + 1).filter(({ isBlank }) => !isBlank);
  if (own.every(({ isQuoted }) => isQuoted)) return true;
  if (run.letter.isAuthors) return false;
  if (isNext(run, before)) return true;
  const said = own.filter(({ words }) => words.length > 0).length;
  return said >= SOME_LINES || (isBelow && (said > 1 || run.to - run.from >= FEW_WORDS));
}

/** A line of ours below a quotation is one that says something. */
const FEW_WORDS = 3;

interface Around {
  readonly before: Run | null;
  /** Whether a quotation, or what says that one follows, stands above. */
  readonly isBelow: boolean;
}

/** Marks the lines that say what a letter says. */
function markRuns(lines: readonly Line[], letters: readonly Words[], isCut: boolean[], own: OwnNames): void {
  const begin = quotationBegins(lines, own);
  const places = new Map<string, (readonly [Words, number])[]>();
  for (const letter of letters)
    for (const start of letter.starts) {
      const word = letter.words[start];
      if (word !== undefined) places.getOrInsertComputed(word, () => []).push([letter, start]);
    }
  // An author who chooses one of our lines copies it below the quotation.
  const quoted = new Set<string>();
  let before: Run | null = null;
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] as Line;
    const [word] = line.words;
    if (word === undefined) continue;
    const isCopy = !line.isQuoted && quoted.has(line.words.join(' ')) && isBelowQuoted(lines, index);
    let best: Run | null = null;
    for (const [letter, start] of places.get(word) ?? []) {
      const run = runAt(lines, index, letter, start);
      if (run === null || (isCopy && !isNext(run, before))) continue;
      const around = { before, isBelow: index >= begin };
      if (isOurs(lines, index, run, around) && (best === null || run.last > best.last)) best = run;
    }
    if (best === null) continue;
    for (let at = index; at <= best.last; at += 1) {
      isCut[at] = true;
      const { isQuoted, words } = lines[at] as Line;
      if (isQuoted && words.length > 0) quoted.add(words.join(' '));
    }
    before = best;
    index = best.last;
  }
}

/** Where a quotation, the header of a letter or an attribution begins; behind the last line where none does. */
function quotationBegins(lines: readonly Line[], own: OwnNames): number {
  const at = lines.findIndex(
    ({ isQuoted }, index) => isQuoted || isDivider(lines, index) || attributionAbove(lines, index + 1, own) !== null,
  );
  return at < 0 ? lines.length : at;
}

/**
 * Cuts the rest of a quotation in which we are quoted. A line that is in no letter of ours and stands no deeper than ours around
 * it is an answer: programs mark what one types there.
 */
function markQuotations(lines: readonly Line[], isCut: boolean[], { letters, own }: Ours): void {
  const ownTexts = letters.map(({ words }) => ` ${words.join(' ')} `);
  const isPartOfOurs = ({ words }: Line): boolean =>
    words.length === 0 ||
    (words.length >= ENOUGH_WORDS && ownTexts.some((text) => text.includes(` ${words.join(' ')} `)));
  const isNew = (at: number, depth: number): boolean => {
    const [line, below] = [lines[at] as Line, lines[at + 1]];
    // It says whose words stand deeper below it.
    const isAbove = /:\s*$/.test(line.text) && below !== undefined && depthOf(below) > depthOf(line);
    const isNews = depthOf(line) <= depth && !isPartOfOurs(line) && !isAbove;
    return isNews && !isInHeader(lines, at, isOfRun) && !isDivider(lines, at) && !isAttribution(line.text, own);
  };
  const isOfRun = [...isCut];
  let from = 0;
  while (from < lines.length) {
    if (!(lines[from] as Line).isQuoted) {
      from += 1;
      continue;
    }
    let to = from;
    while (to < lines.length && (lines[to] as Line).isQuoted) to += 1;
    const ours = lines.slice(from, to).flatMap((_, at) => (isCut[from + at] ? [from + at] : []));
    const depthAt = (at: number | undefined) => (at === undefined ? 0 : depthOf(lines[at] as Line));
    for (let at = from, next = 0; at < to && ours.length > 0; at += 1) {
      while ((ours[next] ?? to) < at) next += 1;
      isCut[at] ||= !isNew(at, Math.max(depthAt(ours[next - 1]), depthAt(ours[next])));
    }
    from = to;
  }
}

interface Ours {
  readonly letters: readonly Words[];
  readonly own: OwnNames;
}

/** Cuts what stands above a quotation and says whose it is, with the rule above that. */
function markAttributions(lines: readonly Line[], isCut: boolean[], own: OwnNames): void {
  for (let index = 0; index < lines.length; index += 1) {
    const isBegin = (isCut[index] || (lines[index] as Line).isQuoted) && !isCut[index - 1];
    if (!isBegin) continue;
    const above = lastNotBlank(lines, index);
    const isRuled = isDivider(lines, above);
    const end = (isRuled ? lastNotBlank(lines, above) : above) + 1;
    const from = end === 0 || isCut[end - 1] ? null : attributionAbove(lines, end, own, isCut);
    if (from === null) continue;
    const divider = lastNotBlank(lines, from);
    const hasDivider = isDivider(lines, divider);
    isCut.fill(true, hasDivider ? divider : from, index);
    let to = index;
    while (to < lines.length && (lines[to] as Line).isQuoted) to += 1;
    // Where something of ours is known, the rest of it was looked at.
    if (!isCut.slice(index, to).some(Boolean)) isCut.fill(true, index, to);
  }
}

/** How long a signature may be, in lines. A longer one may be an answer. */
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

/** Cuts the line that a telephone puts below everything. */
function markDevices(lines: readonly Line[], isCut: boolean[]): void {
  for (let index = 0; index < lines.length; index += 1) {
    if (isCut[index] || !isDeviceLine((lines[index] as Line).text)) continue;
    let next = index + 1;
    while (next < lines.length && !isCut[next] && (lines[next] as Line).isBlank) next += 1;
    if (next === lines.length || isCut[next]) isCut[index] = true;
  }
}

const PICTURE = /^[\s>]*(?:!?\[cid:[^\]]*\](?:\([^)]*\))?|!\[[^\]]*\]\(cid:[^)]*\))\s*$/i;

/** Pure: what is left of a text without what we sent, and what was cut. */
export function subtract(text: string, letters: readonly Letter[], own: OwnNames): Subtracted {
  const lines = text.replace(/\r\n?/g, '\n').split('\n').map(mailLineOf);
  const isCut = lines.map(() => false);
  const ours = letters.map(wordsOf);
  markRuns(lines, ours, isCut, own);
  markQuotations(lines, isCut, { letters: ours, own });
  markAttributions(lines, isCut, own);
  // A report is its author's from the first line to the last.
  if (letters.length > 0) markSignatures(lines, isCut);
  markDevices(lines, isCut);
  for (const [index, line] of lines.entries()) if (PICTURE.test(line.text) || hasSecret(line.text)) isCut[index] = true;
  const some = (cut: boolean) => tidied(lines.flatMap((line, at) => (isCut[at] === cut ? [line.text] : [])).join('\n'));
  const elided = withoutSecrets(some(true)).trim();
  return { kept: some(false), elided: elided === '' ? null : elided };
}
