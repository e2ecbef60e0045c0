import { addedPeople, internallySeen, seesEverything, seesProject, standing, withSight } from '#access';
import type { CcAddress, InboundMail, InboundMailDetail, MailInFilter } from '#contract/mail-in.ts';
import { findUserByEmail } from '#people';
import { Failure, pick, type Work } from '#platform';
import { findTicket } from '#tickets';
import { withoutSecrets } from '../reading/own-secrets.ts';
import type { ReadMail } from './effect.ts';
import { InboundStore, type ListedMail } from './inbound-store.ts';

/** Whatever stands behind the + of an address for answers or bounces is, or was, somebody's token. */
const withoutToken = (address: string): string => withoutSecrets(address.replace(/^(r|b)\+[^@]*/i, '$1+…'));

export const viewMail = (mail: ListedMail): InboundMail => ({
  ...pick(mail, 'id', 'received_at', 'via', 'subject', 'size', 'state', 'reason'),
  envelope_from: mail.envelope_from && withoutToken(mail.envelope_from),
  recipient: withoutToken(mail.recipient),
  ...pick(mail, 'person_id', 'ticket_id', 'ticket_number', 'comment_id', 'done_at'),
  from: mail.sender,
});

const ticketsOf = ({ ticket_id, comment_ticket_id, verdict }: ListedMail): string[] => {
  const { tickets = [] } = JSON.parse(verdict) as { tickets?: string[] };
  return [...[ticket_id, comment_ticket_id].filter((id) => id !== null), ...tickets];
};

/**
 * The mails that the caller may know of. A mail about a ticket is there for those who read with everything on it that ticket
 * and the one to which its words went; one about a sealed project for those who see the project. Only somebody who sees
 * everything knows of a mail that nobody has opened yet.
 */
export async function seenMails<M extends ListedMail>(work: Work, mails: readonly M[]): Promise<M[]> {
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
  headers: seen.headers.map(({ name, value }) => ({ name, value: withoutSecrets(value) })),
  text: withoutSecrets(seen.parsed.text ?? seen.parsed.markdown ?? ''),
  kept: said.kept,
  elided: said.elided,
  files: seen.parsed.files.map(({ name, bytes, type }) => ({ name, size: bytes.length, type })),
  verdict: JSON.parse(row.verdict),
});

/** So many of the last mails of a ticket are looked at. */
const MOST_MAILS = 100;
/** So many addresses of theirs are looked up. */
const MOST_ADDRESSES = 40;
/** So many are offered at once: as many as may be added. */
const MOST_OFFERED = 20;

/**
 * GET /api/tickets/:id/cc: who stood in Cc of the mails on a ticket, and is not on it. Only who works on the ticket learns whose
 * addresses they are: everybody else may write to any address, and must not learn by it who has an account.
 *
 * @throws Failure `ticket_not_found`, `forbidden` for who neither works on the ticket nor reported it.
 */
export async function listCcAddresses(work: Work, id: string): Promise<CcAddress[]> {
  const ticket = await findTicket(work, id);
  const callerStanding = standing(work.actor, ticket);
  if (callerStanding !== 'worker' && callerStanding !== 'reporter')
    throw new Failure('forbidden', { message: 'Only its reporter and who works on this ticket add people to it.' });
  const mails = await work.of(InboundStore).onTicket({ ticket: id, limit: MOST_MAILS });
  const addresses = new Set(mails.flatMap(({ verdict }) => (JSON.parse(verdict) as { cc?: string[] }).cc ?? []));
  const named = new Set([ticket.reporter_id, ticket.assignee_id, ...addedPeople(ticket).map((person) => person.id)]);
  const offered: CcAddress[] = [];
  for (const email of [...addresses].slice(0, MOST_ADDRESSES)) {
    if (offered.length === MOST_OFFERED) break;
    const user = await findUserByEmail(work, email);
    if (user !== undefined && named.has(user.id)) continue;
    if (callerStanding === 'reporter') {
      offered.push({ email });
      continue;
    }
    const [reader] = user?.is_active === 1 ? await withSight(work, [user]) : [];
    if (reader !== undefined && standing(reader, ticket) !== 'none') continue;
    offered.push({ email, name: reader?.name ?? null });
  }
  return offered;
}
