/** Keeps what is open fresh: by the event stream, and without it by asking again on focus and every 30 seconds. */
import type { QueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { type LiveEvent, listen } from '../backend/live.ts'
import { REFETCH_MS } from '../backend/query-client.ts'
import { useMe } from '../session/me.ts'
import { flash } from '../tickets/flash.ts'

/** Several events of one moment cost one request. */
const GATHER_MS = 250

export function useLive(client: QueryClient): void {
  const me = useMe()
  useEffect(() => {
    let open = false
    let gathered: LiveEvent[] = []
    let timer: ReturnType<typeof setTimeout> | undefined

    const refresh = () => {
      const events = gathered
      gathered = []
      timer = undefined
      client.invalidateQueries({ queryKey: ['tickets'] })
      if (events.some((event) => event.type === 'task.synced')) client.invalidateQueries({ queryKey: ['tasks'] })
      for (const event of events) if (event.actor_user_id !== me.id) flash(event.number)
    }
    const stop = listen({
      onEvent: (event) => {
        gathered.push(event)
        timer ??= setTimeout(refresh, GATHER_MS)
      },
      onOpen: (next) => {
        // What happened while the stream was away is asked for once.
        if (next && !open) client.invalidateQueries({ queryKey: ['tickets'] })
        open = next
      },
    })
    const clock = setInterval(() => {
      if (open || document.hidden) return
      client.invalidateQueries({ queryKey: ['tickets'] })
      client.invalidateQueries({ queryKey: ['tasks'] })
    }, REFETCH_MS)
    return () => {
      stop()
      clearInterval(clock)
      clearTimeout(timer)
    }
  }, [client, me.id])
}
