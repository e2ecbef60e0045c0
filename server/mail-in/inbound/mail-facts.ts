import { createHash } from 'node:crypto';
import { letsStrangersReport, mayReportInto, permitSaying } from '#access';
import type { MailInReason, MailInState } from '#contract/mail-in-words.ts';
import { findUser, findUserByEmail, isBarred, mailAddressesOf, personByMail, type StoredUser } from '#people';
import { type Actor, DAY, domainOf, Failure, HOUR, type Person, shifted, type Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import { findNamedTicket, listStoredProjects } from '#tickets';
import { slugOf } from '../addresses.ts';
import type { MailFile } from '../reading/mail-pictures.ts';
import type { SenderCheck } from '../reading/sender-check.ts';
import { InboundStore, ReplyAddressStore, type ReplyToken, type StoredMail } from './inbound-store.ts';
import type { SeenMail } from './seen-mail.ts';

/** Kwit's knowledge of a mail now: the owners of its tokens, its sender, and their rights. */
export interface InboundContext {
  readonly facts: MailFacts;
  /** The token by which it is decided; null for none that is known. */
  readonly token: ReplyToken | null;
  /** Every ticket that its tokens name, revoked ones too: what a mail quotes may be sealed. */
  readonly tickets: readonly string[];
  /** The person of its token, or whose address stands in From. */
  readonly user: StoredUser | null;
  readonly projectId: string | null;
}

/** The limits of mails (docs/rules/mail-in.md#limits). */
const MAILS_AN_HOUR = 30;
const MAILS_A_DAY = 200;
const REPLIES_AN_HOUR = 20;

export const rootIdOf = ({ ticket_id, merged_into_id }: ReplyToken): string => merged_into_id ?? ticket_id;

/** Whether a mail brings words, files or a subject of its author. */
export type News = Readonly<Record<'hasWords' | 'hasFiles' | 'hasSubject', boolean>>;

/** The tokens of a mail that Kwit has made, also those that are good no longer. */
const madeTokens = async (work: Work<Actor>, { tokens }: SeenMail): Promise<ReplyToken[]> =>
  tokens.length === 0 ? [] : work.of(ReplyAddressStore).ofTokens(tokens.map(({ token }) => token));

const isGood = ({ revoked_at }: ReplyToken): boolean => revoked_at === null;

/** The tokens of a mail that Kwit has made and not revoked. */
export const replyTokens = async (work: Work<Actor>, seen: SeenMail): Promise<ReplyToken[]> =>
  (await madeTokens(work, seen)).filter(isGood);

/** The token that decides about a mail: the author's own, where it has several of one ticket. */
export const decidingToken = (tokens: readonly ReplyToken[], { author }: SeenMail): ReplyToken | null =>
  tokens.find(({ email }) => author.kind === 'one' && email === author.address) ?? tokens[0] ?? null;

/** Reads what Kwit knows of a mail, in the transaction that decides about it. */
export async function inboundContext(
  work: Work<Actor>,
  mail: StoredMail,
  seen: SeenMail,
  { news, settings }: { readonly news: News; readonly settings: EffectiveSettings },
): Promise<InboundContext> {
  const made = await madeTokens(work, seen);
  const tokens = made.filter(isGood);
  const token = decidingToken(tokens, seen);
  const roots = new Set(tokens.map(rootIdOf));
  const { author, recipient } = seen;
  const address = author.kind === 'one' ? author.address : null;
  const sender = address === null ? null : ((await findUserByEmail(work, address)) ?? null);
  const owner = token === null ? null : ((await findUser(work, token.user_id)) ?? null);
  // A remembered address is its person's until somebody has an account of it.
  const isRemembered =
    address !== null && sender === null && owner !== null && mailAddressesOf(owner).includes(address);
  const isOwners = token !== null && (token.email === address || isRemembered);
  const user = isOwners ? owner : sender;
  const person = user === null ? null : await personByMail(work, user, mail.id);
  const project =
    recipient.kind === 'report' && recipient.slug !== null ? await findProject(work, recipient.slug, person) : null;
  const facts: MailFacts = {
    recipient: recipient.kind === 'check' ? 'reply' : recipient.kind,
    isDeliveryReport: seen.isDeliveryReport,
    isByMachine: seen.isByMachine,
    hasAuthor: author.kind === 'one',
    isReadable: seen.parsed.isReadable,
    token: tokenFact(seen, tokens, roots.size, isOwners),
    mayComment: isOwners && user?.is_active === 1 && person !== null && (await maySay(work, person, token.ticket_id)),
    hasNews: news.hasWords || news.hasFiles || (recipient.kind === 'report' && token === null && news.hasSubject),
    mayReportThere: recipient.kind !== 'report' || recipient.slug === null || project !== null,
    isDomainAllowed: address !== null && settings.allowed_domains.includes(domainOf(address)),
    sender: seen.sender,
    isInactive: sender === null ? address !== null && (await isBarred(work, address)) : sender.is_active === 0,
    isOverLimit: await isOverLimit(work, user?.id ?? null, token === null ? null : rootIdOf(token)),
  };
  return { facts, token, tickets: [...new Set(made.map(rootIdOf))], user, projectId: project };
}

function tokenFact(
  seen: SeenMail,
  tokens: readonly ReplyToken[],
  tickets: number,
  isOwners: boolean,
): MailFacts['token'] {
  if (seen.tokens.length === 0) return 'none';
  if (tokens.length === 0) return 'unknown';
  if (tickets > 1) return 'two tickets';
  return isOwners ? 'of the author' : 'of another';
}

async function maySay(work: Work<Actor>, person: Person, ticketId: string): Promise<boolean> {
  const ticket = await findNamedTicket(work, ticketId, false);
  const root = ticket?.merged_into_id ? await findNamedTicket(work, ticket.merged_into_id, false) : ticket;
  if (root === undefined) return false;
  try {
    permitSaying(person, root);
    return true;
  } catch (error) {
    if (error instanceof Failure) return false;
    throw error;
  }
}

/** The project of that name into which somebody may report. There is none for one that they may not know. */
async function findProject(work: Work<Actor>, slug: string, person: Person | null): Promise<string | null> {
  const projects = (await listStoredProjects(work)).filter(({ name }) => slugOf(name) === slug);
  const allowed = projects.filter((project) =>
    person === null ? letsStrangersReport(project) : mayReportInto(person, project.id),
  );
  return allowed.length === 1 ? (allowed[0]?.id ?? null) : null;
}

async function isOverLimit(work: Work<Actor>, person: string | null, ticket: string | null): Promise<boolean> {
  const store = work.of(InboundStore);
  const hour = shifted(work.now, -HOUR);
  if (ticket !== null && (await store.repliesOn({ ticket, since: hour })) >= REPLIES_AN_HOUR) return true;
  if (person === null) return false;
  const day = (await store.ofPerson({ person, since: shifted(work.now, -DAY) })).filter(
    ({ state }) => state === 'reply' || state === 'report',
  );
  return day.length >= MAILS_A_DAY || day.filter(({ received_at }) => received_at >= hour).length >= MAILS_AN_HOUR;
}

/** A picture that came so often from the same person belongs to their signature (docs/rules/mail-in.md#text). */
const TIMES = 3;
/** So many of a person's last mails are looked at. */
const LOOKED_AT = 200;

const digestOf = ({ bytes }: MailFile): string => createHash('sha256').update(bytes).digest('hex').slice(0, 32);

/**
 * Tells the files of a mail from the pictures that its author's program puts below each. A file that was attached by hand stays.
 *
 * @returns its files, the digests of the pictures within its text, to know them again, and how many are left out.
 */
export async function ownFiles(
  work: Work<Actor>,
  { id, sender }: Pick<StoredMail, 'id' | 'sender'>,
  files: readonly MailFile[],
) {
  const digests = new Map(files.filter(({ isInline }) => isInline).map((file) => [file, digestOf(file)]));
  const person = digests.size === 0 || sender === null ? undefined : await findUserByEmail(work, sender);
  const mails =
    person === undefined ? [] : await work.of(InboundStore).lastOfPerson({ person: person.id, limit: LOOKED_AT });
  const before = mails
    .filter((mail) => mail.id !== id)
    .map(({ verdict }) => (JSON.parse(verdict) as { pictures?: string[] }).pictures ?? []);
  const isKnown = (digest: string) => before.filter((pictures) => pictures.includes(digest)).length >= TIMES;
  const own = files.filter((file) => !isKnown(digests.get(file) ?? ''));
  return { files: own, pictures: [...new Set(digests.values())], leftOut: files.length - own.length };
}

/** The facts that decide what becomes of a mail. All are read before, in one transaction. */
export interface MailFacts {
  readonly recipient: 'report' | 'reply' | 'bounce';
  readonly isDeliveryReport: boolean;
  readonly isByMachine: boolean;
  /** One From with one address, or else. */
  readonly hasAuthor: boolean;
  /** Over depth, parts or headers, encrypted, or with a wrong boundary. */
  readonly isReadable: boolean;
  /**
   * The tokens that it carries: none; none that is known; of two tickets; of one ticket, and another person's; the author's own.
   */
  readonly token: 'none' | 'unknown' | 'two tickets' | 'of another' | 'of the author';
  /** Whether the owner of the token is active and may comment on the ticket now. */
  readonly mayComment: boolean;
  /** Whether anything is left of it that the author brought: words, or files. */
  readonly hasNews: boolean;
  /** Whether the project in the address is one into which the author may report; true without one. */
  readonly mayReportThere: boolean;
  readonly isDomainAllowed: boolean;
  readonly sender: SenderCheck;
  /** Whether the author is known, and may not sign in any more. */
  readonly isInactive: boolean;
  /** Whether the author has sent as many mails as one may, or the ticket has had as many replies. */
  readonly isOverLimit: boolean;
}

export interface Outcome {
  readonly state: Exclude<MailInState, 'waiting' | 'failed' | 'discarded'>;
  readonly reason: MailInReason | null;
}

const held = (reason: MailInReason): Outcome => ({ state: 'held', reason });
const as = (state: 'reply' | 'report' | 'bounce' | 'machine'): Outcome => ({ state, reason: null });

/** Pure: what becomes of a mail (docs/rules/mail-in.md#what-becomes-of-a-mail). The first line that fits decides. */
export function mailOutcome(mail: MailFacts): Outcome {
  if (mail.recipient === 'bounce' || mail.isDeliveryReport) return as('bounce');
  if (mail.isByMachine) return as('machine');
  if (!mail.hasAuthor) return held('unclear_sender');
  if (!mail.isReadable) return held('unreadable');
  return mail.token === 'none' && mail.recipient === 'report' ? ofReport(mail) : ofReply(mail);
}

function ofReply(mail: MailFacts): Outcome {
  if (mail.token === 'none' || mail.token === 'unknown') return held('unknown_address');
  if (mail.sender === 'fail') return held('unauthenticated');
  if (mail.token === 'two tickets') return held('two_references');
  if (mail.token === 'of another') return held('other_sender');
  if (!mail.mayComment) return held('not_allowed');
  if (!mail.hasNews) return held('nothing_new');
  return mail.isOverLimit ? held('too_many') : as('reply');
}

function ofReport(mail: MailFacts): Outcome {
  if (!mail.isDomainAllowed) return { state: 'refused', reason: 'domain_not_allowed' };
  if (mail.isInactive) return { state: 'refused', reason: 'not_allowed' };
  if (mail.sender !== 'pass') return held('unauthenticated');
  if (!mail.mayReportThere) return held('unknown_address');
  if (!mail.hasNews) return held('nothing_new');
  return mail.isOverLimit ? held('too_many') : as('report');
}
