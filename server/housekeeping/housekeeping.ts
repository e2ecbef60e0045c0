import type { Actor } from '../actor.ts'
import { DAY, HOUR, MINUTE, shifted } from '../clock.ts'
import type { FileStore } from '../files/file-store.ts'
import type { SettingsSource } from '../settings/effective-settings.ts'
import type { RequestContext, Runner, Work } from '../work.ts'
import { STALE } from './forget-stale.ts'
import { sweepFiles } from './sweep-files.ts'

/** How often it is looked whether a job is due. */
const LOOK = 5 * MINUTE
/** So many rows go in one transaction, so that nobody's write waits long for it. */
const BATCH = 500

const BEHALF: RequestContext<null> = { actor: null, correlationId: 'housekeeping', source: 'housekeeping' }

interface Parts {
  readonly runner: Runner
  readonly files: FileStore
  readonly source: SettingsSource
  readonly log: Log
  /**
   * What else is looked after each time, on every node, by its name in the log: a transaction each, that finds by itself
   * whether anything is due.
   */
  readonly jobs?: Jobs
}

export type Jobs = Readonly<Record<string, Job>>

type Job = (work: Work<Actor>, source: SettingsSource) => Promise<void>

interface Log {
  info(what: object, words: string): void
  error(what: object, words: string): void
}

/** What was done, by name: how many rows were forgotten, how many files removed. */
export type Tidied = Readonly<Record<string, number>>

/**
 * What the service does by itself: every hour it forgets what is stale, every day it removes the files that no row names.
 * Of several nodes, the one that comes first does a job; the others find that it was begun.
 */
export class Housekeeping {
  readonly #parts: Parts
  #timer: NodeJS.Timeout | undefined
  #round: Promise<unknown> = Promise.resolve()
  #isStopping = false

  constructor(parts: Parts) {
    this.#parts = parts
  }

  start(): void {
    const look = () => {
      this.#round = this.#round.then(() => this.round())
    }
    this.#timer = setInterval(look, LOOK).unref()
  }

  /** Lets what is being done come to the end of its step. */
  async stop(): Promise<void> {
    this.#isStopping = true
    clearInterval(this.#timer)
    await this.#round
  }

  /** Does what is due. What fails is logged, and done again when it is next due. */
  async round(): Promise<Tidied> {
    for (const [name, job] of Object.entries(this.#parts.jobs ?? {})) await this.#run(name, job)
    const forgotten = await this.#due('forget', HOUR, () => this.#forget())
    const swept = await this.#due('sweep files', DAY, async () => ({ files: await this.#sweep() }))
    return { ...forgotten, ...swept }
  }

  async #run(name: string, job: Job): Promise<void> {
    const { runner, source, log } = this.#parts
    try {
      if (!this.#isStopping) await runner.write(BEHALF, (work) => job(work, source))
    } catch (error) {
      log.error({ err: error, job: name }, 'could not do a job')
    }
  }

  async #due(name: string, every: number, job: () => Promise<Tidied>): Promise<Tidied> {
    const { runner, log } = this.#parts
    try {
      const isOurs =
        !this.#isStopping &&
        (await runner.write(BEHALF, (work) => work.jobs.begin(name, work.now, shifted(work.now, -every))))
      if (!isOurs) return {}
      const tidied = await job()
      log.info({ job: name, tidied }, 'tidied up')
      return tidied
    } catch (error) {
      log.error({ err: error, job: name }, 'could not tidy up')
      return {}
    }
  }

  async #forget(): Promise<Tidied> {
    const { runner, source } = this.#parts
    const tidied: Record<string, number> = {}
    for (const [what, forget] of Object.entries(STALE)) {
      let count = BATCH
      tidied[what] = 0
      while (count === BATCH && !this.#isStopping) {
        count = await runner.write(BEHALF, (work) => forget(work, BATCH, source))
        tidied[what] += count
      }
    }
    return tidied
  }

  #sweep(): Promise<number> {
    const { runner, files } = this.#parts
    return sweepFiles(runner, BEHALF, files, () => this.#isStopping)
  }
}
