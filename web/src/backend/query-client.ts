import { notifyManager, QueryClient } from '@tanstack/react-query';
import { KwitError } from './client.ts';

const HALF_A_MINUTE = 30_000;

/** How often the page refetches what it shows while it has no live stream. */
export const REFETCH_MS = HALF_A_MINUTE;

// The page shows a change before it reads the next key: keys that are pressed faster than timers run meet the new state.
notifyManager.setScheduler(queueMicrotask);

export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 10_000,
      gcTime: 10 * 60_000,
      retry: (count, error) =>
        count < 2 && (!(error instanceof KwitError) || error.status === 0 || error.status >= 502),
      retryDelay: (count) => 500 * 2 ** count,
    },
  },
});
