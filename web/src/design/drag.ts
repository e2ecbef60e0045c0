/**
 * Dragging with the pointer, and the only file that imports the drag-and-drop library. Keys and menus make the same
 * moves.
 */
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { type RefObject, useEffect, useRef, useState } from 'react';

type Payload = Record<string, unknown>;

export function useDraggable(element: RefObject<HTMLElement | null>, payload: Payload, enabled = true): boolean {
  const [dragged, setDragged] = useState(false);
  const latest = useRef(payload);
  latest.current = payload;
  useEffect(() => {
    if (!element.current || !enabled) return;
    return draggable({
      element: element.current,
      getInitialData: () => latest.current,
      onDragStart: () => setDragged(true),
      onDrop: () => setDragged(false),
    });
  }, [element, enabled]);
  return dragged;
}

interface DropTarget {
  accepts: (payload: Payload) => boolean;
  onDrop: (payload: Payload, half: 'before' | 'after') => void;
}

/** Makes an element a drop target. @returns over which half of it the user drags something. */
export function useDropTarget(
  element: RefObject<HTMLElement | null>,
  target: DropTarget,
): 'before' | 'after' | undefined {
  const [over, setOver] = useState<'before' | 'after'>();
  const latest = useRef(target);
  latest.current = target;
  useEffect(() => {
    const box = element.current;
    if (!box) return;
    const half = (clientY: number) => {
      const { top, height } = box.getBoundingClientRect();
      return clientY < top + height / 2 ? ('before' as const) : ('after' as const);
    };
    return combine(
      dropTargetForElements({
        element: box,
        canDrop: ({ source }) => latest.current.accepts(source.data),
        onDrag: ({ location, self }) =>
          setOver(
            location.current.dropTargets[0]?.element === self.element
              ? half(location.current.input.clientY)
              : undefined,
          ),
        onDragLeave: () => setOver(undefined),
        onDrop: ({ source, location, self }) => {
          setOver(undefined);
          if (location.current.dropTargets[0]?.element !== self.element) return;
          latest.current.onDrop(source.data, half(location.current.input.clientY));
        },
      }),
    );
  }, [element]);
  return over;
}
