import { Worker } from 'node:worker_threads';
import type { ToSubtract } from './author-text.ts';
import { isReadable } from './mail-bounds.ts';
import { inSharedMemory } from './mail-memory.ts';
import type { ThreadJob } from './mail-thread.ts';
import { type ParsedMail, UNREADABLE } from './parse-mail.ts';
import type { Subtracted } from './subtract.ts';

/** How much CPU a mail may take, in milliseconds, and how long by the clock on a machine that does much else. */
const CPU_MS = 2000;
const CLOCK_MS = 20_000;
const LOOK_MS = 50;
/** The CPU time left for the second step of a mail that took nearly all of it for the first. */
const LEAST_MS = 250;

/** Reads mails in a thread, one after the other, and ends the thread with a mail that takes too long. */
export class MailReader {
  #worker: Worker | undefined;
  #last: Promise<unknown> = Promise.resolve();

  /**
   * Parses a mail. One in the memory that threads share is written over: only its head stays.
   *
   * @returns null when it takes too long, or no parser can read it.
   */
  async parse(raw: Uint8Array): Promise<ParsedMail | null> {
    if (!isReadable(Buffer.from(raw.buffer, raw.byteOffset, raw.byteLength))) return UNREADABLE;
    return this.#run({ kind: 'parse', raw: inSharedMemory(raw) }, CPU_MS);
  }

  /** Reads the author's words. @param spentMs the CPU that it took to parse the mail. @returns null when it takes too long. */
  authorsText(texts: ToSubtract, spentMs = 0): Promise<Subtracted | null> {
    return this.#run({ kind: 'author', texts }, Math.max(CPU_MS - spentMs, LEAST_MS));
  }

  async close(): Promise<void> {
    await this.#worker?.terminate();
    this.#worker = undefined;
  }

  #run<T>(job: ThreadJob, cpuMs: number): Promise<T | null> {
    const next = this.#last.then(() => this.#ask<T>(job, cpuMs));
    this.#last = next.catch(() => {});
    return next;
  }

  async #ask<T>(job: ThreadJob, cpuMs: number): Promise<T | null> {
    const worker =
      this.#worker ??
      new Worker(new URL('./mail-thread.ts', import.meta.url), {
        resourceLimits: { maxOldGenerationSizeMb: 40, maxYoungGenerationSizeMb: 6 },
      });
    this.#worker = worker;
    worker.ref();
    const { promise, resolve } = Promise.withResolvers<T | null>();
    const end = () => resolve(null);
    const answered = (answer: { value?: T }) => resolve(answer.value ?? null);
    worker.once('message', answered).once('error', end).once('exit', end);
    worker.postMessage(job);
    const [began, before] = [performance.now(), await cpuOf(worker)];
    const look = setInterval(async () => {
      const spent = (await cpuOf(worker)) - before;
      if (spent > cpuMs || performance.now() - began > CLOCK_MS) end();
    }, LOOK_MS);
    const value = await promise;
    clearInterval(look);
    worker.off('message', answered).off('error', end).off('exit', end);
    // A thread that gave nothing may be busy with it for ever.
    if (value === null) await this.close();
    else worker.unref();
    return value;
  }
}

const cpuOf = async (worker: Worker): Promise<number> => {
  try {
    const { user, system } = await worker.cpuUsage();
    return (user + system) / 1000;
  } catch {
    return 0;
  }
};
