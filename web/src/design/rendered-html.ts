/** Turns Markdown that users wrote into HTML that nothing runs in. The only file that imports parser and purifier. */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import type { MarkdownProps } from './markdown.tsx';
import { namedBy } from './picture-place.ts';

const escaped = (text: string) => new Option(text).innerHTML.replaceAll('"', '&quot;');

/** Makes `#123` in a text a link to that ticket, and `<@id>` a place for a name. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [
    {
      name: 'ticket',
      level: 'inline',
      start: (text) => text.search(/(?<![\w&/])#\d/),
      tokenizer(text) {
        const found = /^#(\d{1,9})\b/.exec(text);
        return found ? { type: 'ticket', raw: found[0], number: found[1] } : undefined;
      },
      renderer: (token) => `<a href="/t/${token.number}">${token.raw}</a>`,
    },
    {
      name: 'mention',
      level: 'inline',
      start: (text) => text.indexOf('<@'),
      tokenizer(text) {
        const found = /^<@([0-9a-f-]{36})>/.exec(text);
        return found ? { type: 'mention', raw: found[0], person: found[1] } : undefined;
      },
      renderer: (token) => `<span data-mention="${token.person}">${escaped(token.raw)}</span>`,
    },
  ],
  renderer: {
    // A picture that came with the text has a place. Any other one would be asked for at a stranger's server.
    image({ href, text }) {
      const name = namedBy(href);
      const said = escaped(text);
      return name === undefined ? said : `<span data-picture="${escaped(name)}">${said}</span>`;
    },
  },
});

const SAFE = {
  ALLOWED_TAGS: [
    ...['p', 'br', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'hr', 'input'],
    ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td', 'span'],
  ],
  ALLOWED_ATTR: ['href', 'type', 'checked', 'disabled', 'start', 'data-picture', 'data-mention'],
  ALLOW_DATA_ATTR: false,
};

// No pictures: a reader's browser would ask the picture's server for it, which learns the reader's address.
/** The text as purified HTML. Its boxes of tasks are disabled: a page whose reader may tick them enables them. */
export function render(text: string, mentions: MarkdownProps['mentions'] = []): DocumentFragment {
  const purified = DOMPurify.sanitize(marked.parse(text, { async: false }), { ...SAFE, RETURN_DOM_FRAGMENT: true });
  for (const link of purified.querySelectorAll('a')) {
    if (link.origin === location.origin) continue;
    link.target = '_blank';
    link.rel = 'noopener noreferrer nofollow';
  }
  for (const place of purified.querySelectorAll<HTMLElement>('[data-mention]')) {
    const person = mentions.find(({ id }) => id === place.dataset.mention);
    if (person) place.textContent = `@${person.name}`;
    else place.removeAttribute('data-mention');
  }
  // What is left of `input` is the box of a task list: any other one would ask the reader for something.
  for (const other of purified.querySelectorAll('input:not([type=checkbox i][disabled])')) other.remove();
  for (const box of purified.querySelectorAll('input')) box.setAttribute('aria-label', box.checked ? '✓' : '–');
  for (const wide of purified.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0');
  return purified;
}

/** Of each task in the text, in order, whether it is ticked. */
export function tasksIn(text: string): boolean[] {
  const found: boolean[] = [];
  marked.walkTokens(marked.lexer(text), (token) => {
    if (token.type === 'list_item' && token.task) found.push(token.checked === true);
  });
  return found;
}

/** What may be the box of a task: in a block of code it is none. */
const BOX = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])(?=\][ \t])/gm;

/** @returns the text with the task at this place ticked, or no longer; undefined when its box cannot be told from others. */
export function withTaskTurned(text: string, place: number): string | undefined {
  const wanted = tasksIn(text)
    .map((ticked, index) => ticked !== (index === place))
    .join();
  const turned = [...text.matchAll(BOX)].map(({ index, 1: before = '', 2: box }) => {
    const at = index + before.length;
    return `${text.slice(0, at)}${box === ' ' ? 'x' : ' '}${text.slice(at + 1)}`;
  });
  return turned.find((one) => tasksIn(one).join() === wanted);
}
