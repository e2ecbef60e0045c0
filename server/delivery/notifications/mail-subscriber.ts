import {
  type Delivery,
  DeliveryRefused,
  type Destination,
  type Receipt,
  type RecordedEvent,
  type Subscriber,
} from '#events';
import { type Actor, type Mailers, MailRefused, type Runner, type Work } from '#platform';
import { readSettings } from '#settings';
import { DigestStore } from './digest-store.ts';
import { destinationName, type MailContext, type ReadyMail } from './mail-context.ts';
import { heldMailsOf, readAct } from './read-act.ts';
import { mayNotify, recipientsOf } from './recipients.ts';
import { isOfBurst } from './ticket-burst.ts';
import { writeMail } from './write-mail.ts';
import { writePersonalMail } from './write-personal-mail.ts';

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
    if (event.content === null || !mayNotify(event.content.name, settings)) return [];
    if (event.content.name === 'ticket.created' && (await isToldInDigest(work, event.aggregateId))) return [];
    const act = await readAct(work, event.entryId);
    if (act === null) return [];
    const recipients = recipientsOf(act, act.people, settings).filter(
      (recipient) => recipient.event.entryId === event.entryId,
    );
    if (recipients.length === 0) return [];
    const held = await heldMailsOf(work, act);
    return recipients.map(({ person }) => {
      const notice = held.get(person.id);
      return { ...destinationOf(person.id), ...(notice === undefined ? {} : { notBefore: notice.until }) };
    });
  }

  async deliver(delivery: Delivery, signal: AbortSignal): Promise<Receipt> {
    const { runner } = this.#parts;
    const context = { actor: null, correlationId: delivery.id, source: 'mail' };
    const write = delivery.event.aggregateType === 'user' ? writePersonalMail : writeMail;
    const mail = await runner.read(context, (work) => write(work, this.#parts, delivery));
    signal.throwIfAborted();
    if (mail === null) return { isNotSent: true };
    await this.#send(mail);
    return {};
  }

  async #send({ settings, message }: ReadyMail): Promise<void> {
    const mailer = this.#parts.mailers.mailerFor(settings);
    if (mailer === null) throw new DeliveryRefused('No mail provider is configured.');
    try {
      await mailer.send(message);
    } catch (error) {
      throw error instanceof MailRefused ? new DeliveryRefused(error.message, { cause: error }) : error;
    }
  }
}

/** Whether a new ticket came after so many others that `makeDigest` tells of it. */
async function isToldInDigest(work: Work<Actor>, ticketId: string): Promise<boolean> {
  const reported = await work.of(DigestStore).reported(ticketId);
  return reported !== undefined && isOfBurst(reported);
}

const destinationOf = (userId: string): Destination => ({ channel: 'mail', name: destinationName(userId) });
