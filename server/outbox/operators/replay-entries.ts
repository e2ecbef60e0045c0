import type { OutboxReplay } from '../../../contract/outbox.ts'
import type { Actor } from '../../actor.ts'
import { Failure } from '../../failure.ts'
import { givenMoment } from '../../given-moment.ts'
import type { Work } from '../../work.ts'

/** So many at most are replayed at a time (docs/rules/events.md#operators). */
const MOST = 10_000

/**
 * Puts entries back among what is due, the oldest first: a failed one for the destinations that lack it, one that was sent
 * for all.
 *
 * @returns how many; at most 10,000, so that whoever gets 10,000 asks again.
 * @throws Failure `validation_error` for a moment that does not exist.
 */
export async function replayEntries(
  work: Work<Actor>,
  { status, event_name, from, to }: OutboxReplay,
): Promise<number> {
  const filter = {
    status,
    id: null,
    eventName: event_name ?? null,
    from: givenMoment('from', from),
    to: givenMoment('to', to),
  }
  work.hasRecorded = true
  return work.replays.replay({ ...filter, limit: MOST }, work.newId(), work.now)
}

/**
 * The same for one. What is already under way stays as it is.
 *
 * @throws Failure `outbox_entry_not_found`.
 */
export async function replayEntry(work: Work<Actor>, id: string): Promise<void> {
  const entry = await work.routing.hold(id)
  if (entry === undefined) throw new Failure('outbox_entry_not_found')
  if (entry.status === 'pending' || entry.status === 'processing') return
  const one = { status: entry.status, id, eventName: null, from: null, to: null, limit: 1 }
  work.hasRecorded = true
  await work.replays.replay(one, work.newId(), work.now)
}
