import { type RefObject, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import type { MarkdownProps } from './markdown.tsx';
import { render, tasksIn, withTaskTurned } from './rendered-html.ts';

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
