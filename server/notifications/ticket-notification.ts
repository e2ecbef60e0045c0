import type { Status } from '../../contract/tickets.ts'
import type { Language } from '../../contract/users.ts'
import type { NamedTicket } from '../tickets/ticket.ts'
import { type Block, type Notification, oneLine } from './notification.ts'
import { type CommentType, type RecipientRole, WORDS, type Words } from './notification-words.ts'
import { type Interest, interestOf } from './recipients.ts'

/** What a letter says of a ticket. Nothing of it is for developers only. */
export type ToldTicket = Pick<
  NamedTicket,
  'number' | 'title' | 'description' | 'status' | 'priority' | 'category' | 'urgency_reporter' | 'project_name'
>

/** What happened, with what there is to show of it: nothing that is for developers only. */
export type NotifiedChange =
  | { readonly reason: 'closed'; readonly answer: string | null }
  | { readonly reason: 'status'; readonly from: Status; readonly to: Status }
  | { readonly reason: 'comment'; readonly type: CommentType; readonly content: string }
  | { readonly reason: 'assigned' }
  | { readonly reason: 'created' }

export interface TicketNews {
  readonly happening: NotifiedChange
  readonly ticket: ToldTicket
  /** The name of who did it. */
  readonly who: string
  /** Whose ticket it is to the reader. */
  readonly relation: RecipientRole
}

/** To whom and from where. An address is null when nobody has said where Kwit is. */
export interface EmailContext {
  readonly language: Language
  /** `https://kwit.example.com`, or empty. */
  readonly appUrl: string
  /** Turns such letters off. */
  readonly offUrl: string | null
}

const TITLE = 200
const NAME = 120

/** The same for all letters about a ticket, so that mail programs keep them together. */
export const ticketSubject = ({ number, title }: Pick<ToldTicket, 'number' | 'title'>): string =>
  `[#${number}] ${oneLine(title, TITLE)}`

/** The letter that tells one person of one act (docs/rules/notices.md#who-is-told). */
export function ticketNotification(
  { happening, ticket, who, relation }: TicketNews,
  envelope: EmailContext,
): Notification {
  const words = WORDS[envelope.language]
  const { reason } = happening
  const because = reason === 'assigned' || reason === 'created' ? reason : relation
  const link = ticketBlock(ticket, null, envelope)
  return {
    language: envelope.language,
    subject: ticketSubject(ticket),
    blocks: [...told(happening, { ticket, who: oneLine(who, NAME), relation }, words), link],
    footer: [words.because[because], words.noReplies],
    off: turnOff(interestOf(reason), envelope),
  }
}

export const turnOff = (interest: Interest, { language, offUrl }: EmailContext): Notification['off'] => ({
  text: offUrl ? WORDS[language].turnOff[interest] : WORDS[language].turnOffThere,
  url: offUrl,
})

export const ticketBlock = (
  { number, title }: Pick<ToldTicket, 'number' | 'title'>,
  about: string | null,
  { appUrl }: EmailContext,
): Block => ({
  kind: 'ticket',
  title: `#${number} ${oneLine(title, TITLE)}`,
  about,
  url: appUrl === '' ? null : `${appUrl}/t/${number}`,
})

function told(
  happening: NotifiedChange,
  { ticket, who, relation }: Omit<TicketNews, 'happening'>,
  words: Words,
): Block[] {
  switch (happening.reason) {
    case 'closed': {
      const { answer } = happening
      return [line(words.closed(who, answer !== null)), ...(answer === null ? [] : [quote(answer)])]
    }
    case 'status':
      return [line(words.moved(who, words.status[happening.from], words.status[happening.to]))]
    case 'comment':
      return [line(words.commented(who, happening.type, relation)), quote(happening.content)]
    case 'assigned':
      return [line(words.assigned(who)), quote(ticket.description), facts(ticket, words, ['status', 'priority'])]
    case 'created':
      return [
        line(words.created(who)),
        quote(ticket.description),
        facts(ticket, words, ['category', 'urgency', 'project']),
      ]
  }
}

const line = (text: string): Block => ({ kind: 'line', text })
const quote = (text: string): Block => ({ kind: 'quote', text })

function facts(ticket: ToldTicket, words: Words, names: readonly (keyof Words['fact'])[]): Block {
  const values = {
    status: words.status[ticket.status],
    priority: words.priority[ticket.priority],
    category: words.category[ticket.category],
    urgency: words.urgency[ticket.urgency_reporter],
    project: ticket.project_name === null ? '' : oneLine(ticket.project_name, NAME),
  }
  const known = names.filter((name) => values[name] !== '')
  return { kind: 'facts', facts: known.map((name) => [words.fact[name], values[name]] as const) }
}
