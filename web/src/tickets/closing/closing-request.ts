/** Which ticket someone is about to close. Board, list, ticket and shortcuts ask; one dialog answers. */
import { useSyncExternalStore } from 'react'
import type { Ticket } from '../../backend/tickets.ts'

let asked: Ticket | undefined
const listeners = new Set<() => void>()

export function askToClose(ticket: Ticket | undefined): void {
  asked = ticket
  for (const listener of listeners) listener()
}

export function useClosingRequest(): Ticket | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
