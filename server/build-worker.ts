import { noteQuestions } from './answers/keeping/note-questions.ts';
import { staleQuestions } from './answers/keeping/stale-questions.ts';
import type { Parts } from './app.ts';
import { staleRecords } from './audit/stale-records.ts';
import { staleMoves } from './backups/stale-moves.ts';
import { SECOND } from './clock.ts';
import { staleEvents } from './events/stale-events.ts';
import type { Subscriber } from './events/subscriber.ts';
import type { Duties } from './housekeeping/housekeeping.ts';
import { mendMisdated } from './housekeeping/mend-misdated.ts';
import { staleNotices } from './notices/stale-notices.ts';
import { MailSubscriber } from './notifications/mail-subscriber.ts';
import { makeDigest } from './notifications/make-digest.ts';
import { OutboxWorker } from './outbox/worker.ts';
import { runnerOn } from './runner.ts';
import { staleSignIns } from './sign-in/stale-sign-ins.ts';
import { warnOfEndingTokens } from './tokens/warn-of-ending-tokens.ts';
import { WebhookSubscriber } from './webhooks/webhook-subscriber.ts';

type WorkerParts = Pick<Parts, 'config' | 'database' | 'clock' | 'secrets' | 'mailers' | 'outbound'>;

/** The subscribers to recorded events. */
function subscribersOf({ config, database, clock, secrets, mailers, outbound }: WorkerParts): readonly Subscriber[] {
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  const { unsubscribeKey, sealingKey } = secrets;
  const runner = runnerOn(database, clock);
  return [
    new MailSubscriber({ runner, source, unsubscribeKey, mailers }),
    new WebhookSubscriber({ runner, outbound, sealingKey, clock }),
  ];
}

/** What housekeeping does for each part of the service. */
export const DUTIES: Duties = {
  stale: {
    ...staleSignIns,
    ...staleRecords,
    ...staleQuestions,
    ...staleMoves,
    ...staleNotices,
    ...staleEvents,
  },
  areFilesHeld: (work) => work.backups.isHeld(work.now),
  jobs: {
    digest: makeDigest,
    questions: noteQuestions,
    'ending tokens': warnOfEndingTokens,
    misdated: mendMisdated,
  },
};

/** Builds the worker that delivers recorded events. Tests may bring subscribers of their own. */
export function buildWorker(parts: WorkerParts, subscribers = subscribersOf(parts)): OutboxWorker {
  const { config, database, clock } = parts;
  const { enabled, pollMs, maxAttempts } = config.outbox;
  return new OutboxWorker({
    runner: runnerOn(database, clock),
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
