import { noteQuestions } from './answers/keeping/note-questions.ts';
import type { Parts } from './app.ts';
import { SECOND } from './clock.ts';
import type { Subscriber } from './events/subscriber.ts';
import type { Jobs } from './housekeeping/housekeeping.ts';
import { mendMisdated } from './housekeeping/mend-misdated.ts';
import { MailSubscriber } from './notifications/mail-subscriber.ts';
import { makeDigest } from './notifications/make-digest.ts';
import { OutboxWorker } from './outbox/worker.ts';
import { warnOfEndingTokens } from './tokens/warn-of-ending-tokens.ts';
import { WebhookSubscriber } from './webhooks/webhook-subscriber.ts';
import { Runner } from './work.ts';

type WorkerParts = Pick<Parts, 'config' | 'database' | 'clock' | 'secrets' | 'mailers' | 'outbound'>;

/** The subscribers to recorded events. */
function subscribersOf({ config, database, clock, secrets, mailers, outbound }: WorkerParts): readonly Subscriber[] {
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  const { unsubscribeKey, sealingKey } = secrets;
  const runner = new Runner(database, clock);
  return [
    new MailSubscriber({ runner, source, unsubscribeKey, mailers }),
    new WebhookSubscriber({ runner, outbound, sealingKey, clock }),
  ];
}

/** The further jobs that housekeeping runs, by name. */
export const JOBS: Jobs = {
  digest: makeDigest,
  questions: noteQuestions,
  'ending tokens': warnOfEndingTokens,
  misdated: mendMisdated,
};

/** Builds the worker that delivers recorded events. Tests may bring subscribers of their own. */
export function buildWorker(parts: WorkerParts, subscribers = subscribersOf(parts)): OutboxWorker {
  const { config, database, clock } = parts;
  const { enabled, pollMs, maxAttempts } = config.outbox;
  return new OutboxWorker({
    runner: new Runner(database, clock),
    wakeSignal: database.wakeSignal,
    clock,
    subscribers,
    rule: { maxAttempts, random: Math.random },
    // A subscriber takes 15 s at most: an answer that comes in the last moment still counts.
    attemptTimeoutMs: 17 * SECOND,
    pollMs,
    enabled,
  });
}
