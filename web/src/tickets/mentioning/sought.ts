/** What the user is about to name at the caret: somebody after `@`, or a ticket after `#`. */
export interface Sought {
  sign: '@' | '#';
  /** A part of a name; the number or some words of a ticket. */
  query: string;
  /** Where in the text the sign stands, and where the query ends. */
  from: number;
  to: number;
}

/** A sign at the beginning of a word, and at most three words after it. A space after `#` makes a heading. */
const OPEN = /(?<![\p{L}\p{N}&/])(?<sign>[@#])(?<query>(?:[\p{L}\p{N}._'-]+ ?){0,3})$/u;
const LONGEST = 60;

export function soughtAt(text: string, caret: number): Sought | undefined {
  const before = text.slice(Math.max(0, caret - LONGEST), caret);
  const { sign, query = '' } = OPEN.exec(before)?.groups ?? {};
  if (sign !== '@' && sign !== '#') return undefined;
  // A number with a space after it is complete.
  if (sign === '#' && /^$|^\d+ /.test(query)) return undefined;
  return { sign, query, from: caret - query.length - 1, to: caret };
}
