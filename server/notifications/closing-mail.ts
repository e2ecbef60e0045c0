import type { ActEvent } from '../act.ts';
import type { SettingsSource } from '../config/given-settings.ts';
import { namedIn, withNames } from '../search/mention.ts';
import { readSettings } from '../settings/effective-settings.ts';
import { mayReopen } from '../ticket-access/ticket-permissions.ts';
import type { Operation } from '../work.ts';
import { recipientsOf } from './recipients.ts';
import { rendered } from './wording/notification.ts';
import { ticketNotification } from './wording/ticket-notification.ts';

const NO_MAIL = 'Its reporter gets no mail of it. They read the answer in the ticket.';

/**
 * The mail that its reporter would get if the caller closed a ticket with this answer, to be agreed to before it is sent
 * (docs/rules/mcp.md#closing). The address that turns such mails off is left out: it is the reporter's alone.
 */
export const closingMail =
  (source: SettingsSource) =>
  (ticketId: string, answer: string): Operation<string> =>
  async (work) => {
    const ticket = await work.tickets.find(ticketId, false);
    const reporter = ticket && (await work.users.find(ticket.reporter_id));
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
