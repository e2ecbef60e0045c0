import { mayReopen } from '#access';
import { namedIn, withNames } from '#memory';
import { findUser } from '#people';
import type { ActEvent, Operation, SettingsSource } from '#platform';
import { readSettings } from '#settings';
import { findNamedTicket } from '#tickets';
import { rendered } from './notification.ts';
import { recipientsOf } from './recipients.ts';
import { ticketNotification } from './ticket-notification.ts';

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
    const reporter = ticket && (await findUser(work, ticket.reporter_id));
    if (!reporter) return NO_MAIL;
    const settings = await readSettings(work, source);
    const closing: ActEvent = {
      name: 'ticket.closed',
      payload: {
        old_status: ticket.status,
        new_status: 'closed',
        assignee_id: ticket.assignee_id,
        closure_comment_id: '',
      },
      entryId: '',
      eventId: '',
      internals: {},
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
