import { DAY, type StaleRows, shifted } from '#platform';
import { MailCheckStore } from './checks/check-store.ts';
import { InboundStore } from './inbound/inbound-store.ts';
import { readMailIn } from './settings.ts';

/** How long the rows of mails are kept, without what they said. */
const ROWS_KEPT = 400 * DAY;
const CHECKS_KEPT = 90 * DAY;

/** Whole mails, rows of mails, and checks. */
export const staleMails: StaleRows = {
  'whole mails': async (work, most) => {
    const { mail_in_raw_days } = await readMailIn(work);
    return work.of(InboundStore).dropRaw(shifted(work.now, -mail_in_raw_days * DAY), most);
  },
  mails: (work, most) => work.of(InboundStore).forget(shifted(work.now, -ROWS_KEPT), most),
  'checks of mail in': (work, most) => work.of(MailCheckStore).forget(shifted(work.now, -CHECKS_KEPT), most),
};
