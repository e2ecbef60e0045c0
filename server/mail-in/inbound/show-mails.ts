import { internallySeen, seesEverything, seesProject } from '#access';
import type { InboundMail, InboundMailDetail, MailInFilter } from '#contract/mail-in.ts';
import { Failure, type Work } from '#platform';
import type { ReadMail } from './effect.ts';
import { InboundStore, type ListedMail, type StoredMail } from './inbound-store.ts';

/** Each field is named: a new column must not reach an answer by itself. */
export const viewMail = (mail: ListedMail): InboundMail => ({
  id: mail.id,
  received_at: mail.received_at,
  via: mail.via,
  envelope_from: mail.envelope_from,
  from: mail.sender,
  recipient: mail.recipient,
  subject: mail.subject,
  size: mail.size,
  state: mail.state,
  reason: mail.reason,
  person_id: mail.person_id,
  ticket_id: mail.ticket_id,
  ticket_number: mail.ticket_number,
  comment_id: mail.comment_id,
  done_at: mail.done_at,
});

const ticketsOf = ({ ticket_id, verdict }: StoredMail): string[] => {
  const { tickets = [] } = JSON.parse(verdict) as { tickets?: string[] };
  return [...(ticket_id === null ? [] : [ticket_id]), ...tickets];
};

/**
 * Those of the mails that the caller may know of. A mail about a ticket is there for those who read the ticket with everything on it,
 * one about a sealed project for those who see the project. Only who sees everything knows of one into which nobody has looked yet.
 */
export async function seenMails<M extends StoredMail>(work: Work, mails: readonly M[]): Promise<M[]> {
  if (seesEverything(work.actor)) return [...mails];
  const seen = await internallySeen(work, work.actor, mails.flatMap(ticketsOf));
  return mails.filter((mail) => {
    const isUnknown = mail.ticket_id === null && (mail.state === 'waiting' || mail.state === 'failed');
    const isInSight = mail.project_id === null || seesProject(work.actor, mail.project_id);
    return !isUnknown && isInSight && ticketsOf(mail).every((id) => seen.has(id));
  });
}

/** @throws Failure `mail_not_found`, also for one of which the caller may not know. */
export async function findMail(work: Work, id: string): Promise<ListedMail> {
  const mail = await work.of(InboundStore).find(id);
  const [seen] = mail === undefined ? [] : await seenMails(work, [mail]);
  if (seen === undefined) throw new Failure('mail_not_found');
  return seen;
}

/** The most mails that one page looks at: somebody who sees few of them gets a shorter page. */
const LOOKED_AT = 2000;

/** A page of the mails that came in, newest first. @param before the id behind which it begins. */
export async function listMails(
  work: Work,
  { state, limit = 100 }: MailInFilter,
  before: string | null,
): Promise<{ items: InboundMail[]; next: string | null }> {
  const items: ListedMail[] = [];
  let [last, isMore, looked] = [before, true, 0];
  while (items.length <= limit && isMore && looked < LOOKED_AT) {
    const mails = await work.of(InboundStore).list(state ?? null, last, limit + 1);
    items.push(...(await seenMails(work, mails)));
    last = mails.at(-1)?.id ?? last;
    isMore = mails.length > limit;
    looked += mails.length;
  }
  const page = items.slice(0, limit);
  const next = items.length > limit ? (page.at(-1)?.id ?? null) : isMore ? last : null;
  return { items: page.map(viewMail), next };
}

/** A mail with what it says. @param mail as it was read from its bytes. */
export const viewMailDetail = (row: ListedMail, { seen, said }: ReadMail): InboundMailDetail => ({
  ...viewMail(row),
  headers: seen.headers.map(({ name, value }) => ({ name, value })),
  text: seen.parsed.text ?? seen.parsed.markdown ?? '',
  kept: said.kept,
  elided: said.elided,
  files: seen.parsed.files.map(({ name, bytes, type }) => ({ name, size: bytes.length, type })),
  verdict: JSON.parse(row.verdict),
});
