/** One question at a time, "which status?", asked by a key, the bulk bar or a touch menu, answered in one dialog. */
import { useSyncExternalStore } from 'react'
import type { Ticket } from '../../backend/tickets.ts'

export type Question = 'status' | 'priority' | 'assignee' | 'category' | 'project'
export interface Choosing {
  question: Question
  tickets: Ticket[]
}

let asked: Choosing | undefined
const listeners = new Set<() => void>()

function publish(next: Choosing | undefined): void {
  asked = next
  for (const listener of listeners) listener()
}

export const askToChoose = (question: Question, tickets: Ticket[]): void => publish({ question, tickets })
export const chosen = (): void => publish(undefined)

export function useChoosing(): Choosing | undefined {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => asked,
  )
}
