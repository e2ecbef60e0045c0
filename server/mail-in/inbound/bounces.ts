import { markBounced } from '#events';
import { storeUserChange } from '#people';
import { type Actor, DAY, type Instant, shifted, type Work } from '#platform';
import { type OwnId, ownIdsIn } from '../addresses.ts';
import { headerValues } from '../reading/headers.ts';
import type { ReadMail } from './effect.ts';
import { InboundStore, ReplyAddressStore, type StoredMail } from './inbound-store.ts';
import type { SeenMail } from './seen-mail.ts';

const BOUNCES = 3;
const BOUNCES_WITHIN = 7 * DAY;

/**
 * Marks the mail that came back. It counts where its address is the one that the mail was sent from, with the null path, and the
 * mail was sent. After three permanent bounces within a week Kwit stops mailing the person.
 */
export async function takeBounce(work: Work<Actor>, { row, seen, bounce }: ReadMail) {
  const token = seen.recipient.kind === 'bounce' ? seen.recipient.token : null;
  const [address] = token === null ? [] : await work.of(ReplyAddressStore).ofTokens([token]);
  if (address === undefined) return { counts: false };
  const { user_id: person_id, ticket_id } = address;
  const isAbout = bounce.about !== null && bounce.about.token === token && isOfNobody(row, seen);
  const isMarked =
    isAbout && isPermanent(bounce) && (await markBounced(work, ticket_id, `mail:${person_id}`, bounce.about?.n ?? 0));
  // A server that refuses a mail for its content may take the next one.
  const counts = isMarked && !bounce.status?.startsWith('5.7.');
  if (counts && (await isUnreachable(work, person_id, row.id)))
    await storeUserChange(work, person_id, { mail_paused_at: work.now });
  return { person_id, ticket_id, counts };
}

/** Whether a mail has the null path. A mailbox tells it in a header. */
const isOfNobody = ({ envelope_from }: StoredMail, { headers }: SeenMail): boolean =>
  envelope_from === '' || headerValues(headers, 'return-path').some((value) => /^<\s*>$/.test(value));

/** @param current the mail that is being worked on, which counts as well. */
async function isUnreachable(work: Work<Actor>, person: string, current: string): Promise<boolean> {
  const since: Instant = shifted(work.now, -BOUNCES_WITHIN);
  const mails = await work.of(InboundStore).ofPerson({ person, since });
  const counted = mails.filter(
    ({ id, state, verdict }) =>
      state === 'bounce' && id !== current && (JSON.parse(verdict) as { counts?: boolean }).counts === true,
  );
  return counted.length + 1 >= BOUNCES;
}

/** A report about a delivery (RFC 3464 § 2.3). */
export interface BounceReport {
  /** `failed`, `delayed`, `delivered`, `relayed`, `expanded`; null when it tells none. */
  readonly action: string | null;
  readonly status: string | null;
  /** Which of our mails it is about. */
  readonly about: OwnId | null;
}

/** @param report the parts of it that are no prose, as text. */
export function bounceIn(report: string, domain: string): BounceReport {
  return {
    action: /^Action:\s*([A-Za-z]+)/im.exec(report)?.[1]?.toLowerCase() ?? null,
    status: /^Status:\s*([245]\.\d{1,3}\.\d{1,3})/im.exec(report)?.[1] ?? null,
    about: ownIdsIn(report, domain)[0] ?? null,
  };
}

/** Whether the address will never take mail. A bounce without a report says so by coming. */
const isPermanent = ({ action, status }: BounceReport): boolean =>
  action === null ? !status?.startsWith('4.') : action === 'failed' && status?.startsWith('5.') === true;
