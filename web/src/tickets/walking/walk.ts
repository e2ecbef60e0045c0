/**
 * The list that the user came from, and the row of it that the keys act on. Both outlast a visit to a ticket's page: J and
 * K go on from there, and Back finds the row again.
 */
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { observable, useObservable } from '../../observable/observable.ts'

interface Walk {
  /** The entry of the browser's history that shows the list. */
  entry: string
  /** The numbers of its tickets, in order. */
  numbers: readonly number[]
}

const walked = observable<Walk>({ entry: '', numbers: [] })
/** The number of the current ticket, by the entry of the history. */
const cursors = new Map<string, number>()

/** The entry that showed the list when it was drawn: its place in the history stays when a filter changes the address. */
function useEntry(): string {
  const { state } = useRouter()
  return useState(() => `${state.location.state.__TSR_index} ${state.location.pathname}`)[0]
}

interface Cursor<T> {
  current: T | undefined
  /** Its index; -1 before the user has chosen any. */
  at: number
  moveTo: (number: number) => void
}

/** The row that the keys act on. When its ticket leaves the list, the next one takes its place. */
export function useCursor<T extends { number: number }>(tickets: readonly T[], peek: number | undefined): Cursor<T> {
  const entry = useEntry()
  const [chosen, setChosen] = useState(() => cursors.get(entry))
  const number = peek ?? chosen
  const found = tickets.findIndex((ticket) => ticket.number === number)
  const last = useRef(found)
  const at = found < 0 && number !== undefined ? Math.min(last.current, tickets.length - 1) : found
  useEffect(() => {
    if (found >= 0) last.current = found
    walked.set({ entry, numbers: tickets.map((ticket) => ticket.number) })
  }, [found, tickets, entry])
  const moveTo = (next: number) => {
    cursors.set(entry, next)
    setChosen(next)
  }
  return { current: tickets[at], at, moveTo }
}

interface Neighbours {
  previous: number | undefined
  next: number | undefined
  /** Makes a ticket the current one of the list, so that Back finds it. */
  remember: (number: number) => void
}

/** The tickets before and after one in the list that the user came from; null when it is in none. */
export function useNeighbours(number: number): Neighbours | null {
  const { entry, numbers } = useObservable(walked)
  const at = numbers.indexOf(number)
  if (at < 0 || numbers.length < 2) return null
  return { previous: numbers[at - 1], next: numbers[at + 1], remember: (next) => cursors.set(entry, next) }
}
