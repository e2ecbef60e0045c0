import type { Metrics, Sample } from './metrics.ts'

/** Upper bounds in seconds: most answers take less than ten milliseconds, an upload may take two minutes. */
const BOUNDS = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120]

interface Series {
  readonly method: string
  readonly route: string
  /** By the hundreds of the status: 1xx stands at 1. */
  readonly answers: number[]
  /** How many took as long as each bound, and longer than the one before; the last takes the rest. */
  readonly buckets: number[]
  seconds: number
  count: number
}

/** Counts requests by method, route pattern and class of status, and how long they took. Less than a microsecond each. */
export class RequestDurations {
  readonly #series = new Map<string, Series>()

  /** @param route the pattern, never the address: `/api/tickets/:id`. */
  count(method: string, route: string, status: number, seconds: number): void {
    const key = `${method} ${route}`
    let series = this.#series.get(key)
    if (series === undefined) {
      const buckets = Array<number>(BOUNDS.length + 1).fill(0)
      series = { method, route, answers: [0, 0, 0, 0, 0, 0], buckets, seconds: 0, count: 0 }
      this.#series.set(key, series)
    }
    let bucket = 0
    while (bucket < BOUNDS.length && seconds > (BOUNDS[bucket] as number)) bucket += 1
    series.buckets[bucket] = (series.buckets[bucket] as number) + 1
    const hundreds = Math.floor(status / 100)
    series.answers[hundreds] = (series.answers[hundreds] ?? 0) + 1
    series.seconds += seconds
    series.count += 1
  }

  exposeIn(metrics: Metrics): void {
    metrics.expose(
      { name: 'http_requests_total', help: 'Requests answered, by class of status.', type: 'counter' },
      () => this.#answers(),
    )
    metrics.expose(
      { name: 'http_request_duration_seconds', help: 'From the request to the end of its answer.', type: 'histogram' },
      () => this.#durations(),
    )
  }

  *#answers(): Generator<Sample> {
    for (const { method, route, answers } of this.#series.values())
      for (const [hundreds, value] of answers.entries())
        if (value > 0) yield { labels: { method, route, status: `${hundreds}xx` }, value }
  }

  *#durations(): Generator<Sample> {
    for (const { method, route, buckets, seconds, count } of this.#series.values()) {
      let upTo = 0
      for (const [index, bound] of BOUNDS.entries()) {
        upTo += buckets[index] as number
        yield { suffix: '_bucket', labels: { method, route, le: String(bound) }, value: upTo }
      }
      yield { suffix: '_bucket', labels: { method, route, le: '+Inf' }, value: count }
      yield { suffix: '_sum', labels: { method, route }, value: seconds }
      yield { suffix: '_count', labels: { method, route }, value: count }
    }
  }
}
