import { EVERY_EVENT, type Webhook } from '../../contract/webhooks.ts'
import { EVENT_NAMES } from '../../contract/words.ts'

type Wanted = Webhook['events']

/** The same events in the order of the catalogue; `*` says it all. */
export const inOrder = (events: Wanted): Wanted =>
  events.includes(EVERY_EVENT) ? [EVERY_EVENT] : EVENT_NAMES.filter((name) => events.includes(name))

export const wants = (events: readonly string[], name: string): boolean =>
  events.includes(EVERY_EVENT) || events.includes(name)
