import type { Player } from '../../server/testing/cast.ts'
import type { Canaries } from './canaries.ts'

/** What was planted, and where to look for it. */
export interface World {
  readonly canaries: Canaries
  readonly people: Readonly<Record<'ada' | 'jan' | 'dev' | 'ewa', Player>>
  readonly adaTicket: { readonly id: string; readonly number: number }
  /** Another of hers, that Dev has closed with an answer for developers. */
  readonly taken: { readonly id: string }
  readonly janTicket: { readonly id: string; readonly number: number }
  /** Everything that may stand in an address as an id. */
  readonly ids: string[]
  /** Everything that may stand in an address as the name of a file. */
  readonly filenames: string[]
  /** Where events are sent. */
  readonly hook: string
}
