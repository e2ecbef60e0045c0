import type { Latency } from './served.ts'

export interface Figures {
  readonly work: string
  /** Bytes of the answer. */
  readonly size: number
  /** CPU microseconds a request: of the bare server, of Kwit, and of its database's own processes. */
  readonly floor: number
  readonly service: number
  readonly database: number
  readonly ratio: number
  readonly reach: number | null
  readonly reachMs: number | null
  readonly alone?: Latency
  readonly crowded?: Latency
  /** The writes that went on meanwhile. */
  readonly writes?: Latency
}

export interface Run {
  readonly database: string
  readonly tickets: number
  /** Milliseconds from the start of the process until it is ready. */
  readonly ready: number
  /** MB resident at the end of the load. */
  readonly memory: number
  readonly figures: readonly Figures[]
}

const thousands = (value: number): string => Math.round(value).toLocaleString('en')
const waited = (latency?: Latency): string => (latency ? `${latency.p50.toFixed(1)} / ${latency.p99.toFixed(1)}` : '')

/** A run as a table in Markdown. */
export function table({ database, tickets, ready, memory, figures }: Run): string {
  const isRemote = database !== 'sqlite'
  const head = ['work', 'floor µs', 'Kwit µs', ...(isRemote ? ['database µs'] : []), 'ratio', 'to reach'].concat(
    'alone, p50 / p99 ms',
    '16 clients and 200 writes/s',
    'those writes',
  )
  const rows = figures.map((figure) => [
    figure.work,
    figure.floor.toFixed(1),
    thousands(figure.service),
    ...(isRemote ? [thousands(figure.database)] : []),
    figure.ratio.toFixed(1),
    figure.reach !== null ? `${figure.reach}` : figure.reachMs !== null ? `${figure.reachMs} ms` : '',
    waited(figure.alone),
    waited(figure.crowded),
    waited(figure.writes),
  ])
  return [
    `### ${database}, ${thousands(tickets)} tickets`,
    `Ready after ${thousands(ready)} ms; ${thousands(memory)} MB resident under load.`,
    '',
    ...[head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`),
    '',
  ].join('\n')
}
