import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { EVENT_NAMES } from './words.ts';

export const MAIL_FATES = ['pending', 'delivered', 'failed', 'not_sent', 'bounced'] as const;

/** One mail about a ticket, and what became of it. */
export const TicketDelivery = record({
  id: Id,
  event_name: oneOf(EVENT_NAMES),
  recipient_id: Id,
  recipient_name: nullable(Type.String()),
  recipient_email: nullable(Type.String()),
  status: oneOf(MAIL_FATES, {
    description:
      '`not_sent`: when its turn came last, nothing was left to tell, or its reader did not want it any more. `bounced`: it came back.',
  }),
  attempts: Type.Integer({ minimum: 0 }),
  next_attempt_at: nullable(Instant),
  last_error: nullable(Type.String({ description: "The mail provider's words." })),
  created_at: Instant,
  delivered_at: nullable(Instant),
});
export type TicketDelivery = Static<typeof TicketDelivery>;

/** The query of the address that turns mails off. */
export const UnsubscribeAddress = record({
  token: Type.String({ maxLength: 200, description: 'From the address in a mail; says whose mails, and which.' }),
});
