import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { Caller } from '../../server/testing/caller.ts'
import { checkKept } from '../crash/kept.ts'
import { newJournal, Writer } from '../crash/writer.ts'
import { ServiceProcess, tokenOf } from '../service-process.ts'
import { chance, seed } from '../size.ts'

export const WRITERS = 6
const WELL_AFTER = 5_000

/** A service, and six who write to it; what is refused with 503 they try again with the same key. */
export class Crowd {
  readonly dev: Caller
  readonly #service: ServiceProcess
  readonly #journal = newJournal()
  readonly #writing: readonly Promise<void>[]
  #isOver = false
  #refused = 0

  private constructor(service: ServiceProcess, token: string) {
    this.#service = service
    this.dev = new Caller(service.address, token)
    this.#writing = Array.from({ length: WRITERS }, (_, n) => {
      const parts = { address: service.address, token, journal: this.#journal, name: `w${n}` }
      return this.#write(new Writer({ ...parts, random: chance(seed + n) }))
    })
  }

  static async start(t: TestContext, environment: Record<string, string>): Promise<Crowd> {
    const service = await ServiceProcess.start({
      PORT: '0',
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com',
      WRITES_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
      ...environment,
    })
    t.after(() => service.kill())
    return new Crowd(service, await tokenOf(service.address))
  }

  /** Waits until so many more writes have been refused. */
  async untilRefused(more: number): Promise<void> {
    for (const before = this.#refused; this.#refused < before + more; ) await wait(20)
  }

  /** What was in the way is gone: writing goes on within five seconds. */
  async isWell(): Promise<void> {
    const [size, since] = [this.#journal.tickets.size, performance.now()]
    while (this.#journal.tickets.size < size + WRITERS) {
      assert.ok(performance.now() - since < WELL_AFTER, 'it writes again within 5 s')
      await wait(20)
    }
  }

  /** Lets everybody finish, sees that nothing was lost or doubled, and stops the service. @returns what happened. */
  async end(): Promise<string> {
    this.#isOver = true
    await Promise.all(this.#writing)
    await checkKept(this.dev, this.#journal)
    await this.#service.kill('SIGTERM')
    return `${this.#journal.tickets.size} tickets kept, ${this.#refused} writes refused`
  }

  async #write(writer: Writer): Promise<void> {
    while (!this.#isOver) {
      await this.#orRefused(async () => {
        await writer.again()
        await writer.step()
      })
    }
    while (!(await this.#orRefused(() => writer.again())));
  }

  /** Whether it was done; 503 is the one answer that may come instead. */
  async #orRefused(deed: () => Promise<void>): Promise<boolean> {
    try {
      await deed()
      return true
    } catch (error) {
      assert.match(String(error), /: 503 .*service_unavailable/)
      this.#refused += 1
      await wait(50)
      return false
    }
  }
}
