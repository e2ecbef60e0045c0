/** Elements by which a browser recognises HTML (WHATWG MIME Sniffing § 7.1), and those of other active documents. */
const ACTIVE =
  /^<(?:!doctype|\?xml|(?:[a-z][\w.-]*:)?(?:html|svg|script|math|xsl|stylesheet)(?![\w-])|(?:head|body|iframe|object|embed|form|img|style|title|link|meta|base|table|div|font|h1|br|a|b|p)[\s/>])/i;

/**
 * Whether a text starts as a document that a browser might run: HTML, SVG or another XML, perhaps after a byte-order
 * mark, white space and comments. Kwit refuses such a text, whatever its name and type.
 */
export function startsLikeMarkup(text: string): boolean {
  const start = afterComments(text);
  return ACTIVE.test(text.slice(start, start + 200));
}

function afterComments(text: string): number {
  let at = afterSpace(text, 0);
  while (text.startsWith('<!--', at)) {
    const end = endOfComment(text, at);
    if (end === -1) return text.length;
    at = afterSpace(text, end);
  }
  return at;
}

/** HTML § 13.2.5.43: `<!-->` and `<!--->` are whole comments, and `--!>` ends one as `-->` does. */
function endOfComment(text: string, start: number): number {
  const end = /-->|--!>|(?<=<!--)-?>/g;
  end.lastIndex = start + 4;
  return end.test(text) ? end.lastIndex : -1;
}

function afterSpace(text: string, start: number): number {
  const space = /[\s\ufeff]*/y;
  space.lastIndex = start;
  space.test(text);
  return space.lastIndex;
}
