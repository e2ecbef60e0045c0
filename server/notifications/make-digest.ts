import type { Actor } from '../actor.ts'
import { type Instant, MINUTE, shifted } from '../clock.ts'
import { readEvent } from '../events/recorded-event.ts'
import { followDeliveries } from '../outbox/update-entry.ts'
import { readSettings, type SettingsSource } from '../settings/effective-settings.ts'
import type { Work } from '../work.ts'
import { destinationName } from './mail-context.ts'
import { developers } from './read-act.ts'
import { wantsNewTickets } from './recipients.ts'

/** Milliseconds after the end of an hour until its digest is made. Every event of the hour is routed by then. */
const SETTLING_MS = MINUTE
const SETTING = 'notify_developers_of_new_tickets'

/**
 * Makes the digest of the last full hour, when the team wants digests and somebody reported a ticket: one mail to each
 * developer. Every node calls it every few minutes; an hour has one digest at most.
 */
export async function makeDigest(work: Work<Actor>, source: SettingsSource): Promise<void> {
  const settings = await readSettings(work, source)
  if (settings[SETTING] !== 'digest') return
  await work.lock('digest')
  const until = startOfHour(shifted(work.now, -SETTLING_MS))
  const since = await startOf(work)
  const untold = since !== null && since < until ? await work.digests.untold(since, until) : []
  const last = untold.at(-1)
  if (last === undefined) return
  const tickets = untold.map(({ ticket_id }) => ticket_id)
  await work.digests.add({ entry_id: last.entry_id, until, created_at: work.now }, tickets)
  const readers = (await developers(work)).filter(
    (person) => wantsNewTickets(person, settings) && untold.some(({ reporter_id }) => reporter_id !== person.id),
  )
  await addDeliveries(
    work,
    last.entry_id,
    readers.map(({ id }) => destinationName(id)),
  )
}

/** When the last digest ended; before the first, shortly before the team chose to have digests. */
async function startOf(work: Work<Actor>): Promise<Instant | null> {
  const chosen = await work.settings.changedAt(SETTING)
  const last = await work.digests.lastUntil()
  const candidates = [chosen === undefined ? null : shifted(chosen, -SETTLING_MS), last].filter((at) => at !== null)
  return candidates.sort().at(-1) ?? null
}

/** Adds a delivery of one event for each reader: the worker tries, gives up and replays them like any other. */
async function addDeliveries(work: Work<Actor>, entryId: string, names: readonly string[]): Promise<void> {
  const entry = await work.routing.hold(entryId)
  const found = await work.events.find(entryId)
  if (entry === undefined || found === undefined || names.length === 0) return
  for (const name of names) {
    const delivery = { id: work.newId(), event: readEvent(found), destination: { channel: 'mail', name } }
    await work.deliveries.add({ ...delivery, now: work.now, at: work.now })
  }
  await followDeliveries(work, { id: entryId, attempts: entry.attempts })
  work.hasRecorded = true
}

const startOfHour = (moment: Instant): Instant => `${moment.slice(0, 13)}:00:00.000Z`
