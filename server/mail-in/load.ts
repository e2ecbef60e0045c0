import { type Actor, type Instant, shifted, type Work } from '#platform';
import { InboundStore } from './inbound/inbound-store.ts';
import { readMailIn } from './settings.ts';

export interface MailInLoad {
  readonly waiting: number;
  /** Since when the oldest of them waits. */
  readonly oldest: Instant | null;
  /** When the last mail came. */
  readonly last: Instant | null;
}

export async function readMailInLoad(work: Work<Actor>): Promise<MailInLoad> {
  const store = work.of(InboundStore);
  const { count, oldest } = await store.waiting();
  return { waiting: Number(count), oldest, last: await store.lastReceived() };
}

/** The same where mail in is on; else null. */
export const readMailInFigures = async (work: Work<Actor>): Promise<MailInLoad | null> =>
  (await readMailIn(work)).mail_in_domain === null ? null : readMailInLoad(work);

/** How many mails came within so many milliseconds, by what became of them. */
export const countMails = async (work: Work<Actor>, milliseconds: number) =>
  (await work.of(InboundStore).states(shifted(work.now, -milliseconds))).map(({ state, count }) => ({
    state,
    count: Number(count),
  }));
