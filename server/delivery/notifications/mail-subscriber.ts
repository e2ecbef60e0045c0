import { readsInternals, standing } from '#access';
import type { TicketDelivery } from '#contract/notifications.ts';
import { LONGEST_SERVER_WORDS } from '#contract/tellings.ts';
import { concernedAs } from '#conversation';
import {
  type Delivery,
  DeliveryRefused,
  type Destination,
  mailDeliveriesAbout,
  type Receipt,
  type Subscriber,
  shownStatus,
} from '#events';
import type { RecordedEvent } from '#events/serving';
import { rememberLetter } from '#mail-in';
import { findUser } from '#people';
import { type Actor, Failure, MailRefused, pick, type Runner, type Work } from '#platform';
import type { Mailers } from '#platform/serving';
import { type EffectiveSettings, readSettings } from '#settings';
import { findTicket } from '#tickets';
import { DigestStore } from './digest-store.ts';
import { oneLine } from './notification.ts';
import { writePersonalMail } from './personal-mails.ts';
import {
  addresseesOf,
  destinationName,
  heldMailsOf,
  type MailContext,
  mayNotify,
  type ReadyMail,
  readAct,
  recipientId,
} from './recipients.ts';
import { isOfBurst } from './ticket-burst.ts';
import { mailedAskers } from './told-mails.ts';
import { isAcknowledged, writeMail } from './write-mail.ts';

/** The mails about a ticket and their states, digests among them, newest first. @throws Failure `ticket_not_found`, `forbidden`. */
export async function listMailDeliveries(
  work: Work,
  ticketId: string,
  page: { readonly before: string | null; readonly limit: number },
): Promise<TicketDelivery[]> {
  const ticket = await findTicket(work, ticketId);
  if (!readsInternals(standing(work.actor, ticket)))
    throw new Failure('forbidden', { message: 'Only who reads the internal words of this ticket may do this.' });
  const deliveries = await mailDeliveriesAbout(work, ticketId, destinationName(ticket.reporter_id), page);
  return Promise.all(
    deliveries.map(async (delivery) => {
      const recipient = recipientId(delivery.destination);
      const user = await findUser(work, recipient);
      const status = shownStatus(delivery);
      return {
        ...pick(
          delivery,
          'id',
          'event_name',
          'attempts',
          'next_attempt_at',
          'last_error',
          'created_at',
          'delivered_at',
        ),
        recipient_id: recipient,
        recipient_name: user?.name ?? null,
        recipient_email: user?.email ?? null,
        // People do not need to see that an attempt is being made at this moment.
        status: status === 'processing' ? 'pending' : status,
      };
    }),
  );
}

interface Parts extends MailContext {
  readonly runner: Runner;
  readonly mailers: Mailers;
}

/** Notifications by mail (docs/rules/events.md#destinations). The provider's acceptance is the receipt. */
export class MailSubscriber implements Subscriber {
  readonly kind = 'mail';
  readonly concurrency = 5;
  readonly #parts: Parts;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  async destinations(work: Work<Actor>, event: RecordedEvent): Promise<Destination[]> {
    if (event.aggregateType === 'user') return [destinationOf(event.aggregateId)];
    const settings = await readSettings(work, this.#parts.source);
    const acknowledged =
      event.actorId !== null && isAcknowledged(event, event.actorId)
        ? [{ ...destinationOf(event.actorId), why: 'reporter' as const }]
        : [];
    return [...acknowledged, ...(await this.#notified(work, event, settings))];
  }

  async #notified(work: Work<Actor>, event: RecordedEvent, settings: EffectiveSettings): Promise<Destination[]> {
    if (event.internals.told !== undefined) return mailedAskers(work, event, settings);
    if (event.content === null || !mayNotify(event.content.name, settings)) return [];
    if (event.content.name === 'ticket.created' && (await isToldInDigest(work, event.aggregateId))) return [];
    const act = await readAct(work, event.entryId);
    if (act === null) return [];
    const addressees = addresseesOf(act, act.people, settings).filter(
      (addressee) => addressee.event.entryId === event.entryId,
    );
    if (addressees.length === 0) return [];
    const held = await heldMailsOf(work, act);
    return addressees.map((addressee) => {
      const { id } = addressee.person;
      const notice = held.get(id);
      return {
        ...destinationOf(id),
        why: concernedAs(id, addressee, act),
        notSentBecause: event.isTakenBack ? 'taken_back' : addressee.unmailed,
        ...(notice === undefined ? {} : { notBefore: notice.until }),
      };
    });
  }

  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    if (delivery.event.isTakenBack) return { notSentBecause: 'taken_back' };
    const { runner } = this.#parts;
    const context = { actor: null, correlationId: delivery.id, source: 'mail' };
    const write = delivery.event.aggregateType === 'user' ? writePersonalMail : writeMail;
    const mail = await runner.read(context, (work) => write(work, this.#parts, delivery));
    signal.throwIfAborted();
    if (typeof mail === 'string') return { notSentBecause: mail };
    const { answer, message } = mail;
    if (answer) await runner.write(context, (work) => rememberLetter(work, answer, message));
    const reply = await this.#send(mail, delivery.event.name === 'user.invited');
    return { serverSaid: reply === null ? null : oneLine(reply, LONGEST_SERVER_WORDS) };
  }

  /** @param waits whether it goes out as soon as mail works, however long that takes. */
  async #send({ settings, message }: ReadyMail, waits: boolean): Promise<string | null> {
    const mailer = this.#parts.mailers.mailerFor(settings);
    if (mailer === null)
      throw new DeliveryRefused('No mail provider is configured.', { waits, notSentBecause: 'no_provider' });
    try {
      return await mailer.send(message);
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error;
      const { reply, isFinal, message: words } = error;
      const serverSaid = reply === null ? null : oneLine(reply, LONGEST_SERVER_WORDS);
      throw new DeliveryRefused(words, { cause: error, serverSaid, isFinal });
    }
  }
}

/** Whether a new ticket came after so many others that `makeDigest` tells of it. */
async function isToldInDigest(work: Work<Actor>, ticketId: string): Promise<boolean> {
  const reported = await work.of(DigestStore).reported({ id: ticketId });
  return reported !== undefined && isOfBurst(reported);
}

const destinationOf = (userId: string): Destination => ({ channel: 'mail', name: destinationName(userId) });
