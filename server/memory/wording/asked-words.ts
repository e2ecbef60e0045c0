import { DAY, olderThan, type StaleRows, type Work } from '#platform';
import { AskedWordStore } from './asked-word-store.ts';
import { fitWords, type Judges } from './fit-words.ts';
import { learningJudges } from './wording.ts';

/** So many words of what somebody asked are kept. */
const MOST_KEPT = 64;

/** Words that people asked with are kept for 30 days. */
export const staleWordsAsked: StaleRows = { words_asked: olderThan('words_asked', 'asked_at', 30 * DAY) };

/** The words of a text that may be learnt, each once. */
export const wordsToLearn = (text: string, judges: Judges): string[] => [
  ...new Set(fitWords(text, judges).map(({ words }) => words)),
];

/** Keeps the words that the caller asked with before an answer helped them, and nothing else of what they wrote. */
export async function keepAsked(work: Work, answer: string, text: string): Promise<void> {
  const words = wordsToLearn(text, await learningJudges(work)).slice(0, MOST_KEPT);
  if (words.length === 0) return forgetAsked(work, answer);
  const row = { comment_id: answer, user_id: work.actor.id, words: JSON.stringify(words), asked_at: work.now };
  await work.of(AskedWordStore).keep(row);
}

/** Forgets what the caller asked with: the answer did not help after all. */
export async function forgetAsked(work: Work, answer: string): Promise<void> {
  await work.of(AskedWordStore).forget({ comment_id: answer, user_id: work.actor.id });
}
