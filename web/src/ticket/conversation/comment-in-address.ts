import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';

/** The element of a comment on the page, and what stands after `#` in an address that leads to it. */
export const anchorOf = (id: string): string => `comment-${id}`;

/** Brings a comment into view, also one that is folded away. */
export function useGoToComment(reveal: (id: string) => void): (id: string) => void {
  const latest = useRef(reveal);
  latest.current = reveal;
  const { current: goTo } = useRef((id: string) => {
    latest.current(id);
    requestAnimationFrame(() => document.getElementById(anchorOf(id))?.scrollIntoView({ block: 'center' }));
  });
  const hash = useLocation({ select: (location) => location.hash });
  useEffect(() => {
    const id = /^comment-(.+)$/.exec(hash)?.[1];
    if (id) goTo(id);
  }, [hash, goTo]);
  return goTo;
}
