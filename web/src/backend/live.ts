/** The event stream, read with fetch, because an EventSource cannot send the token. Goes on where it left off. */
import type { LiveEvent } from '../../../contract/live.ts'
import { address, Refusal, send } from './client.ts'
import { token } from './token.ts'

export type { LiveEvent }

interface Frame {
  id: string
  event: string
  data: string
}

/** The fields of the blocks that are complete, and what is left over. */
export function parseFrames(text: string): { blocks: Frame[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n')
  const rest = parts.pop() ?? ''
  const blocks = parts.map((part) => {
    const fields = { id: '', event: '', data: '' }
    for (const line of part.split('\n')) {
      const found = /^(id|event|data): ?(.*)$/.exec(line)
      if (found) fields[found[1] as keyof Frame] += found[2]
    }
    return fields
  })
  return { blocks, rest }
}

/** `unreachable`: the service has not answered, twice in a row. */
export type LiveState = 'open' | 'closed' | 'unreachable'

interface Listener {
  onEvent: (event: LiveEvent) => void
  /** Something may have been missed. */
  onReset: () => void
  onState: (state: LiveState) => void
}

const FIRST_RETRY_MS = 1000
const LONGEST_RETRY_MS = 60_000
/** The service says something every 15 seconds; when it does not, the connection is dead and nobody has noticed. */
const SILENCE_TIMEOUT_MS = 40_000
/** Nobody looks at a hidden page, and a browser has few connections to one host. It catches up when it is seen again. */
const HIDDEN_TIMEOUT_MS = 30_000

/** Listens until it is told to stop. After a break it waits, each time twice as long. */
export class LiveStream {
  readonly #listener: Listener
  #connection = new AbortController()
  #lastId = ''
  #retryMs = FIRST_RETRY_MS
  #failures = 0
  #stopped = false
  #hiddenTimer: ReturnType<typeof setTimeout> | undefined
  #retryNow = () => {}

  constructor(listener: Listener) {
    this.#listener = listener
    document.addEventListener('visibilitychange', this.#onVisibility)
    window.addEventListener('online', this.#onVisibility)
    this.#run()
  }

  stop(): void {
    this.#stopped = true
    document.removeEventListener('visibilitychange', this.#onVisibility)
    window.removeEventListener('online', this.#onVisibility)
    clearTimeout(this.#hiddenTimer)
    this.#connection.abort()
    this.#retryNow()
  }

  #onVisibility = () => {
    clearTimeout(this.#hiddenTimer)
    if (document.hidden) {
      this.#hiddenTimer = setTimeout(() => this.#connection.abort(), HIDDEN_TIMEOUT_MS)
      return
    }
    this.#retryMs = FIRST_RETRY_MS
    this.#retryNow()
  }

  async #run(): Promise<void> {
    while (!this.#stopped) {
      if (token() && !document.hidden) await this.#listen()
      if (this.#stopped) return
      await this.#waitToRetry()
      this.#retryMs = Math.min(this.#retryMs * 2, LONGEST_RETRY_MS)
    }
  }

  async #listen(): Promise<void> {
    const { onState } = this.#listener
    try {
      await this.#read()
      onState('closed')
    } catch (error) {
      this.#failures = error instanceof Refusal && error.code === 'unreachable' ? this.#failures + 1 : 0
      onState(this.#failures > 1 ? 'unreachable' : 'closed')
    }
  }

  async #read(): Promise<void> {
    this.#connection = new AbortController()
    const { signal } = this.#connection
    const response = await send('GET', address('/events/stream', { last_event_id: this.#lastId }), { signal })
    if (!response.body) return
    this.#failures = 0
    this.#retryMs = FIRST_RETRY_MS
    this.#listener.onState('open')
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    let rest = ''
    for (;;) {
      const silence = setTimeout(() => this.#connection.abort(), SILENCE_TIMEOUT_MS)
      const { value, done } = await reader.read().finally(() => clearTimeout(silence))
      if (done) return
      const read = parseFrames(rest + value)
      rest = read.rest
      for (const block of read.blocks) this.#dispatch(block)
    }
  }

  #dispatch({ id, event, data }: Frame): void {
    if (id) this.#lastId = id
    if (event === 'reset') this.#listener.onReset()
    else if (data) this.#listener.onEvent(JSON.parse(data) as LiveEvent)
  }

  /** Half the time at least, so that not all come back at once; a page that nobody sees waits until it is seen. */
  #waitToRetry(): Promise<void> {
    return new Promise((resolve) => {
      const timer = document.hidden ? undefined : setTimeout(resolve, this.#retryMs * (0.5 + Math.random() / 2))
      this.#retryNow = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }
}
