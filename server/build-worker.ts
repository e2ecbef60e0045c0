import { keepWaits, staleNotices } from '#conversation';
import { WebhookSubscriber } from '#delivery';
import { MailSubscriber, makeDigest, staleTellings } from '#delivery/serving';
import { type Subscriber, staleEvents, staleRemovals } from '#events';
import { OutboxWorker } from '#events/serving';
import { MailReader, staleMails } from '#mail-in';
import { MailIn } from '#mail-in/serving';
import { addLaterSpellings, noteQuestions, staleQuestions, staleWordsAsked } from '#memory';
import { areFilesHeld, staleMoves } from '#movers';
import { staleSignIns, warnOfEndingTokens } from '#people';
import { SECOND } from '#platform';
import { type Duties, mendMisdated } from '#service/serving';
import { staleRecords } from '#settings';
import { staleWebhooks } from '#shipping';
import { settleStep } from '#tickets';
import type { Parts } from './app.ts';
import { runnerOn } from './runner.ts';

type WorkerParts = Pick<Parts, 'config' | 'database' | 'clock' | 'secrets' | 'mailers' | 'outbound'>;

/** The subscribers to recorded events. */
function subscribersOf({ config, database, clock, secrets, mailers, outbound }: WorkerParts): readonly Subscriber[] {
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  const { unsubscribeKey, replyKey, sealingKey } = secrets;
  const runner = runnerOn(database, clock, config);
  return [
    new MailSubscriber({ runner, source, unsubscribeKey, replyKey, mailers }),
    new WebhookSubscriber({ runner, outbound, sealingKey, clock }),
  ];
}

/** The duties of housekeeping for each part of the service. */
export const DUTIES: Duties = {
  stale: {
    ...staleSignIns,
    ...staleRecords,
    ...staleQuestions,
    ...staleWordsAsked,
    ...staleMoves,
    ...staleNotices,
    ...staleEvents,
    ...staleRemovals,
    ...staleTellings,
    ...staleMails,
    ...staleWebhooks,
  },
  areFilesHeld: (work) => areFilesHeld(work, work.now),
  steps: { 'who sees tickets': settleStep, 'spellings of words': addLaterSpellings },
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
    runner: runnerOn(database, clock, config),
    wakeSignal: database.wakeSignal,
    clock,
    subscribers,
    rule: { maxAttempts, random: Math.random },
    // A subscriber takes 15 s at most: an answer that comes in the last moment still counts.
    attemptTimeoutMs: 17 * SECOND,
    pollMs,
    enabled,
    punctual: keepWaits,
  });
}

/** Builds what takes mails. */
export function buildMailIn({
  config,
  database,
  clock,
  secrets,
  files,
}: Omit<WorkerParts, 'mailers' | 'outbound'> & Pick<Parts, 'files'>): MailIn {
  const source = { given: config.settings, sealingKey: secrets.sealingKey };
  return new MailIn({ runner: runnerOn(database, clock, config), files, source, reader: new MailReader() });
}
