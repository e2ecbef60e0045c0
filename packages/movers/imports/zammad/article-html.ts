import { parse } from 'node-html-parser';
import { isTooDeep, markdownOf } from '#mail-in';

/** A picture that stands in a text itself. */
export interface InlinePicture {
  readonly name: string;
  readonly bytes: Buffer;
}

const DATA = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i;
const TAG = /<[^>]*>/g;

/**
 * The text of an article in HTML as Markdown. Scripts and what nobody sees go; a picture is named where it stands.
 *
 * @param nameOf the name of an attached picture by its Content-ID; null for none.
 */
export function readArticleHtml(
  html: string,
  nameOf: (contentId: string) => string | null,
): { readonly text: string; readonly pictures: readonly InlinePicture[] } {
  if (isTooDeep(html)) return { text: html.replaceAll(TAG, ' ').trim(), pictures: [] };
  const root = parse(html.replaceAll('\0', ''), { comment: false });
  const pictures: InlinePicture[] = [];
  for (const image of root.querySelectorAll('img')) {
    const source = image.getAttribute('src') ?? '';
    const [, kind, data] = DATA.exec(source) ?? [];
    if (kind !== undefined && data !== undefined) {
      const name = `picture-${pictures.length + 1}.${kind.toLowerCase().replace('jpeg', 'jpg')}`;
      pictures.push({ name, bytes: Buffer.from(data, 'base64') });
      image.replaceWith(name);
    } else if (/^cid:/i.test(source)) image.replaceWith(nameOf(source.slice(4)) ?? '');
  }
  for (const link of root.querySelectorAll('a'))
    if (!/^(?:https?|mailto|tel|ftp):/i.test(link.getAttribute('href') ?? '')) link.replaceWith(link.innerHTML);
  return { text: markdownOf(root.toString()), pictures };
}
