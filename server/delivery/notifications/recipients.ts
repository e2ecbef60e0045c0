import { mayReopen, type Reader, withSight } from '#access';
import type { EventName } from '#contract/events.ts';
import { CATALOGUE } from '#events';
import { namedIn, withNames } from '#memory';
import { findUser, type StoredUser } from '#people';
import { type ActEvent, domainOf, isDeveloper, type Operation, type SettingsSource } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { type Act, type Concern, concernsOf, findNamedTicket, type Reason } from '#tickets';
import { rendered } from './notification.ts';
import { ticketNotification } from './ticket-notification.ts';

/** Pure: who is mailed what somebody did to a ticket, and why (docs/rules/notices.md#mails). */

/** The two switches in a person's profile: `email_notify_<interest>`. */
export const INTERESTS = ['ticket_status', 'developer_comment'] as const;
export type Interest = (typeof INTERESTS)[number];

const OF_COMMENTS: readonly Reason[] = ['mentioned', 'replied', 'followed'];

/** Only the reporter of a ticket is mailed that it continues elsewhere. */
const OF_REPORTERS: readonly EventName[] = ['ticket.merged', 'ticket.unmerged'];

export const interestOf = (reason: Reason): Interest =>
  OF_COMMENTS.includes(reason) ? 'developer_comment' : 'ticket_status';

/** Somebody whom an act may concern. */
export type Candidate = Reader &
  Pick<StoredUser, 'id' | 'email' | 'role' | 'is_active' | 'mail_paused_at'> &
  Pick<StoredUser, 'email_notify_ticket_status' | 'email_notify_developer_comment'>;

export type Rules = Pick<EffectiveSettings, 'allowed_domains' | 'notify_developers_of_new_tickets'>;

/** Whether an event of this name may be mailed to anybody. When not, nobody has to be read. */
export const mayNotify = (name: EventName, rules: Rules): boolean =>
  CATALOGUE[name].notifies && (name !== 'ticket.created' || rules.notify_developers_of_new_tickets === 'each');

/** Somebody who is mailed an act, for which reason, and the event whose delivery the mail is. */
export interface Recipient<C extends Candidate = Candidate> extends Concern {
  readonly person: C;
}

/**
 * Who is mailed an act: those whom it concerns, each once at most, for the reason that says most of those that they want to
 * be mailed. Left out are people whose domain may not sign in any more, and whom mails do not reach.
 *
 * @param candidates whom the act may concern; for a new ticket, the developers.
 */
export const recipientsOf = <C extends Candidate>(act: Act, candidates: readonly C[], rules: Rules): Recipient<C>[] =>
  candidates
    .filter(({ email, mail_paused_at }) => rules.allowed_domains.includes(domainOf(email)) && mail_paused_at === null)
    .flatMap((person) => {
      const wanted = concernsOf(person, act).find(
        ({ event, reason }) =>
          mayNotify(event.name, rules) &&
          (!OF_REPORTERS.includes(event.name) || person.id === act.ticket.reporter_id) &&
          person[`email_notify_${interestOf(reason)}`] === 1,
      );
      return wanted === undefined ? [] : [{ person, ...wanted }];
    });

/** Whether this person wants to be mailed new tickets, one by one or as a digest. */
export const wantsNewTickets = (person: Omit<Candidate, 'sight'>, { allowed_domains }: Rules): boolean =>
  isDeveloper(person) &&
  person.is_active === 1 &&
  person.mail_paused_at === null &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email));

const NO_MAIL = 'Its reporter gets no mail of it. They read the answer in the ticket.';

/**
 * The mail that its reporter would get if the caller closed a ticket with this answer, to be agreed to before it is sent
 * (docs/rules/mcp.md#closing). The address that turns such mails off is left out: it is the reporter's alone.
 */
export const closingMail =
  (source: SettingsSource) =>
  (ticketId: string, answer: string): Operation<string> =>
  async (work) => {
    const ticket = await findNamedTicket(work, ticketId, false);
    const user = ticket && (await findUser(work, ticket.reporter_id));
    const [reporter] = user ? await withSight(work, [user]) : [];
    if (!ticket || !reporter) return NO_MAIL;
    const settings = await readSettings(work, source);
    const { status: old_status, assignee_id } = ticket;
    const closing: ActEvent = {
      name: 'ticket.closed',
      payload: { old_status, new_status: 'closed', assignee_id, closure_comment_id: '' },
      ...{ entryId: '', eventId: '', internals: {} },
    };
    const act = { ticket, followers: new Set<string>(), actorId: work.actor.id, events: [closing] };
    if (recipientsOf(act, [reporter], settings).length === 0) return NO_MAIL;
    const notification = ticketNotification(
      {
        change: {
          reason: 'closed',
          answer: withNames(answer, await namedIn(work, [answer])),
          // The answer has no address before it is written.
          rates: null,
          mayReopen: mayReopen(reporter, { ...ticket, status: 'closed', closed_at: work.now }, work.now),
        },
        ticket,
        who: work.actor.name,
        role: 'reporter',
        interest: 'ticket_status',
      },
      { language: reporter.language, appUrl: settings.app_url, offUrl: null },
    );
    const { subject, text } = rendered(notification);
    return `To: ${reporter.email}\nSubject: ${subject}\n\n${text}`;
  };
