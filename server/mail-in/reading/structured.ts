/** Reads structured headers: comments, quoted strings, and parts between semicolons (RFC 5322 § 3.2, RFC 2045 § 5.1, RFC 8601 § 2.2). */

/** A part of a structured header between two semicolons. */
export interface HeaderPart {
  /** Its words before its first `=`; the whole of it where it has none. */
  readonly words: readonly string[];
  /** Names, in lower case, with their values. Base64 at the end of a value keeps its own `=`. */
  readonly pairs: readonly (readonly [name: string, value: string])[];
  /** Its words behind the last value. */
  readonly loose: readonly string[];
}

/** A word, or the sign `=`. */
interface Token {
  readonly text: string;
  readonly isSign: boolean;
  /** Whether nothing stands between it and what is before it. */
  readonly joins: boolean;
}

/** Words and signs between semicolons, without comments. A comment or a quoted string that has no end goes to the end. */
function tokensOf(value: string, hasParentheses: boolean): Token[][] {
  const parts: Token[][] = [[]];
  let [word, isWord, joins] = ['', false, false];
  const end = (isJoined: boolean) => {
    if (isWord) parts.at(-1)?.push({ text: word, isSign: false, joins });
    [word, isWord, joins] = ['', false, isJoined];
  };
  for (let at = 0; at < value.length; at += 1) {
    const sign = value[at] ?? '';
    if (sign === '(' && !(isWord && hasParentheses)) {
      end(false);
      at = endOfComment(value, at);
    } else if (sign === '"') {
      const [text, last] = quotedAt(value, at);
      [word, isWord, at] = [word + text, true, last];
    } else if (sign === ';') {
      end(false);
      parts.push([]);
    } else if (sign === '=') {
      end(true);
      parts.at(-1)?.push({ text: sign, isSign: true, joins });
    } else if (/\s/.test(sign)) end(false);
    else [word, isWord] = [word + sign, true];
  }
  end(false);
  return parts;
}

function endOfComment(value: string, from: number): number {
  let depth = 0;
  for (let at = from; at < value.length; at += 1) {
    if (value[at] === '\\') at += 1;
    else if (value[at] === '(') depth += 1;
    else if (value[at] === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return value.length;
}

function quotedAt(value: string, from: number): [text: string, last: number] {
  let text = '';
  for (let at = from + 1; at < value.length; at += 1) {
    if (value[at] === '"') return [text, at];
    if (value[at] === '\\') at += 1;
    text += value[at] ?? '';
  }
  return [text, value.length];
}

function partOf(tokens: readonly Token[]): HeaderPart {
  const pairs: [string, string][] = [];
  const words: string[] = [];
  let [name, isValue]: [string[], boolean] = [[], false];
  for (const { text, isSign, joins } of tokens) {
    const last = pairs.at(-1);
    if (isSign && name.length > 0) {
      pairs.push([name.join('').toLowerCase(), '']);
      [name, isValue] = [[], true];
    } else if (last !== undefined && (isValue || isSign || (joins && name.length === 0))) {
      last[1] += text;
      isValue = false;
    } else if (!isSign) {
      name.push(text);
      if (last === undefined) words.push(text);
    }
  }
  return { words, pairs, loose: pairs.length === 0 ? [] : name };
}

/** @param hasParentheses whether a parenthesis within a word belongs to it, as in names of files. */
export const headerParts = (value: string, hasParentheses = false): HeaderPart[] =>
  tokensOf(value, hasParentheses).map(partOf);
