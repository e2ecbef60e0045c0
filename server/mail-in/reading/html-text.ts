import { NodeHtmlMarkdown } from 'node-html-markdown';
import { HTMLElement, parse } from 'node-html-parser';

/** How deep elements may stand in one another. */
const MOST_DEPTH = 200;
/** How many elements there may be: what they cost grows with their square. */
const MOST_ELEMENTS = 8000;

const VOID = new Set('area base br col embed hr img input link meta param source track wbr'.split(' '));

/**
 * Counts by one scan how many elements there are, and how deep they stand in one another; what is not closed counts for all that
 * follows, but for paragraphs.
 */
export function isTooDeep(html: string): boolean {
  let [depth, count] = [0, 0];
  for (const [, end, name = '', closed] of html.matchAll(/<(\/?)([A-Za-z][A-Za-z0-9:-]*)[^<>]{0,4000}?(\/?)>/g)) {
    if (end === '') count += 1;
    if (count > MOST_ELEMENTS) return true;
    const tag = name.toLowerCase();
    if (VOID.has(tag) || tag === 'p' || tag === 'li' || closed === '/') continue;
    depth = end === '/' ? Math.max(0, depth - 1) : depth + 1;
    if (depth > MOST_DEPTH) return true;
  }
  return false;
}

const HIDDEN = /(?:^|;)\s*(?:display\s*:\s*none|visibility\s*:\s*hidden|mso-hide\s*:\s*all)/i;
const UNSEEN = new Set([
  'head',
  'style',
  'script',
  'title',
  'meta',
  'link',
  'xml',
  'template',
  'noscript',
  'object',
  'iframe',
]);

const isDot = (element: HTMLElement): boolean =>
  element.rawTagName.toLowerCase() === 'img' &&
  ['width', 'height'].every((side) => /^[01](?:px)?$/.test(element.getAttribute(side)?.trim() ?? ''));

/** Whether nobody sees an element. */
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
  const root = parse(html.replaceAll('\0', ''), { comment: false });
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
  const root = parse(html, { comment: false });
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
