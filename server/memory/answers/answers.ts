import { isDeepStrictEqual } from 'node:util';
import { isApart, isHidden, type Reader, standing, type TicketFacts } from '#access';
import type { Answer, AnswerCounts, AnswerVote } from '#contract/answers.ts';
import type { Language, Status } from '#contract/words.ts';
import {
  type Actor,
  type AnswerReader,
  Failure,
  type Instant,
  invalidField,
  isDeveloper,
  type Work,
  wordsOf,
} from '#platform';
import type { RowOf } from '#records';
import { storedSetting } from '#settings';
import { MENTION, namedIn, withNames } from '../search/mentions.ts';
import type { SearchedTicket } from '../search/search-entry.ts';
import { SearchStore } from '../search/search-store.ts';
import { forgetAsked, keepAsked } from '../wording/asked-words.ts';
import type { Solved } from './answer-entries.ts';
import { AnswerListStore, type ListedAnswer } from './answer-list-store.ts';
import { type AnswerState, AnswerStore, type StoredAnswer } from './answer-store.ts';
import { readFoundBy, shownFoundBy, storedFoundBy } from './found-by.ts';
import { indexTicket } from './index-ticket.ts';
import { VoteStore } from './question-store.ts';
import { SolvedStore } from './solved-store.ts';

/** The person who asks for answers, and the answers among which Kwit looks. */
export type MemoryReader = AnswerReader & { readonly person: Reader };

/** The audience of an answer: that of a sealed project's ticket, or of a restricted one, is its readers' alone until somebody shares it. */
export const audienceOf = (answer: Pick<Solved, 'restricted' | 'sealed' | 'is_shared'>): 'everyone' | 'team' =>
  isApart(answer) && answer.is_shared === 0 ? 'team' : 'everyone';

/** Which answers the caller may be told of: developers of all that they see, others of their own tickets' and, while the team shares, shared ones. */
export const answerReader = (work: Work): Promise<MemoryReader> => readerFor(work, work.actor);

export async function readerFor(work: Work<Actor>, person: Reader): Promise<MemoryReader> {
  if (isDeveloper(person)) return { all: true, person };
  const shared = (await storedSetting(work, 'share_closure_summaries')) === 'true';
  return { all: false, ownId: person.id, shared, person };
}

const TELLING: Readonly<Record<Language, ReadonlySet<string>>> = {
  pl: new Set(
    `nie jest sie na do w z ze i oraz po za od dla przez przy juz tylko aby byl byla bylo trzeba nalezy prosze jesli
    jak gdy tak to tego ten ta te tym jego jej ich teraz znowu ponownie`.split(/\s+/),
  ),
  en: new Set(
    `the is are was were it its to of and in on for with from by after now please if when then not this that these
    has have had been be will you your we our at as an`.split(/\s+/),
  ),
};
const POLISH_LETTER = /[ąćęłńóśźż]/i;

/** The language of a text, by its small words and its letters; null when they do not say. */
export function languageOf(text: string): Language | null {
  const words = wordsOf(text);
  const hits = (language: Language) => words.filter((word) => TELLING[language].has(word)).length;
  const polish = hits('pl') + (POLISH_LETTER.test(text) ? 2 : 0);
  const english = hits('en');
  if (polish === english) return null;
  return polish > english ? 'pl' : 'en';
}

/**
 * Writes texts of answers with names in the place of ids (docs/rules/answers.md#answers).
 *
 * @param isOpen whether the reader may open the answer's ticket.
 */
export type WriteNames = (text: string, isOpen: boolean) => string;

/** Reads whom answers name. Who may not open their ticket learns the names of developers alone. */
export async function peopleNamed(work: Work<Actor>, texts: readonly string[]): Promise<WriteNames> {
  const people = await namedIn(work, texts);
  const developers = people.filter(({ role }) => role === 'developer');
  return (text, isOpen) => (isOpen ? withNames(text, people) : withNames(text, developers).replaceAll(MENTION, '@…'));
}

/**
 * Shows answers, with names in the place of ids. Only those who may open a ticket learn whose answer is its.
 *
 * @param scores of each, with a search.
 */
export async function viewAnswers(
  work: Work,
  answers: readonly ListedAnswer[],
  reader: MemoryReader,
  { scores, namesDevelopersOnly = false }: { scores?: readonly number[]; namesDevelopersOnly?: boolean } = {},
): Promise<Answer[]> {
  const named = await peopleNamed(
    work,
    answers.map(({ content }) => content),
  );
  const write: WriteNames = (text, isOpen) => named(text, isOpen && !namesDevelopersOnly);
  return answers.map((answer, index) => viewAnswer(answer, reader, write, scores?.[index]));
}

function viewAnswer(answer: ListedAnswer, reader: MemoryReader, write: WriteNames, score?: number): Answer {
  const isOpen = standing(reader.person, answer) !== 'none';
  return {
    id: answer.comment_id,
    ticket_id: isOpen ? answer.ticket_id : null,
    ticket_number: isOpen ? answer.number : null,
    question: answer.question,
    content: write(answer.content, isOpen),
    version: answer.version,
    ...shownFoundBy(reader.person, answer, answer.found_by),
    is_shared: answer.is_shared === 1,
    audience: audienceOf(answer),
    category: answer.category,
    project_name: isHidden(reader.person, answer.project_id) ? null : answer.project_name,
    author_name: answer.author_name,
    answered_at: answer.answered_at,
    language: languageOf(`${answer.question ?? ''} ${answer.content}`),
    helped: answer.helped,
    not_helped: answer.not_helped,
    reopened: answer.was_reopened === 1,
    held: answer.held === 1,
    ...(score === undefined ? {} : { score }),
  };
}

interface About {
  readonly question?: string | null;
  readonly is_shared?: boolean;
  readonly found_by?: readonly string[];
}

/**
 * Changes what an answer is about, its other words, and whether it is shared, which confirms it (docs/rules/answers.md#question-and-sharing).
 *
 * @param comment the id of the closure summary.
 * @returns whether anything has changed.
 */
export async function describeAnswer(work: Work, comment: string, about: About): Promise<boolean> {
  const { found_by, ...changes } = about;
  if (Object.values(about).every((value) => value === undefined)) return false;
  const before = await work.of(AnswerStore).find(comment);
  if (before === undefined) return false;
  const isConfirmed = before.is_confirmed === 1 || about.is_shared !== undefined;
  const after = {
    question: before.question,
    is_shared: before.is_shared === 1,
    ...changes,
    found_by: found_by === undefined ? before.found_by : storedFoundBy(found_by),
    is_confirmed: isConfirmed,
  };
  await work.of(AnswerStore).change(comment, after);
  return (
    after.question !== before.question ||
    !isDeepStrictEqual(readFoundBy(after.found_by), readFoundBy(before.found_by)) ||
    after.is_shared !== (before.is_shared === 1) ||
    isConfirmed !== (before.is_confirmed === 1)
  );
}

/** Keeps the answer of a ticket in step with it: whether it is closed, whether the answer held, by which words it is found. */
export async function followTicket(
  work: Work<Actor>,
  before: SearchedTicket & { readonly status: Status },
  set: { readonly title?: string; readonly description?: string; readonly status?: Status },
): Promise<void> {
  if (set.status === 'closed') await work.of(AnswerStore).changeOf(before.id, { is_closed: true });
  if (set.status !== undefined && before.status === 'closed') await work.of(AnswerStore).reopen(before.id);
  const isRewritten = set.title !== undefined || set.description !== undefined;
  const hasAnswer = before.status === 'closed' || set.status === 'closed';
  if (hasAnswer && (isRewritten || set.status !== undefined))
    await work.of(SolvedStore).index(before.id, before.number);
}

/** Ends the sharing of a project's answers, once it is sealed. */
export const unshareProject = (work: Work, project: string) => work.of(AnswerStore).unshare({ project });

/**
 * Writes tickets and their answers into the indexes anew, whose sealed project was removed: from then on they are found by
 * those who see them.
 */
export async function resettleDetached(
  work: Work<Actor>,
  tickets: readonly { readonly id: string; readonly number: number }[],
): Promise<void> {
  await work.of(SearchStore).resettle(tickets.map(({ id }) => id));
  await work.of(SolvedStore).indexAll(tickets.map(({ number }) => number));
}

/** Writes a ticket that was moved or restricted into the indexes anew, with its answer. */
export async function resettleTicket(work: Work<Actor>, ticket: SearchedTicket, isApartNow: boolean): Promise<void> {
  if (isApartNow) await work.of(AnswerStore).changeOf(ticket.id, { is_shared: false });
  await indexTicket(work, ticket);
  await work.of(SolvedStore).index(ticket.id, ticket.number);
}

/**
 * Takes the answer of a ticket that was joined to another one out of the memory, or puts it back
 * (docs/rules/merging.md#join). Whether it held stays as it was.
 */
export async function setAnswerAside(
  work: Work<Actor>,
  ticket: Pick<AnsweredTicket, 'id' | 'number'>,
  isClosed: boolean,
): Promise<void> {
  await work.of(AnswerStore).changeOf(ticket.id, { is_closed: isClosed });
  await work.of(SolvedStore).index(ticket.id, ticket.number);
}

/** The ticket is closed again as if it had never been open in between: its answer holds as it did. */
export async function restoreAnswer(
  work: Work<Actor>,
  ticket: Pick<AnsweredTicket, 'id' | 'number'>,
  { was_reopened, held }: AnswerState,
): Promise<void> {
  const state = { was_reopened: was_reopened === 1, held: held === 1 };
  await work.of(AnswerStore).changeOf(ticket.id, { is_closed: true, ...state });
  await work.of(SolvedStore).index(ticket.id, ticket.number);
}

/** So many people must say that an answer did not help before it counts as one that did not hold. */
const ENOUGH = 3;

/**
 * Whether an answer held (docs/rules/answers.md#did-it-help): its ticket has not left `closed` after it, and it is not so that
 * at least 3 people were not helped and fewer than half were.
 */
export const hasHeld = (reopened: boolean, votes: { readonly helped: number; readonly not_helped: number }): boolean =>
  !reopened && !(votes.not_helped >= ENOUGH && votes.helped < votes.not_helped);

type AnsweredTicket = Pick<RowOf<'tickets'>, 'id' | 'number' | 'reporter_id' | 'status'>;

interface Summary {
  readonly id: string;
  readonly created_at: Instant;
  readonly question: string | null;
  readonly is_shared: boolean;
  readonly found_by: readonly string[];
}

/**
 * Makes a new closure summary, which is never internal, the answer of its ticket, in the place of the one before
 * (docs/rules/answers.md#question-and-sharing).
 */
export async function recordAnswer(work: Work, ticket: AnsweredTicket, summary: Summary): Promise<void> {
  await work.of(AnswerStore).put({
    comment_id: summary.id,
    ticket_id: ticket.id,
    number: ticket.number,
    reporter_id: ticket.reporter_id,
    question: summary.question,
    found_by: storedFoundBy(summary.found_by),
    is_shared: summary.is_shared,
    is_confirmed: true,
    is_closed: ticket.status === 'closed',
    answered_at: summary.created_at,
  });
  await work.of(SolvedStore).index(ticket.id, ticket.number);
}

/**
 * Reads one answer.
 *
 * @param namesDevelopersOnly whether it names no reporter, also where the reader may open its ticket.
 * @throws Failure `answer_not_found`, also for one that the caller may not read.
 */
export async function showAnswer(work: Work, id: string, namesDevelopersOnly = false): Promise<Answer> {
  const reader = await answerReader(work);
  const answer = await work.of(AnswerListStore).find(id, reader);
  if (answer === undefined) throw new Failure('answer_not_found');
  const [shown] = await viewAnswers(work, [answer], reader, { namesDevelopersOnly });
  if (shown === undefined) throw new Failure('answer_not_found');
  return shown;
}

/**
 * Notes whether an answer helped the caller: one vote a person, the last one counts (docs/rules/answers.md#did-it-help).
 *
 * @throws Failure `answer_not_found`, also for one that the caller may not read; `forbidden` for a ticket of somebody else.
 */
export async function voteOnAnswer(
  work: Work,
  id: string,
  { helped, ticket_id, asked: words }: AnswerVote,
): Promise<AnswerCounts> {
  if (words !== undefined && !helped)
    throw invalidField('asked', 'dependentRequired', 'Send asked together with helped: true.');
  const offered = await work.of(AnswerStore).findWithTicket({ comment: id });
  if (offered === undefined || !(await readsAnswer(work, offered, work.actor))) throw new Failure('answer_not_found');
  if (ticket_id !== undefined) await refuseForeignTicket(work, ticket_id);
  // Two votes at the same moment must count each other.
  const answer = await work.of(AnswerStore).hold(id);
  if (answer === undefined) throw new Failure('answer_not_found');
  await work.of(VoteStore).put({
    comment_id: id,
    user_id: work.actor.id,
    helped,
    ticket_id: ticket_id ?? null,
    voted_at: work.now,
  });
  if (words !== undefined) await keepAsked(work, id, words);
  else if (!helped) await forgetAsked(work, id);
  const counts = await work.of(VoteStore).counts(id);
  const held = hasHeld(answer.was_reopened === 1, counts);
  await work.of(AnswerStore).change(id, { ...counts, held, ...(helped ? { last_used_at: work.now } : {}) });
  return counts;
}

/** Whether an answer is shown to somebody who may perhaps not open its ticket. */
export const readsAnswer = async (work: Work<Actor>, answer: StoredAnswer & TicketFacts, person: Reader) =>
  mayBeOffered(answer, await readerFor(work, person)) ||
  (answer.is_closed === 1 &&
    (await work.of(AnswerStore).isClosedWith({ comment: answer.comment_id, reporter: person.id })));

/** Whether somebody may have been offered an answer: also one from before there was a choice of sharing it. */
const mayBeOffered = (answer: StoredAnswer & TicketFacts, reader: MemoryReader): boolean =>
  answer.is_closed === 1 &&
  (standing(reader.person, answer) !== 'none' ||
    (reader.all && answer.is_shared === 1) ||
    (!reader.all && reader.shared && answer.is_shared === 1));

/** @throws Failure `forbidden`, the same for a ticket that is not there. */
async function refuseForeignTicket(work: Work, id: string): Promise<void> {
  if ((await work.of(VoteStore).reporterOf(id)) !== work.actor.id)
    throw new Failure('forbidden', { message: 'Name a ticket that you reported, or leave ticket_id out.' });
}
