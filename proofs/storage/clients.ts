import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { setTimeout as wait } from 'node:timers/promises';
import { Caller } from '../../server/testing/caller.ts';
import { newJournal } from '../crash/journal.ts';
import { checkKept } from '../crash/kept.ts';
import { Writer } from '../crash/writer.ts';
import { ServiceProcess, tokenOf } from '../service-process.ts';
import { chance, seed } from '../size.ts';

export const WRITERS = 6;
const RECOVERY_MS = 5_000;

/** A service and six clients that write to it; a write that is refused with 503 they send again with the same key. */
export class WritingClients {
  readonly dev: Caller;
  readonly #service: ServiceProcess;
  readonly #journal = newJournal();
  readonly #writing: readonly Promise<void>[];
  #isOver = false;
  #refused = 0;

  private constructor(service: ServiceProcess, token: string) {
    this.#service = service;
    this.dev = new Caller(service.address, token);
    this.#writing = Array.from({ length: WRITERS }, (_, n) => {
      const parts = { address: service.address, token, journal: this.#journal, name: `w${n}` };
      return this.#write(new Writer({ ...parts, random: chance(seed + n) }));
    });
  }

  static async start(t: TestContext, environment: Record<string, string>): Promise<WritingClients> {
    const service = await ServiceProcess.start({
      PORT: '0',
      ALLOWED_DOMAINS: 'example.com',
      DEVELOPER_EMAILS: 'dev@example.com',
      WRITES_PER_MINUTE: '1000000',
      LOG_LEVEL: 'error',
      ...environment,
    });
    t.after(() => service.kill());
    return new WritingClients(service, await tokenOf(service.address));
  }

  /** Waits until `more` further writes have been refused. */
  async untilRefused(more: number): Promise<void> {
    for (const before = this.#refused; this.#refused < before + more; ) await wait(20);
  }

  /** Asserts that each client writes again within five seconds. */
  async recovers(): Promise<void> {
    const [size, since] = [this.#journal.tickets.size, performance.now()];
    while (this.#journal.tickets.size < size + WRITERS) {
      assert.ok(performance.now() - since < RECOVERY_MS, 'it writes again within 5 s');
      await wait(20);
    }
  }

  /** Lets the clients finish, asserts that nothing was lost or doubled, and stops the service. @returns a summary. */
  async end(): Promise<string> {
    this.#isOver = true;
    await Promise.all(this.#writing);
    await checkKept(this.dev, this.#journal);
    await this.#service.kill('SIGTERM');
    return `${this.#journal.tickets.size} tickets kept, ${this.#refused} writes refused`;
  }

  async #write(writer: Writer): Promise<void> {
    while (!this.#isOver) {
      await this.#isDone(async () => {
        await writer.retryOpen();
        await writer.writeOne();
      });
    }
    while (!(await this.#isDone(() => writer.retryOpen())));
  }

  /** Tries an action. @returns whether it was done; fails on any refusal but 503. */
  async #isDone(action: () => Promise<void>): Promise<boolean> {
    try {
      await action();
      return true;
    } catch (error) {
      assert.match(String(error), /: 503 .*service_unavailable/);
      this.#refused += 1;
      await wait(50);
      return false;
    }
  }
}
