import type { Category, Priority, Status } from '../../contract/tickets.ts'
import type { Language } from '../../contract/users.ts'
import type { Interest, Reason } from './recipients.ts'

/** How a comment is meant (docs/rules/comments.md#writing). */
export type CommentType = 'comment' | 'question' | 'answer'

/** What the reader is to the ticket. */
export type RecipientRole = 'reporter' | 'assignee'

/** Every sentence that a notification may have. `who` is anybody's name, so no sentence depends on gender. */
export interface Words {
  closed(who: string, hasAnswer: boolean): string
  moved(who: string, from: string, to: string): string
  commented(who: string, type: CommentType, role: RecipientRole): string
  assigned(who: string): string
  created(who: string): string
  newTickets(count: number): string
  sinceLast: string
  more(count: number): string
  by(who: string): string
  because: Record<Exclude<Reason, 'closed' | 'status' | 'comment'> | RecipientRole, string>
  noReplies: string
  /** Before the address that turns such messages off. */
  turnOff: Record<Interest, string>
  /** Instead, when there is no such address. */
  turnOffThere: string
  fact: Record<'status' | 'priority' | 'category' | 'urgency' | 'project', string>
  /** The words of the web app, which a test compares. */
  status: Record<Status, string>
  category: Record<Category, string>
  priority: Record<Priority, string>
  urgency: Record<Priority, string>
}

const ENGLISH_LEVELS = { critical: 'Critical', high: 'High', normal: 'Normal', low: 'Low' }

const english: Words = {
  closed: (who, hasAnswer) =>
    hasAnswer ? `${who} closed your ticket with this answer:` : `${who} closed your ticket.`,
  moved: (who, from, to) => `${who} changed the status of your ticket: ${from} → ${to}.`,
  commented(who, type, role) {
    const which = role === 'reporter' ? 'your ticket' : 'a ticket assigned to you'
    const does = { comment: 'commented on', question: 'asked something about', answer: 'answered on' }
    return `${who} ${does[type]} ${which}:`
  },
  assigned: (who) => `${who} assigned this ticket to you:`,
  created: (who) => `${who} reported:`,
  newTickets: (count) => (count === 1 ? '1 new ticket' : `${count} new tickets`),
  sinceLast: 'New since the last such message:',
  more: (count) => `… and ${count} more.`,
  by: (who) => `Reported by ${who}`,
  because: {
    reporter: 'You receive this because you reported the ticket.',
    assignee: 'You receive this because the ticket is assigned to you.',
    assigned: 'You receive this because the ticket is assigned to you.',
    created: 'You receive this because you are a developer.',
  },
  noReplies: 'Nobody reads replies to this message: comment on the ticket instead.',
  turnOff: {
    ticket_status: 'No more messages about new, assigned and changed tickets:',
    developer_comment: 'No more messages about comments:',
  },
  turnOffThere: 'You can turn such messages off in your profile.',
  fact: { status: 'Status', priority: 'Priority', category: 'Category', urgency: 'Urgency', project: 'Project' },
  status: {
    submitted: 'Submitted',
    verified: 'Accepted',
    in_progress: 'In progress',
    waiting: 'Waiting',
    blocked: 'Blocked',
    closed: 'Closed',
  },
  category: { bug: 'Bug', feature: 'Feature', improvement: 'Improvement', question: 'Question', other: 'Other' },
  priority: ENGLISH_LEVELS,
  urgency: ENGLISH_LEVELS,
}

const POLISH_TICKETS = {
  one: 'nowe zgłoszenie',
  few: 'nowe zgłoszenia',
  many: 'nowych zgłoszeń',
  other: 'nowego zgłoszenia',
  zero: 'nowych zgłoszeń',
  two: 'nowe zgłoszenia',
}
const polishPlural = new Intl.PluralRules('pl')

const polish: Words = {
  closed: (who, hasAnswer) =>
    hasAnswer ? `${who} zamyka Twoje zgłoszenie z odpowiedzią:` : `${who} zamyka Twoje zgłoszenie.`,
  moved: (who, from, to) => `${who} zmienia status Twojego zgłoszenia: ${from} → ${to}.`,
  commented(who, type, role) {
    const whose = role === 'reporter' ? ['Twoje', 'Twoim'] : ['przypisane Ci', 'przypisanym Ci']
    if (type === 'answer') return `${who} odpowiada w ${whose[1]} zgłoszeniu:`
    return `${who} ${type === 'question' ? 'pyta o' : 'komentuje'} ${whose[0]} zgłoszenie:`
  },
  assigned: (who) => `${who} przypisuje Ci to zgłoszenie:`,
  created: (who) => `${who} zgłasza:`,
  newTickets: (count) => `${count} ${POLISH_TICKETS[polishPlural.select(count)]}`,
  sinceLast: 'Nowe od poprzedniej takiej wiadomości:',
  more: (count) => `… i jeszcze ${count}.`,
  by: (who) => `Zgłasza ${who}`,
  because: {
    reporter: 'Dostajesz tę wiadomość, bo to Twoje zgłoszenie.',
    assignee: 'Dostajesz tę wiadomość, bo zgłoszenie jest przypisane do Ciebie.',
    assigned: 'Dostajesz tę wiadomość, bo zgłoszenie jest przypisane do Ciebie.',
    created: 'Dostajesz tę wiadomość, bo należysz do zespołu.',
  },
  noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta: napisz komentarz w zgłoszeniu.',
  turnOff: {
    ticket_status: 'Nie chcę wiadomości o nowych, przypisanych i zmienionych zgłoszeniach:',
    developer_comment: 'Nie chcę wiadomości o komentarzach:',
  },
  turnOffThere: 'Takie wiadomości można wyłączyć w profilu.',
  fact: { status: 'Status', priority: 'Priorytet', category: 'Kategoria', urgency: 'Pilność', project: 'Projekt' },
  status: {
    submitted: 'Nowe',
    verified: 'Przyjęte',
    in_progress: 'W toku',
    waiting: 'Oczekuje',
    blocked: 'Zablokowane',
    closed: 'Zamknięte',
  },
  category: { bug: 'Błąd', feature: 'Nowa funkcja', improvement: 'Usprawnienie', question: 'Pytanie', other: 'Inne' },
  priority: { critical: 'Krytyczny', high: 'Wysoki', normal: 'Zwykły', low: 'Niski' },
  urgency: { critical: 'Krytyczna', high: 'Wysoka', normal: 'Zwykła', low: 'Niska' },
}

export const WORDS: Readonly<Record<Language, Words>> = { pl: polish, en: english }
