import type { RecordedEvent } from '#events';
import { findUser } from '#people';
import type { Actor, Work } from '#platform';
import type { EffectiveSettings } from '#settings';
import { DIGEST_LENGTH, digestNotification } from './digest-notification.ts';
import { DigestStore } from './digest-store.ts';
import { type MailContext, type ReadyMail, readerContext } from './mail-context.ts';
import { idHost, messageHeaders } from './message-headers.ts';
import { rendered } from './notification.ts';
import { wantsNewTickets } from './recipients.ts';

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
  const person = await findUser(work, wanted.recipientId);
  if (!person || !wantsNewTickets(person, settings) || settings.notify_developers_of_new_tickets === 'off') return null;
  const digest = { entry: event.entryId, reader: person.id };
  const count = await work.of(DigestStore).count(digest);
  if (count === 0) return null;
  const reader = readerContext(person, 'ticket_status', settings, context);
  const notification = digestNotification(
    await work.of(DigestStore).list(digest, DIGEST_LENGTH),
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
