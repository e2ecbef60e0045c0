/** Draws Markdown that users wrote. The only file that loads the parser, and the purifier. */
import DOMPurify from 'dompurify';
import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { htmlOf, walkMarkdown } from '../../../packages/markdown/html.ts';
import type { MarkdownProps } from './markdown.tsx';

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
    boxes.forEach((box, place) => {
      const [label = ''] = box.closest('li')?.textContent?.trim().split('\n') ?? [];
      box.disabled = !ticks;
      if (!ticks) return;
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

/** The elements that a text consists of. A `span` is the place of a name or a picture. */
const TAGS = [
  ...['p', 'strong', 'em', 'del', 'code', 'pre', 'blockquote', 'ul', 'ol', 'li', 'a', 'span', 'br', 'hr', 'input'],
  ...['h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
];

const SAFE = {
  ALLOWED_TAGS: TAGS,
  ALLOWED_ATTR: ['href', 'type', 'checked', 'disabled', 'start', 'value', 'data-picture', 'data-mention'],
  ALLOW_DATA_ATTR: false,
};

/** The text as HTML, purified once more. Its boxes of tasks are disabled: a page whose reader may tick them enables them. */
export function render(text: string, mentions: MarkdownProps['mentions'] = []): DocumentFragment {
  const purified = DOMPurify.sanitize(htmlOf(text), { ...SAFE, RETURN_DOM_FRAGMENT: true });
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
  for (const box of purified.querySelectorAll('input')) box.setAttribute('aria-label', box.checked ? '✓' : '–');
  for (const wide of purified.querySelectorAll('pre, table')) wide.setAttribute('tabindex', '0');
  return purified;
}

/** Whether each task in the text is ticked, in order. */
function tasksIn(text: string): boolean[] {
  const boxes: boolean[] = [];
  walkMarkdown(text, (token) => {
    if (token.type === 'list_item' && token.task) boxes.push(token.checked === true);
  });
  return boxes;
}

/** A possible box of a task: in a block of code it is none. */
const BOX = /^((?:[ \t>]|[-*+][ \t]|\d{1,9}[.)][ \t])*(?:[-*+]|\d{1,9}[.)])[ \t]+\[)([ xX])(?=\][ \t])/gm;

/** @returns the text with the task at this place ticked, or no longer; undefined when its box cannot be told from others. */
export function withTaskTurned(text: string, place: number): string | undefined {
  const target = tasksIn(text)
    .map((ticked, index) => ticked !== (index === place))
    .join();
  const turned = [...text.matchAll(BOX)].map(({ index, 1: before = '', 2: box }) => {
    const at = index + before.length;
    return `${text.slice(0, at)}${box === ' ' ? 'x' : ' '}${text.slice(at + 1)}`;
  });
  return turned.find((changed) => tasksIn(changed).join() === target);
}
