import type { Terminal } from './terminal.ts';
import { fitted, inOneLine, widthOf } from './width.ts';

export interface Cell {
  readonly text: string;
  readonly colour?: Parameters<Terminal['paint']>[0];
}

/** Two spaces stand between columns. */
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
