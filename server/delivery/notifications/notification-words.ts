import type { Category, Language, Priority, Status } from '#contract/words.ts';
import type { Interest } from './unsubscribe.ts';

/** How a comment is meant (docs/rules/comments.md#writing). */
export type CommentType = 'comment' | 'question' | 'answer';

/** The reader's part in the ticket; `mentioned`, when a comment names them. */
export type RecipientRole = 'reporter' | 'assignee' | 'follower' | 'mentioned';

/** Every sentence that a notification may have. `who` is anybody's name, so no sentence depends on gender. */
export interface Words {
  closed(who: string, role: RecipientRole, hasAnswer: boolean): string;
  moved(who: string, role: RecipientRole, from: string, to: string): string;
  /** To the reporter alone. @param into the number of the other ticket; null for a reader who does not see that. */
  merged(who: string, into: number | null): string;
  unmerged(who: string, from: number | null): string;
  commented(who: string, type: CommentType, role: RecipientRole): string;
  commentedInternally(who: string, role: RecipientRole): string;
  /** Before the address of the page on which its reporter reopens a ticket. */
  solved: string;
  notSolved: string;
  assigned(who: string): string;
  told(who: string): string;
  undone(who: string): string;
  live(number: number): string;
  /** The subject for who reads an answer and not its ticket. */
  newsOfAnswer: string;
  becauseHelped: string;
  created(who: string): string;
  newTickets(count: number): string;
  sinceLast: string;
  more(count: number): string;
  by(who: string): string;
  /** Before the names of files. */
  files: string;
  because: Record<'assigned' | 'created' | RecipientRole, string>;
  noReplies: string;
  /** Instead, where answers come in: whom the reader's answer reaches. */
  answers(who: string): string;
  /** The reader of an answer where nobody is named. */
  team: string;
  acknowledged(number: number): string;
  /** Until when an answer is promised. */
  promised(due: Date, zone: string): string;
  /** How many tickets are missed or due soon, and have nobody. */
  waiting(count: number): string;
  nobodyHas: string;
  due(due: Date, zone: string, isMissed: boolean): string;
  becauseDigest: string;
  becauseReported: string;
  /** Before the address that turns such messages off. */
  turnOff: Record<Interest, string>;
  /** Instead, when there is no such address. */
  turnOffThere: string;
  fact: Record<'status' | 'priority' | 'category' | 'urgency' | 'project', string>;
  /** The words of the web app, which a test compares. */
  status: Record<Status, string>;
  category: Record<Category, string>;
  priority: Record<Priority, string>;
  urgency: Record<Priority, string>;
}

const dateAndTime = (locale: string, at: Date, timeZone: string): string =>
  new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'short', timeZone }).format(at);

const ENGLISH_LEVELS = { critical: 'Critical', high: 'High', normal: 'Normal', low: 'Low' };

const ENGLISH_TICKET: Record<RecipientRole, string> = {
  reporter: 'your ticket',
  assignee: 'a ticket assigned to you',
  follower: 'a ticket that you follow',
  mentioned: 'a ticket',
};

const english: Words = {
  closed: (who, role, hasAnswer) => `${who} closed ${ENGLISH_TICKET[role]}${hasAnswer ? ' with this answer:' : '.'}`,
  moved: (who, role, from, to) => `${who} changed the status of ${ENGLISH_TICKET[role]}: ${from} → ${to}.`,
  merged: (who, into) =>
    `${who} joined your ticket to ${into === null ? 'another one' : `#${into}`}: it continues there.`,
  unmerged: (who, from) =>
    `${who} took your ticket out of ${from === null ? 'another one' : `#${from}`}: it is on its own again.`,
  commented(who, type, role) {
    if (role === 'mentioned') return `${who} mentioned you in a comment:`;
    const does = { comment: 'commented on', question: 'asked something about', answer: 'answered on' };
    return `${who} ${does[type]} ${ENGLISH_TICKET[role]}:`;
  },
  commentedInternally: (who, role) =>
    role === 'mentioned'
      ? `${who} mentioned you in an internal comment.`
      : `${who} wrote an internal comment on ${ENGLISH_TICKET[role]}.`,
  solved: 'It is solved:',
  notSolved: 'It is not solved:',
  assigned: (who) => `${who} assigned this ticket to you:`,
  told: (who) => `${who} tells you:`,
  undone: (who) => `${who} took back what you were told of before.`,
  live: (number) => `The fix for #${number} is live.`,
  newsOfAnswer: 'News about an answer that helped you',
  becauseHelped: 'You receive this because you said that the answer helped you.',
  created: (who) => `${who} reported:`,
  newTickets: (count) => (count === 1 ? '1 new ticket' : `${count} new tickets`),
  sinceLast: 'New since the last such message:',
  more: (count) => `… and ${count} more.`,
  by: (who) => `Reported by ${who}`,
  files: 'Files',
  because: {
    reporter: 'You receive this because you reported the ticket.',
    assignee: 'You receive this because the ticket is assigned to you.',
    follower: 'You receive this because you follow the ticket.',
    mentioned: 'You receive this because a comment names you.',
    assigned: 'You receive this because the ticket is assigned to you.',
    created: 'You receive this because you are a developer.',
  },
  noReplies: 'Nobody reads replies to this message: comment on the ticket instead.',
  answers: (who) => `Just reply to this message: ${who} will see your answer.`,
  team: 'the team',
  acknowledged: (number) => `We have your report. Its number is #${number}.`,
  promised: (due, zone) => `We answer by ${dateAndTime('en-GB', due, zone)}.`,
  waiting: (count) => (count === 1 ? '1 ticket waits and has nobody' : `${count} tickets wait and have nobody`),
  nobodyHas: 'Somebody waits for an answer, and no person or team has these tickets:',
  due: (due, zone, isMissed) => `${isMissed ? 'Missed: was due' : 'Due'} ${dateAndTime('en-GB', due, zone)}`,
  becauseDigest: 'You receive this because you want a daily message about them.',
  becauseReported: 'You receive this because you reported it by mail.',
  turnOff: {
    ticket_status: 'No more messages about new, assigned and changed tickets:',
    developer_comment: 'No more messages about comments:',
    due_digest: 'No more messages about tickets that nobody has:',
  },
  turnOffThere: 'You can turn such messages off in your profile.',
  fact: { status: 'Status', priority: 'Priority', category: 'Category', urgency: 'Urgency', project: 'Project' },
  status: {
    submitted: 'Submitted',
    verified: 'Accepted',
    in_progress: 'In progress',
    waiting: 'Needs info',
    blocked: 'Blocked',
    closed: 'Closed',
  },
  category: { bug: 'Bug', feature: 'Feature', improvement: 'Improvement', question: 'Question', other: 'Other' },
  priority: ENGLISH_LEVELS,
  urgency: ENGLISH_LEVELS,
};

const POLISH_TICKETS = {
  one: 'nowe zgłoszenie',
  few: 'nowe zgłoszenia',
  many: 'nowych zgłoszeń',
  other: 'nowego zgłoszenia',
  zero: 'nowych zgłoszeń',
  two: 'nowe zgłoszenia',
};
const polishPlural = new Intl.PluralRules('pl');

/** The ticket as what somebody does something to, of which something is changed, and in which something is written. */
const POLISH_TICKET: Record<RecipientRole, readonly [accusative: string, genitive: string, locative: string]> = {
  reporter: ['Twoje zgłoszenie', 'Twojego zgłoszenia', 'Twoim zgłoszeniu'],
  assignee: ['przypisane Ci zgłoszenie', 'przypisanego Ci zgłoszenia', 'przypisanym Ci zgłoszeniu'],
  follower: ['obserwowane zgłoszenie', 'obserwowanego zgłoszenia', 'obserwowanym zgłoszeniu'],
  mentioned: ['zgłoszenie', 'zgłoszenia', 'zgłoszeniu'],
};

const polish: Words = {
  closed: (who, role, hasAnswer) => `${who} zamyka ${POLISH_TICKET[role][0]}${hasAnswer ? ' z odpowiedzią:' : '.'}`,
  moved: (who, role, from, to) => `${who} zmienia status ${POLISH_TICKET[role][1]}: ${from} → ${to}.`,
  merged: (who, into) => `${who} łączy Twoje zgłoszenie z ${into === null ? 'innym' : `#${into}`}: ciąg dalszy tam.`,
  unmerged: (who, from) =>
    `${who} odłącza Twoje zgłoszenie od ${from === null ? 'innego' : `#${from}`}: znów toczy się osobno.`,
  commented(who, type, role) {
    if (role === 'mentioned') return `${who} wspomina o Tobie w komentarzu:`;
    const [accusative, , locative] = POLISH_TICKET[role];
    if (type === 'answer') return `${who} odpowiada w ${locative}:`;
    return `${who} ${type === 'question' ? 'pyta o' : 'komentuje'} ${accusative}:`;
  },
  commentedInternally: (who, role) =>
    role === 'mentioned'
      ? `${who} wspomina o Tobie w komentarzu wewnętrznym.`
      : `${who} pisze komentarz wewnętrzny w ${POLISH_TICKET[role][2]}.`,
  solved: 'Sprawa jest rozwiązana:',
  notSolved: 'Sprawa nie jest rozwiązana:',
  assigned: (who) => `${who} przypisuje Ci to zgłoszenie:`,
  told: (who) => `${who} pisze do Ciebie:`,
  undone: (who) => `${who} cofa to, o czym było wcześniejsze powiadomienie.`,
  live: (number) => `Poprawka do #${number} już działa.`,
  newsOfAnswer: 'Wiadomość o odpowiedzi, która Ci pomogła',
  becauseHelped: 'Dostajesz tę wiadomość, bo ta odpowiedź Ci pomogła.',
  created: (who) => `${who} zgłasza:`,
  newTickets: (count) => `${count} ${POLISH_TICKETS[polishPlural.select(count)]}`,
  sinceLast: 'Nowe od poprzedniej takiej wiadomości:',
  more: (count) => `… i jeszcze ${count}.`,
  by: (who) => `Zgłasza ${who}`,
  files: 'Pliki',
  because: {
    reporter: 'Dostajesz tę wiadomość, bo to Twoje zgłoszenie.',
    assignee: 'Dostajesz tę wiadomość, bo zgłoszenie jest przypisane do Ciebie.',
    follower: 'Dostajesz tę wiadomość, bo obserwujesz to zgłoszenie.',
    mentioned: 'Dostajesz tę wiadomość, bo wspomina o Tobie komentarz.',
    assigned: 'Dostajesz tę wiadomość, bo zgłoszenie jest przypisane do Ciebie.',
    created: 'Dostajesz tę wiadomość, bo należysz do zespołu.',
  },
  noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta: napisz komentarz w zgłoszeniu.',
  answers: (who) => `Po prostu odpowiedz na tę wiadomość: ${who} zobaczy Twoją odpowiedź.`,
  team: 'zespół',
  acknowledged: (number) => `Mamy Twoje zgłoszenie. Jego numer to #${number}.`,
  promised: (due, zone) => `Odpowiemy do: ${dateAndTime('pl-PL', due, zone)}.`,
  waiting: (count) => `Zgłoszenia bez opiekuna czekają na odpowiedź: ${count}`,
  nobodyHas: 'Ktoś czeka na odpowiedź, a tych zgłoszeń nie ma żadna osoba ani zespół:',
  due: (due, zone, isMissed) =>
    `${isMissed ? 'Po terminie, był' : 'Termin odpowiedzi'}: ${dateAndTime('pl-PL', due, zone)}`,
  becauseDigest: 'Dostajesz tę wiadomość, bo chcesz o nich raz dziennie wiedzieć.',
  becauseReported: 'Dostajesz tę wiadomość, bo to zgłoszenie przyszło od Ciebie mailem.',
  turnOff: {
    ticket_status: 'Nie chcę wiadomości o nowych, przypisanych i zmienionych zgłoszeniach:',
    developer_comment: 'Nie chcę wiadomości o komentarzach:',
    due_digest: 'Nie chcę wiadomości o zgłoszeniach bez opiekuna:',
  },
  turnOffThere: 'Takie wiadomości można wyłączyć w profilu.',
  fact: { status: 'Status', priority: 'Priorytet', category: 'Kategoria', urgency: 'Pilność', project: 'Projekt' },
  status: {
    submitted: 'Nowe',
    verified: 'Przyjęte',
    in_progress: 'W toku',
    waiting: 'Do uzupełnienia',
    blocked: 'Zablokowane',
    closed: 'Zamknięte',
  },
  category: { bug: 'Błąd', feature: 'Nowa funkcja', improvement: 'Usprawnienie', question: 'Pytanie', other: 'Inne' },
  priority: { critical: 'Krytyczny', high: 'Wysoki', normal: 'Zwykły', low: 'Niski' },
  urgency: { critical: 'Krytyczna', high: 'Wysoka', normal: 'Zwykła', low: 'Niska' },
};

export const WORDS: Readonly<Record<Language, Words>> = { pl: polish, en: english };
