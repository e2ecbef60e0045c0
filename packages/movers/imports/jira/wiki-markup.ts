import { fromCommonMark } from '#markdown';
import { pictureAt } from '../incoming/ticket-texts.ts';

/** Looks up people and files that a text of the wiki names. */
export interface WikiNames {
  /** The name of somebody by the id that a mention has; null for nobody. */
  person(id: string): string | null;
}

/** Stands for a part that is done: no text has this character. */
const HELD = '\0';

/** Parts of a text that no other rule may touch. */
class HeldParts {
  readonly #parts: string[] = [];

  hold(part: string): string {
    this.#parts.push(part);
    return `${HELD}${this.#parts.length - 1}${HELD}`;
  }

  /** Puts every part back. One of several lines gets the quote marks and blanks that its first line stands behind. */
  restore(text: string): string {
    if (!text.includes(HELD)) return text;
    const lines = text.split('\n').map((line) => {
      const [before = ''] = /^[> ]*/.exec(line) ?? [];
      return line.replaceAll(/\0(\d+)\0/g, (_, index) =>
        (this.#parts[Number(index)] ?? '').replaceAll('\n', `\n${before}`),
      );
    });
    return this.restore(lines.join('\n'));
  }
}

const CODE = /\{(code|noformat)(?::([^}\n]{0,500}))?\}\n?([\s\S]*?)\n?\{\1\}/g;

function codeBlock(parameters: string, code: string): string {
  const words = parameters.split('|');
  const title = words.find((word) => word.startsWith('title='))?.slice('title='.length);
  const [language = ''] = words.filter((word) => /^[\w+#-]+$/.test(word));
  const [longest = ''] = (code.match(/`{3,}/g) ?? []).toSorted((a, b) => b.length - a.length);
  const fence = longest === '' ? '```' : `${longest}\``;
  return `${title ? `**${title}**\n\n` : ''}${fence}${language.toLowerCase()}\n${code}\n${fence}`;
}

/** Code of one line, in as many marks as it needs. */
const inlineCode = (code: string): string => (code.includes('`') ? `\`\` ${code} \`\`` : `\`${code}\``);

const ADDRESS = /^(?:https?:\/\/|ftp:\/\/|mailto:)\S+$/i;
const spelledAddress = (url: string): string => (/[()\s]/.test(url) ? `<${url}>` : url);

/** `[text|url|smart-link]`, `[url]`, `[^file]`, `[~person]`. @returns null for what is no link. */
function linkOf(inside: string, { person }: WikiNames, parts: HeldParts): string | null {
  if (inside.startsWith('^')) return inside.slice(1);
  if (inside.startsWith('~')) {
    const id = inside.slice(1).replace(/^accountid:/, '');
    return `@${person(id) ?? id}`;
  }
  const [first = '', second] = inside.split('|');
  if (second === undefined) return ADDRESS.test(first) ? parts.hold(`<${first}>`) : null;
  if (!ADDRESS.test(second)) return second.startsWith('#') || second === '' ? first : `${first} (${second})`;
  if (first === second) return parts.hold(`<${first}>`);
  return `${parts.hold('[')}${first}${parts.hold(`](${spelledAddress(second)})`)}`;
}

const PICTURE = /!((?:https?:\/\/[^\s!|]+|[^\s!|\n][^!|\n]*\.[A-Za-z0-9]{2,5}))(?:\|[^!\n]*)?!/g;
const BARE_ADDRESS = /\b(?:https?|ftp):\/\/[^\s|\][<>"'{}\0]+/g;
const ESCAPED = /\\([*_\-{}[\]!|#+?^~:])/g;

/** Takes out what has rules of its own: code, links, pictures, addresses, escaped signs. */
function holdParts(text: string, names: WikiNames, parts: HeldParts): string {
  return (
    text
      .replaceAll(CODE, (_, _kind, parameters = '', code) => `\n${parts.hold(codeBlock(parameters, code))}\n`)
      .replaceAll(/\{\{([^\n]{1,2000}?)\}\}/g, (_, code) => parts.hold(inlineCode(code)))
      .replaceAll(ESCAPED, (escaped, sign) => parts.hold(sign === ':' ? sign : escaped))
      // Any other single backslash stands for itself, where Markdown of elsewhere would take it for an escape.
      .replaceAll(/(?<!\\)\\(?!\\)/g, () => parts.hold('\\\\'))
      .replaceAll(/\[([^[\]\n]+)\]/g, (whole, inside) => linkOf(inside, names, parts) ?? whole)
      .replaceAll(PICTURE, (_, name) => parts.hold(ADDRESS.test(name) ? `<${name}>` : pictureAt(name)))
      .replaceAll(BARE_ADDRESS, (url) => parts.hold(url))
  );
}

/** `in{*}bold{*}word`: so the editor writes marks that stand in or at words. In a word Markdown has none. */
const BRACED = /\{([*_+^~-])\}([^\s{}\n](?:[^{}\n]*[^\s{}\n])?)\{\1\}/g;
const LETTER = /[\p{L}\p{N}]/u;
const withoutBraces = (text: string): string =>
  text.replaceAll(BRACED, (whole, mark, words, at: number) => {
    const isInWord = LETTER.test(text[at - 1] ?? '') || LETTER.test(text[at + whole.length] ?? '');
    return isInWord ? words : `${mark}${words}${mark}`;
  });

const EMOTICONS: Readonly<Record<string, string>> = {
  '(/)': '✅',
  '(x)': '❌',
  '(!)': '⚠️',
  '(i)': 'ℹ️',
  '(?)': '❓',
  '(*)': '⭐',
  '(y)': '👍',
  '(n)': '👎',
};

/** A mark on both sides of words: blanks or signs outside, no blank inside. */
const around = (mark: string): RegExp =>
  new RegExp(
    `(?<![\\p{L}\\p{N}${mark}])${mark}(?![\\s.,/${mark}])([^\\n${mark}]*[^\\s${mark}])${mark}(?![\\p{L}\\p{N}${mark}])`,
    'gu',
  );
const BOLD = around('\\*');
const STRUCK = around('-');
const INSERTED = around('\\+');

const inline = (line: string): string =>
  line
    .replaceAll(/\([/x!i?*yn]\)/g, (sign) => EMOTICONS[sign] ?? sign)
    .replaceAll(BOLD, '**$1**')
    .replaceAll(STRUCK, '~~$1~~')
    .replaceAll(INSERTED, '$1')
    .replaceAll(/\?\?(\S[^\n?]*)\?\?/g, '$1')
    .replaceAll(/\^([^\s^]+)\^/g, '$1')
    .replaceAll(/(?<!~)~([^\s~]+)~(?!~)/g, '$1');

/** One block of lines: blocks of other kinds are kept apart by an empty line. */
interface Block {
  readonly kind: 'text' | 'heading' | 'quote' | 'list' | 'table' | 'rule' | 'held';
  readonly lines: string[];
}

/** How far a list is: its marks, and the number that each of them has reached. */
type Counts = number[];

function listLine(marks: string, text: string, counts: Counts): string {
  counts.length = Math.min(counts.length, marks.length);
  while (counts.length < marks.length) counts.push(0);
  const last = marks.length - 1;
  const reached = (counts[last] ?? 0) + 1;
  counts[last] = reached;
  const indent = [...marks.slice(0, -1)].map((mark) => (mark === '#' ? '   ' : '  ')).join('');
  return `${indent}${marks.endsWith('#') ? `${reached}.` : '-'} ${text}`;
}

const cellsOf = (line: string): string[] =>
  line
    .replace(/^\|\|?/, '')
    .replace(/\|\|?\s*$/, '')
    .split(/\|\|?/)
    .map((cell) => inline(cell.trim()).replaceAll(/\s*\\\\\s*/g, '<br>'));

/** Its first row is the head, as every table of Markdown has one. */
function tableOf(rows: readonly string[]): string[] {
  const cells = rows.map(cellsOf);
  const width = Math.max(...cells.map((row) => row.length));
  const line = (row: readonly string[]) => `| ${Array.from({ length: width }, (_, n) => row[n] ?? '').join(' | ')} |`;
  const [head = [], ...others] = cells;
  return [line(head), line(Array.from({ length: width }, () => '---')), ...others.map(line)];
}

/** The lines of a table with those that go on in the next one joined. */
function joinRows(lines: readonly string[]): string[] {
  const joined: string[] = [];
  for (const line of lines) {
    const before = joined.at(-1);
    const goesOn = before?.startsWith('|') && !/\|\s*$/.test(before) && line.trim() !== '';
    if (goesOn) joined[joined.length - 1] = `${before} \\\\ ${line.trim()}`;
    else joined.push(line.trimStart().startsWith('|') ? line.trim() : line);
  }
  return joined;
}

const BREAK = /[ \t]*\\\\(?:[ \t]+|$)/g;

function blockOf(line: string, counts: Counts): Block | null {
  const text = line.trim();
  if (text === '') return null;
  const [, level, title = ''] = /^h([1-6])\.\s+(.*)$/.exec(text) ?? [];
  if (level !== undefined) return { kind: 'heading', lines: [`${'#'.repeat(Number(level))} ${inline(title)}`] };
  if (/^-{4,}$/.test(text)) return { kind: 'rule', lines: ['---'] };
  if (/^\0\d+\0$/.test(text)) return { kind: 'held', lines: [text] };
  if (text.startsWith('bq. ')) return { kind: 'quote', lines: [`> ${inline(text.slice(4))}`] };
  if (text.startsWith('|')) return { kind: 'table', lines: [text] };
  const [, marks, item = ''] = /^([*#]+|-)\s+(.*)$/.exec(text) ?? [];
  if (marks !== undefined)
    return { kind: 'list', lines: [listLine(marks, inline(item).replaceAll(BREAK, ' '), counts)] };
  return { kind: 'text', lines: [inline(text).replaceAll(BREAK, '\\\n').replace(/\\\n$/, '')] };
}

/** The lines of a part in which nothing but lines and words has a meaning. */
function renderLines(text: string): string {
  const blocks: Block[] = [];
  const counts: Counts = [];
  let isApart = true;
  for (const line of joinRows(text.split('\n'))) {
    const block = blockOf(line, counts);
    const last = blocks.at(-1);
    if (block !== null && block.kind !== 'list') counts.length = 0;
    if (block !== null && !isApart && last?.kind === block.kind) last.lines.push(...block.lines);
    else if (block !== null) blocks.push(block);
    isApart = block === null;
  }
  return blocks.map(({ kind, lines }) => (kind === 'table' ? tableOf(lines) : lines).join('\n')).join('\n\n');
}

const FRAME = /\{(quote|panel|info|tip|note|warning)(?::([^}\n]{0,500}))?\}([\s\S]*?)\{\1\}/g;

const quoted = (text: string): string =>
  text
    .split('\n')
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n');

/** Jira keeps no longer text. To look for the ends of all marks of one takes the square of its length. */
const LONGEST_WIKI = 32_767;

/**
 * Text of Jira's wiki as Markdown. Marks that Markdown has no word for (colours, panels, inserted words) go, and the words
 * stay. A text of more than 32,767 characters stays as it is written.
 *
 * @param names of people, whom mentions name by their ids.
 */
export function markdownOfWiki(wiki: string, names: WikiNames): string {
  if (wiki.length > LONGEST_WIKI) return wiki;
  const parts = new HeldParts();
  const text = holdParts(wiki.replaceAll(/\r\n?/g, '\n').replaceAll(HELD, '\ufffd'), names, parts)
    .replaceAll(/\{color(?::[^}\n]{0,500})?\}/g, '')
    .replaceAll(/\{anchor:[^}\n]{0,500}\}/g, '');
  const framed = withoutBraces(text).replaceAll(FRAME, (_, kind, parameters = '', inside) => {
    const body = renderLines(inside);
    const title = /title=([^|]*)/.exec(parameters)?.[1];
    const shown = kind === 'quote' ? quoted(body) : title ? `**${title}**\n\n${body}` : body;
    return `\n${parts.hold(shown)}\n`;
  });
  return fromCommonMark(parts.restore(renderLines(framed)), { isConverted: false });
}
