import { addedPeople, type Reader, standing, withSight } from '#access';
import {
  ASKER_REASONS,
  type AskerReason,
  MOST_ASKERS,
  type TellingKind,
  type UntoldReason,
} from '#contract/asker-words.ts';
import type { Asker, Askers } from '#contract/askers.ts';
import { closingNotices, followersOfTicket } from '#conversation';
import { type AnsweredTicket, answerOfTicket, helpedBy, readsAnswer } from '#memory';
import { findUsers, type StoredUser } from '#people';
import type { Person, Work } from '#platform';
import { findToWork } from '../find-ticket.ts';
import { MergingStore } from '../merging/merging-store.ts';
import type { NamedTicket } from '../ticket.ts';
import { AskerStore, type AskingTicket } from './asker-store.ts';

/** Why somebody asked, and by which other ticket. */
interface Asking {
  readonly id: string;
  readonly because: AskerReason;
  readonly ticket: AskingTicket | null;
}

/** Somebody who asked, with what decides whether they can be told. */
export interface FoundAsker extends Asking {
  readonly person: StoredUser & Reader;
  readonly cannot: UntoldReason | null;
}

/** Each person once, for the reason that says most. */
export function firstReasons(askings: readonly Asking[]): Asking[] {
  const byReason = [...askings].sort((a, b) => ASKER_REASONS.indexOf(a.because) - ASKER_REASONS.indexOf(b.because));
  return [...new Map(byReason.reverse().map((asking) => [asking.id, asking])).values()];
}

const ofTickets = (because: AskerReason, tickets: readonly AskingTicket[]): Asking[] =>
  tickets.map((ticket) => ({ id: ticket.reporter_id ?? '', because, ticket }));
const ofPeople = (because: AskerReason, ids: readonly string[]): Asking[] =>
  ids.map((id) => ({ id, because, ticket: null }));

/** Everybody who asked, as far as the person works on the tickets by which they did. */
async function askingsOf(work: Work, person: Reader, ticket: NamedTicket, answer: AnsweredTicket | null) {
  const store = work.of(AskerStore);
  const worksOn = (other: AskingTicket) => standing(person, other) === 'worker';
  const group = (await work.of(MergingStore).group(ticket.id)).filter(({ id }) => id !== ticket.id);
  const beside = group.length === 0 ? [] : await store.among(group.map(({ id }) => id));
  return [
    ...ofPeople('reporter', [ticket.reporter_id]),
    ...ofTickets('joined', (await store.joined({ ticket: ticket.id })).filter(worksOn)),
    ...ofTickets('beside', beside.filter(worksOn)),
    ...ofPeople(
      'person',
      addedPeople(ticket).map(({ id }) => id),
    ),
    ...ofTickets('solved_before', (await store.solved({ ticket: ticket.id })).filter(worksOn)),
    ...ofPeople('solved_before', answer === null ? [] : await helpedBy(work, answer.comment_id)),
    ...ofPeople('follower', await followersOfTicket(work, ticket.id)),
  ];
}

/** Why a person cannot be told, or not by mail; null where nothing keeps them from it. */
export function untoldReason(
  person: Pick<StoredUser, 'is_active' | 'email_notify_ticket_status' | 'mail_paused_at'>,
  mayRead: boolean,
): UntoldReason | null {
  if (person.is_active === 0) return 'gone';
  if (!mayRead) return 'no_sight';
  if (person.email_notify_ticket_status === 0) return 'mail_off';
  return person.mail_paused_at === null ? null : 'bounced';
}

/** Everybody who asked for the answer of a ticket, each once, by reason and name. */
export async function askersOf(work: Work, ticket: NamedTicket, actor: Person = work.actor): Promise<FoundAsker[]> {
  const answer = await answerOfTicket(work, ticket.id);
  const askings = firstReasons(await askingsOf(work, actor, ticket, answer));
  const people = await withSight(
    work,
    await findUsers(
      work,
      askings.map(({ id }) => id),
    ),
  );
  const byId = new Map(people.map((person) => [person.id, person]));
  const askers: FoundAsker[] = [];
  for (const asking of askings) {
    const person = byId.get(asking.id);
    if (person === undefined) continue;
    const mayRead =
      standing(person, ticket) !== 'none' || (answer !== null && (await readsAnswer(work, answer, person)));
    askers.push({ ...asking, person, cannot: untoldReason(person, mayRead) });
  }
  const rank = ({ because }: FoundAsker) => ASKER_REASONS.indexOf(because);
  return askers.sort((a, b) => rank(a) - rank(b) || (a.person.name < b.person.name ? -1 : 1));
}

/** GET /api/tickets/:id/askers. @throws Failure `ticket_not_found`, `forbidden`. */
export async function showAskers(work: Work, id: string): Promise<Askers> {
  const ticket = await findToWork(work, id);
  const askers = await askersOf(work, ticket);
  const answer = await answerOfTicket(work, ticket.id);
  const tellings = answer === null ? [] : await work.of(AskerStore).tellings({ answer: answer.comment_id });
  const tickets = [ticket.id, ...askers.flatMap((asker) => asker.ticket?.id ?? [])];
  const closings = await closingNotices(work, [...new Set(tickets)]);
  const news = await work.of(AskerStore).liveTellings({ ticket_id: ticket.id });
  const all = [
    ...news.map(({ user_id, told_at }) => ({ user_id, last_at: told_at, of: 'live' as const })),
    ...closings.map(({ user_id, created_at }) => ({ user_id, last_at: created_at, of: 'answer' as const })),
    ...tellings.map(({ user_id, told_at, what }) => ({ user_id, last_at: told_at, of: what as TellingKind })),
  ].sort((a, b) => (a.last_at < b.last_at ? -1 : 1));
  const lastTold = new Map(all.map(({ user_id, ...last }): [string, Asker['told']] => [user_id, last]));
  return {
    total: askers.length,
    askers: askers.slice(0, MOST_ASKERS).map(({ person, because, ticket: other, cannot }) => ({
      ...{ id: person.id, name: person.name, because, language: person.language, cannot },
      ticket: other && { id: other.id, number: other.number },
      told: lastTold.get(person.id) ?? null,
    })),
  };
}
