/** How a menu behaves: where it opens, what its keys do, and when it closes (WAI-ARIA menu pattern). */
import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from 'react';

const GAP = 4;
const EDGE = 8;

type Box = RefObject<HTMLElement | null>;

const itemsOf = (box: Box): HTMLElement[] => [
  ...(box.current?.querySelectorAll<HTMLElement>('[role^=menuitem]:not([disabled])') ?? []),
];

/** Places the menu below the button, or above it where there is no room below, and keeps it inside the window. */
function place(box: HTMLElement, button: HTMLElement, align: 'start' | 'end'): void {
  const at = button.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = box;
  const below = at.bottom + GAP;
  const top = below + height > innerHeight - EDGE && at.top - GAP - height > EDGE ? at.top - GAP - height : below;
  const left = align === 'start' ? at.left : at.right - width;
  box.style.top = `${Math.max(EDGE, Math.min(top, innerHeight - height - EDGE))}px`;
  box.style.left = `${Math.max(EDGE, Math.min(left, innerWidth - width - EDGE))}px`;
}

/**
 * Shows the menu in the top layer, and keeps it at its button: what comes while it is open may move the button. Calls
 * `onLeave` when the user clicks outside, scrolls the button out of sight, or resizes the window.
 */
export function useMenuPlace(box: Box, button: Box, align: 'start' | 'end', onLeave: () => void): void {
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    const { current: menu } = box;
    const { current: opener } = button;
    if (!menu || !opener) return;
    menu.showPopover();
    place(menu, opener, align);
    const items = itemsOf(box);
    const first = items.find((item) => item.ariaChecked === 'true') ?? items[0];
    const target = first ?? menu;
    target.focus();
  }, [box, button, align]);
  useEffect(() => {
    const { current: menu } = box;
    const { current: opener } = button;
    if (!menu || !opener) return;
    const inside = (target: EventTarget | null) =>
      target instanceof Node && (menu.contains(target) || opener.contains(target));
    const onPointer = (event: Event) => {
      if (!inside(event.target)) leave.current();
    };
    const follow = () => place(menu, opener, align);
    const onResize = () => leave.current();
    const sight = new IntersectionObserver((seen) => {
      if (seen.at(-1)?.isIntersecting === false) leave.current();
    });
    sight.observe(opener);
    document.addEventListener('pointerdown', onPointer, true);
    document.addEventListener('scroll', follow, true);
    window.addEventListener('resize', onResize);
    return () => {
      sight.disconnect();
      document.removeEventListener('pointerdown', onPointer, true);
      document.removeEventListener('scroll', follow, true);
      window.removeEventListener('resize', onResize);
    };
  }, [box, button, align]);
}

const TYPED_MS = 700;

/** Arrows, Home and End move the focus, letters search, Escape closes, Tab leaves. */
export function useMenuKeys(box: Box, onClose: () => void, onLeave: () => void) {
  const typed = useRef({ text: '', at: 0 });
  const jump = (items: HTMLElement[], at: number, event: KeyboardEvent) => {
    const before = event.timeStamp - typed.current.at < TYPED_MS ? typed.current.text : '';
    typed.current = { text: before + event.key.toLowerCase(), at: event.timeStamp };
    const from = before ? at : at + 1;
    const order = [...items.slice(from), ...items.slice(0, from)];
    order.find((item) => item.textContent.trim().toLowerCase().startsWith(typed.current.text))?.focus();
  };
  return (event: KeyboardEvent) => {
    const items = itemsOf(box);
    const at = items.indexOf(document.activeElement as HTMLElement);
    const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 };
    const step = steps[event.key];
    if (step !== undefined) items.at(step % items.length)?.focus();
    else if (event.key === 'Escape') onClose();
    else if (event.key === 'Tab') onLeave();
    else if (event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey) jump(items, at, event);
    else return;
    if (event.key !== 'Tab') event.preventDefault();
    event.stopPropagation();
  };
}
