import { setTimeout as wait } from 'node:timers/promises';
import type { Caller } from '../../server/testing/caller.ts';
import { newJournal } from '../crash/journal.ts';
import { Writer } from '../crash/writer.ts';
import { chance, seed } from '../size.ts';

/** How long a writer rests after each write, in milliseconds, so that the service and not the machine is what is tried. */
const REST_MS = 100;

/** Whether nobody knows what became of a request, or a balancer answered in the place of a node. */
const isLost = (error: unknown): boolean => error instanceof TypeError || /: 50[24] /.test(String(error));

const isRefused = (error: unknown): boolean => /: 503 /.test(String(error));

/** Clients that write, and send whatever was refused or lost again with the same key, until it is done. */
export class PatientWriters {
  readonly journal = newJournal();
  /** Writes that were refused with 503, and those whose answer was lost. */
  refused = 0;
  lost = 0;
  /** The longest time that a refusal took, in milliseconds. */
  slowestRefusalMs = 0;
  /** Any other answer that was no success. */
  readonly faults: string[] = [];
  readonly #writing: readonly Promise<void>[];
  readonly #isLossFine: boolean;
  /** When each writer last succeeded, by the clock of the process. */
  readonly #succeeded: number[];
  #isOver = false;

  /**
   * @param isLossFine whether answers may be lost, because nodes are killed.
   * @param colleague the id of somebody whom comments name.
   */
  constructor({ address, token }: Caller, count: number, isLossFine: boolean, colleague?: string) {
    this.#isLossFine = isLossFine;
    this.#succeeded = Array(count).fill(0);
    this.#writing = this.#succeeded.map((_, n) => {
      const named = colleague === undefined ? {} : { colleague };
      const parts = { address, token: token ?? '', journal: this.journal, name: `w${n}`, ...named };
      return this.#write(n, new Writer({ ...parts, random: chance(seed + n) }));
    });
  }

  get written(): number {
    return this.journal.acknowledged;
  }

  /** Waits until each client has written anew. @returns how long that took, in milliseconds. */
  async untilWell(mostMs: number): Promise<number> {
    const began = performance.now();
    while (this.#succeeded.some((at) => at < began)) {
      if (performance.now() - began > mostMs) throw new Error(`Not every client writes within ${mostMs} ms.`);
      await wait(20);
    }
    return performance.now() - began;
  }

  /** Lets the clients finish what they have begun. */
  async end(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#writing);
  }

  async #write(n: number, writer: Writer): Promise<void> {
    for (let isDone = false; !(this.#isOver && isDone); ) {
      isDone = await this.#isDone(async () => {
        await writer.retryOpen();
        if (!this.#isOver) await writer.writeOne();
      });
      if (isDone) this.#succeeded[n] = performance.now();
      await wait(REST_MS);
    }
  }

  /** Tries an action. @returns whether it was done. */
  async #isDone(action: () => Promise<void>): Promise<boolean> {
    const began = performance.now();
    try {
      await action();
      return true;
    } catch (error) {
      if (isRefused(error)) {
        this.refused += 1;
        this.slowestRefusalMs = Math.max(this.slowestRefusalMs, performance.now() - began);
      } else if (this.#isLossFine && isLost(error)) this.lost += 1;
      else this.faults.push(String(error).slice(0, 300));
      return false;
    }
  }
}
