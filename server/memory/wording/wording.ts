import { listNames } from '#people';
import type { Work } from '#platform';
import { writtenForms } from '../search/glossary.ts';
import { glossaryInUse, type Holding } from '../search/glossary-in-use.ts';
import { closingWords, type OfferedWords, type Reported, type Wording } from './closing-words.ts';
import type { Judges } from './fit-words.ts';
import { formsOfNames, looksLikeFamilyName } from './names.ts';
import { ordinaryWords } from './ordinary-words.ts';

/** The lexicon of the glossary that was used last: making one takes as long as reading it. */
let last: { readonly glossary: Holding; readonly isOrdinary: (word: string) => boolean } | null = null;

function lexiconOf(glossary: Holding): (word: string) => boolean {
  if (last?.glossary !== glossary)
    last = { glossary, isOrdinary: ordinaryWords(glossary.entries().flatMap((entry) => writtenForms(entry).flat())) };
  return last.isOrdinary;
}

/** Decides which words may be offered now. */
export async function wordingNow(work: Work): Promise<Wording> {
  const [glossary, people] = await Promise.all([glossaryInUse(work), listNames(work)]);
  return {
    isOrdinary: lexiconOf(glossary),
    isUsersName: formsOfNames(people),
    entryOf: glossary.entryOf,
    wordsOf: writtenForms,
  };
}

/** The words that may be offered for an answer (docs/rules/answers.md#what-is-offered). @param lacking what it says already. */
export const offerWords = async (
  work: Work,
  report: Reported,
  lacking: readonly string[],
): Promise<readonly OfferedWords[]> => closingWords(report, lacking, await wordingNow(work));

/** Shorter words that no glossary has may be anything. */
const SHORTEST_LEARNT = 4;

/** Whether words may be learnt: beside those of the glossary, others that look like no family name, for three people say them. */
export async function learningJudges(work: Work): Promise<Judges> {
  const { isOrdinary, isUsersName } = await wordingNow(work);
  return {
    isOrdinary: (word) => isOrdinary(word) || (word.length >= SHORTEST_LEARNT && !looksLikeFamilyName(word)),
    isUsersName,
  };
}
