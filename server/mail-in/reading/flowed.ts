/** Text whose lines go on in the next one (RFC 3676). Pure. */

interface Row {
  /** The marks of a quotation in front of it, as they were written. */
  readonly marks: string;
  readonly depth: number;
  readonly words: string;
}

/** The blank behind the marks, or at the beginning, is stuffed. Programs write marks with blanks between them as well. */
function rowOf(line: string): Row {
  const [, marks = '', words = ''] = /^((?:> ?)*>|) ?(.*)$/s.exec(line) ?? [];
  return { marks, depth: marks.replaceAll(' ', '').length, words };
}

/** A signature's line stands alone, though it ends in a blank. */
const goesOn = ({ words }: Row): boolean => words.endsWith(' ') && words !== '-- ';

/** Joins lines that go on. None goes on in a quotation of another depth: who answers below one begins anew. */
export function unflowed(text: string, isBlankOfBreak: boolean): string {
  const whole: { readonly row: Row; readonly pieces: string[] }[] = [];
  let before: Row | null = null;
  for (const line of text.split(/\r?\n/)) {
    const row = rowOf(line);
    const isSame = before !== null && before.depth === row.depth && row.words !== '-- ';
    const words = isBlankOfBreak && goesOn(row) ? row.words.slice(0, -1) : row.words;
    if (isSame && before !== null && goesOn(before)) whole.at(-1)?.pieces.push(words);
    else whole.push({ row, pieces: [words] });
    before = row;
  }
  return whole
    .map(({ row: { marks }, pieces }) => (marks === '' ? pieces.join('') : `${marks} ${pieces.join('')}`))
    .join('\n');
}
