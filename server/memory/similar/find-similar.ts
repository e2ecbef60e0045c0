import { standing } from '#access';
import type { SimilarTicket } from '#contract/similar.ts';
import { type Actor, scanWords, type Work } from '#platform';
import { answerReader, type MemoryReader, peopleNamed } from '../answers/answers.ts';
import { readFoundBy } from '../answers/found-by.ts';
import { SolvedStore } from '../answers/solved-store.ts';
import { entriesInUse } from '../search/glossary-in-use.ts';
import { ReportWordStore } from '../search/report-word-store.ts';
import { beginning, isStopWord, stemsOfWord } from '../search/stems.ts';
import { questionTerms, type Unit } from './asked-terms.ts';
import {
  ANSWERS_PER_STEM,
  candidatesOf,
  findPostings,
  pairsOf,
  rarestOf,
  unitsOf,
  withSpellings,
} from './candidates.ts';
import { beginningKeys } from './counted-stems.ts';
import { LookUp } from './look-up.ts';
import { ranked } from './ranking.ts';

const SHOWN = 5;

/**
 * Finds closed tickets whose answer may help with the report that somebody is writing, the best first
 * (docs/rules/answers.md#similar). Developers find everyone's tickets. A user finds their own and, where the team shares
 * its answers, everyone's: by question and answer, and by words of the report that two others than the user have, too.
 */
export async function findSimilar(work: Work, title: string, description: string): Promise<SimilarTicket[]> {
  return similarFor(work, await answerReader(work), title, description);
}

export async function similarFor(
  work: Work<Actor>,
  reader: MemoryReader,
  title: string,
  description: string,
): Promise<SimilarTicket[]> {
  const [entryOf, lookUp] = await Promise.all([entriesInUse(work), LookUp.of(work, reader)]);
  const typed = questionTerms(title, description, entryOf);
  const direct = await findPostings(unitsOf(typed), lookUp);
  const { terms, postings, rarity } = await withSpellings(typed, direct, lookUp);
  const units = unitsOf(terms);
  const pairs = pairsOf(terms, postings, rarity);
  const both = await lookUp.newest(pairs.map(commonForms), ANSWERS_PER_STEM);
  const candidates = candidatesOf(
    postings,
    pairs.map((of, index) => ({ of, numbers: both[index] ?? [] })),
    rarity,
  );
  const answers = await readableAnswers(work, candidates, reader, units);
  const best = ranked(answers, terms, rarity, rarestOf(postings)).slice(0, SHOWN);
  const write = await peopleNamed(
    work,
    best.map(({ answer }) => answer.summary),
  );
  return best.map(({ answer, score, share }) => ({
    ticket_id: answer.isOpen ? answer.id : null,
    number: answer.number,
    title: answer.isOpen ? answer.ownTitle : answer.question,
    category: answer.category,
    closed_at: answer.closed_at ?? '',
    summary_content: write(answer.summary, answer.isOpen),
    answer_id: answer.answer_id,
    score,
    share,
  }));
}

const commonForms = ([unit, other]: readonly [Unit, Unit]): string[][] =>
  unit.forms.flatMap((form) => other.forms.map((more) => [...form, ...more]));

/** The texts of answers as far as the reader may be matched by them. */
async function readableAnswers(
  work: Work<Actor>,
  numbers: readonly number[],
  reader: MemoryReader,
  units: readonly Unit[],
) {
  const answers = await work.of(SolvedStore).read(numbers, reader);
  const stems = new Set(units.flatMap(({ forms }) => forms.flat()));
  const sought = { keys: new Set(beginningKeys(new Set([...stems].map((stem) => beginning(stem))))), digits: false };
  const askedIn = (text: string): string[] => {
    const words: string[] = [];
    scanWords(text, sought, (word) => words.push(word));
    return words;
  };
  const texts = answers.map((stored) => {
    const answer = { ...stored, found_by: readFoundBy(stored.found_by) };
    if (standing(reader.person, answer) !== 'none') return { answer, isOpen: true, title: [], description: [] };
    return { answer, isOpen: false, title: askedIn(answer.title), description: askedIn(answer.description) };
  });
  const readable = texts.every(({ isOpen }) => isOpen)
    ? null
    : await readableWords(work, reader.person.id, texts, stems);
  return texts.map(({ answer, isOpen, title, description }) => {
    if (isOpen || readable === null) return { ...answer, isOpen: true, ownTitle: answer.title };
    const only = (words: readonly string[]) => words.filter((word) => readable.has(word)).join(' ');
    return { ...answer, isOpen, ownTitle: '', title: only(title), description: only(description) };
  });
}

/** The words of others' reports that were asked for and that three others than the reader have. */
function readableWords(
  work: Work<Actor>,
  reader: string,
  answers: readonly { readonly title: readonly string[]; readonly description: readonly string[] }[],
  stems: ReadonlySet<string>,
): Promise<Set<string>> {
  const words = new Set(answers.flatMap(({ title, description }) => [...title, ...description]));
  return work.of(ReportWordStore).readable(
    reader,
    [...words].filter((word) => !isStopWord(word) && stemsOfWord(word).some(({ stem }) => stems.has(stem))),
  );
}
