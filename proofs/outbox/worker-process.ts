/** A worker in a process of its own: it waits to begin, then delivers to the proof's receiver until it is killed. */
import { once } from 'node:events';
import { Agent, type IncomingMessage, request } from 'node:http';
import { flushCompileCache } from 'node:module';
import { DeliveryRefused, type Subscriber } from '#events';
import { openDatabase } from '#platform';
import { DeliveryPass, DeliveryStats } from '../../server/events/outbox/delivery-pass.ts';
import { runnerOn } from '../../server/runner.ts';
import type { SeenAttempt } from './flaky-receiver.ts';
import { attemptName, type FromWorker, type ToWorker } from './messages.ts';

const { WORKER = '', RECEIVER = '', DATA_DIR = '', DATABASE_URL } = process.env;
/** Milliseconds after which a worker looks again for what another one has left. */
const POLL_MS = 200;
/** How far this worker's clock is ahead of the machine's, in milliseconds. */
let offset = 0;
/** The offset when the deliveries that run were claimed. */
let claimOffset = 0;
let isToRest = false;
let beginsOrGoesOn = Promise.withResolvers<void>();
/** Resolves when the proof says something. */
let signal = Promise.withResolvers<void>();
const clock = { now: () => Date.now() + offset };
/** Names of the attempts that began since the worker was idle. */
const begun = new Set<string>();
/** Names of the attempts that run. */
const running = new Set<string>();

const send = (message: FromWorker) => process.send?.(message);

/** Not the built-in `fetch`, which takes three times the CPU. */
const agent = new Agent({ keepAlive: true });

async function post(body: string, signal: AbortSignal): Promise<IncomingMessage> {
  const headers = { 'content-length': Buffer.byteLength(body) };
  const asking = request(RECEIVER, { method: 'POST', agent, signal, headers });
  const answered = once(asking, 'response');
  // An attempt that is aborted while its answer comes fails by the answer.
  asking.on('error', () => {}).end(body);
  const [answer] = (await answered) as [IncomingMessage];
  if (!answer.resume().readableEnded) await once(answer, 'end');
  return answer;
}

const subscriber: Subscriber = {
  kind: 'proof',
  concurrency: 8,
  destinations: async () => ['a', 'b'].map((name) => ({ channel: `proof:${name}`, name: `proof:${name}` })),
  async deliver(
    { event: { eventId, aggregateId: ticketId, seq }, destination: { name: destination }, attempt },
    signal,
  ) {
    const name = attemptName({ eventId, destination, attempt });
    const context = { worker: WORKER, offset: claimOffset, concurrent: [...running] };
    const body = JSON.stringify({ eventId, ticketId, seq, destination, attempt, ...context } satisfies SeenAttempt);
    begun.add(name);
    running.add(name);
    const { statusCode: status = 0, headers } = await post(body, signal).finally(() => {
      running.delete(name);
      if (signal.aborted) send({ say: 'unsettled', attempt: name });
    });
    // The receiver says so of a poison event: it ends the worker that delivers it.
    if (status === 599) process.kill(process.pid, 'SIGKILL');
    if (status >= 300) {
      const retryAfter = Number(headers['retry-after'] ?? 0) * 1000;
      throw new DeliveryRefused(`Answered ${status}.`, { responseStatus: status, retryAfter });
    }
    return { responseStatus: status };
  },
};

process.on('message', (message: ToWorker) => {
  offset = message.offset;
  isToRest = message.say === 'rest';
  if (!isToRest) beginsOrGoesOn.resolve();
  signal.resolve();
  signal = Promise.withResolvers();
});
process.on('disconnect', () => process.exit(0));

const database = await openDatabase({ dataDir: DATA_DIR, databaseUrl: DATABASE_URL ?? null }, Date.now(), {
  isExclusive: false,
});
const runner = runnerOn(database, clock);
const rule = { maxAttempts: 8, random: Math.random };
/** Tells the proof when the database did not take the end of an attempt: any of those that began may be made again. */
class FailureReporter extends DeliveryStats {
  override failed(): void {
    for (const attempt of begun) send({ say: 'unsettled', attempt });
  }
}
const parts = { runner, subscribers: [subscriber], rule, attemptTimeoutMs: 1500 };
const pass = new DeliveryPass(parts, new FailureReporter());

/** Lets the attempts that run end, and waits until the clock goes on. */
async function rest(): Promise<void> {
  beginsOrGoesOn = Promise.withResolvers();
  while (!pass.isIdle) await pass.oneSettled();
  send({ say: 'resting' });
  await beginsOrGoesOn.promise;
}

/** Waits until the clock goes on or an attempt ends: what is due next comes of that. */
async function somethingHappens(): Promise<void> {
  const poll = Promise.withResolvers<void>();
  const timer = setTimeout(poll.resolve, POLL_MS);
  await Promise.race([signal.promise, poll.promise, ...(pass.isIdle ? [] : [pass.oneSettled()])]);
  clearTimeout(timer);
}

await beginsOrGoesOn.promise;
// Most workers are killed, and would keep nothing at their end of what they compiled.
let hasKeptCompiled = false;
let recoveredAt: number | null = null;
for (;;) {
  if (isToRest) await rest();
  if (pass.isIdle) begun.clear();
  const current = offset;
  claimOffset = current;
  try {
    // Leases run out when the clock is moved.
    if (recoveredAt !== current) await pass.recover();
    recoveredAt = current;
    if ((await pass.runBatch()) > 0) continue;
  } catch (error) {
    // Several processes write to one SQLite file here, which the service itself never does: a busy file is no finding.
    if (!database.dialect.isUnavailable(error) && !database.dialect.isRetriable(error)) throw error;
    continue;
  }
  if (pass.isIdle) send({ say: 'idle', offset: current });
  if (!hasKeptCompiled) flushCompileCache();
  hasKeptCompiled = true;
  if (offset === current && !isToRest) await somethingHappens();
}
