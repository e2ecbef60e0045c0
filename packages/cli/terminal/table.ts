import type { Terminal } from './terminal.ts';

/** Characters that a terminal would obey instead of showing, and marks that turn the direction of writing. */
const CONTROLS = /(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu;

/** A text that people wrote, as a terminal may get it. Line feeds and tabs stay. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '');

/** JSON with escapes in the place of such characters. */
export const escaped = (json: string): string =>
  json.replace(CONTROLS, (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`);

export const inOneLine = (text: string): string => withoutControls(text).replace(/\s+/g, ' ').trim();

/** To make one takes a third of the time in which the program starts. */
let segmenter: Intl.Segmenter | undefined;
const lettersOf = (text: string): Intl.Segments => {
  segmenter ??= new Intl.Segmenter();
  return segmenter.segment(text);
};

const WIDE =
  /\p{Extended_Pictographic}|\p{Regional_Indicator}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/u;

const widthOfLetter = (letter: string): number => (WIDE.test(letter) ? 2 : 1);

function widthOf(text: string): number {
  let width = 0;
  for (const { segment } of lettersOf(text)) width += widthOfLetter(segment);
  return width;
}

/** The text in at most so many columns; what does not fit becomes `…`. */
export function fitted(text: string, columns: number): string {
  if (widthOf(text) <= columns) return text;
  let fitting = '';
  let width = 0;
  for (const { segment } of lettersOf(text)) {
    width += widthOfLetter(segment);
    if (width > columns - 1) break;
    fitting += segment;
  }
  return `${fitting}…`;
}

export interface Cell {
  readonly text: string;
  readonly colour?: Parameters<Terminal['paint']>[0];
}

const GAP = '  ';

/**
 * Writes rows: for people in columns, of which the last is cut to what the terminal has room for; for programs with a tab
 * between cells, uncut.
 */
export function printTable(terminal: Terminal, rows: readonly (readonly Cell[])[]): void {
  const clean = rows.map((row) => row.map((cell) => ({ ...cell, text: inOneLine(cell.text) })));
  if (!terminal.isForPeople) {
    for (const row of clean) terminal.say(row.map(({ text }) => text).join('\t'));
    return;
  }
  const widths = (clean[0] ?? []).map((_, at) => Math.max(...clean.map((row) => widthOf(row[at]?.text ?? ''))));
  const used = widths.slice(0, -1).reduce((sum, width) => sum + width + GAP.length, 0);
  const room = Math.max(20, terminal.width - used);
  for (const row of clean)
    terminal.say(
      row
        .map(({ text, colour }, at) => {
          const isLast = at === row.length - 1;
          const shown = isLast ? fitted(text, room) : text;
          const padding = isLast ? '' : ' '.repeat((widths[at] ?? 0) - widthOf(shown));
          return (colour === undefined ? shown : terminal.paint(colour, shown)) + padding;
        })
        .join(GAP),
    );
}
