import { useSyncExternalStore } from 'react'

/** A value that components watch, and that anything may set. */
export interface Observable<T> {
  get: () => T
  /** Sets the value and tells those who watch it. */
  set: (next: T) => void
  /** @returns stops watching. */
  subscribe: (listener: () => void) => () => void
}

export function observable<T>(initial: T): Observable<T> {
  let value = initial
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set: (next) => {
      value = next
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The value as it is now; the component is drawn again when it is set to another one. */
export const useObservable = <T>({ subscribe, get }: Pick<Observable<T>, 'subscribe' | 'get'>): T =>
  useSyncExternalStore(subscribe, get)
