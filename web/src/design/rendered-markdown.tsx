/** Turns Markdown that users wrote into HTML that nothing runs in. The only file that imports parser and purifier. */
import DOMPurify from 'dompurify';
import { Marked } from 'marked';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MarkdownProps } from './markdown.tsx';
import { namedBy } from './picture-place.ts';

/** Where a text shows a picture, and which. */
interface Place {
  spot: HTMLElement;
  name: string;
}

export function RenderedMarkdown({ text, pictureOf, mentions, onTick }: MarkdownProps) {
  const html = useMemo(() => {
    const box = document.createElement('div');
    box.append(render(text, mentions));
    return box.innerHTML;
  }, [text, mentions]);
  const prose = useRef<HTMLDivElement>(null);
  const [places, setPlaces] = useState<Place[]>([]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other places
  useLayoutEffect(() => {
    const spots = prose.current?.querySelectorAll<HTMLElement>('[data-picture]') ?? [];
    setPlaces([...spots].map((spot) => ({ spot, name: spot.dataset.picture ?? '' })));
  }, [html]);
  useTicking(prose, html, text, onTick);
  const content = useMemo(() => ({ __html: html }), [html]);
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: purified above, against a closed list of tags */}
      <div ref={prose} dir="auto" className="prose" dangerouslySetInnerHTML={content} />
      {places.map(({ spot, name }, index) => {
        const picture = pictureOf?.(name);
        return picture ? createPortal(picture, spot, `${index} ${name}`) : null;
      })}
    </>
  );
}

/** Lets the user tick the boxes of the text's tasks. */
function useTicking(
  prose: RefObject<HTMLElement | null>,
  html: string,
  text: string,
  onTick: MarkdownProps['onTick'],
): void {
  const latest = useRef(onTick);
  latest.current = onTick;
  const ticks = onTick !== undefined;
  // biome-ignore lint/correctness/useExhaustiveDependencies: other HTML has other boxes
  useLayoutEffect(() => {
    const boxes = [...(prose.current?.querySelectorAll<HTMLInputElement>('li > input, li > p > input') ?? [])];
    const stop = new AbortController();
    // A box that somebody wrote as HTML belongs to no task.
    const isSure = ticks && boxes.length === tasksIn(text).length;
    boxes.forEach((box, place) => {
      const [label = ''] = box.closest('li')?.textContent?.trim().split('\n') ?? [];
      box.disabled = !isSure;
      if (!isSure) return;
      box.setAttribute('aria-label', label);
      const turn = () => {
        const turned = withTaskTurned(text, place);
        if (turned === undefined) box.checked = !box.checked;
        else latest.current?.(turned);
      };
      box.addEventListener('change', turn, { signal: stop.signal });
    });
    return () => stop.abort();
  }, [prose, html, text, ticks]);
}

const escaped = (text: string) => new Option(text).innerHTML.replaceAll('"', '&quot;');

/** The tags that Kwit shows, when they stand in pairs. Those without an end follow. */
const PAIRED = [
  ...['p', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];
const SINGLE = ['br', 'hr', 'input'];
const TAG = /^<(\/?)([a-z][a-z0-9]*)(?=[\s/>])([^>]*)/i;

/** The text that is read, and which tags have a beginning and an end in it. */
let whole = '';
let pairs: ReadonlySet<string> = new Set();

function begin(text: string): string {
  whole = text;
  const tags = [...text.matchAll(/<(\/?)([a-z][a-z0-9]*)(?=[\s/>])/gi)];
  const names = (end: string) =>
    new Set(tags.filter(([, sign]) => sign === end).map(([, , name = '']) => name.toLowerCase()));
  const ended = names('/');
  pairs = new Set([...names('')].filter((name) => ended.has(name) && PAIRED.includes(name)));
  return text;
}

/** Whether a text begins with HTML that Kwit shows. Anything else between such signs is words: `<host>`, `List<String>`. */
function isHtml(text: string): boolean {
  const [, , tag = '', rest = ''] = TAG.exec(text) ?? [];
  const name = tag.toLowerCase();
  // Only the box of a task is left of what asks for something.
  if (name === 'input') return /\bcheckbox\b/i.test(rest) && /\bdisabled\b/i.test(rest);
  return pairs.has(name) || SINGLE.includes(name);
}

const LINKED = /^<(?:(?:https?|ftps?|mailto|tel):[^\s<>]*|[\w.!#$%&'*+/=?^{|}~-]+@[\w-]+(?:\.[\w-]+)+)>/i;
/** An address to which a page may lead. Other signs in brackets are words: `list[0](x)`, `[files](\\\\server\\share)`. */
const ADDRESS = /^(?:(?:https?|ftps?|mailto|tel):|[/#?]|\.{1,2}\/)/i;

/** Where something of Windows begins, whose backslashes are no escapes: a drive, a share, a variable, a folder and its file. */
const WINDOWS =
  /(?<![\p{L}\p{N}\\])(?:[A-Za-z]:\\|\\\\(?=[\p{L}\p{N}._$-]+\\)|%\w+%\\|\.{1,2}\\(?=[^\s\\])|[\p{L}\p{N}_$.-]+\\(?=[\p{L}\p{N}]|[*?]\.))/u;
/** All of it: with words between two of its folders, and without the signs that mark what it stands in. */
const WHOLE_PATH = new RegExp(
  `^${WINDOWS.source}(?:\\\\[^\\s\`]?|[^\\s\`\\\\*_<|]|[*_](?=[\\p{L}\\p{N}.\\\\])| (?=(?:[\\p{L}\\p{N}]+ ){0,3}[\\p{L}\\p{N}._-]*\\\\\\S))*`,
  'u',
);

const cellsIn = (row: string): number =>
  row
    .trim()
    .replaceAll(/^\||(?<!\\)\|$/g, '')
    .split(/(?<!\\)\|/).length;

/** Makes `#123` in a text a link to that ticket, and `<@id>` a place for a name. What is no Markdown stays as it was written. */
const marked = new Marked({
  gfm: true,
  breaks: true,
  extensions: [
    {
      name: 'sign',
      level: 'inline',
      start: (text) => text.indexOf('<'),
      tokenizer: (text) =>
        /^<[A-Za-z/!?]/.test(text) && !isHtml(text) && !LINKED.test(text) ? { type: 'sign', raw: '<' } : undefined,
      renderer: () => '&lt;',
    },
    {
      name: 'path',
      level: 'inline',
      start: (text) => (text.includes('\\') ? text.search(WINDOWS) : -1),
      tokenizer(text) {
        const [raw] = WHOLE_PATH.exec(text) ?? [];
        return raw === undefined ? undefined : { type: 'path', raw };
      },
      renderer: ({ raw }) => escaped(raw),
    },
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
  tokenizer: {
    // A row with more cells than the head would lose them: then it is no table.
    table(text) {
      if (!/^.*\n[ \t]*\|?[ \t:|-]+(?:\n|$)/.test(text)) return false;
      const end = text.search(/\n[ \t]*(?:\n|$)/);
      const rows = end < 0 ? text : text.slice(0, end);
      const [head = 0, ...others] = rows.split('\n').map(cellsIn);
      return others.some((cells) => cells > head) ? undefined : false;
    },
    // A block of what is no HTML is a paragraph.
    html: (text) => (isHtml(text.trimStart()) ? false : undefined),
    // A line such as `[main]: started` is words, unless the text refers to it.
    def(text) {
      const label = /^ {0,3}\[([^\]\n]+)\]:/.exec(text)?.[1]?.toLowerCase();
      const places = label === undefined ? [] : whole.toLowerCase().split(`[${label}]`).slice(1);
      return places.some((behind) => !behind.startsWith(':')) ? false : undefined;
    },
  },
  renderer: {
    html: ({ text }) =>
      text.replaceAll(/<(?=[A-Za-z/!?])/g, (sign, at: number) => (isHtml(text.slice(at)) ? sign : '&lt;')),
    link: ({ href, raw }) => (ADDRESS.test(href) ? false : escaped(raw)),
    // A picture that came with the text has a place. Any other one would be asked for at a stranger's server.
    image({ href, text }) {
      const name = namedBy(href);
      const said = escaped(text || href);
      return name === undefined ? said : `<span data-picture="${escaped(name)}">${said}</span>`;
    },
  },
});

const SAFE = {
  // A `span` is the place of a name or a picture.
  ALLOWED_TAGS: [...PAIRED, ...SINGLE, 'span'],
  ALLOWED_ATTR: ['href', 'type', 'checked', 'disabled', 'start', 'data-picture', 'data-mention'],
  ALLOW_DATA_ATTR: false,
};

// No pictures: a reader's browser would ask the picture's server for it, which learns the reader's address.
/** The text as purified HTML. Its boxes of tasks are disabled: a page whose reader may tick them enables them. */
export function render(text: string, mentions: MarkdownProps['mentions'] = []): DocumentFragment {
  const purified = DOMPurify.sanitize(marked.parse(begin(text), { async: false }), {
    ...SAFE,
    RETURN_DOM_FRAGMENT: true,
  });
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
  // In code nobody is named, and an id says nothing.
  for (const code of purified.querySelectorAll('code')) {
    if (!code.textContent?.includes('<@')) continue;
    for (const { id, name } of mentions) code.textContent = code.textContent.replaceAll(`<@${id}>`, `@${name}`);
  }
  // What is left of `input` is the box of a task list: any other one would ask the reader for something.
  for (const other of purified.querySelectorAll('input:not([type=checkbox i][disabled])')) other.remove();
  for (const box of purified.querySelectorAll('input')) box.setAttribute('aria-label', box.checked ? '✓' : '–');
  for (const wide of purified.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0');
  return purified;
}

/** Whether each task in the text is ticked, in order. */
function tasksIn(text: string): boolean[] {
  const found: boolean[] = [];
  marked.walkTokens(marked.lexer(begin(text)), (token) => {
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
