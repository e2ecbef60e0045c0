import { withSight } from '#access';
import type { PersonalEventName } from '#contract/events.ts';
import type { Language } from '#contract/users.ts';
import { PERSONAL_EVENT_NAMES } from '#contract/words.ts';
import { type Delivery, DeliveryRefused, type RecordedEvent } from '#events';
import { findStoredToken, findUser, type StoredUser } from '#people';
import { type Actor, domainOf, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { WebhookStore } from '../webhooks/webhook-store.ts';
import { isOfOthers } from '../webhooks/webhooks.ts';
import { mailHeadersOf, type Notification, oneLine, rendered } from './notification.ts';
import type { MailContext, ReadyMail } from './recipients.ts';

/** What a mail to one person says: its lines, and why they get it. Names are anybody's, so no sentence depends on gender. */
interface Letter {
  readonly subject: string;
  readonly lines: readonly string[];
  readonly because: string;
}

type Letters<Values extends readonly unknown[]> = Readonly<Record<Language, (...values: Values) => Letter>>;

const NO_REPLIES: Readonly<Record<Language, string>> = {
  en: 'Nobody reads replies to this message.',
  pl: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
};

/** The mail to somebody who was invited (docs/rules/people.md#invitations). `who` invites; null for the command line. */
const INVITATION: Letters<[app: string, who: string | null, hasAddress: boolean]> = {
  en: (app, who, hasAddress) => ({
    subject: `You are invited to ${app}`,
    lines: [
      who === null ? `You are invited to ${app}.` : `${who} invites you to ${app}.`,
      'There you report what does not work or is missing, and see what becomes of it.',
      'Sign in with this e-mail address. There is no password: you get a code each time.',
      ...(hasAddress ? [] : ['Your colleagues know the address of the application.']),
    ],
    because: 'You receive this because somebody invited this address. If it is a mistake, ignore this message.',
  }),
  pl: (app, who, hasAddress) => ({
    subject: `Zaproszenie do aplikacji ${app}`,
    lines: [
      who === null ? `Zapraszamy do aplikacji ${app}.` : `${who} zaprasza Cię do aplikacji ${app}.`,
      'Zgłaszasz w niej, co nie działa albo czego brakuje, i widzisz, co się z tym dzieje.',
      'Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz kod.',
      ...(hasAddress ? [] : ['Adres aplikacji znają Twoi współpracownicy.']),
    ],
    because: 'Dostajesz tę wiadomość, bo ktoś zaprosił ten adres. Jeśli to pomyłka, zignoruj ją.',
  }),
};

/**
 * The mail to developers about a webhook that failed for too long (docs/rules/events.md#paused-webhooks). It names the host of
 * the receiver: the rest of its address may be secret.
 */
const PAUSED_WEBHOOK: Letters<[host: string]> = {
  en: (host) => ({
    subject: `Webhook to ${host} paused`,
    lines: [
      `Nothing could be delivered to ${host} for 5 days, so Kwit sends it nothing more.`,
      'Mend the receiver, then switch the webhook on again under Administration, Webhooks.',
    ],
    because: 'You receive this because you are a developer.',
  }),
  pl: (host) => ({
    subject: `Webhook do ${host} wstrzymany`,
    lines: [
      `Od 5 dni nie udało się nic dostarczyć do ${host}, więc Kwit nic więcej tam nie wysyła.`,
      'Napraw odbiorcę, a potem włącz webhook ponownie: Administracja, Webhooki.',
    ],
    because: 'Dostajesz tę wiadomość, bo masz rolę dewelopera.',
  }),
};

const OF_TOKEN = {
  en: 'You receive this because the token is yours.',
  pl: 'Dostajesz tę wiadomość, bo to Twój token.',
};

/** The mail to the owner of a token that ends within days (docs/rules/tokens.md#mails). `day` is in UTC. */
const ENDING_TOKEN: Letters<[name: string, which: string, day: string]> = {
  en: (name, which, day) => ({
    subject: `The token "${name}" ends soon`,
    lines: [
      `Your token ${which} ends on ${day}. Programs that use it are refused from then on.`,
      'Put a new one in its place in your profile: the old one then lives on for 24 hours.',
    ],
    because: OF_TOKEN.en,
  }),
  pl: (name, which, day) => ({
    subject: `Token „${name}” niedługo wygaśnie`,
    lines: [
      `Twój token ${which} wygasa ${day}. Programy, które go używają, dostaną wtedy odmowę.`,
      'Wymień go na nowy w swoim profilu: stary działa wtedy jeszcze przez 24 godziny.',
    ],
    because: OF_TOKEN.pl,
  }),
};

/** The mail to the owner of a token that somebody tried to use after its end. */
const LATE_TOKEN: typeof ENDING_TOKEN = {
  en: (name, which, day) => ({
    subject: `The token "${name}" was used after its end`,
    lines: [
      `Somebody tried to use your token ${which}, which ended on ${day}. They were refused.`,
      'If it is a program of yours, give it another token. If it is not, find out who has this one.',
    ],
    because: OF_TOKEN.en,
  }),
  pl: (name, which, day) => ({
    subject: `Ktoś użył tokenu „${name}” po jego końcu`,
    lines: [
      `Ktoś próbował użyć Twojego tokenu ${which}, który wygasł ${day}, i dostał odmowę.`,
      'Jeśli to Twój program, daj mu inny token. Jeśli nie, sprawdź, kto ma ten.',
    ],
    because: OF_TOKEN.pl,
  }),
};

/** The mail to the owner of a passkey whose counter went back (docs/rules/sign-in.md#passkeys). */
const SUSPENDED_PASSKEY: Letters<[]> = {
  en: () => ({
    subject: 'A passkey of yours is refused from now on',
    lines: [
      'A passkey of yours told a smaller count than before. That happens when it was copied, so Kwit takes it no more.',
      'If you know why, remove it and make a new one. If you do not, sign out everywhere, and tell whoever runs this Kwit.',
    ],
    because: 'You receive this because the passkey is yours.',
  }),
  pl: () => ({
    subject: 'Jeden z Twoich kluczy dostępu nie jest już przyjmowany',
    lines: [
      'Twój klucz dostępu podał mniejszą liczbę użyć niż poprzednio. Tak bywa, gdy ktoś go skopiował, więc Kwit już go nie przyjmuje.',
      'Jeśli wiesz, skąd to się wzięło, usuń go i dodaj nowy. Jeśli nie, wyloguj się wszędzie i powiedz o tym osobie, która prowadzi tego Kwita.',
    ],
    because: 'Dostajesz tę wiadomość, bo to Twój klucz dostępu.',
  }),
};

/** What the mail of a personal event is written from. */
interface Written {
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
    ...url.map((one) => ({ kind: 'link', text: null, url: one }) as const),
  ];
  return { language, subject, blocks, footer: [because, NO_REPLIES[language]], off: null };
}

const withValues = <V extends readonly unknown[]>({ en, pl }: Letters<V>, ...values: V): Letters<[]> => ({
  en: () => en(...values),
  pl: () => pl(...values),
});

/** What each personal event is mailed as; null when there is nothing left to tell. */
const NOTIFICATIONS: Record<PersonalEventName, (work: Work<Actor>, from: Written) => Promise<Notification | null>> = {
  'user.invited': inviting,
  'token.expiring': (work, from) => tellingOfToken(work, from, ENDING_TOKEN),
  'token.used_after_end': (work, from) => tellingOfToken(work, from, LATE_TOKEN),
  'webhook.paused': pausing,
  'passkey.suspended': async (_, from) => notificationOf(from, SUSPENDED_PASSKEY, '/me'),
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
  if (person.mail_paused_at !== null) return null;
  const notification = await NOTIFICATIONS[name](work, { person, settings, event });
  if (notification === null) return null;
  const headers = mailHeadersOf(settings, event, person.id, { ticketId: null, offUrl: null });
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

/** Nothing once the webhook is on again or deleted, or the person is no developer any more, or does not work on what it hears of. */
async function pausing(work: Work<Actor>, from: Written): Promise<Notification | null> {
  const webhook = await work.of(WebhookStore).find(String(from.event.wirePayload.webhook_id));
  const [person] = await withSight(work, [from.person]);
  if (webhook === undefined || webhook.paused_at === null || person?.role !== 'developer') return null;
  if (isOfOthers(webhook, person)) return null;
  return notificationOf(from, withValues(PAUSED_WEBHOOK, new URL(webhook.url).host), '/admin/webhooks');
}
