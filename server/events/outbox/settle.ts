import type { UnsentReason } from '#contract/words.ts';
import { type Actor, allSettled, HOUR, type Instant, MINUTE, SECOND, shifted, type Work } from '#platform';
import type { RowOf } from '#records';
import { EventStore } from '../event-store.ts';
import { readEvent } from '../recorded-event.ts';
import { DeliveryRefused, type Destination, type Receipt } from '../subscriber.ts';
import { DeliveryStore } from './delivery-store.ts';

type DeliveryState = Pick<
  RowOf<'event_deliveries'>,
  'status' | 'attempts' | 'next_attempt_at' | 'last_error' | 'updated_at'
>;

export interface EntryState {
  readonly status: RowOf<'event_outbox'>['status'];
  readonly attempts: number;
  readonly nextAttemptAt: Instant | null;
  readonly lastError: string | null;
}

/**
 * Pure: the state of an entry, which follows from its deliveries (docs/rules/events.md#delivery). It is `sent` when each
 * destination has it, and `failed`, with the latest error, when a delivery was given up and none is under way.
 *
 * @param attempts how often the entry itself was claimed.
 */
export function entryState(attempts: number, deliveries: readonly DeliveryState[]): EntryState {
  const has = (status: DeliveryState['status']) => deliveries.some((delivery) => delivery.status === status);
  const lacking = deliveries.filter((delivery) => delivery.status !== 'delivered' && delivery.last_error !== null);
  const due = deliveries.filter((delivery) => delivery.status === 'pending' && delivery.next_attempt_at !== null);
  return {
    status: has('processing') ? 'processing' : has('pending') ? 'pending' : has('failed') ? 'failed' : 'sent',
    attempts: Math.max(attempts, ...deliveries.map((delivery) => delivery.attempts)),
    nextAttemptAt: due.map((delivery) => delivery.next_attempt_at).toSorted()[0] ?? null,
    lastError: lacking.toSorted((a, b) => (a.updated_at < b.updated_at ? 1 : -1))[0]?.last_error ?? null,
  };
}

/** Brings an entry in step with its deliveries. The caller has locked it. */
async function followDeliveries(work: Work<Actor>, id: string, attempts: number): Promise<void> {
  const state = entryState(attempts, await work.of(EventStore).deliveryStates({ id }));
  await work.of(EventStore).setState(id, state, work.now);
}

/** Adds deliveries of an event that had its destinations before: the worker tries, gives up and replays them like any other. */
export async function addDeliveries(
  work: Work<Actor>,
  entryId: string,
  destinations: readonly Destination[],
): Promise<void> {
  const entry = await work.of(EventStore).hold({ id: entryId });
  const row = await work.of(EventStore).find({ id: entryId });
  if (entry === undefined || row === undefined || destinations.length === 0) return;
  const event = readEvent(row);
  for (const destination of destinations)
    await work.of(DeliveryStore).add({ id: work.newId(), event, destination, now: work.now });
  await followDeliveries(work, entryId, entry.attempts);
  work.hasRecorded = true;
}

/** How an attempt ended: with a receipt, with a refusal, aborted by a worker that stops, or without word from its worker. */
export type Ending =
  | { readonly how: 'receipt'; readonly receipt: Receipt }
  | { readonly how: 'refusal'; readonly error: unknown }
  | { readonly how: 'abort'; readonly why: string }
  | { readonly how: 'loss' };

export interface RetryRule {
  /** From 1. */
  readonly maxAttempts: number;
  /** From 0 up to 1. */
  random(): number;
}

/** An entry and one of its deliveries, as they are after an attempt. */
export interface Settled {
  readonly entry: EntryState;
  readonly delivery: 'delivered' | 'pending' | 'failed';
  readonly destination: string;
}

/**
 * Keeps how an attempt ended, brings the entry in step, and makes the ticket's next event to that destination due when this
 * one is delivered or given up.
 *
 * @returns null, and nothing changed, when another worker has the delivery by now.
 */
export async function settleDelivery(
  work: Work<Actor>,
  claimed: { readonly id: string; readonly lease: string; readonly entryId: string },
  ending: Ending,
  rule: RetryRule,
): Promise<Settled | null> {
  // The entry is locked first, because two of its deliveries may be settled at the same time.
  const [entry, delivery] = await allSettled([
    work.of(EventStore).hold({ id: claimed.entryId }),
    work.of(DeliveryStore).hold({ id: claimed.id }),
  ]);
  if (entry === undefined || delivery === undefined || delivery.lease !== claimed.lease) return null;
  const { status, wait, error, response } = outcomeOf(ending, delivery.attempts, rule);
  const { aggregate_id: ticket, destination } = delivery;
  const change = {
    status,
    last_error: error,
    response_status: response.status,
    server_said: response.words,
    not_sent_because: response.notSentBecause,
    lease: null,
    leased_until: null,
    next_attempt_at: wait === null ? null : shifted(work.now, wait),
    lost: ending.how === 'loss' ? delivery.lost + 1 : 0,
    delivered_at: ending.how === 'receipt' && !ending.receipt.notSentBecause ? work.now : null,
    updated_at: work.now,
  };
  const [, next, states] = await allSettled([
    work.of(DeliveryStore).change(claimed.id, change),
    status === 'pending' ? undefined : work.of(DeliveryStore).holdFirstUnfinished({ ticket, destination }),
    work.of(EventStore).deliveryStates({ id: claimed.entryId }),
  ]);
  const state = entryState(entry.attempts, states);
  await allSettled([work.of(EventStore).setState(claimed.entryId, state, work.now), releaseNext(work, next)]);
  return { entry: state, delivery: status, destination };
}

interface AttemptOutcome {
  readonly status: 'delivered' | 'pending' | 'failed';
  /** Milliseconds until the next attempt. */
  readonly wait: number | null;
  readonly error: string | null;
  readonly response: Response;
}

/** How the destination answered. */
interface Response {
  readonly status: number | null;
  readonly words: string | null;
  /** Why it was sent nothing. */
  readonly notSentBecause: UnsentReason | null;
}

const responseIn = (answer: Receipt | DeliveryRefused | null): Response => ({
  status: answer?.responseStatus ?? null,
  words: answer?.serverSaid ?? null,
  notSentBecause: answer?.notSentBecause ?? null,
});

/** Pure: what becomes of a delivery after so many attempts, the last of which ended like this. */
export function outcomeOf(ending: Ending, attempts: number, rule: RetryRule): AttemptOutcome {
  if (ending.how === 'receipt') {
    return { status: 'delivered', wait: null, error: null, response: responseIn(ending.receipt) };
  }
  const error = errorOf(ending);
  const refused = ending.how === 'refusal' && ending.error instanceof DeliveryRefused ? ending.error : null;
  const response = responseIn(refused);
  if (refused?.waits) return { status: 'pending', wait: WAITING_MS, error, response };
  if (refused?.isFinal || attempts >= rule.maxAttempts) return { status: 'failed', wait: null, error, response };
  const wait = ending.how === 'refusal' ? Math.max(backoff(attempts, rule.random()), refused?.retryAfter ?? 0) : 0;
  return { status: 'pending', wait, error, response };
}

function errorOf(ending: Exclude<Ending, { how: 'receipt' }>): string {
  if (ending.how === 'loss') return 'The worker that had it did not come back.';
  return ending.how === 'abort' ? ending.why : errorText(ending.error);
}

/** The text of an error as it is stored: at most 1,000 characters. */
export const errorText = (error: unknown): string =>
  (error instanceof Error ? error.message || error.name : String(error)).slice(0, 1000);

type Unfinished = Awaited<ReturnType<DeliveryStore['holdFirstUnfinished']>>;

async function releaseNext(work: Work<Actor>, next: Unfinished): Promise<void> {
  if (next === undefined || next.status !== 'pending' || next.next_attempt_at !== null) return;
  const [, entry] = await allSettled([
    work.of(DeliveryStore).release({ id: next.id, now: work.now }),
    work.of(EventStore).hold({ id: next.entry_id }),
  ]);
  if (entry) await followDeliveries(work, next.entry_id, entry.attempts);
}

/**
 * Milliseconds to wait after so many failed attempts: 10 s, doubling to 1 h, ±20 % (docs/rules/events.md#delivery).
 *
 * @param attempts from 1.
 * @param random from 0 up to 1, so that deliveries that failed at the same time are not tried again at the same time.
 */
export function backoff(attempts: number, random: number): number {
  const wait = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
  return Math.round(wait * (1 - JITTER + 2 * JITTER * random));
}

/** Milliseconds to wait after the first failed attempt. */
export const FIRST_RETRY_MS = 10 * SECOND;

/** How often is tried what waits for something that is not there yet, in milliseconds. */
const WAITING_MS = 5 * MINUTE;

/** The longest wait, in milliseconds. */
export const LAST_RETRY_MS = HOUR;

export const JITTER = 0.2;
