import { useSyncExternalStore } from 'react';
import { Icon } from '../design/icon.tsx';
import { t } from '../texts/texts.ts';

function subscribe(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

/**
 * Why the page cannot reach the service: the browser has no network, or the service does not answer. Undefined when it
 * can.
 */
export function useCutOff(unreachable: boolean): 'offline' | 'unreachable' | undefined {
  const online = useSyncExternalStore(subscribe, () => navigator.onLine);
  if (!online) return 'offline';
  return unreachable ? 'unreachable' : undefined;
}

/** Sticks to the top; the headers of pages stick below it (`in-data-cut-off`). */
export function OfflineBar({ cutOff }: { cutOff: 'offline' | 'unreachable' }) {
  return (
    <div
      role="status"
      className="sticky top-0 z-30 print:hidden flex h-8 shrink-0 items-center justify-center gap-2 bg-warning-soft px-4 text-sm whitespace-nowrap text-warning max-md:px-2 max-md:text-xs"
    >
      <Icon name="warning" size={16} />
      {t(`shell.${cutOff}`)}
    </div>
  );
}
