import { namedApart, readerSpaces, scopesOf, seesProject } from '#access';
import type { Answer, AnswerFilter } from '#contract/answers.ts';
import type { Category } from '#contract/words.ts';
import { PAGE_SIZE, SEARCH_STEPS, type SearchStep } from '#contract/words.ts';
import { isIdCursor, isInstant, pageWithin, type Reach, type Work } from '#platform';
import { inSteps, type SteppedQuestion } from '../search/search-steps.ts';
import { type AnswerListing, AnswerListStore, type HelpPosition, type ListedAnswer } from './answer-list-store.ts';
import { answerReader, viewAnswers } from './answers.ts';

/** So many letters of a search count. */
const MOST_LETTERS = 200;

/** Where the words of a search are looked for, the best place first; what did not hold comes after all that did. */
const PLACES = [
  { held: true, within: 'title', without: null, score: 4 },
  { held: true, within: 'report', without: 'title', score: 3 },
  { held: false, within: 'title', without: null, score: 2 },
  { held: false, within: 'report', without: 'title', score: 1 },
] as const satisfies readonly { held: boolean; within: Reach; without: Reach | null; score: number }[];

/** A search goes on in a step and a place, after the answer of the ticket with that number. */
type FoundPosition = readonly [step: SearchStep, place: number, number: number];
export type AnswerCursor = readonly ['helped', HelpPosition] | readonly ['found', FoundPosition];

const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && Number(value) >= 0;

export const isAnswerCursor =
  (filter: AnswerFilter) =>
  (cursor: unknown): cursor is AnswerCursor => {
    if (!Array.isArray(cursor) || cursor.length !== 2 || !Array.isArray(cursor[1])) return false;
    const [kind, at] = cursor as [unknown, unknown[]];
    if (searched(filter) !== null)
      return kind === 'found' && SEARCH_STEPS.some((step) => step === at[0]) && isCount(at[1]) && isCount(at[2]);
    const isHeld = at[0] === 0 || at[0] === 1;
    return kind === 'helped' && isHeld && isCount(at[1]) && isInstant(at[2]) && isIdCursor(at[3]);
  };

/** The text that is looked for; null for none. */
const searched = ({ q }: AnswerFilter): string | null =>
  q === undefined || q === '' ? null : q.slice(0, MOST_LETTERS);

export interface AnswerPage {
  readonly answers: Answer[];
  readonly next: AnswerCursor | null;
  readonly step: SearchStep | null;
}

/**
 * One page of the answers of closed tickets that the caller may read: the most helpful ones first, or with `q` those that
 * have its words, in the question first. What did not hold comes last (docs/rules/answers.md#answers).
 */
export async function listAnswers(work: Work, filter: AnswerFilter, cursor: AnswerCursor | null): Promise<AnswerPage> {
  const reader = await answerReader(work);
  const { limit = PAGE_SIZE, category, project_id } = filter;
  const categories = category === undefined ? null : (category.split(',') as Category[]);
  if (project_id !== undefined && !seesProject(work.actor, project_id)) return { answers: [], next: null, step: null };
  const q = searched(filter);
  const named = q === null ? [] : await namedApart(work, work.actor);
  const spaces = [...new Set(scopesOf(work.actor).flatMap((scope) => readerSpaces(scope, named)))];
  const listing = { reader, spaces, categories, projectId: project_id ?? null, limit: limit + 1 };
  if (q !== null) return searchPage(work, listing, q, cursor?.[0] === 'found' ? cursor[1] : null);
  const answers = await work.of(AnswerListStore).byHelp(listing, cursor?.[0] === 'helped' ? cursor[1] : null);
  const { items, next } = pageWithin(
    answers,
    limit,
    (last): AnswerCursor => ['helped', [last.held, last.helped, last.answered_at, last.comment_id]],
  );
  return { answers: await viewAnswers(work, items, reader), next, step: null };
}

async function searchPage(
  work: Work,
  listing: AnswerListing,
  q: string,
  from: FoundPosition | null,
): Promise<AnswerPage> {
  const result = await inSteps(q, from?.[0] ?? null, async (question) => {
    const hits = await foundFrom(work, listing, question, from);
    return hits.length === 0 ? null : hits;
  });
  if (result === null) return { answers: [], next: null, step: null };
  const { step, found: hits } = result;
  const { items, next } = pageWithin(
    hits,
    listing.limit - 1,
    ({ place, answer }): AnswerCursor => ['found', [step, place, answer.number]],
  );
  const scores = items.map(({ place }) => PLACES[place]?.score ?? 0);
  const shown = items.map(({ answer }) => answer);
  return { answers: await viewAnswers(work, shown, listing.reader, { scores }), next, step };
}

async function foundFrom(
  work: Work,
  listing: AnswerListing,
  { terms, mayLackOne }: SteppedQuestion,
  from: FoundPosition | null,
): Promise<{ answer: ListedAnswer; place: number }[]> {
  const hits: { answer: ListedAnswer; place: number }[] = [];
  for (const [place, { held, within, without }] of PLACES.entries()) {
    if (place < (from?.[1] ?? 0)) continue;
    const matching = { terms, mayLackOne, within, without, internals: false, reporterId: null, spaces: listing.spaces };
    const before = from !== null && from[1] === place ? from[2] : null;
    const limit = listing.limit - hits.length;
    const answers = await work.of(AnswerListStore).search({ ...listing, limit }, { matching, held, before });
    hits.push(...answers.map((answer) => ({ answer, place })));
    if (hits.length >= listing.limit) break;
  }
  return hits;
}
