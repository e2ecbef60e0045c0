/** What someone else has changed flashes once, wherever it is shown or comes to be shown meanwhile. */
import { useSyncExternalStore } from 'react'

const FLASH_MS = 1600
/** The tickets that flash now, each with the end of its flash. */
const flashing = new Map<number, ReturnType<typeof setTimeout>>()
const watchers = new Set<() => void>()

const tell = (): void => {
  for (const watcher of watchers) watcher()
}

export function flash(number: number): void {
  clearTimeout(flashing.get(number))
  const end = () => {
    flashing.delete(number)
    tell()
  }
  flashing.set(number, setTimeout(end, FLASH_MS))
  tell()
}

function watch(watcher: () => void): () => void {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** The class of whatever shows this ticket, while it flashes. */
export const useFlash = (number: number): string | false =>
  useSyncExternalStore(watch, () => flashing.has(number)) && 'animate-flash'
