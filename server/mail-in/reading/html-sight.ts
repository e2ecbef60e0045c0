import type { Attributes } from './html-scan.ts';

/** Finds the parts of HTML that nobody sees. */

const UNSEEN = new Set('head script style title meta link xml template noscript object audio video'.split(' '));

/** Hidden with all that stands in it. */
const HIDDEN =
  /(?:^|;)\s*(?:display\s*:\s*none|mso-hide\s*:\s*all|opacity\s*:\s*0*(?:\.0+)?\s*(?:;|!|$)|max-height\s*:\s*0[a-z%]*\s*(?:;|!|$)|text-indent\s*:\s*-\d{3,})/i;
const FLAT = /(?:^|;)\s*(?:height|width)\s*:\s*0[a-z%]*\s*(?:;|!|$)/i;
const CUT = /(?:^|;)\s*overflow(?:-[xy])?\s*:\s*hidden/i;
const BESIDE = /(?:^|;)\s*(?:left|top)\s*:\s*-\d{4,}/i;

export const isUnseen = (name: string, attributes: Attributes): boolean =>
  UNSEEN.has(name) || 'hidden' in attributes || isHiddenBy(attributes.style);

const isHiddenBy = (style: string | undefined): boolean =>
  style !== undefined && (HIDDEN.test(style) || (FLAT.test(style) && CUT.test(style)) || BESIDE.test(style));

/** The sight that a style sets for all that stands in it, until something there sets it anew. Null where it sets nothing. */
export function shownBy(
  style: string | undefined,
): { readonly isVisible?: boolean; readonly hasSize?: boolean } | null {
  if (style === undefined) return null;
  const visibility = valueIn(style, 'visibility');
  const hasSize = hasSizeBy(valueIn(style, 'font-size'));
  if (visibility === undefined && hasSize === undefined) return null;
  return {
    ...(visibility === undefined ? {} : { isVisible: !/^(?:hidden|collapse)/i.test(visibility) }),
    ...(hasSize === undefined ? {} : { hasSize }),
  };
}

/** Whether text of a size can be read; undefined where that depends on what is around it. */
function hasSizeBy(size: string | undefined): boolean | undefined {
  const [, number = '', unit = ''] = /^([\d.]+)([a-z%]*)/i.exec(size ?? '') ?? [];
  if (number === '') return size === undefined || /^inherit/i.test(size) ? undefined : true;
  if (/^(?:em|%)$/i.test(unit)) return Number(number) === 0 ? false : undefined;
  return Number(number) > (/^rem$/i.test(unit) ? 0.1 : 1);
}

const valueIn = (style: string, property: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${property}\\s*:\\s*([^;]+)`, 'i').exec(style)?.[1]?.trim();

export const isShownAsBlock = (style = ''): boolean =>
  /(?:^|;)\s*display\s*:\s*(?:block|flex|grid|table|list-item)\b/i.test(style);

/** A picture that is there to tell its server who reads. */
export const isDot = ({ width, height, style = '' }: Attributes): boolean =>
  [width ?? valueIn(style, 'width'), height ?? valueIn(style, 'height')].every((side) =>
    /^\s*[01](?:px)?\s*$/.test(side ?? ''),
  );

export const isSignature = ({ id = '', class: name = '' }: Attributes): boolean =>
  /signature|podpis/i.test(`${id} ${name}`);
