import { useSyncExternalStore } from 'react';

const onVisibility = (listener: () => void) => {
  document.addEventListener('visibilitychange', listener);
  return () => document.removeEventListener('visibilitychange', listener);
};

/** Whether the user may see the page: its tab is in front. */
export const useVisible = (): boolean => useSyncExternalStore(onVisibility, () => !document.hidden);
