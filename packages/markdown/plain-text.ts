/** Texts without marks, and texts of elsewhere as Kwit's Markdown (docs/rules/texts.md#marks-and-signs). */
import { hasHeld, holdSigns, isHeld, restoreSigns, withoutHeld } from './held-signs.ts';
import { type Mark, marksIn } from './marks.ts';
import { namedBy } from './picture-places.ts';

const REMOVED = new Set<Mark['kind']>(['emphasis', 'code', 'heading', 'escape']);

/** The ids of the people whom a text names as `<@id>`, each once, in their order. In code nobody is named. */
export const idsNamedIn = (markdown: string): string[] =>
  markdown.includes('<@')
    ? [
        ...new Set(
          marksIn(markdown).flatMap(({ kind, at, end }) =>
            kind === 'mention' ? [markdown.slice(at + 2, end - 1)] : [],
          ),
        ),
      ]
    : [];

/** A text as it reads without its marks: links with their address behind the words, pictures by their names. */
export function plainText(markdown: string): string {
  // Most texts are written without any.
  if (!/[*_~`\\#[]/.test(markdown)) return markdown.trimEnd();
  let [plain, at] = ['', 0];
  for (const { kind, at: begin, end } of marksIn(markdown)) {
    if (begin < at || kind === 'sign' || kind === 'break') continue;
    const whole = markdown.slice(begin, end);
    const shown = shownOf(kind, whole, plain + markdown.slice(at, begin));
    if (shown === null) continue;
    plain += markdown.slice(at, begin) + shown;
    // The line of a fence goes as a whole.
    at = kind === 'fence' && /(?:^|\n)[> \t]*$/.test(plain) && markdown[end] === '\n' ? end + 1 : end;
  }
  return (plain + markdown.slice(at)).trimEnd();
}

/** The text in the place of a mark; null when the mark stays. */
function shownOf(kind: Mark['kind'], whole: string, before: string): string | null {
  if (REMOVED.has(kind) || kind === 'fence') return '';
  if (kind === 'picture') {
    const [, words = '', address = ''] = /^!\[([\s\S]*)\]\(<?([^\s<>]*?)>?(?:\s+"[\s\S]*")?\)$/.exec(whole) ?? [];
    const name = namedBy(address) ?? address;
    return words === '' || words === name ? `[${name}]` : `[${words}: ${name}]`;
  }
  if (kind !== 'link') return null;
  const [, address = ''] = /^\]\(<?([^\s<>]*?)>?(?:\s+"[\s\S]*")?\)$/.exec(whole) ?? [];
  return address === '' || before.endsWith(address.replace(/^mailto:/, '')) ? '' : ` (${address})`;
}

/** Code, an escape, a backslash at the end of a line, or an address in brackets. */
const COMMON =
  /^ {0,3}(?<fence>`{3,}|~{3,})[\s\S]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![\s\S]))|(?<ticks>(?<![`\\])`+)(?!`)[\s\S]*?[^`]\k<ticks>(?!`)|\\(?<escaped>[!-/:-@[-`{-~])|\\(?=\n)|<(?<address>(?:https?|ftps?):[^\s<>]+)>/gm;

/**
 * Markdown of elsewhere, where a backslash before any sign is an escape, as Kwit reads Markdown.
 *
 * @param isConverted a program made it: all marks that it has are meant, and those that Kwit does not read go.
 */
export function fromCommonMark(text: string, { isConverted }: { readonly isConverted: boolean }): string {
  const marked = withoutHeld(text).replaceAll(COMMON, (whole, ...parts) => {
    const { fence, ticks, escaped, address } = parts.at(-1) as Record<string, string | undefined>;
    // In a row of a table it would end a cell.
    if (fence ?? ticks ?? (escaped === '|' && isInRow(text, Number(parts.at(-3))))) return whole;
    // A number would lead to a ticket.
    if (escaped === '#' && isNumberAt(text, Number(parts.at(-3)))) return whole;
    return address ?? (escaped === undefined ? '' : holdSigns(escaped));
  });
  let written = isConverted ? withoutUnread(marked) : marked;
  // Most texts have no sign that stands for itself.
  if (!hasHeld(written)) return restoreSigns(written);
  // Text that stood in code before an escape was put in may have marks of its own.
  for (let [round, length] = [0, -1]; round < 12 && length !== written.length; round += 1) {
    length = written.length;
    written = withEscapes(written);
  }
  return restoreSigns(written);
}

/** @param at of the backslash before the sign. */
const isNumberAt = (text: string, at: number): boolean =>
  /^\d{1,9}\b/.test(text.slice(at + 2, at + 13)) && !/[\w&/]/.test(text[at - 1] ?? '');

const isInRow = (text: string, at: number): true | undefined =>
  /^[> \t]*\|/.test(text.slice(text.lastIndexOf('\n', at) + 1, at)) || undefined;

/** Removes marks of emphasis that are none to Kwit. */
function withoutUnread(text: string): string {
  let [left, at] = ['', 0];
  for (const { kind, at: begin, end } of marksIn(restoreSigns(text))) {
    if (kind !== 'sign' || begin < at || !/[*_~]/.test(text.slice(begin, end))) continue;
    left += text.slice(at, begin) + text.slice(begin, end).replaceAll(/[*_~]/g, '');
    at = end;
  }
  return left + text.slice(at);
}

/** Puts a backslash before what stands for itself, and would be a mark. */
function withEscapes(text: string): string {
  const plain = restoreSigns(text);
  let [escaped, at, isInCode] = ['', 0, false];
  for (const { kind, at: begin, end } of marksIn(plain)) {
    if (kind === 'code' || kind === 'fence') isInCode = !isInCode;
    const isEnd = (kind === 'code' || kind === 'fence') && !isInCode;
    if (kind === 'sign' || kind === 'break' || isEnd || begin < at) continue;
    const sign = kind === 'item' ? /[-*.]/ : kind === 'picture' ? /\[/ : /^/;
    const first = begin + plain.slice(begin, end).search(sign);
    const last = kind === 'emphasis' ? end : first + 1;
    const signs = Array.from(text.slice(first, last), (sign) => (isHeld(sign) ? `\\${sign}` : sign));
    escaped += text.slice(at, first) + signs.join('');
    at = last;
  }
  return escaped + text.slice(at);
}
