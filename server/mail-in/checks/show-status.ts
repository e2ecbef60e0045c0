import type { MailInStatus } from '#contract/mail-in.ts';
import { MAIL_IN_STEPS } from '#contract/words.ts';
import { DAY, type Work } from '#platform';
import { countMails, readMailInLoad } from '../load.ts';
import { MAIL_IN_DEFAULTS, triedValues } from '../settings.ts';
import { MailCheckStore } from './check-store.ts';
import { viewCheck } from './run-check.ts';

/** GET /api/mail-in/status. */
export async function showStatus(work: Work): Promise<MailInStatus> {
  const { waiting, oldest, last } = await readMailInLoad(work);
  const runs = await Promise.all(MAIL_IN_STEPS.map((step) => work.of(MailCheckStore).latest(step, 1)));
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
