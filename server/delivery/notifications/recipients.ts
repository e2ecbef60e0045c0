/** Pure: who is mailed what somebody did to a ticket, and why (docs/rules/notices.md#mails). */
import type { EventName } from '#contract/events.ts';
import { CATALOGUE } from '#events';
import { domainOf, type StoredUser } from '#people';
import type { EffectiveSettings } from '#settings';
import { type Act, type Concern, concernsOf, type Reason } from '#tickets';

/** The two switches in a person's profile: `email_notify_<interest>`. */
export const INTERESTS = ['ticket_status', 'developer_comment'] as const;
export type Interest = (typeof INTERESTS)[number];

const OF_COMMENTS: readonly Reason[] = ['mentioned', 'replied', 'followed'];

export const interestOf = (reason: Reason): Interest =>
  OF_COMMENTS.includes(reason) ? 'developer_comment' : 'ticket_status';

/** Somebody whom an act may concern. */
export type Candidate = Pick<
  StoredUser,
  'id' | 'email' | 'role' | 'is_active' | 'email_notify_ticket_status' | 'email_notify_developer_comment'
>;

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
 * be mailed. Left out are people whose domain may not sign in any more.
 *
 * @param candidates whom the act may concern; for a new ticket, the developers.
 */
export const recipientsOf = <C extends Candidate>(act: Act, candidates: readonly C[], rules: Rules): Recipient<C>[] =>
  candidates
    .filter(({ email }) => rules.allowed_domains.includes(domainOf(email)))
    .flatMap((person) => {
      const wanted = concernsOf(person, act).find(
        ({ event, reason }) => mayNotify(event.name, rules) && person[`email_notify_${interestOf(reason)}`] === 1,
      );
      return wanted === undefined ? [] : [{ person, ...wanted }];
    });

/** Whether this person wants to be mailed new tickets, one by one or as a digest. */
export const wantsNewTickets = (person: Candidate, { allowed_domains }: Rules): boolean =>
  person.role === 'developer' &&
  person.is_active === 1 &&
  person.email_notify_ticket_status === 1 &&
  allowed_domains.includes(domainOf(person.email));
