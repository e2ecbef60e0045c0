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

/** A time, a year or a date: a mere figure stands in what authors write, too. */
const MOMENT = /(?<![\p{L}\d])(?:\d{1,2}[:.h]\d\d|20\d\d|\d{1,2}([./-])\d{1,2}\1\d\d)(?!\d)/u;

/** Whether a text says that we wrote what follows it, and when. */
export const isAttribution = (text: string, own: OwnNames): boolean =>
  text.length < 400 &&
  /(?:[:：]|>>>|-{3,})\s*$/.test(text) &&
  namesUs(text, own) &&
  MOMENT.test(withoutNames(text, own));

const HEADER_LINE = /^[\s>]*\**\p{L}[\p{L}\u00A0 .-]{0,24}(?::\**(?:[\s\u00A0]|&nbsp;|$)|：)/u;
const RULER = /^[\s>\\]*(?:[_\-=*]\s?){3,}\s*$/;
/** The words between two rulers that stand right above a header. */
const HEADLINE = /^[\s>\\]*-{2,}.{3,40}-{2,}\s*$/;
/** The fewest lines of a header. */
const HEADER_LINES = 3;
/** Over how many lines a program folds an attribution at most. */
const FOLDED_LINES = 4;

/** The narrowest lines that a program folds. */
const FOLDED_WIDTH = 40;

/** Whether the next word did not fit into a line: a shorter line is the author's, who wrote it right above an attribution. */
const isFolded = ({ text }: Line, below: Line): boolean =>
  `${text.trim()} ${/\S+/.exec(below.text.replace(MARKS, ''))?.[0] ?? ''}`.length > FOLDED_WIDTH;

/** Whether a line looks like one of a header, quoted as deep as another one. */
function isHeaderLine(lines: readonly Line[], at: number, other: number): boolean {
  const [line, beside] = [lines[at], lines[other]];
  return line !== undefined && beside !== undefined && HEADER_LINE.test(line.text) && depthOf(line) === depthOf(beside);
}

/** The line with which Outlook ends a header. */
const IMPORTANCE = /^[\s>]*\**(?:importance|ważność|wichtigkeit|priorität)[\s\u00A0]?:\**\s*\p{L}+\s*$/iu;

/** Whether a line is one of a header as programs write it, and not one of the author that begins as such a line does. */
const isOfProgram = ({ text }: Line): boolean =>
  /@|\[#\d+\\?\]/.test(text) || MOMENT.test(text) || IMPORTANCE.test(text);

/** Whether a line is one of a letter's header: an answer may look like one of its lines, and stand beside one of ours. */
export function isInHeader(lines: readonly Line[], at: number, isOfRun: readonly boolean[]): boolean {
  const isLike = (index: number) => isOfRun[index] !== true && isHeaderLine(lines, index, at);
  let [from, to] = [at, at];
  while (at - from < HEADER_LINES && isLike(from - 1)) from -= 1;
  while (to - from < HEADER_LINES && isLike(to)) to += 1;
  return isLike(at) && to - from >= HEADER_LINES && isOfProgram(lines[at] as Line);
}

/** Whether a line only divides: a ruler, or the headline of a header. */
export const isDivider = (lines: readonly Line[], at: number): boolean => {
  const [text = '', below = ''] = [lines[at]?.text, lines[at + 1]?.text];
  return RULER.test(text) || (HEADLINE.test(text) && HEADER_LINE.test(below));
};

/**
 * Where the header of our letter begins that ends above a line. An author's line may begin as one of its lines do, and stand beside it:
 * a program leaves as much room between all lines, begins with who wrote, or when, and ends with the ticket.
 */
function headerAbove(lines: readonly Line[], end: number, own: OwnNames, isCut: readonly boolean[]): number | null {
  const isLike = (at: number) => at >= 0 && isCut[at] !== true && isHeaderLine(lines, at, end - 1);
  if (!isLike(end - 1) || !isOfProgram(lines[end - 1] as Line)) return null;
  const gap = end - 1 - lastNotBlank(lines, end - 1);
  let from = end - 1;
  while (isLike(from - gap) && lastNotBlank(lines, from) === from - gap) from -= gap;
  const isBeginning = (line: Line) => namesUs(line.text, own) || (gap === 1 && isOfProgram(line));
  while (from < end && !isBeginning(lines[from] as Line)) from += gap;
  const header = lines.slice(from, end).filter(({ isBlank }) => !isBlank);
  const isOurs = header.some(({ text }) => namesUs(text, own));
  const hasMoment = header.some(({ text }) => MOMENT.test(withoutNames(text, own)));
  return header.length >= HEADER_LINES && isOurs && hasMoment ? from : null;
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
  return headerAbove(lines, end, own, isCut);
}

export function lastNotBlank(lines: readonly Line[], before: number): number {
  let index = before - 1;
  while (index >= 0 && (lines[index] as Line).isBlank) index -= 1;
  return index;
}
