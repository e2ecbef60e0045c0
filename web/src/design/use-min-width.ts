import { useSyncExternalStore } from 'react';

/** Whether the window is at least so wide, in rem. For layouts in which CSS alone would need the component twice. */
export function useMinWidth(rem: number): boolean {
  const query = `(min-width: ${rem}rem)`;
  return useSyncExternalStore(
    (listener) => {
      const media = matchMedia(query);
      media.addEventListener('change', listener);
      return () => media.removeEventListener('change', listener);
    },
    () => matchMedia(query).matches,
  );
}
