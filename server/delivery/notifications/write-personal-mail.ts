import type { PersonalEventName } from '#contract/events.ts';
import { PERSONAL_EVENT_NAMES } from '#contract/words.ts';
import { type Delivery, DeliveryRefused, type RecordedEvent } from '#events';
import { domainOf, findStoredToken, findUser, type StoredUser } from '#people';
import type { Actor, Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { WebhookStore } from '../webhooks/webhook-store.ts';
import { invitation } from './invitation.ts';
import type { MailContext, ReadyMail } from './mail-context.ts';
import { idHost, messageHeaders } from './message-headers.ts';
import { type Notification, rendered } from './notification.ts';
import { pausedWebhook } from './paused-webhook.ts';
import { endingToken, lateToken } from './token-notification.ts';

/** What the mail of a personal event is written from. */
interface Written {
  readonly person: StoredUser;
  readonly settings: EffectiveSettings;
  readonly event: RecordedEvent;
}

/** What each personal event is mailed as; null when there is nothing left to tell. */
const NOTIFICATIONS: Record<PersonalEventName, (work: Work<Actor>, from: Written) => Promise<Notification | null>> = {
  'user.invited': inviting,
  'token.expiring': (work, from) => tellingOfToken(work, from, endingToken),
  'token.used_after_end': (work, from) => tellingOfToken(work, from, lateToken),
  'webhook.paused': pausing,
};

/**
 * Writes the mail of a personal event to the person whom it concerns. It is null when they are gone, their domain is not
 * allowed any more, or there is nothing left to tell.
 *
 * @throws DeliveryRefused for an event of a later version, whose nodes may deliver it yet.
 */
export async function writePersonalMail(
  work: Work<Actor>,
  { source }: MailContext,
  { event }: Delivery,
): Promise<ReadyMail | null> {
  const { name } = event;
  if (!isPersonalEventName(name)) throw new DeliveryRefused('This version does not know such an event.');
  const settings = await readSettings(work, source);
  const person = await findUser(work, event.aggregateId);
  if (person?.is_active !== 1 || !settings.allowed_domains.includes(domainOf(person.email))) return null;
  const notification = await NOTIFICATIONS[name](work, { person, settings, event });
  if (notification === null) return null;
  const headers = messageHeaders({
    host: idHost(settings),
    eventId: event.eventId,
    recipientId: person.id,
    ticketId: null,
    offUrl: null,
  });
  return { settings, message: { to: person.email, ...rendered(notification), ...headers } };
}

const isPersonalEventName = (name: string): name is PersonalEventName =>
  (PERSONAL_EVENT_NAMES as readonly string[]).includes(name);

/** Nothing once the person has signed in: they have found the way. */
async function inviting(work: Work<Actor>, { person, settings, event }: Written): Promise<Notification | null> {
  if (person.last_login !== null) return null;
  const host = event.actorId === null ? undefined : await findUser(work, event.actorId);
  const { app_name: appName, app_url: appUrl } = settings;
  return invitation({ language: person.language, who: host?.name ?? null, appName, appUrl });
}

/** Nothing of a token that is gone. Of one that ends soon, nothing once it has been revoked or another took its place. */
async function tellingOfToken(
  work: Work<Actor>,
  { person, settings, event }: Written,
  write: typeof endingToken,
): Promise<Notification | null> {
  const { token_id } = event.wirePayload;
  const token = typeof token_id === 'string' ? await findStoredToken(work, token_id) : undefined;
  const end = token?.revoked_at ?? token?.expires_at;
  const isSettled = token?.revoked_at != null || token?.rotated_at != null;
  if (!token || !end || (event.name === 'token.expiring' && isSettled)) return null;
  const told = { name: token.name, last4: token.last4, endsOn: end.slice(0, 10) };
  return write({ language: person.language, token: told, appUrl: settings.app_url });
}

/** Nothing once the webhook is on again or deleted, or the person is no developer any more. */
async function pausing(work: Work<Actor>, { person, settings, event }: Written): Promise<Notification | null> {
  const webhook = await work.of(WebhookStore).find(String(event.wirePayload.webhook_id));
  if (webhook === undefined || webhook.paused_at === null || person.role !== 'developer') return null;
  return pausedWebhook({ language: person.language, host: new URL(webhook.url).host, appUrl: settings.app_url });
}
