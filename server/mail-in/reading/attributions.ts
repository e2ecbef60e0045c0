import { type Line, MARKS } from './mail-lines.ts';

/** Lines that say whose words follow. */

/** How we are called where a program says whose words it quotes. */
export interface OwnNames {
  readonly addresses: readonly string[];
  readonly names: readonly string[];
}

export const depthOf = ({ text }: Line): number =>
  /^[\s\uFEFF]*((?:>[\s\uFEFF]*)*)/.exec(text)?.[1]?.replace(/[^>]/g, '').length ?? 0;

const namesUs = (text: string, { addresses, names }: OwnNames): boolean => {
  const folded = text.toLowerCase();
  return [...addresses, ...names].some((name) => name !== '' && folded.includes(name.toLowerCase()));
};

/** Without addresses, ours have a token, and our own names: a figure in them is no date. */
const withoutNames = (text: string, { names }: OwnNames): string =>
  names
    .filter((name) => name !== '')
    .reduce((rest, name) => rest.toLowerCase().replaceAll(name.toLowerCase(), ' '), text.replace(/\S*@\S*/g, ' '));

/** Whether a text says that we wrote what follows it, and when. */
export const isAttribution = (text: string, own: OwnNames): boolean =>
  text.length < 400 && /(?:[:：]|>>>|-{3,})\s*$/.test(text) && namesUs(text, own) && /\d/.test(withoutNames(text, own));

const HEADER_LINE = /^[\s>]*\**\p{L}[\p{L}\u00A0 .-]{0,24}(?::\**(?:[\s\u00A0]|&nbsp;|$)|：)/u;
export const DIVIDER = /^[\s>\\]*(?:(?:[_\-=*]\s?){3,}|-{2,}.{3,40}-{2,})\s*$/;
/** The fewest lines of a header. */
const HEADER_LINES = 3;
/** Over how many lines a program folds an attribution at most. */
const FOLDED_LINES = 4;

/** The narrowest lines that a program folds. */
const FOLDED_WIDTH = 40;

/** Whether the next word did not fit into a line: a shorter line is the author's, who wrote it right above an attribution. */
const isFolded = ({ text }: Line, below: Line): boolean =>
  `${text.trim()} ${/\S+/.exec(below.text.replace(MARKS, ''))?.[0] ?? ''}`.length > FOLDED_WIDTH;

/** Whether a line is one of a letter's header: an answer may look like one of its lines, and stand beside one of ours. */
export function isInHeader(lines: readonly Line[], at: number, isOfRun: readonly boolean[]): boolean {
  const isLike = (index: number) => isOfRun[index] !== true && HEADER_LINE.test(lines[index]?.text ?? '');
  let [from, to] = [at, at];
  while (at - from < HEADER_LINES && isLike(from - 1)) from -= 1;
  while (to - from < HEADER_LINES && isLike(to)) to += 1;
  return isLike(at) && to - from >= HEADER_LINES;
}

/** How many lines above a line say that we wrote what follows: an attribution, or the header of our letter. */
export function attributionAbove(
  lines: readonly Line[],
  end: number,
  own: OwnNames,
  isCut: readonly boolean[] = [],
): number | null {
  const textOf = (from: number) =>
    lines
      .slice(from, end)
      .map(({ text }) => text.trim())
      .join(' ');
  for (let from = end - 1; from >= Math.max(0, end - FOLDED_LINES); from -= 1) {
    const line = lines[from] as Line;
    // It is folded within one quotation, and no line of ours is of it: an answer between these may end with a colon.
    if (line.isBlank || isCut[from] || depthOf(line) !== depthOf(lines[end - 1] as Line)) break;
    if (from < end - 1 && !isFolded(line, lines[from + 1] as Line)) break;
    if (isAttribution(textOf(from), own)) return from;
  }
  let [from, count] = [end, 0];
  for (let index = end - 1; index >= 0 && HEADER_LINE.test((lines[index] as Line).text); count += 1) {
    from = index;
    index = lastNotBlank(lines, index);
  }
  return count >= HEADER_LINES && namesUs(textOf(from), own) ? from : null;
}

export function lastNotBlank(lines: readonly Line[], before: number): number {
  let index = before - 1;
  while (index >= 0 && (lines[index] as Line).isBlank) index -= 1;
  return index;
}
