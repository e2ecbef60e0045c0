/** The event stream, read with fetch, because an EventSource cannot send the token. Goes on where it left off. */
import { forgetToken, token } from './token.ts'

export interface LiveEvent {
  type: string
  ticket_id: string
  number: number
  actor_user_id: string | null
  occurred_at: string
  version: number
}

/** The fields of the blocks that are complete, and what is left over. */
export function readBlocks(text: string): { events: { id: string; data: string }[]; rest: string } {
  const blocks = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = blocks.pop() ?? ''
  const events = blocks.flatMap((block) => {
    const fields = { id: '', data: '' }
    for (const line of block.split('\n')) {
      const found = /^(id|data): ?(.*)$/.exec(line)
      if (found) fields[found[1] as 'id' | 'data'] += found[2]
    }
    return fields.data ? [fields] : []
  })
  return { events, rest }
}

interface Listener {
  onEvent: (event: LiveEvent) => void
  onOpen: (open: boolean) => void
}

const FIRST_WAIT_MS = 1000
const LONGEST_WAIT_MS = 60_000

/** Listens until it is told to stop; after a break it waits twice as long each time. */
export function listen({ onEvent, onOpen }: Listener): () => void {
  const stop = new AbortController()
  let lastId = ''
  let wait = FIRST_WAIT_MS

  const read = async () => {
    const response = await fetch('/api/events/stream', {
      headers: {
        Authorization: `Bearer ${token()}`,
        Accept: 'text/event-stream',
        ...(lastId ? { 'Last-Event-ID': lastId } : {}),
      },
      signal: stop.signal,
    })
    if (response.status === 401) forgetToken()
    // A service without a stream will not get one while the page is open.
    if (response.status === 404) stop.abort()
    if (!response.ok || !response.body) throw new Error(`stream answered ${response.status}`)
    onOpen(true)
    wait = FIRST_WAIT_MS
    let rest = ''
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (;;) {
      const { value, done } = await reader.read()
      if (done) return
      const blocks = readBlocks(rest + value)
      rest = blocks.rest
      for (const { id, data } of blocks.events) {
        if (id) lastId = id
        onEvent(JSON.parse(data) as LiveEvent)
      }
    }
  }

  const run = async () => {
    while (!stop.signal.aborted) {
      if (token()) await read().catch(() => {})
      onOpen(false)
      if (stop.signal.aborted) return
      const pause = wait
      wait = Math.min(wait * 2, LONGEST_WAIT_MS)
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
  run()
  return () => stop.abort()
}
