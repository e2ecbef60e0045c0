import { withSight } from '#access';
import type { PersonalPayload } from '#contract/events.ts';
import type { PersonalEventName } from '#contract/words.ts';
import { PERSONAL_EVENT_NAMES } from '#contract/words.ts';
import { digestedWaits } from '#conversation';
import { type Delivery, DeliveryRefused } from '#events';
import type { RecordedEvent } from '#events/serving';
import { findStoredToken, findUser, type StoredUser } from '#people';
import { type Actor, domainOf, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { WebhookStore } from '../webhooks/webhook-store.ts';
import { isOfOthers } from '../webhooks/webhooks.ts';
import { mailHeadersOf, type Notification, oneLine, rendered } from './notification.ts';
import { WORDS } from './notification-words.ts';
import {
  ADDED_PASSKEY,
  ENDING_TOKEN,
  INVITATION,
  LATE_TOKEN,
  type Letters,
  NO_REPLIES,
  PAUSED_WEBHOOK,
  REMOVED_PASSKEY,
  SUSPENDED_PASSKEY,
} from './personal-letters.ts';
import { type MailContext, readerContext, type WrittenMail } from './recipients.ts';
import { ticketBlock, turnOff } from './ticket-notification.ts';

interface Written {
  readonly context: MailContext;
  readonly person: StoredUser;
  readonly settings: EffectiveSettings;
  readonly event: RecordedEvent;
}

/** @param path of the page of the app to which the mail leads, where the app has an address. */
function notificationOf({ person, settings }: Written, letters: Letters<[]>, path: string): Notification {
  const { language } = person;
  const { subject, lines, because } = letters[language]();
  const url = settings.app_url === '' ? [] : [`${settings.app_url}${path}`];
  const blocks = [
    ...lines.map((text) => ({ kind: 'line', text }) as const),
    ...url.map((address) => ({ kind: 'link', text: null, url: address }) as const),
  ];
  return { language, subject, blocks, footer: [because, NO_REPLIES[language]], off: null };
}

const withValues = <V extends readonly unknown[]>({ en, pl }: Letters<V>, ...values: V): Letters<[]> => ({
  en: () => en(...values),
  pl: () => pl(...values),
});

/** Writes the notification of each personal event; null when there is nothing left to tell. */
const NOTIFICATIONS: Record<PersonalEventName, (work: Work<Actor>, from: Written) => Promise<Notification | null>> = {
  'user.invited': inviting,
  'token.expiring': (work, from) => tellingOfToken(work, from, ENDING_TOKEN),
  'token.used_after_end': (work, from) => tellingOfToken(work, from, LATE_TOKEN),
  'webhook.paused': pausing,
  'answers.due': listingWaits,
  'passkey.suspended': async (_, from) => notificationOf(from, SUSPENDED_PASSKEY, '/me'),
  'passkey.added': (_, from) => tellingOfPasskey(from, ADDED_PASSKEY),
  'passkey.removed': (_, from) => tellingOfPasskey(from, REMOVED_PASSKEY),
};

/**
 * Writes the mail of a personal event to the person whom it concerns. There is none when they are gone, their domain is not
 * allowed any more, or there is nothing left to tell.
 *
 * @throws DeliveryRefused for an event of a later version, whose nodes may deliver it yet.
 */
export async function writePersonalMail(
  work: Work<Actor>,
  context: MailContext,
  { event }: Delivery,
): Promise<WrittenMail> {
  const { name } = event;
  if (!isPersonalEventName(name)) throw new DeliveryRefused('This version does not know such an event.');
  const settings = await readSettings(work, context.source);
  const person = await findUser(work, event.aggregateId);
  if (person?.is_active !== 1 || !settings.allowed_domains.includes(domainOf(person.email))) return 'no_sight';
  if (person.mail_paused_at !== null) return 'paused';
  const notification = await NOTIFICATIONS[name](work, { context, person, settings, event });
  if (notification === null) return 'taken_back';
  const headers = mailHeadersOf(settings, event, person.id, { ticketId: null, offUrl: notification.off?.url ?? null });
  return { settings, message: { to: person.email, ...rendered(notification), ...headers } };
}

const isPersonalEventName = (name: string): name is PersonalEventName =>
  (PERSONAL_EVENT_NAMES as readonly string[]).includes(name);

/** Nothing once the person has signed in: they have found the way. */
async function inviting(work: Work<Actor>, from: Written): Promise<Notification | null> {
  const { person, settings, event } = from;
  if (person.last_login !== null) return null;
  const host = event.actorId === null ? undefined : await findUser(work, event.actorId);
  const who = host === undefined ? null : oneLine(host.name, 120);
  const letters = withValues(INVITATION, oneLine(settings.app_name, 80), who, settings.app_url !== '');
  return notificationOf(from, letters, '/login');
}

/** Nothing about a token that is gone, or about one that ends soon once it has been revoked or another took its place. */
async function tellingOfToken(
  work: Work<Actor>,
  from: Written,
  letters: typeof ENDING_TOKEN,
): Promise<Notification | null> {
  const { name: eventName, wirePayload } = from.event;
  const { token_id } = wirePayload;
  const token = typeof token_id === 'string' ? await findStoredToken(work, token_id) : undefined;
  const end = token?.revoked_at ?? token?.expires_at;
  const isSettled = token?.revoked_at != null || token?.rotated_at != null;
  if (!token || !end || (eventName === 'token.expiring' && isSettled)) return null;
  const name = oneLine(token.name, 80);
  return notificationOf(from, withValues(letters, name, `"${name}" (…${token.last4})`, end.slice(0, 10)), '/me');
}

async function tellingOfPasskey(from: Written, letters: typeof ADDED_PASSKEY): Promise<Notification | null> {
  return notificationOf(from, withValues(letters, oneLine(String(from.event.wirePayload.name), 80)), '/me');
}

/** Nothing once the webhook is on again or deleted, or the person is no developer any more, or does not work on what it hears of. */
async function pausing(work: Work<Actor>, from: Written): Promise<Notification | null> {
  const webhook = await work.of(WebhookStore).find(String(from.event.wirePayload.webhook_id));
  const [person] = await withSight(work, [from.person]);
  if (webhook === undefined || webhook.paused_at === null || person?.role !== 'developer') return null;
  if (isOfOthers(webhook, person)) return null;
  return notificationOf(from, withValues(PAUSED_WEBHOOK, new URL(webhook.url).host), '/admin/webhooks');
}

/** How many tickets the daily mail lists. It says how many more there are. */
const MOST_LISTED = 50;

/** Nothing once somebody has each of its tickets, or they are answered. */
async function listingWaits(
  work: Work<Actor>,
  { context, person, settings, event }: Written,
): Promise<Notification | null> {
  const { since, until } = event.wirePayload as PersonalPayload['answers.due'];
  const waits = person.due_digest === 1 ? await digestedWaits(work, person.id, { since, until }) : [];
  if (waits.length === 0) return null;
  const { language } = person;
  const words = WORDS[language];
  const reader = readerContext(person, 'due_digest', settings, context);
  const due = (wait: (typeof waits)[number]) =>
    words.due(new Date(wait.due_at), settings.zone, wait.missed_at !== null);
  const blocks = waits.slice(0, MOST_LISTED).map((wait) => ticketBlock(wait, due(wait), reader));
  const more = waits.length - blocks.length;
  return {
    language,
    subject: `[${oneLine(settings.app_name, 80)}] ${words.waiting(waits.length)}`,
    blocks: [
      { kind: 'line', text: words.nobodyHas },
      ...blocks,
      ...(more > 0 ? [{ kind: 'line', text: words.more(more) } as const] : []),
    ],
    footer: [words.becauseDigest, NO_REPLIES[language]],
    off: turnOff('due_digest', reader),
  };
}
