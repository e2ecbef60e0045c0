import { useEffect } from 'react';

/**
 * Loads what the page does not need to be shown, when the user first moves the pointer, touches the page or presses a
 * key. A browser also tells where a pointer rests once it has drawn a page: that is no sign of the user.
 * @param load is the same function at each render.
 */
export function useFirstSign(load: () => Promise<unknown>): void {
  useEffect(() => {
    const listening = new AbortController();
    const prepare = () => {
      listening.abort();
      load().catch(() => {});
    };
    let place: string | undefined;
    const move = ({ clientX, clientY }: PointerEvent) => {
      const here = `${clientX},${clientY}`;
      if (place !== undefined && here !== place) prepare();
      place = here;
    };
    const { signal } = listening;
    window.addEventListener('pointermove', move, { signal });
    window.addEventListener('pointerdown', prepare, { signal });
    window.addEventListener('keydown', prepare, { signal });
    return () => listening.abort();
  }, [load]);
}
