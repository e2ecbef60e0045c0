import { escapedWords, LineWriter } from './html-lines.ts';
import { gapOf, numberOf, prefixed, SEEN, type SeenLook, sightOf, signOf } from './html-looks.ts';
import { type Attributes, HtmlScanner, type HtmlSink } from './html-scan.ts';
import { isDot, isShownAsBlock, isUnseen } from './html-sight.ts';
import { TableRows } from './html-table.ts';

/** How deep elements may stand in one another so that their order is kept as marks. */
const MOST_DEPTH = 200;
/** Elements within so many are not told from each other. */
const MOST_OPEN = 5000;
/** The most that is read of one text, in characters and in lines. */
export const MOST_TEXT = 1024 * 1024;
export const MOST_TEXT_LINES = 20_000;

const words = (text: string) => new Set(text.split(' '));
const VOID = words('area base basefont br col embed frame hr img input link meta param source track wbr');
const RAW = words('script style title iframe noembed noframes');
const BLOCKS = words(
  'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup html legend li main menu nav ol option p pre section summary table tbody td tfoot th thead tr ul',
);
/** Elements within which nothing ends an element outside of them. */
const WALLS = words('td th caption table');
const TABLE_PARTS = words('td th tr tbody thead tfoot caption');
/** The elements that an element ends where it begins, and those outside of which it ends nothing. */
const ENDS: Readonly<Record<string, readonly [ends: readonly string[], within: readonly string[]]>> = {
  li: [['li'], ['ul', 'ol', 'menu', 'dir']],
  dt: [['dt', 'dd'], ['dl']],
  dd: [['dt', 'dd'], ['dl']],
  td: [['td', 'th'], ['table']],
  th: [['td', 'th'], ['table']],
  tr: [['tr', 'caption'], ['table']],
  tbody: [['tbody', 'thead', 'tfoot', 'tr'], ['table']],
  tfoot: [['tbody', 'thead', 'tfoot', 'tr'], ['table']],
  option: [['option'], ['select']],
  body: [['head'], ['html']],
};

/** Elements that a cell of a table does not hold. */
const SPILLS = words('table ul ol menu dir dl blockquote pre h1 h2 h3 h4 h5 h6');
/** Programs put whole letters into `pre`. */
const WRAPPED = /(?:^|\s)(?:moz-|k9)/;

/** An element that is not ended. */
interface Open {
  readonly name: string;
  /** How it looked before it. */
  readonly before: SeenLook;
  /** The ends of lines left free behind it; null for an element within a line. */
  readonly gap: number | null;
  readonly table: TableRows | null;
}

export interface HtmlOptions {
  /** How many characters are read; `MOST_TEXT` unless said. */
  readonly most?: number;
  /** The Markdown in the place of a picture; null for nothing. Not asked for pictures that nobody sees. */
  readonly picture?: (source: string, words: string) => string | null;
}

export interface HtmlText {
  readonly markdown: string;
  /** The addresses of the pictures that nobody sees, and of those in a signature. */
  readonly unseen: readonly string[];
  /** Whether it is more than this: some of it was not read, or its order is not kept. */
  readonly isPart: boolean;
  /** How many characters of text were read. */
  readonly length: number;
}

/** Reads HTML, piece by piece, as Markdown of what people see. */
export class HtmlReader implements HtmlSink {
  readonly #options: HtmlOptions;
  readonly #scanner = new HtmlScanner(this);
  readonly #main = new LineWriter();
  readonly #open: Open[] = [];
  /** The places of open elements by their names; those of blocks and of walls. */
  readonly #places = new Map<string, number[]>();
  readonly #blocks: number[] = [];
  readonly #walls: number[] = [];
  readonly #unseen: string[] = [];
  #writer = this.#main;
  #sight = SEEN;
  #table: TableRows | null = null;
  #code: string[] | null = null;
  #length = 0;
  #isPart = false;

  constructor(options: HtmlOptions = {}) {
    this.#options = options;
  }

  write(piece: string): void {
    if (this.#isFull()) this.#isPart = true;
    else this.#scanner.write(piece.replaceAll('\0', ''));
  }

  read(): HtmlText {
    this.#scanner.end();
    while (this.#open.length > 0) this.#pop();
    this.#writer.end(this.#sight.look, 0);
    return { markdown: this.#main.lines.join('\n'), unseen: this.#unseen, isPart: this.#isPart, length: this.#length };
  }

  #isFull(): boolean {
    return this.#length > (this.#options.most ?? MOST_TEXT) || this.#main.lines.length > MOST_TEXT_LINES;
  }

  missed(): void {
    this.#isPart = true;
  }

  text(text: string): void {
    const { look, isHidden, isVisible, hasSize } = this.#sight;
    if (isHidden || !isVisible || !hasSize) return;
    if (this.#isFull()) {
      if (/\S/.test(text)) this.#isPart = true;
      return;
    }
    this.#length += text.length;
    const shown = text.replace(/\u00AD|\u200B|\u2060|\u034F|\uFEFF/g, '');
    if (this.#code !== null) this.#code.push(shown);
    else if (this.#sight.isListMark) this.#listMark(shown.replace(/[\s\u00A0]+/g, ''));
    else if (!look.isPre) this.#writer.add(shown, look);
    else
      for (const [index, line] of shown.split(/\r?\n/).entries()) {
        if (index > 0) this.#writer.endLine(look);
        this.#writer.add(line, look);
      }
  }

  open(name: string, attributes: Attributes, isClosed: boolean): void {
    const [ends, within] = ENDS[name] ?? [];
    const wall = Math.max(-1, ...(within ?? []).map((outer) => this.#lastOf(outer)));
    for (const end of ends ?? []) if (this.#lastOf(end) > wall) this.#popTo(end);
    if (BLOCKS.has(name) && this.#lastOf('p') > (this.#walls.at(-1) ?? -1)) this.#popTo('p');
    if (RAW.has(name)) return;
    if (name === 'br') this.#lineEnd();
    else if (name === 'hr') this.#rule();
    else if (name === 'img') this.#picture(attributes);
    if (VOID.has(name) || isClosed) return;
    if (this.#open.length >= MOST_OPEN && !isUnseen(name, attributes)) {
      if (BLOCKS.has(name)) this.#writer.end(this.#sight.look, 1);
      return;
    }
    this.#push(name, attributes);
  }

  close(name: string): void {
    const at = this.#lastOf(name);
    if (at < 0 && BLOCKS.has(name)) this.#writer.end(this.#sight.look, 1);
    if (at > this.#wallFor(name, at)) this.#popTo(name);
  }

  /** The bound of an end: an element of a line ends within its block, a block within its cell. */
  #wallFor(name: string, at: number): number {
    if (name === 'table') return -1;
    if (TABLE_PARTS.has(name)) return this.#lastOf('table');
    return (BLOCKS.has(name) ? this.#walls : this.#blocks).findLast((place) => place !== at) ?? -1;
  }

  #lastOf(name: string): number {
    return this.#places.get(name)?.at(-1) ?? -1;
  }

  #push(name: string, attributes: Attributes): void {
    const before = this.#sight;
    const isHidden = before.isHidden || isUnseen(name, attributes);
    if (!isHidden && SPILLS.has(name)) this.#spill();
    const gap = BLOCKS.has(name) || isShownAsBlock(attributes.style) ? gapOf(name, attributes, before) : null;
    if (gap !== null && !isHidden) this.#writer.end(before.look, gap);
    this.#sight = sightOf(name, attributes, { ...before, isHidden });
    if (!isHidden) this.#begin(name, attributes);
    const place = this.#open.length;
    this.#places.getOrInsertComputed(name, () => []).push(place);
    if (gap !== null) this.#blocks.push(place);
    if (WALLS.has(name)) this.#walls.push(place);
    this.#open.push({
      name,
      before,
      gap: isHidden ? null : gap,
      table: name === 'table' && !isHidden ? this.#table : null,
    });
    if (place > MOST_DEPTH) this.#isPart = true;
  }

  /** Begins an element, beside the look of its words. */
  #begin(name: string, attributes: Attributes): void {
    const { look } = this.#sight;
    if (name === 'table') this.#table = new TableRows(look);
    else if (name === 'tr') this.#table?.row();
    else if ((name === 'td' || name === 'th') && this.#table !== null)
      this.#writer = this.#table.cell(numberOf(attributes.colspan, 1));
    else if (name === 'pre' && this.#code === null && !WRAPPED.test(attributes.class ?? '')) this.#code = [];
    else if (name === 'li') this.#item(attributes);
  }

  /** The sign that an office program puts before an item. */
  #listMark(sign: string): void {
    if (sign !== '') this.#writer.item(this.#sight.look.prefix, /^[\p{L}\p{N}]+[.)]/u.test(sign) ? `${sign} ` : '- ');
  }

  #item(attributes: Attributes): void {
    const { look, list } = this.#sight;
    const number = numberOf(attributes.value, list?.next ?? 1);
    if (list !== null) list.next = number + 1;
    const sign = signOf(list?.kind ?? null, number);
    this.#writer.item(look.prefix, sign);
    this.#sight = { ...this.#sight, isItem: true, look: prefixed(look, ' '.repeat(sign.length)) };
  }

  #popTo(name: string): void {
    const at = this.#lastOf(name);
    while (this.#open.length > at) this.#pop();
  }

  #pop(): void {
    const element = this.#open.pop();
    if (element === undefined) return;
    const place = this.#open.length;
    this.#places.get(element.name)?.pop();
    if (this.#blocks.at(-1) === place) this.#blocks.pop();
    if (this.#walls.at(-1) === place) this.#walls.pop();
    if (element.name === 'pre' && this.#code !== null) this.#endCode(this.#code);
    if (element.gap !== null) this.#writer.end(this.#sight.look, element.gap);
    if (element.name === 'td' || element.name === 'th') this.#endCell();
    this.#sight = element.before;
    if (element.table !== null && element.table === this.#table) {
      this.#endCell();
      this.#table = null;
      element.table.writeTo(this.#main);
    }
  }

  #endCell(): void {
    this.#table?.endCell(this.#sight.look);
    this.#writer = this.#main;
  }

  /** A table whose cells hold more than words is none: its cells become lines. */
  #spill(): void {
    const table = this.#table;
    if (table === null) return;
    this.#endCell();
    this.#table = null;
    table.writeRowsTo(this.#main);
  }

  #endCode(code: readonly string[]): void {
    this.#code = null;
    const text = code
      .join('')
      .replace(/^\r?\n/, '')
      .trimEnd();
    if (text === '') return;
    const { look } = this.#sight;
    const ticks = [...text.matchAll(/`+/g)].reduce((most, [run]) => Math.max(most, run.length + 1), 3);
    for (const line of ['`'.repeat(ticks), ...text.split(/\r?\n/), '`'.repeat(ticks)]) this.#writer.line(look, line);
  }

  #lineEnd(): void {
    if (this.#sight.isHidden) return;
    if (this.#code !== null) this.#code.push('\n');
    else this.#writer.endLine(this.#sight.look);
  }

  #rule(): void {
    const { look, isHidden } = this.#sight;
    if (isHidden) return;
    this.#spill();
    this.#writer.end(look, 2);
    this.#writer.line(look, '---');
    this.#writer.end(look, 2);
  }

  #picture(attributes: Attributes): void {
    const { src = '', alt = '' } = attributes;
    const { look, isHidden, isVisible } = this.#sight;
    const isSeen =
      !isHidden && isVisible && !this.#sight.isSignature && !isUnseen('img', attributes) && !isDot(attributes);
    if (!isSeen) {
      this.#unseen.push(src);
      return;
    }
    const place = this.#options.picture?.(src, alt) ?? null;
    if (place !== null) this.#writer.place(place, { ...look, link: null });
    else if (look.link !== null || !/^https?:/i.test(src)) this.#writer.add(alt, look);
    else this.#writer.place(`![${escapedWords(alt)}](${encodeURI(src.trim())})`, look);
  }
}

/** HTML as Markdown of what people see. */
export function readHtml(html: Iterable<string>, options: HtmlOptions = {}): HtmlText {
  const reader = new HtmlReader(options);
  for (const piece of html) reader.write(piece);
  return reader.read();
}
