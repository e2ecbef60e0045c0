/** The window: its width, whether it is seen, and whether it goes to paper. */
import { useSyncExternalStore } from 'react';
import { flushSync } from 'react-dom';
import { observable, useObservable } from '../observable/observable.ts';

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

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the user may see the page: its tab is in front. */
export const useVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden);

const paper = matchMedia('print');
const printing = observable(paper.matches);
// The browser takes the page as it is when these events are over.
const follow = (isPrinting: boolean) => flushSync(() => printing.set(isPrinting));
paper.addEventListener('change', ({ matches }) => follow(matches));
window.addEventListener('beforeprint', () => follow(true));
window.addEventListener('afterprint', () => follow(false));

/** Whether the page goes to paper, which has all that the window folds away. */
export const usePrinting = (): boolean => useObservable(printing);

const underWay = new Set<Promise<unknown>>();

/** Lets paper wait for something that loads, such as a picture. @returns the same. */
export function beforePrinting<T>(loading: Promise<T>): Promise<T> {
  underWay.add(loading);
  const end = () => underWay.delete(loading);
  loading.then(end, end);
  return loading;
}

const LONGEST_WAIT_MS = 10_000;

/** Prints the page, with what has to load for that. The browser's own command takes the page as it is. */
export async function printPage(): Promise<void> {
  follow(true);
  // The page that is shown now begins to load.
  await new Promise(requestAnimationFrame);
  const isLate = new Promise((resolve) => setTimeout(resolve, LONGEST_WAIT_MS));
  await Promise.race([Promise.allSettled(underWay), isLate]);
  // A picture is drawn one step after it has come.
  await new Promise(requestAnimationFrame);
  window.print();
  follow(false);
}
