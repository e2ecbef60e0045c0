import type { MailInStatus } from '#contract/mail-in.ts';
import { MAIL_IN_STEPS } from '#contract/mail-in-words.ts';
import { type Actor, DAY, olderThan, type StaleRows, shifted, type Work } from '#platform';
import { readCanary } from './checks/canary.ts';
import { MailCheckStore } from './checks/check-store.ts';
import { viewCheck } from './checks/run-check.ts';
import { InboundStore } from './inbound/inbound-store.ts';
import { MAIL_IN_DEFAULTS, readMailIn, triedValues } from './settings.ts';

/** How many mails wait, since when the oldest does, when the last came, that of the canary too, and how the canary does. */
export async function readMailInLoad(work: Work<Actor>) {
  const { count: waiting, oldest } = await work.of(InboundStore).waiting();
  const canary = await readCanary(work);
  const came = [await work.of(InboundStore).lastReceived(), canary?.last ?? null].filter((at) => at !== null);
  return { waiting, oldest, last: came.toSorted().at(-1) ?? null, canary };
}

export type MailInLoad = Awaited<ReturnType<typeof readMailInLoad>>;

/** The load while mail in is on; else null. */
export const readMailInFigures = async (work: Work<Actor>): Promise<MailInLoad | null> =>
  (await readMailIn(work)).mail_in_domain === null ? null : readMailInLoad(work);

/** How many mails came within so many milliseconds, by what became of them. */
export const countMails = (work: Work<Actor>, milliseconds: number) =>
  work.of(InboundStore).states({ since: shifted(work.now, -milliseconds) });

/** GET /api/mail-in/status. */
export async function showStatus(work: Work): Promise<MailInStatus> {
  const { waiting, oldest, last } = await readMailInLoad(work);
  const runs = await Promise.all(MAIL_IN_STEPS.map((step) => work.of(MailCheckStore).latest({ step, limit: 1 })));
  return {
    last_received_at: last,
    waiting,
    oldest_waiting_at: oldest,
    states: await countMails(work, DAY),
    checks: runs.flat().map((run) => {
      const draft = triedValues({ ...MAIL_IN_DEFAULTS, ...JSON.parse(run.draft) });
      return { id: run.id, ...viewCheck(run, work, work.actor.language), begun_at: run.begun_at, draft };
    }),
  };
}

/** How long the rows of mails are kept, without what they said. */
const ROWS_KEPT = 400 * DAY;
const CHECKS_KEPT = 90 * DAY;
/** As long as answers to a letter are likely. */
const LETTERS_KEPT = 90 * DAY;

/** Whole mails, rows of mails, and checks. */
export const staleMails: StaleRows = {
  'whole mails': async (work, most) => {
    const { mail_in_raw_days } = await readMailIn(work);
    return work.of(InboundStore).dropRaw({ before: shifted(work.now, -mail_in_raw_days * DAY), most });
  },
  mails: (work, most) => work.of(InboundStore).forget({ before: shifted(work.now, -ROWS_KEPT), most }),
  letters: olderThan('sent_letters', 'sent_at', LETTERS_KEPT),
  'checks of mail in': olderThan('mail_in_checks', 'begun_at', CHECKS_KEPT),
};
