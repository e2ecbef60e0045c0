import type { Database } from '../database/connection.ts'
import type { Mailers } from '../mail/mailers.ts'
import type { Metrics } from './metrics.ts'

export interface ServiceParts {
  readonly database: Database
  readonly mailers: Mailers
  readonly version: string
}

/** Shows which Kwit this is, how busy its database is, and what became of its mail. */
export function exposeService(metrics: Metrics, { database, mailers, version }: ServiceParts): void {
  const labels = { version, node: process.version, database: database.dialect.name }
  metrics.expose({ name: 'kwit_info', help: 'Which Kwit this is.', type: 'gauge' }, () => [{ labels, value: 1 }])
  metrics.expose(
    {
      name: 'kwit_database_waiting',
      help: 'Work that waits for its turn: writes for a commit on SQLite, all of it for a connection on PostgreSQL.',
      type: 'gauge',
    },
    () => database.load.waiting,
  )
  metrics.expose(
    { name: 'kwit_database_connections', help: 'Connections of this process, by state.', type: 'gauge' },
    () => {
      const { busy, idle } = database.load
      return [
        { labels: { state: 'busy' }, value: busy },
        { labels: { state: 'idle' }, value: idle },
      ]
    },
  )
  metrics.expose({ name: 'kwit_mails_total', help: 'Messages, by outcome.', type: 'counter' }, () => [
    { labels: { outcome: 'sent' }, value: mailers.tally.sent },
    { labels: { outcome: 'failed' }, value: mailers.tally.failed },
  ])
}
