import type { Actor } from '../actor.ts';
import type { RecordedEvent } from '../events/recorded-event.ts';
import type { EffectiveSettings } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';
import { type MailContext, type ReadyMail, readerContext } from './mail-context.ts';
import { idHost, messageHeaders } from './message-headers.ts';
import { wantsNewTickets } from './recipients.ts';
import { DIGEST_LENGTH, digestNotification } from './wording/digest-notification.ts';
import { rendered } from './wording/notification.ts';

interface Wanted {
  readonly context: MailContext;
  readonly settings: EffectiveSettings;
  /** The event whose delivery this mail is. */
  readonly event: RecordedEvent;
  readonly recipientId: string;
}

/** The mail with the tickets of a digest, without those that the developer reported; null when they do not want it any more. */
export async function writeDigest(work: Work<Actor>, wanted: Wanted): Promise<ReadyMail | null> {
  const { context, settings, event } = wanted;
  const person = await work.users.find(wanted.recipientId);
  if (!person || !wantsNewTickets(person, settings) || settings.notify_developers_of_new_tickets === 'off') return null;
  const digest = { entry: event.entryId, reader: person.id };
  const count = await work.digests.count(digest);
  if (count === 0) return null;
  const reader = readerContext(person, 'ticket_status', settings, context);
  const notification = digestNotification(
    await work.digests.list(digest, DIGEST_LENGTH),
    count,
    settings.app_name,
    reader,
  );
  const headers = messageHeaders({
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: person.id,
    ticketId: null,
    offUrl: reader.offUrl,
  });
  return { settings, message: { to: person.email, ...rendered(notification), ...headers } };
}
