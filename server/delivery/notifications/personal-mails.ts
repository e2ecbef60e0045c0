import type { PersonalEventName } from '#contract/events.ts';
import type { Language } from '#contract/users.ts';
import { PERSONAL_EVENT_NAMES } from '#contract/words.ts';
import { type Delivery, DeliveryRefused, type RecordedEvent } from '#events';
import { findStoredToken, findUser, type StoredUser } from '#people';
import { type Actor, domainOf, type Work } from '#platform';
import { type EffectiveSettings, readSettings } from '#settings';
import { WebhookStore } from '../webhooks/webhook-store.ts';
import { idHost, messageHeaders, type Notification, oneLine, rendered } from './notification.ts';
import type { MailContext, ReadyMail } from './read-act.ts';
import { suspendedPasskey } from './suspended-passkey.ts';

interface Invitation {
  readonly language: Language;
  /** The name of the person who invites; null for the command line. */
  readonly who: string | null;
  readonly appName: string;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

/** Every sentence of an invitation. `who` is anybody's name, so no sentence depends on gender. */
interface InvitationWords {
  subject(app: string): string;
  lead(app: string, who: string | null): string;
  purpose: string;
  signIn: string;
  /** Instead of the link, when there is none. */
  askForAddress: string;
  because: string;
  noReplies: string;
}

const WORDS: Readonly<Record<Language, InvitationWords>> = {
  en: {
    subject: (app) => `You are invited to ${app}`,
    lead: (app, who) => (who === null ? `You are invited to ${app}.` : `${who} invites you to ${app}.`),
    purpose: 'There you report what does not work or is missing, and see what becomes of it.',
    signIn: 'Sign in with this e-mail address. There is no password: you get a code each time.',
    askForAddress: 'Your colleagues know the address of the application.',
    because: 'You receive this because somebody invited this address. If it is a mistake, ignore this message.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    subject: (app) => `Zaproszenie do aplikacji ${app}`,
    lead: (app, who) => (who === null ? `Zapraszamy do aplikacji ${app}.` : `${who} zaprasza Cię do aplikacji ${app}.`),
    purpose: 'Zgłaszasz w niej, co nie działa albo czego brakuje, i widzisz, co się z tym dzieje.',
    signIn: 'Zaloguj się tym adresem e-mail. Hasła nie ma: za każdym razem dostaniesz kod.',
    askForAddress: 'Adres aplikacji znają Twoi współpracownicy.',
    because: 'Dostajesz tę wiadomość, bo ktoś zaprosił ten adres. Jeśli to pomyłka, zignoruj ją.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to somebody who was invited (docs/rules/people.md#invitations). */
export function invitation({ language, who, appName, appUrl }: Invitation): Notification {
  const words = WORDS[language];
  const app = oneLine(appName, 80);
  return {
    language,
    subject: words.subject(app),
    blocks: [
      { kind: 'line', text: words.lead(app, who && oneLine(who, 120)) },
      { kind: 'line', text: words.purpose },
      { kind: 'line', text: words.signIn },
      appUrl === ''
        ? { kind: 'line', text: words.askForAddress }
        : { kind: 'link', text: null, url: `${appUrl}/login` },
    ],
    footer: [words.because, words.noReplies],
    off: null,
  };
}

interface PausedWebhook {
  readonly language: Language;
  /** The host of the receiver. The rest of its address may be secret. */
  readonly host: string;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

interface PausedWords {
  subject(host: string): string;
  lead(host: string): string;
  cure: string;
  because: string;
  noReplies: string;
}

const PAUSED_WEBHOOK_WORDS: Readonly<Record<Language, PausedWords>> = {
  en: {
    subject: (host) => `Webhook to ${host} paused`,
    lead: (host) => `Nothing could be delivered to ${host} for 5 days, so Kwit sends it nothing more.`,
    cure: 'Mend the receiver, then switch the webhook on again under Administration, Webhooks.',
    because: 'You receive this because you are a developer.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    subject: (host) => `Webhook do ${host} wstrzymany`,
    lead: (host) => `Od 5 dni nie udało się nic dostarczyć do ${host}, więc Kwit nic więcej tam nie wysyła.`,
    cure: 'Napraw odbiorcę, a potem włącz webhook ponownie: Administracja, Webhooki.',
    because: 'Dostajesz tę wiadomość, bo masz rolę dewelopera.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to developers about a webhook that failed for too long (docs/rules/events.md#paused-webhooks). */
export function pausedWebhook({ language, host, appUrl }: PausedWebhook): Notification {
  const words = PAUSED_WEBHOOK_WORDS[language];
  return {
    language,
    subject: words.subject(host),
    blocks: [
      { kind: 'line', text: words.lead(host) },
      { kind: 'line', text: words.cure },
      ...(appUrl === '' ? [] : [{ kind: 'link' as const, text: null, url: `${appUrl}/admin/webhooks` }]),
    ],
    footer: [words.because, words.noReplies],
    off: null,
  };
}

/** A token of which its owner is told. */
export interface MailedToken {
  readonly name: string;
  readonly last4: string;
  /** The day of its end, UTC. */
  readonly endsOn: string;
}

interface TokenMail {
  readonly language: Language;
  readonly token: MailedToken;
  /** The application's address; empty when it is not set. */
  readonly appUrl: string;
}

/** Every sentence about the end of a token. */
interface TokenWords {
  endingSubject(name: string): string;
  ending(which: string, day: string): string;
  rotate: string;
  lateSubject(name: string): string;
  late(which: string, day: string): string;
  check: string;
  because: string;
  noReplies: string;
}

const TOKEN_NOTIFICATION_WORDS: Readonly<Record<Language, TokenWords>> = {
  en: {
    endingSubject: (name) => `The token "${name}" ends soon`,
    ending: (which, day) => `Your token ${which} ends on ${day}. Programs that use it are refused from then on.`,
    rotate: 'Put a new one in its place in your profile: the old one then lives on for 24 hours.',
    lateSubject: (name) => `The token "${name}" was used after its end`,
    late: (which, day) => `Somebody tried to use your token ${which}, which ended on ${day}. They were refused.`,
    check: 'If it is a program of yours, give it another token. If it is not, find out who has this one.',
    because: 'You receive this because the token is yours.',
    noReplies: 'Nobody reads replies to this message.',
  },
  pl: {
    endingSubject: (name) => `Token „${name}” niedługo wygaśnie`,
    ending: (which, day) => `Twój token ${which} wygasa ${day}. Programy, które go używają, dostaną wtedy odmowę.`,
    rotate: 'Wymień go na nowy w swoim profilu: stary działa wtedy jeszcze przez 24 godziny.',
    lateSubject: (name) => `Ktoś użył tokenu „${name}” po jego końcu`,
    late: (which, day) => `Ktoś próbował użyć Twojego tokenu ${which}, który wygasł ${day}, i dostał odmowę.`,
    check: 'Jeśli to Twój program, daj mu inny token. Jeśli nie, sprawdź, kto ma ten.',
    because: 'Dostajesz tę wiadomość, bo to Twój token.',
    noReplies: 'Odpowiedzi na tę wiadomość nikt nie czyta.',
  },
};

/** The mail to the owner of a token that ends within days (docs/rules/tokens.md#mails). */
export function endingToken({ language, token, appUrl }: TokenMail): Notification {
  const words = TOKEN_NOTIFICATION_WORDS[language];
  const which = [words.ending(nameOf(token), token.endsOn), words.rotate];
  return mail(words.endingSubject(oneLine(token.name, 80)), which, { language, appUrl });
}

/** The mail to the owner of a token that somebody tried to use after its end. */
export function lateToken({ language, token, appUrl }: TokenMail): Notification {
  const words = TOKEN_NOTIFICATION_WORDS[language];
  const which = [words.late(nameOf(token), token.endsOn), words.check];
  return mail(words.lateSubject(oneLine(token.name, 80)), which, { language, appUrl });
}

const nameOf = ({ name, last4 }: MailedToken): string => `"${oneLine(name, 80)}" (…${last4})`;

function mail(
  subject: string,
  lines: readonly string[],
  { language, appUrl }: Pick<TokenMail, 'language' | 'appUrl'>,
): Notification {
  const { because, noReplies } = TOKEN_NOTIFICATION_WORDS[language];
  return {
    language,
    subject,
    blocks: [
      ...lines.map((text) => ({ kind: 'line', text }) as const),
      ...(appUrl === '' ? [] : [{ kind: 'link', text: null, url: `${appUrl}/me` } as const]),
    ],
    footer: [because, noReplies],
    off: null,
  };
}

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
  'passkey.suspended': async (_, { person, settings }) => suspendedPasskey(person.language, settings.app_url),
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

/** Nothing about a token that is gone, or about one that ends soon once it has been revoked or another took its place. */
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
