import { Counter, Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/connection.ts'
import type { Mailers } from '../mail/mailers.ts'
import { showGauge } from './gauge.ts'

export interface ServiceParts {
  readonly database: Database
  readonly mailers: Mailers
  readonly version: string
}

/** Registers the version of Kwit, the load of its database, and how many mails it sent. */
export function showService(registry: Registry, { database, mailers, version }: ServiceParts): void {
  const registers = [registry]
  const which = { version, node: process.version, database: database.dialect.name }
  const labelNames = ['version', 'node', 'database']
  new Gauge({ name: 'kwit_info', help: 'Which Kwit this is.', labelNames, registers }).set(which, 1)
  showGauge(
    registry,
    'kwit_database_waiting',
    'Work that waits for its turn: writes for a commit on SQLite, all of it for a connection on PostgreSQL.',
    () => database.load.waiting,
  )
  if (database.walBytes !== null)
    showGauge(
      registry,
      'kwit_database_wal_bytes',
      'Size of the write-ahead log of SQLite.',
      () => database.walBytes ?? 0,
    )
  registry.registerMetric(
    new Gauge({
      name: 'kwit_database_connections',
      help: 'Connections of this process, by state.',
      labelNames: ['state'],
      registers: [],
      collect() {
        const { busy, idle } = database.load
        this.set({ state: 'busy' }, busy)
        this.set({ state: 'idle' }, idle)
      },
    }),
  )
  registry.registerMetric(
    new Counter({
      name: 'kwit_mails_total',
      help: 'Messages, by outcome.',
      labelNames: ['outcome'],
      registers: [],
      collect() {
        this.reset()
        this.inc({ outcome: 'sent' }, mailers.tally.sent)
        this.inc({ outcome: 'failed' }, mailers.tally.failed)
      },
    }),
  )
}
