import { hash } from 'node:crypto';
import { standing } from '#access';
import { MOST_ASKERS } from '#contract/asker-words.ts';
import type { Telling, TellingResult } from '#contract/askers.ts';
import { postComment } from '#conversation';
import { recordEvent } from '#events';
import { holdAnswer, readsAnswer } from '#memory';
import { findUser } from '#people';
import { Failure, type Internals, type Work } from '#platform';
import { holdToWork } from '../find-ticket.ts';
import type { NamedTicket } from '../ticket.ts';
import { TicketStore } from '../ticket-store.ts';
import { AskerStore, type AskingTicket, type StoredTelling } from './asker-store.ts';
import { askersOf, type FoundAsker } from './askers.ts';

type Version = (version: number) => boolean;

/** The ticket in whose thread somebody is told: their own; else that of the answer; null for who did not report. */
const threadOf = ({ because, ticket }: FoundAsker, answered: string): string | null => {
  if (because === 'reporter' || because === 'joined') return answered;
  return (ticket as AskingTicket | null)?.id ?? null;
};

const noteHash = (note: string): string => hash('sha256', note, 'base64url');

/** The text in a person's language. */
const noteFor = ({ note, note_by_language: notes = {} }: Telling, language: 'pl' | 'en'): string =>
  notes[language] ?? note;

/** @throws Failure `already_told`. */
function refuseTold(before: readonly StoredTelling[]): void {
  const last = before.at(-1);
  if (last === undefined) return;
  const message = `Everybody who asked was told that by ${last.told_at}. Send another note with what: again.`;
  throw new Failure('already_told', { facts: { at: last.told_at }, message });
}

/**
 * The answer of a closed ticket on which the caller works, which they hold.
 *
 * @throws Failure `answer_not_found`, `forbidden`, `precondition_failed`.
 */
async function answerToTell(work: Work, id: string, matches: Version | null) {
  const answer = await holdAnswer(work, id);
  if (answer) await work.of(TicketStore).hold(answer.ticket_id);
  const ticket = answer && (await work.of(TicketStore).find(answer.ticket_id, true));
  if (!answer || !ticket || ticket.status !== 'closed') throw new Failure('answer_not_found');
  const own = standing(work.actor, ticket);
  if (own === 'none' && !(await readsAnswer(work, answer, work.actor))) throw new Failure('answer_not_found');
  if (own !== 'worker') throw new Failure('forbidden', { message: 'Only who works on its ticket tells who asked.' });
  if (matches !== null && !matches(answer.version))
    throw new Failure('precondition_failed', { message: 'The answer has changed since you read it; read it again.' });
  return { answer, ticket };
}

/**
 * Tells who asked that an answer changed, that it is live, or something else, each once, in their own thread and language
 * (docs/rules/askers.md#telling).
 *
 * @throws Failure as `answerToTell`; `not_changed`, `not_live`, `already_told`.
 */
export async function notifyAskers(
  work: Work,
  id: string,
  telling: Telling,
  matches: Version | null,
): Promise<TellingResult> {
  const { answer, ticket } = await answerToTell(work, id, matches);
  const { what } = telling;
  if (what === 'change' && answer.version === 1) throw new Failure('not_changed');
  if (what === 'live' && ticket.live === null) throw new Failure('not_live');
  // A telling of another time is known again by its note alone.
  const key = { what, version: what === 'again' ? 0 : answer.version };
  const tellings = await work.of(AskerStore).tellings({ answer: id });
  const hash = noteHash(telling.note);
  if (what === 'again') refuseTold(tellings.filter((earlier) => earlier.note_digest === hash));
  const before = tellings.filter(
    (earlier) => earlier.what === key.what && earlier.version === key.version && what !== 'again',
  );
  const askers = (await askersOf(work, ticket)).filter(({ person }) => person.id !== work.actor.id);
  const left = askers.flatMap(({ person, cannot }) => (cannot === null ? [] : [{ id: person.id, cannot }]));
  const isTold = new Set(before.map(({ user_id }) => user_id));
  const reachable = askers.filter(({ cannot }) => cannot !== 'gone' && cannot !== 'no_sight');
  const fresh = reachable.filter(({ person }) => !isTold.has(person.id)).slice(0, MOST_ASKERS);
  if (fresh.length === 0) refuseTold(before);
  for (const { person } of fresh)
    await work.of(AskerStore).addTelling({ answer_id: id, ...key, ...rowOf(work, telling), user_id: person.id });
  const comments = await commentInThreads(work, ticket, telling, fresh);
  const places = fresh.map((asker) => toldTo(asker, ticket, comments));
  const count = fresh.filter(({ cannot }) => cannot === null).length;
  const notes = { note: telling.note, ...telling.note_by_language };
  const payload = { answer_id: id, what, told: count, internal: { told: places, notes } };
  await recordEvent(work, ticket, 'answer.told', payload);
  return { told: count, left };
}

const rowOf = ({ now, actor }: Work, { note }: Telling) => ({
  ...{ told_at: now, told_by: actor.id, note_digest: noteHash(note) },
});

/** @returns the comments by their tickets. */
async function commentInThreads(
  work: Work,
  answered: NamedTicket,
  telling: Telling,
  askers: readonly FoundAsker[],
): Promise<ReadonlyMap<string, string>> {
  const threads = new Set(askers.map((asker) => threadOf(asker, answered.id)).filter((id) => id !== null));
  const comments = new Map<string, string>();
  for (const id of [...threads].sort()) {
    const thread = await holdToWork(work, id);
    const reporter = await findUser(work, thread.reporter_id);
    const content = noteFor(telling, reporter?.language ?? 'en');
    const comment = await postComment(work, thread, { content }, { isSilent: true });
    comments.set(id, comment.id);
  }
  return comments;
}

/** Where somebody finds what they were told: in their thread, else on the answer's ticket where they may open it. */
function toldTo(asker: FoundAsker, answered: NamedTicket, comments: ReadonlyMap<string, string>) {
  const thread = threadOf(asker, answered.id);
  const isOpen = standing(asker.person, answered) !== 'none';
  const ticket = thread ?? (isOpen ? answered.id : null);
  return { user: asker.id, ticket, comment: (thread && comments.get(thread)) ?? null };
}

/** The askers who have not been told yet that a ticket is live in an environment. From now on they have. */
export async function liveNews(work: Work, id: string, environment: string): Promise<NonNullable<Internals['told']>> {
  const store = work.of(AskerStore);
  const ticket = await work.of(TicketStore).find(id, true);
  if (ticket === undefined) return [];
  const there = (await store.liveTellings({ ticket_id: id })).filter((telling) => telling.environment === environment);
  const before = new Set(there.map(({ user_id }) => user_id));
  // The news is of their own ticket, whether or not there is an answer that they may read.
  const askers = (await askersOf(work, ticket)).filter(
    ({ person, cannot }) => cannot !== 'gone' && !before.has(person.id) && person.id !== work.actor.id,
  );
  const news = askers.map((asker) => toldTo(asker, ticket, new Map())).filter((place) => place.ticket !== null);
  for (const { user: user_id } of news)
    await store.addLiveTelling({ ticket_id: id, environment, user_id, told_at: work.now });
  return news;
}
