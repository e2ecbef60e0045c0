import { permitWorking } from '#access';
import type { MailAcceptance } from '#contract/mail-in.ts';
import { addReporter, findUser, findUserByEmail, type StoredUser } from '#people';
import { domainOf, Failure, invalidField, type Work } from '#platform';
import { findNamedTicket, type NewAttachment, rootOf, ticketIdOf } from '#tickets';
import { commentByMail, openByMail, type ReadMail } from './effect.ts';
import { InboundStore, type ListedMail } from './inbound-store.ts';
import { fromLine } from './mail-texts.ts';
import { findMail } from './show-mails.ts';

/** @throws Failure `mail_not_found`, `already_decided` for what is neither held nor failed. */
async function holdUndecided(work: Work, id: string): Promise<ListedMail> {
  const mail = await findMail(work, id);
  const held = await work.of(InboundStore).hold(id);
  if (held?.state !== 'held' && held?.state !== 'failed') throw new Failure('already_decided');
  return { ...mail, ...held };
}

/** Takes a held mail off the list: nothing becomes of it. @throws Failure `mail_not_found`, `already_decided`, `forbidden`. */
export async function discardMail(work: Work, id: string): Promise<void> {
  const mail = await holdUndecided(work, id);
  if (mail.ticket_id !== null) await permitWorkingOn(work, mail.ticket_id);
  await work.of(InboundStore).change(id, { state: 'discarded', done_at: work.now, next_attempt_at: null });
}

async function permitWorkingOn(work: Work, ticketId: string) {
  const ticket = await findNamedTicket(work, await rootOf(work, ticketId), true);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitWorking(work.actor, ticket);
  return ticket;
}

/**
 * Makes a held mail a comment of the caller, who works on the ticket, or a ticket of who wrote it (docs/rules/mail-in.md#held-mails).
 *
 * @throws Failure `mail_not_found`, `already_decided`, `ticket_not_found`, `forbidden`, `user_not_found`, `validation_error`.
 */
export async function acceptMail(
  work: Work,
  mail: ReadMail,
  acceptance: MailAcceptance,
  files: readonly NewAttachment[],
): Promise<ListedMail> {
  const row = await holdUndecided(work, mail.row.id);
  const became =
    acceptance.as === 'reply'
      ? await asReply(work, mail, acceptance, files)
      : await asReport(work, mail, acceptance, files);
  const change = { ...became, state: acceptance.as, done_at: work.now, next_attempt_at: null } as const;
  await work.of(InboundStore).change(row.id, change);
  return (await work.of(InboundStore).find(row.id)) ?? row;
}

async function asReply(work: Work, mail: ReadMail, { ticket_number }: MailAcceptance, files: readonly NewAttachment[]) {
  const id = ticket_number === undefined ? mail.row.ticket_id : await ticketIdOf(work, ticket_number);
  if (id === null)
    throw invalidField('ticket_number', 'required', 'Send the number of the ticket: the mail names none.');
  if (id === undefined) throw new Failure('ticket_not_found', { inBody: true });
  const { reporter_id } = await permitWorkingOn(work, id);
  const reporter = reporter_id === null ? undefined : await findUser(work, reporter_id);
  const language = reporter?.language ?? work.actor.language;
  const from = fromLine(mail.row.sender ?? mail.row.envelope_from ?? '?', language);
  return commentByMail(work, mail, id, { files, language, from });
}

async function asReport(work: Work, mail: ReadMail, { person_id }: MailAcceptance, files: readonly NewAttachment[]) {
  const reporter = await reporterOf(work, mail, person_id);
  const written = { files, language: reporter.language };
  return openByMail(work, mail, mail.row.project_id, written, { reporterId: reporter.id });
}

/** The person whom the caller names, else who wrote the mail. */
async function reporterOf(work: Work, { row, seen, settings }: ReadMail, id: string | undefined): Promise<StoredUser> {
  const named = id === undefined ? undefined : await findUser(work, id);
  if (id !== undefined && named === undefined) throw new Failure('user_not_found', { inBody: true });
  const author = named ?? (row.sender === null ? undefined : await findUserByEmail(work, row.sender));
  if (author?.is_active === 0)
    throw new Failure('user_not_found', { inBody: true, message: 'This person may no longer report.' });
  if (author !== undefined) return author;
  if (seen.author.kind !== 'one')
    throw invalidField('person_id', 'required', 'Send whose ticket it is: the mail does not say who wrote it.');
  const { address: email, name } = seen.author;
  if (!settings.allowed_domains.includes(domainOf(email))) throw new Failure('domain_not_allowed');
  return addReporter(work, { email, name, language: settings.default_language });
}
