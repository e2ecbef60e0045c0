import { decodeHTML, decodeHTMLAttribute } from 'entities/decode';

/** Receives the parts of HTML in their order. */
export interface HtmlSink {
  text(text: string): void;
  /** @param name in lower case. */
  open(name: string, attributes: Attributes, isClosed: boolean): void;
  close(name: string): void;
  /** A mark was so long that nobody looked into it. */
  missed(): void;
}

/** The attributes of an element, by names in lower case. The first of two counts. */
export type Attributes = Readonly<Record<string, string>>;

const NONE: Attributes = {};
const ATTRIBUTE = /([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"']+)))?/g;

function attributesIn(text: string): Attributes {
  if (!/[^\s/]/.test(text)) return NONE;
  const attributes: Record<string, string> = { __proto__: null } as never;
  for (const [, name = '', double, single, bare] of text.matchAll(ATTRIBUTE))
    attributes[name.toLowerCase()] ??= attributeText(double ?? single ?? bare ?? '');
  return attributes;
}

const attributeText = (text: string): string => (text.includes('&') ? decodeHTMLAttribute(text) : text);
const decoded = (text: string): string => (text.includes('&') ? decodeHTML(text) : text);

/** Where a tag, a comment or a declaration begins. */
const BEGIN = /<(?=[A-Za-z/!?])/g;
/** Elements within which a tag is none, and of which nobody sees anything. */
const RAW = new Set('script style title iframe noembed noframes'.split(' '));

const [EQUALS, END] = [0x3d, 0x3e];

/** So much of a mark that has no end is looked at: the rest of it is passed over. In UTF-16 units. */
const MOST_MARK = 4 * 1024 * 1024;
/** No entity is longer. */
const LONGEST_ENTITY = 40;

/**
 * Tells texts from tags, piece by piece, whatever stands in them: each sign is looked at a few times at most. Comments and
 * declarations are nothing. What has no end is text.
 */
export class HtmlScanner {
  readonly #sink: HtmlSink;
  #rest = '';
  #at = 0;
  /** Below this it is not worth looking again for the end of a mark. */
  #enough = 0;
  #isLast = false;
  /** Passed over up to what it finds. */
  #until: RegExp | null = null;
  /** Ends that do not come any more. */
  readonly #never = new Set<string>();

  constructor(sink: HtmlSink) {
    this.#sink = sink;
  }

  write(piece: string): void {
    this.#rest += piece;
    if (this.#rest.length >= this.#enough) this.#scan();
  }

  end(): void {
    this.#isLast = true;
    this.#scan();
  }

  #scan(): void {
    this.#at = 0;
    while (this.#at < this.#rest.length && this.#step());
    this.#rest = this.#rest.slice(this.#at);
    this.#enough = 2 * this.#rest.length;
  }

  /** @returns false where more is needed. */
  #step(): boolean {
    if (this.#until !== null) return this.#passOver(this.#until);
    BEGIN.lastIndex = this.#at;
    const open = BEGIN.exec(this.#rest)?.index ?? -1;
    if (open !== this.#at) return this.#text(open);
    const next = this.#rest.slice(open + 1, open + 3);
    if (/^\/?[A-Za-z]/.test(next)) return this.#tag(open);
    return next.length < 2 && !this.#isLast ? false : this.#declaration(open);
  }

  #text(open: number): boolean {
    let end = open < 0 ? this.#rest.length : open;
    if (open < 0 && !this.#isLast) {
      // Half a tag, or an entity, waits for its other half.
      if (this.#rest.endsWith('<')) end -= 1;
      const entity = this.#rest.lastIndexOf('&');
      if (entity >= this.#at && end - entity < LONGEST_ENTITY) end = entity;
    }
    if (end > this.#at) this.#sink.text(decoded(this.#rest.slice(this.#at, end)));
    this.#at = end;
    return open >= 0;
  }

  /** `<` is text. */
  #sign(): boolean {
    this.#sink.text('<');
    this.#at += 1;
    return true;
  }

  #passOver(until: RegExp): boolean {
    until.lastIndex = this.#at;
    const end = until.exec(this.#rest);
    // The end may stand half in the next piece.
    this.#at = end === null ? Math.max(this.#at, this.#rest.length - LONGEST_ENTITY) : until.lastIndex;
    if (end === null) return false;
    this.#until = null;
    return true;
  }

  /** The place of a sign; -1 where more is needed or, at the end, none comes. */
  #find(sign: string, from: number): number {
    if (this.#never.has(sign)) return -1;
    const at = this.#rest.indexOf(sign, from);
    if (at < 0 && this.#isLast) this.#never.add(sign);
    return at;
  }

  /** Treats a mark whose end is not there. */
  #endless(until: RegExp, asText: () => boolean): boolean {
    if (this.#isLast) return asText();
    if (this.#rest.length - this.#at < MOST_MARK) return false;
    this.#until = until;
    this.#sink.missed();
    return true;
  }

  #declaration(open: number): boolean {
    const isComment = this.#rest.startsWith('<!--', open);
    const end = this.#find(isComment ? '-->' : '>', open + 2);
    if (end < 0)
      return this.#endless(isComment ? /-->/g : />/g, () => {
        if (!isComment) return this.#sign();
        this.#at += 4;
        return true;
      });
    this.#at = end + (isComment ? 3 : 1);
    return true;
  }

  #tag(open: number): boolean {
    const end = this.#tagEnd(open);
    if (end < 0) return this.#endless(/>/g, () => this.#sign());
    const isEnd = this.#rest[open + 1] === '/';
    const [name = ''] = /[^\s/>]+/y.exec(this.#rest.slice(open + (isEnd ? 2 : 1), Math.min(end, open + 80))) ?? [];
    this.#at = end + 1;
    const element = name.toLowerCase();
    if (isEnd) this.#sink.close(element);
    else {
      const attributes = this.#rest.slice(open + 1 + name.length, end);
      const isClosed = attributes.endsWith('/');
      this.#sink.open(element, attributesIn(attributes), isClosed);
      if (RAW.has(element) && !isClosed) return this.#raw(element);
    }
    return true;
  }

  /** The end of a tag. A `>` in quotation marks is none. */
  #tagEnd(open: number): number {
    if (this.#never.has('>')) return -1;
    const html = this.#rest;
    for (let at = open + 1; at < html.length; at += 1) {
      const sign = html.charCodeAt(at);
      if (sign === END) return at;
      if (sign !== EQUALS) continue;
      while (/\s/.test(html[at + 1] ?? '')) at += 1;
      const quote = html[at + 1];
      if (quote !== '"' && quote !== "'") continue;
      const close = this.#find(quote, at + 2);
      if (close >= 0) at = close;
      else if (!this.#isLast) return -1;
    }
    if (this.#isLast) this.#never.add('>');
    return -1;
  }

  #raw(name: string): boolean {
    const until = new RegExp(`</${name}(?=[\\s/>])`, 'gi');
    until.lastIndex = this.#at;
    const end = this.#never.has(name) ? null : until.exec(this.#rest);
    if (end === null && this.#isLast) {
      this.#never.add(name);
      return true;
    }
    if (end === null) this.#until = new RegExp(`</${name}[^>]*>`, 'gi');
    else this.#at = end.index;
    return true;
  }
}
