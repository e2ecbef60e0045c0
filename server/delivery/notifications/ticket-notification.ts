import type { Language, Status } from '#contract/words.ts';
import type { Instant } from '#platform';
import type { NamedTicket } from '#tickets';
import { type Block, type Notification, oneLine } from './notification.ts';
import { type CommentType, type RecipientRole, WORDS, type Words } from './notification-words.ts';
import type { Interest } from './unsubscribe.ts';

/** The facts of a ticket in a notification. None of them is for developers only. */
export type NotifiedTicket = Pick<
  NamedTicket,
  'number' | 'title' | 'description' | 'status' | 'priority' | 'category' | 'urgency_reporter' | 'project_name'
> &
  Partial<Pick<NamedTicket, 'project_mail_subject'>>;

/** The change, as far as a notification shows it. None of it is for developers only. */
export type NotifiedChange =
  /** `rates`: the id of the answer, when the reader is asked whether it solved their ticket; `mayReopen`: they may say that it did not. */
  | {
      readonly reason: 'closed';
      readonly answer: string | null;
      readonly rates: string | null;
      readonly mayReopen: boolean;
    }
  | { readonly reason: 'status'; readonly from: Status; readonly to: Status }
  /** `content` is null for an internal comment, whose text is not mailed. */
  | { readonly reason: 'comment'; readonly type: CommentType; readonly content: string | null }
  /** People who asked are told by a note. */
  | { readonly reason: 'told'; readonly content: string }
  /** Something of which the reader was mailed was taken back. */
  | { readonly reason: 'undone' }
  | { readonly reason: 'live' }
  | { readonly reason: 'merged'; readonly into: number | null }
  | { readonly reason: 'unmerged'; readonly from: number | null }
  | { readonly reason: 'assigned' }
  | { readonly reason: 'created' }
  /** Its reporter reported it by mail. */
  | { readonly reason: 'acknowledged'; readonly due: Instant | null; readonly zone: string };

export interface NotificationContent {
  readonly change: NotifiedChange;
  readonly ticket: NotifiedTicket;
  /** The name of the person who acted. */
  readonly who: string;
  /** The names of the files that came with what is quoted. */
  readonly files?: readonly string[];
  readonly role: RecipientRole;
  /** Which switch turns such mails off. */
  readonly interest: Interest;
  /** Where answers by mail come in: whom one reaches, and the line by which it finds the ticket. */
  readonly answering?: { readonly reaches: string | null; readonly reference: string } | null;
}

/** The reader's language, and the addresses that a notification may name. */
export interface ReaderContext {
  readonly language: Language;
  /** `https://kwit.example.com`; empty when `app_url` is not set. */
  readonly appUrl: string;
  /** Turns such notifications off; null when `app_url` is not set. */
  readonly offUrl: string | null;
}

/** Code points. */
const TITLE_LENGTH = 200;
const NAME_LENGTH = 120;

/**
 * The subject of all notifications about a ticket, equal so that mail programs put them into one thread. It is the number alone where
 * titles of a project are not to stand in subjects.
 */
export const ticketSubject = ({
  number,
  title,
  project_mail_subject,
}: Pick<NotifiedTicket, 'number' | 'title' | 'project_mail_subject'>): string =>
  project_mail_subject === 'number' ? `[#${number}]` : `[#${number}] ${oneLine(title, TITLE_LENGTH)}`;

/** The notification of one act to one person (docs/rules/notices.md#mails). */
export function ticketNotification(
  { change, ticket, who, role, interest, files = [], answering = null }: NotificationContent,
  reader: ReaderContext,
): Notification {
  const words = WORDS[reader.language];
  const { reason } = change;
  const because = reason === 'assigned' || reason === 'created' ? reason : role;
  const why = reason === 'acknowledged' ? words.becauseReported : words.because[because];
  const answers =
    answering === null ? words.noReplies : words.answers(oneLine(answering.reaches ?? words.team, NAME_LENGTH));
  const link = ticketBlock(ticket, null, reader);
  return {
    language: reader.language,
    subject: ticketSubject(ticket),
    appUrl: reader.appUrl,
    blocks: [
      ...blocksOf(change, { ticket, who: oneLine(who, NAME_LENGTH), role }, words),
      ...(files.length === 0 ? [] : [filesBlock(words.files, files, link)]),
      link,
      ...whetherSolved(change, ticket, reader),
    ],
    footer: [why, answers],
    off: reason === 'acknowledged' ? null : turnOff(interest, reader),
    reference: answering?.reference ?? null,
  };
}

/**
 * Lead to pages with a button: opening an address changes nothing (docs/rules/closing.md#not-solved,
 * docs/rules/answers.md#did-it-help).
 */
function whetherSolved(
  change: NotifiedChange,
  { number }: NotifiedTicket,
  { language, appUrl }: ReaderContext,
): Block[] {
  if (change.reason !== 'closed' || appUrl === '') return [];
  const { solved, notSolved } = WORDS[language];
  const rating: Block[] =
    change.rates === null ? [] : [{ kind: 'link', text: solved, url: `${appUrl}/answers/${change.rates}?helped=1` }];
  const reopening: Block[] = change.mayReopen
    ? [{ kind: 'link', text: notSolved, url: `${appUrl}/reopen/${number}` }]
    : [];
  return [...rating, ...reopening];
}

export const turnOff = (interest: Interest, { language, offUrl }: ReaderContext): Notification['off'] => ({
  text: offUrl ? WORDS[language].turnOff[interest] : WORDS[language].turnOffThere,
  url: offUrl,
});

export const ticketBlock = (
  { number, title }: Pick<NotifiedTicket, 'number' | 'title'>,
  about: string | null,
  { appUrl }: ReaderContext,
): Block => ({
  kind: 'ticket',
  title: `#${number} ${oneLine(title, TITLE_LENGTH)}`,
  about,
  url: appUrl === '' ? null : `${appUrl}/t/${number}`,
});

function blocksOf(
  change: NotifiedChange,
  { ticket, who, role }: Pick<NotificationContent, 'ticket' | 'who' | 'role'>,
  words: Words,
): Block[] {
  switch (change.reason) {
    case 'closed': {
      const { answer } = change;
      return [line(words.closed(who, role, answer !== null)), ...(answer === null ? [] : [quote(answer)])];
    }
    case 'status':
      return [line(words.moved(who, role, words.status[change.from], words.status[change.to]))];
    case 'merged':
      return [line(words.merged(who, change.into))];
    case 'unmerged':
      return [line(words.unmerged(who, change.from))];
    case 'comment':
      if (change.content === null) return [line(words.commentedInternally(who, role))];
      return [line(words.commented(who, change.type, role)), quote(change.content)];
    case 'told':
      return [line(words.told(who)), quote(change.content)];
    case 'undone':
      return [line(words.undone(who))];
    case 'live':
      return [line(words.live(ticket.number))];
    case 'assigned':
      return [line(words.assigned(who)), quote(ticket.description), facts(ticket, words, ['status', 'priority'])];
    case 'acknowledged':
      return [
        line(words.acknowledged(ticket.number)),
        ...(change.due === null ? [] : [line(words.promised(new Date(change.due), change.zone))]),
        quote(ticket.description),
      ];
    case 'created':
      return [
        line(words.created(who)),
        quote(ticket.description),
        facts(ticket, words, ['category', 'urgency', 'project']),
      ];
  }
}

const filesBlock = (text: string, names: readonly string[], ticket: Block): Block => ({
  kind: 'files',
  text,
  names: names.map((name) => oneLine(name, NAME_LENGTH)),
  url: ticket.kind === 'ticket' ? ticket.url : null,
});

const line = (text: string): Block => ({ kind: 'line', text });
const quote = (text: string): Block => ({ kind: 'quote', text });

function facts(ticket: NotifiedTicket, words: Words, names: readonly (keyof Words['fact'])[]): Block {
  const values = {
    status: words.status[ticket.status],
    priority: words.priority[ticket.priority],
    category: words.category[ticket.category],
    urgency: words.urgency[ticket.urgency_reporter],
    project: ticket.project_name === null ? '' : oneLine(ticket.project_name, NAME_LENGTH),
  };
  const filled = names.filter((name) => values[name] !== '');
  return { kind: 'facts', facts: filled.map((name) => [words.fact[name], values[name]] as const) };
}
