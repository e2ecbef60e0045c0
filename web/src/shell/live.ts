import type { QueryClient } from '@tanstack/react-query'

/** Filled in with the event stream. */
export function useLive(_client: QueryClient): void {}
