import { readHtml } from '#mail-in';
import { fromCommonMark } from '#markdown';
import { pictureAt } from './ticket-texts.ts';

export interface InlinePicture {
  readonly name: string;
  readonly bytes: Buffer;
}

const DATA = /^data:image\/(png|jpeg|gif|webp);base64,([A-Za-z0-9+/=\s]+)$/i;

/**
 * A text in HTML as Markdown. Scripts and what nobody sees go; a picture that came along shows where it stood
 * (docs/rules/texts.md#pictures-in-texts).
 *
 * @param nameOf the name of the file that an address of a picture leads to; null for none.
 */
export function readHtmlBody(
  html: string,
  nameOf: (address: string) => string | null,
): { readonly text: string; readonly pictures: readonly InlinePicture[] } {
  const pictures: InlinePicture[] = [];
  const nameIn = (address: string): string | null => {
    const [, kind, data] = DATA.exec(address) ?? [];
    if (kind === undefined || data === undefined) return nameOf(address);
    const name = `picture-${pictures.length + 1}.${kind.toLowerCase().replace('jpeg', 'jpg')}`;
    pictures.push({ name, bytes: Buffer.from(data, 'base64') });
    return name;
  };
  const { markdown } = readHtml([html], {
    picture(address) {
      const name = nameIn(address);
      if (name !== null) return pictureAt(name);
      return /^(?:cid|data):/i.test(address) ? '' : null;
    },
  });
  return { text: fromCommonMark(markdown, { isConverted: false }), pictures };
}
