import { NodeHtmlMarkdown } from 'node-html-markdown';
import { HTMLElement, parse } from 'node-html-parser';

/** How deep elements may stand in one another. */
const MOST_DEPTH = 200;
/** How many elements there may be. */
const MOST_ELEMENTS = 8000;
/** The most of all their depths together: each level of a quotation stands before each of its lines. */
const MOST_DEPTHS = 400_000;
/** The most of elements times characters: the library goes through all that it has written at each element. */
const MOST_STEPS = 1_000_000_000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));
/** Elements of whose attributes something is written. */
const WRITTEN = new Set(['a', 'img']);

/**
 * Counts by one scan how many elements there are, how deep they stand in one another, and what it would cost to write them; what is
 * not closed counts for all that follows, but for paragraphs.
 */
export function isTooDeep(html: string): boolean {
  let [depth, count, depths, characters] = [0, 0, 0, html.length];
  for (const [tag, end, name = '', closed] of html.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9:-]*)[^<>]{0,4000}?(\/?)>/g)) {
    const element = name.toLowerCase();
    if (!WRITTEN.has(element)) characters -= tag.length;
    if (end === '') {
      count += 1;
      depths += depth;
    }
    if (count > MOST_ELEMENTS || depths > MOST_DEPTHS) return true;
    if (VOID.has(element) || element === 'p' || element === 'li' || closed === '/') continue;
    depth = end === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MOST_DEPTH) return true;
  }
  return count * characters > MOST_STEPS;
}

/** HTML without comments. Each mark is looked at once, whether or not it ends. */
function withoutComments(html: string): string {
  let [text, at] = ['', 0];
  for (;;) {
    const from = html.indexOf('<!--', at);
    const to = from < 0 ? -1 : html.indexOf('-->', from + 4);
    if (to < 0) return text + html.slice(at).replaceAll('<!--', '');
    text += html.slice(at, from);
    at = to + 3;
  }
}

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const UNSEEN = new Set('head style script title meta link xml template noscript object iframe'.split(' '));

const isDot = (element: HTMLElement): boolean =>
  element.rawTagName.toLowerCase() === 'img' &&
  ['width', 'height'].every((side) => /^[01](?:px)?$/.test(element.getAttribute(side)?.trim() ?? ''));

const isUnseen = (element: HTMLElement): boolean =>
  UNSEEN.has(element.rawTagName?.toLowerCase()) ||
  element.hasAttribute('hidden') ||
  HIDDEN.test(element.getAttribute('style') ?? '') ||
  isDot(element);

function removeUnseen(element: HTMLElement): void {
  for (const child of [...element.childNodes]) {
    if (!(child instanceof HTMLElement)) continue;
    if (isUnseen(child)) child.remove();
    else removeUnseen(child);
  }
}

const markdown = new NodeHtmlMarkdown({ keepDataImages: false, maxConsecutiveNewlines: 2, bulletMarker: '-' });

/** HTML as Markdown, without what nobody sees. The caller has asked `isTooDeep`. */
export function markdownOf(html: string): string {
  const root = parse(withoutComments(html.replaceAll('\0', '')), { comment: false });
  removeUnseen(root);
  return markdown
    .translate(root.toString())
    .replace(/!\[[^\]]*\]\((?:cid|data):[^)]*\)/g, '')
    .replace(/[^\S\n]+$/gm, '')
    .trim();
}

/** The ids of the pictures that nobody sees in it, and of those in a signature. */
export function unseenPictures(html: string): string[] {
  if (isTooDeep(html)) return [];
  const root = parse(withoutComments(html), { comment: false });
  return root.querySelectorAll('img').flatMap((image) => {
    const [, id] = /^cid:(.+)$/i.exec(image.getAttribute('src') ?? '') ?? [];
    return id !== undefined && (isDot(image) || isInSignature(image))
      ? [decodeURIComponent(id.replace(/%(?![0-9a-f]{2})/gi, '%25'))]
      : [];
  });
}

const SIGNATURE = /signature|podpis/i;

function isInSignature(element: HTMLElement): boolean {
  for (let node: HTMLElement | null = element; node; node = node.parentNode as HTMLElement | null)
    if (SIGNATURE.test(`${node.getAttribute?.('id') ?? ''} ${node.getAttribute?.('class') ?? ''}`)) return true;
  return false;
}
