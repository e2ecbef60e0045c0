/** Markdown that people wrote as HTML, for the page and for mails. The only file that imports the parser. */
import { Marked, type Token } from 'marked';
import { holdSigns, restoreSigns, withoutHeld } from './held-signs.ts';
import { BARE_ADDRESS } from './inline-marks.ts';
import { type Mark, marksIn } from './marks.ts';
import { namedBy } from './picture-places.ts';

/** A text in which Markdown finds the marks that people wrote, and no others: other signs are held by characters of no meaning. */
function held(text: string): string {
  const whole = withoutHeld(text);
  let [safe, at] = ['', 0];
  for (const { kind, at: begin, end } of marksIn(whole)) {
    if (end <= at || !HELD_KINDS.has(kind)) continue;
    const from = Math.max(begin, at);
    const last = kind === 'escape' ? end + 1 : end;
    safe +=
      whole.slice(at, from) + (kind === 'break' ? '\n' : holdSigns(whole.slice(kind === 'escape' ? end : from, last)));
    at = last;
  }
  return safe + whole.slice(at);
}

const HELD_KINDS = new Set<Mark['kind']>(['sign', 'escape', 'break']);

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** Text for HTML: no character of it is markup. */
const escapedHtml = (text: string): string => restoreSigns(text).replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? sign);

/** An address to which a page may lead. */
const ADDRESS = /^(?:(?:https?|ftps?|mailto|tel):|[/#?]|\.{1,2}\/)/i;

const ADDRESS_HERE = new RegExp(`^(?:${BARE_ADDRESS})`, 'u');

const linked = (href: string, words: string): string => `<a href="${escapedHtml(href)}">${words}</a>`;

const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [
    {
      name: 'ticket',
      level: 'inline',
      start: (text) => text.search(/(?<![\w&/])#\d/),
      tokenizer(text) {
        const [raw, number] = /^#(\d{1,9})\b/.exec(text) ?? [];
        return raw === undefined ? undefined : { type: 'ticket', raw, number };
      },
      renderer: ({ raw, number }) => linked(`/t/${number}`, raw),
    },
    {
      name: 'mention',
      level: 'inline',
      start: (text) => text.indexOf('<@'),
      tokenizer(text) {
        const [raw, person] = /^<@([0-9a-f-]{36})>/.exec(text) ?? [];
        return raw === undefined ? undefined : { type: 'mention', raw, person };
      },
      renderer: ({ raw, person }) => `<span data-mention="${person}">${escapedHtml(raw)}</span>`,
    },
  ],
  tokenizer: {
    url(text) {
      const [raw] = ADDRESS_HERE.exec(text) ?? [];
      if (raw === undefined) return undefined;
      const scheme = /^www\./.test(raw) ? 'http://' : raw.includes('://') ? '' : 'mailto:';
      return { type: 'link', raw, text: raw, href: scheme + raw, tokens: [{ type: 'text', raw, text: raw }] };
    },
  },
  renderer: {
    text(token) {
      if ('tokens' in token && token.tokens) return this.parser.parseInline(token.tokens);
      // The parser puts characters in the place of `&#39;` in all texts but the raw one.
      return escapedHtml(token.raw);
    },
    code: ({ text }) => `<pre><code>${escapedHtml(text)}\n</code></pre>\n`,
    codespan: ({ text }) => `<code>${escapedHtml(text)}</code>`,
    html: ({ text }) => (/^<br\s*\/?>$/i.test(text.trim()) ? '<br>' : escapedHtml(text)),
    link({ href, raw, tokens }) {
      const words = this.parser.parseInline(tokens);
      if (!ADDRESS.test(restoreSigns(href))) return escapedHtml(raw);
      // The brackets around an address are signs of the text.
      return raw.startsWith('<') ? `&lt;${linked(href, words)}&gt;` : linked(href, words);
    },
    // A picture that came with the text has a place. Any other one would be asked for at a stranger's server.
    image({ href, text }) {
      const name = namedBy(restoreSigns(href));
      const words = escapedHtml(text || (name ?? href));
      if (name !== undefined) return `<span data-picture="${escapedHtml(name)}">${words}</span>`;
      return ADDRESS.test(restoreSigns(href)) ? linked(href, words) : words;
    },
    list({ items, ordered, start }) {
      const tag = ordered ? 'ol' : 'ul';
      const shown = items.map((item, place) => {
        const [number = ''] = ordered ? (/\d+/.exec(item.raw) ?? []) : [];
        // People count as they need: an answer to points 2 and 5 has these numbers.
        const value = number === '' || Number(number) === Number(start) + place ? '' : ` value="${Number(number)}"`;
        return `<li${value}>${this.parser.parse(item.tokens)}</li>\n`;
      });
      const from = ordered && start !== 1 ? ` start="${start}"` : '';
      return `<${tag}${from}>\n${shown.join('')}</${tag}>\n`;
    },
  },
});

/**
 * A text as HTML of a closed list of elements: nothing in it runs or is loaded. Each `<` and `&` of the text is text. A
 * ticket is a link to `/t/`, a person a `span` with `data-mention`, a picture of the text a `span` with `data-picture`.
 */
export const htmlOf = (text: string): string => marked.parse(held(text), { async: false });

/** Calls `see` with each token of a text, in its order. */
export const walkMarkdown = (text: string, see: (token: Token) => void): void => {
  marked.walkTokens(marked.lexer(held(text)), see);
};
