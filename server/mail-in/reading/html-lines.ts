/** Writes what HTML shows as lines of Markdown. Each sign of a text stands for itself: a backslash is put before what may be a mark. */

/** How a text looks, and where it stands. */
export interface Look {
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly isStruck: boolean;
  readonly isCode: boolean;
  /** Where it leads; one object for one link. */
  readonly link: { readonly href: string } | null;
  /** Blanks and ends of lines stand as they were written. */
  readonly isPre: boolean;
  /** Stands before each line. */
  readonly prefix: string;
  readonly heading: string;
}

export const PLAIN: Look = {
  isBold: false,
  isItalic: false,
  isStruck: false,
  isCode: false,
  link: null,
  isPre: false,
  prefix: '',
  heading: '',
};

interface Run {
  /** Its text, piece by piece: a line may be long. */
  readonly pieces: string[];
  readonly look: Look;
  readonly isPlace: boolean;
}

/** A part of a line in one look. */
interface Stretch {
  readonly text: string;
  readonly look: Look;
  /** Markdown already: the place of a picture. */
  readonly isPlace: boolean;
}

const ESCAPED = /[\\`*_~[\]|]|<(?=[A-Za-z/!?@])/g;
const AT_BEGIN = /^(\s*)([#>])/;

export const escapedWords = (text: string): string => text.replace(ESCAPED, '\\$&').replace(AT_BEGIN, '$1\\$2');

const WORD = /[\p{L}\p{N}]/u;
/** Signs that may stand beside a mark of emphasis. */
const BESIDE = /^$|^[\s\p{P}\p{S}]/u;

function marksOf({ isBold, isItalic, isStruck }: Look): string {
  const emphasis = isBold && isItalic ? '***' : isBold ? '**' : isItalic ? '_' : '';
  return `${isStruck ? '~~' : ''}${emphasis}`;
}

/** A text with the marks of its look, where they may stand. */
function emphasised({ text, look, isPlace }: Stretch, before: string, after: string): string {
  if (isPlace) return text;
  const [, lead = '', words = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(text) ?? [];
  const marks = marksOf(look);
  const isFreeBefore = BESIDE.test(lead === '' ? before.slice(-1) : '');
  const isFreeBehind = BESIDE.test(trail === '' ? after : '');
  // Words that are struck out stay apart from the word beside them.
  if (look.isStruck && !(isFreeBefore && isFreeBehind) && WORD.test(words))
    return `${isFreeBefore ? lead : ' '}~~${escapedWords(words)}~~${isFreeBehind ? trail : ' '}`;
  const mayStand = WORD.test(words) && isFreeBefore && isFreeBehind;
  if (!mayStand || (marks === '' && !look.isCode)) return escapedWords(text);
  if (look.isCode) return words.includes('`') ? escapedWords(text) : `${lead}\`${words}\`${trail}`;
  return `${lead}${marks}${escapedWords(words)}${[...marks].reverse().join('')}${trail}`;
}

function withEmphasis(runs: readonly Stretch[], before: string, after: string): string {
  let line = '';
  for (const [index, run] of runs.entries())
    line += emphasised(run, before + line, runs[index + 1]?.text.slice(0, 1) ?? after);
  return line;
}

const LEADS = /^(?:https?|ftps?|mailto|tel):/i;

/** A link of some words; the words alone where they are its address, or it leads nowhere. */
function linked(runs: readonly Stretch[], href: string): string {
  const plain = runs
    .map(({ text }) => text)
    .join('')
    .trim();
  const address = href.trim();
  const isShown = [plain, `mailto:${plain}`, `tel:${plain}`, `${plain}/`].includes(address);
  const words = withEmphasis(runs, isShown ? ' ' : '[', isShown ? ' ' : ']');
  if (isShown || plain === '' || !LEADS.test(address)) return words;
  const [, lead = '', shown = '', trail = ''] = /^(\s*)([\s\S]*?)(\s*)$/.exec(words) ?? [];
  const safe = address.replace(
    /[\s()<>\\]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).padStart(2, '0').toUpperCase()}`,
  );
  return `${lead}[${shown}](${safe})${trail}`;
}

const LOOKED_AT = ['isBold', 'isItalic', 'isStruck', 'isCode', 'link'] as const;

/** Joins neighbours that look the same. */
function stretches(runs: readonly Run[]): Stretch[] {
  const joined: { pieces: string[]; look: Look; isPlace: boolean }[] = [];
  for (const { pieces, look, isPlace } of runs) {
    const last = joined.at(-1);
    const isSame = last !== undefined && LOOKED_AT.every((property) => last.look[property] === look[property]);
    if (isSame && !last.isPlace && !isPlace) for (const piece of pieces) last.pieces.push(piece);
    else joined.push({ pieces: [...pieces], look, isPlace });
  }
  return joined.map(({ pieces, look, isPlace }) => ({ text: pieces.join(''), look, isPlace }));
}

function lineOf(runs: readonly Stretch[]): string {
  let line = '';
  for (let from = 0; from < runs.length; ) {
    const link = (runs[from] as Stretch).look.link;
    let to = from + 1;
    while (to < runs.length && (runs[to] as Stretch).look.link === link) to += 1;
    const group = runs.slice(from, to);
    const next = runs[to];
    const after = next === undefined ? '' : next.look.link === null ? next.text.slice(0, 1) : '[';
    line += link === null ? withEmphasis(group, line, after) : linked(group, link.href);
    from = to;
  }
  return line;
}

export class LineWriter {
  /** The lines that are done. */
  lines: string[] = [];
  #runs: Run[] = [];
  #endsBlank = true;
  #hasWords = false;
  /** How many ends of lines come before the next line. */
  #gap = 0;
  #lastPrefix = '';
  #marker: { readonly prefix: string; readonly sign: string } | null = null;

  add(text: string, look: Look): void {
    const folded = look.isPre ? text : text.replace(/[\s\u00A0]+/g, ' ');
    const shown = this.#endsBlank && !look.isPre && folded.startsWith(' ') ? folded.slice(1) : folded;
    if (shown === '') return;
    this.#endsBlank = /\s/.test(shown.slice(-1));
    this.#hasWords ||= /\S/.test(shown);
    const last = this.#runs.at(-1);
    if (last !== undefined && !last.isPlace && last.look === look) last.pieces.push(shown);
    else this.#runs.push({ pieces: [shown], look, isPlace: false });
  }

  place(markdown: string, look: Look): void {
    this.#runs.push({ pieces: [markdown], look, isPlace: true });
    this.#endsBlank = false;
    this.#hasWords = true;
  }

  /** Sets the sign before the first line of an item. A number that stands alone is a line. */
  item(prefix: string, sign: string): void {
    const before = this.#marker;
    if (before !== null && /\w/.test(before.sign)) this.#push(before.prefix, '');
    this.#marker = { prefix, sign };
  }

  /** Ends a line. An empty one leaves an empty line. */
  endLine(look: Look): void {
    if (this.#hasWords) this.end(look, 1);
    else this.#gap = Math.min(2, this.#gap + 1);
  }

  /** Ends what stands before, where anything does. @param gap 2 for an empty line. */
  end(look: Look, gap: number): void {
    if (this.#hasWords) {
      this.#push(look.prefix, look.heading + lineOf(stretches(this.#runs)));
    }
    this.#runs = [];
    this.#endsBlank = true;
    this.#hasWords = false;
    this.#gap = Math.max(this.#gap, gap);
  }

  /** A line that is Markdown. */
  line(look: Look, text: string): void {
    this.end(look, 1);
    this.#push(look.prefix, text);
    this.#gap = 1;
  }

  #push(prefix: string, text: string): void {
    const marker = this.#marker;
    this.#marker = null;
    const before = marker?.prefix ?? prefix;
    if (this.lines.length > 0 && this.#gap === 2) {
      const both = before.length < this.#lastPrefix.length ? before : this.#lastPrefix;
      this.lines.push(both.trimEnd());
    }
    this.#gap = 0;
    this.#lastPrefix = prefix;
    const line = marker === null ? prefix + text : marker.prefix + marker.sign + text;
    // A signature begins with a line that ends in a blank.
    this.lines.push(text === '-- ' ? line : line.trimEnd());
  }
}
