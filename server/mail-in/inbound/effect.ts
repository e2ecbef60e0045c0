import { permitWorking } from '#access';
import type { MailAcceptance } from '#contract/mail-in.ts';
import type { MailInState } from '#contract/mail-in-words.ts';
import type { Language } from '#contract/words.ts';
import { type NewAttachment, postComment } from '#conversation';
import { addMailAddress, addReporter, findUser, findUserByEmail, personByMail, type StoredUser } from '#people';
import {
  type Actor,
  cleanLine,
  DAY,
  domainOf,
  Failure,
  HOUR,
  invalidField,
  type Person,
  pick,
  shifted,
  type Work,
} from '#platform';
import type { EffectiveSettings } from '#settings';
import { findNamedTicket, holdToSay, openTicket, rootOf, ticketIdOf } from '#tickets';
import { escapedMarkdown } from '../reading/author-words.ts';
import { plainSubject } from '../reading/headers.ts';
import type { Subtracted } from '../reading/subtract.ts';
import { type BounceReport, takeBounce } from './bounces.ts';
import { InboundStore, type ListedMail, type StoredMail } from './inbound-store.ts';
import {
  decidingToken,
  type InboundContext,
  inboundContext,
  mailOutcome,
  type News,
  type Outcome,
  replyTokens,
} from './mail-facts.ts';
import { fromLine, textOfMail, titleOfMail } from './mail-texts.ts';
import { firstOf, wordsDigest } from './same-mail.ts';
import type { SeenMail } from './seen-mail.ts';
import { findMail } from './show-mails.ts';

/** A mail that was read, ready to be decided about. */
export interface ReadMail {
  readonly row: StoredMail;
  readonly seen: SeenMail;
  readonly said: Subtracted;
  readonly news: News;
  /** The names of files that are not allowed. */
  readonly refused: readonly string[];
  readonly bounce: BounceReport;
  /** The digests of the pictures within its text. */
  readonly pictures: readonly string[];
  /** How many of them are its signature's, and left out. */
  readonly leftOut: number;
  readonly settings: EffectiveSettings;
}

/** The decision about a mail, made in the transaction that carries it out. */
export interface Decision {
  readonly outcome: Outcome;
  /** The mail that this one is once more; null for none. */
  readonly first?: Pick<StoredMail, 'ticket_id' | 'comment_id'> | null;
  readonly context: InboundContext;
  /** On whose behalf it is done; null for nobody's. */
  readonly actor: Person | null;
}

/** Decides about a mail by what holds now. Somebody unknown who reports becomes a person. */
export async function decide(work: Work<Actor>, mail: ReadMail): Promise<Decision> {
  const { row, seen, news, settings } = mail;
  const context = await inboundContext(work, row, seen, { news, settings });
  const outcome = mailOutcome(context.facts);
  const first = await firstOf(work, mail, context, outcome);
  if (first !== null) return { outcome: { state: 'duplicate', reason: null }, first, context, actor: null };
  if (outcome.state === 'reply' && context.user !== null)
    return { outcome, context, actor: await personByMail(work, context.user, row.id) };
  if (outcome.state !== 'report' || seen.author.kind !== 'one') return { outcome, context, actor: null };
  const { address: email, name } = seen.author;
  const language = settings.default_language;
  const user = context.user ?? (await addReporter(work, { email, name: nameAsWritten(name), language }));
  return { outcome, context: { ...context, user }, actor: await personByMail(work, user, row.id) };
}

const nameAsWritten = (name: string): string => [...cleanLine(name)].slice(0, 120).join('');

export interface MailEffect {
  readonly outcome: Outcome;
  /** Whether rows name its files now. */
  readonly hasTaken: boolean;
}

/** Does what was decided, and says so in the row of the mail. @param work of the person who sent it, where there is one. */
export async function applyDecision(
  work: Work<Actor>,
  mail: ReadMail,
  { outcome, first = null, context, actor }: Decision,
  files: readonly NewAttachment[],
): Promise<MailEffect> {
  const { row, seen, bounce } = mail;
  const leftOut = seen.parsed.leftOut + mail.leftOut;
  const about = {
    person_id: context.user?.id ?? null,
    ticket_id: context.token?.ticket_id ?? null,
    project_id: context.projectId,
  };
  const verdict = {
    carriers: [...new Set(seen.tokens.map(({ carrier }) => carrier))],
    authenticated: seen.sender === 'pass',
    words: wordsDigest(seen),
    ...(context.tickets.length > (context.token === null ? 0 : 1) ? { tickets: context.tickets } : {}),
    ...(seen.cc.length > 0 ? { cc: seen.cc } : {}),
    ...(leftOut > 0 ? { pictures_left_out: leftOut } : {}),
    ...(mail.pictures.length > 0 ? { pictures: mail.pictures } : {}),
    ...(mail.refused.length > 0 ? { files_left_out: mail.refused } : {}),
  };
  const done = { state: outcome.state, reason: outcome.reason, done_at: work.now, next_attempt_at: null, lease: null };
  const store = async (more: object, also: object = {}) =>
    work
      .of(InboundStore)
      .change(row.id, { ...done, ...about, ...more, verdict: JSON.stringify({ ...verdict, ...also }) });
  if (outcome.state === 'reply' && actor !== null) {
    const written = { files, language: actor.language };
    await store(await commentByMail(work as Work, mail, context.token?.ticket_id ?? '', written));
    return { outcome, hasTaken: true };
  }
  if (outcome.state === 'report' && actor !== null) {
    const acknowledge = await mayAcknowledge(work, actor.id);
    const written = { files, language: actor.language };
    const became = await openByMail(work as Work, mail, context.projectId, written, { acknowledge });
    await store(became, { acknowledged: acknowledge });
    return { outcome, hasTaken: true };
  }
  if (outcome.state === 'bounce') {
    const { counts, ...came } = await takeBounce(work, mail);
    await store(came, { bounce: bounce.action, status: bounce.status, ...(counts ? { counts } : {}) });
  } else await store(first === null ? {} : pick(first, 'ticket_id', 'comment_id'));
  return { outcome, hasTaken: false };
}

interface Written {
  readonly files: readonly NewAttachment[];
  readonly language: Language;
  /** A line in front of the text; null for none. */
  readonly from?: string | null;
}

const textOf = ({ seen, said, refused }: ReadMail, { files, language, from = null }: Written) =>
  textOfMail({
    text: said.kept,
    subject: escapedMarkdown(plainSubject(seen.headers)),
    language,
    files: files.length,
    refused,
    from,
  });

/** Makes a mail a comment of whoever acts. */
export async function commentByMail(work: Work, mail: ReadMail, ticketId: string, written: Written) {
  const ticket = await holdToSay(work, ticketId);
  const came = { files: written.files, mail: { elided: mail.said.elided } };
  const comment = await postComment(work, ticket, { content: textOf(mail, written) }, came);
  return { ticket_id: ticket.id, comment_id: comment.id };
}

/** Makes a mail a ticket. @param as of whom, and whether it is acknowledged. */
export async function openByMail(
  work: Work,
  mail: ReadMail,
  projectId: string | null,
  { files, language }: Written,
  as: { readonly reporterId?: string; readonly acknowledge?: boolean },
) {
  const title = titleOfMail(plainSubject(mail.seen.headers), mail.said.kept, language);
  const description = textOf(mail, { files, language });
  const draft = { title, description, ...(projectId === null ? {} : { project_id: projectId }) };
  const ticket = await openTicket(work, draft, { files, ...as });
  return { ticket_id: ticket.id, person_id: as.reporterId ?? work.actor.id };
}

/** Whether a report may be acknowledged: the last one of this person was so longer than an hour ago. */
async function mayAcknowledge(work: Work<Actor>, person: string): Promise<boolean> {
  const reports = await work.of(InboundStore).ofPerson({ person, since: shifted(work.now, -DAY) });
  const since = shifted(work.now, -HOUR);
  return !reports.some(({ verdict, done_at }) => (done_at ?? '') > since && JSON.parse(verdict).acknowledged === true);
}

/** @throws Failure `mail_not_found`, `already_decided` for what is in none of the states. */
async function holdUndecided(work: Work, id: string, states: readonly MailInState[]): Promise<ListedMail> {
  const mail = await findMail(work, id);
  const held = await work.of(InboundStore).hold(id);
  if (held === undefined || !states.includes(held.state)) throw new Failure('already_decided');
  return { ...mail, ...held };
}

const UNDECIDED = ['held', 'failed'] as const;

/** Takes a held mail off the list: nothing becomes of it. @throws Failure `mail_not_found`, `already_decided`, `forbidden`. */
export async function discardMail(work: Work, id: string): Promise<void> {
  const mail = await holdUndecided(work, id, UNDECIDED);
  if (mail.ticket_id !== null) await permitWorkingOn(work, mail.ticket_id);
  await work.of(InboundStore).change(id, { state: 'discarded', done_at: work.now, next_attempt_at: null });
  work.lines.push({
    ...{ ticketId: mail.ticket_id, projectId: mail.project_id, thing: { type: 'mail', id } },
    ...{ field: 'state', old: mail.state, new: 'discarded', isInternal: true, isUndoable: false },
  });
}

async function permitWorkingOn(work: Work, ticketId: string) {
  const ticket = await findNamedTicket(work, await rootOf(work, ticketId), true);
  if (ticket === undefined) throw new Failure('ticket_not_found');
  permitWorking(work.actor, ticket);
  return ticket;
}

/**
 * Makes a held mail, or the words of a machine, a comment of the caller, who works on the ticket, or a ticket of who wrote it (docs/rules/mail-in.md#held-mails).
 *
 * @throws Failure `mail_not_found`, `already_decided`, `ticket_not_found`, `forbidden`, `user_not_found`, `validation_error`,
 * `user_exists`, `limit_reached`.
 */
export async function acceptMail(
  work: Work,
  mail: ReadMail,
  acceptance: MailAcceptance,
  files: readonly NewAttachment[],
): Promise<ListedMail> {
  const row = await holdUndecided(work, mail.row.id, mail.news.hasWords ? [...UNDECIDED, 'machine'] : UNDECIDED);
  if (acceptance.remember) await rememberSender(work, mail, row, acceptance);
  const became =
    acceptance.as === 'reply'
      ? await asReply(work, mail, acceptance, files)
      : await asReport(work, mail, acceptance, files);
  const change = { ...became, state: acceptance.as, done_at: work.now, next_attempt_at: null } as const;
  await work.of(InboundStore).change(row.id, change);
  return (await work.of(InboundStore).find(row.id)) ?? row;
}

/** Takes further mails of this sender as the token owner's. */
async function rememberSender(work: Work, { seen }: ReadMail, row: ListedMail, { as }: MailAcceptance) {
  const token = decidingToken(await replyTokens(work, seen), seen);
  if (row.reason !== 'other_sender' || as !== 'reply' || token === null || row.sender === null)
    throw invalidField('remember', 'invalid', 'Only who answers in the place of somebody else can be remembered.');
  await addMailAddress(work, token.user_id, row.sender);
  await work.of(InboundStore).change(row.id, { person_id: token.user_id });
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
