import { readsInternals, standing, withSight } from '#access';
import type { Destination } from '#events';
import { addDeliveries, type RecordedEvent } from '#events/serving';
import { findUser } from '#people';
import { type Actor, DAY, type Instant, MINUTE, type SettingsSource, shifted, type Work } from '#platform';
import { type EffectiveSettings, readSettings, settingChangedAt } from '#settings';
import { DigestStore } from './digest-store.ts';
import { mailHeadersOf, type Notification, oneLine, rendered } from './notification.ts';
import { WORDS } from './notification-words.ts';
import {
  destinationName,
  developers,
  type MailContext,
  readerContext,
  type WrittenMail,
  wantsNewTickets,
} from './recipients.ts';
import { type BurstDigest, isOfBurst, nextDigest } from './ticket-burst.ts';
import { type NotifiedTicket, type ReaderContext, ticketBlock, turnOff } from './ticket-notification.ts';

export type DigestTicket = Pick<NotifiedTicket, 'number' | 'title' | 'category' | 'urgency_reporter'> & {
  readonly reporter_name: string | null;
};

/** How many tickets a digest lists. It says how many more there are. */
export const DIGEST_LENGTH = 50;

/**
 * The notification of all tickets that were reported in an hour, to one developer.
 *
 * @param tickets the first of them, oldest first, `DIGEST_LENGTH` at most.
 * @param count how many tickets there are.
 */
export function digestNotification(
  tickets: readonly DigestTicket[],
  count: number,
  appName: string,
  reader: ReaderContext,
): Notification {
  const words = WORDS[reader.language];
  const listed = tickets.map((ticket) => {
    const reporter = words.by(oneLine(ticket.reporter_name ?? '', 120));
    const urgency = `${words.fact.urgency}: ${words.urgency[ticket.urgency_reporter]}`;
    return ticketBlock(ticket, [reporter, words.category[ticket.category], urgency].join(' · '), reader);
  });
  const others = count - listed.length;
  return {
    language: reader.language,
    subject: `[${oneLine(appName, 80)}] ${words.newTickets(count)}`,
    blocks: [
      { kind: 'line', text: words.sinceLast },
      ...listed,
      ...(others > 0 ? [{ kind: 'line', text: words.more(others) } as const] : []),
    ],
    footer: [words.because.created, words.noReplies],
    off: turnOff('ticket_status', reader),
  };
}

/** Milliseconds until what was being routed at a moment is committed: no digest tells of anything younger. */
const SETTLING_MS = MINUTE;
const SETTING = 'notify_developers_of_new_tickets';

/** A new ticket that nobody was mailed. */
type Untold = Awaited<ReturnType<DigestStore['untold']>>[number];

/** A digest that is due: what it tells of, up to when. */
interface Due {
  readonly untold: readonly Untold[];
  readonly until: Instant;
  readonly pause_minutes: number | null;
}

/**
 * Makes the digest that is due, if any: one mail to each developer. When the team wants digests, that is the one of the last
 * full hour (docs/rules/notices.md#new-tickets); else that of a burst (docs/rules/notices.md#many-new-tickets). Every
 * node calls it every few minutes; each ticket is in one digest at most.
 */
export async function makeDigest(work: Work<Actor>, source: SettingsSource): Promise<void> {
  const settings = await readSettings(work, source);
  if (settings[SETTING] === 'off') return;
  await work.lock('digest');
  const due = settings[SETTING] === 'digest' ? await ofLastHour(work) : await ofBurst(work);
  const last = due?.untold.at(-1);
  if (!due || !last) return;
  const { untold, until, pause_minutes } = due;
  const tickets = untold.map(({ ticket_id }) => ticket_id);
  await work.of(DigestStore).add({ entry_id: last.entry_id, until, pause_minutes, created_at: work.now }, tickets);
  await addDeliveries(work, last.entry_id, await readersOf(work, untold, settings));
}

async function ofLastHour(work: Work<Actor>): Promise<Due | null> {
  const until = startOfHour(settledAt(work));
  const since = latest(await chosenAt(work), (await work.of(DigestStore).last())?.until);
  if (since === undefined || since >= until) return null;
  return { untold: await work.of(DigestStore).untold({ since, until }), until, pause_minutes: null };
}

/** It looks back a day at most, so that a look never reads much: the tickets of a burst wait for an hour. */
async function ofBurst(work: Work<Actor>): Promise<Due | null> {
  const now = settledAt(work);
  const last = await work.of(DigestStore).last();
  const dayAgo = shifted(now, -DAY);
  const since = latest(await chosenAt(work), last?.until, dayAgo) ?? dayAgo;
  const untold = (await work.of(DigestStore).untold({ since, until: now })).filter(isOfBurst);
  const [first] = untold;
  if (first === undefined) return null;
  const { until, pause_minutes } = nextDigest(first.routed_at, burstDigest(last));
  return until <= now ? { untold, until: now, pause_minutes } : null;
}

/** Shortly before the team chose how developers are told; undefined while the default holds. */
async function chosenAt(work: Work<Actor>): Promise<Instant | undefined> {
  const chosen = await settingChangedAt(work, SETTING);
  return chosen && shifted(chosen, -SETTLING_MS);
}

/** The newest digest, if it was one of a burst. */
const burstDigest = (last: Awaited<ReturnType<DigestStore['last']>>): BurstDigest | null =>
  last === undefined || last.pause_minutes === null ? null : { ...last, pause_minutes: last.pause_minutes };

/** Developers who want such mails, but for one who reported all of the tickets. */
async function readersOf(
  work: Work<Actor>,
  untold: readonly Untold[],
  settings: EffectiveSettings,
): Promise<Destination[]> {
  return (await developers(work))
    .filter((person) => wantsNewTickets(person, settings))
    .filter(({ id }) => untold.some(({ reporter_id }) => reporter_id !== id))
    .map(({ id }) => ({ channel: 'mail', name: destinationName(id), why: 'team' }));
}

const settledAt = ({ now }: Work<Actor>): Instant => shifted(now, -SETTLING_MS);

/** Instants are texts of one form, so they sort by time. */
const latest = (...moments: readonly (Instant | undefined)[]) =>
  moments
    .filter((at) => at !== undefined)
    .sort()
    .at(-1);

const startOfHour = (moment: Instant): Instant => `${moment.slice(0, 13)}:00:00.000Z`;

interface DigestMail {
  readonly context: MailContext;
  readonly settings: EffectiveSettings;
  /** The event whose delivery this mail is. */
  readonly event: RecordedEvent;
  readonly recipientId: string;
}

/** The mail with the tickets of a digest, without those that the developer reported; none when they do not want it any more. */
export async function writeDigest(
  work: Work<Actor>,
  { context, settings, event, recipientId }: DigestMail,
): Promise<WrittenMail> {
  const person = await findUser(work, recipientId);
  if (!person || !wantsNewTickets(person, settings) || settings.notify_developers_of_new_tickets === 'off')
    return 'mail_off';
  const digest = { entry: event.entryId, reader: person.id };
  const [sighted] = await withSight(work, [person]);
  const tickets = (await work.of(DigestStore).list(digest)).filter(
    (ticket) => sighted !== undefined && readsInternals(standing(sighted, ticket)),
  );
  if (tickets.length === 0) return 'no_sight';
  const reader = readerContext(person, 'ticket_status', settings, context);
  const notification = digestNotification(tickets.slice(0, DIGEST_LENGTH), tickets.length, settings.app_name, reader);
  const headers = mailHeadersOf(settings, event, person.id, { ticketId: null, offUrl: reader.offUrl });
  return { settings, message: { to: person.email, ...rendered(notification), ...headers } };
}
