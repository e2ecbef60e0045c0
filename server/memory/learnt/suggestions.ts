import { isApart } from '#access';
import type { SuggestionChoice, WordSuggestion } from '#contract/word-suggestions.ts';
import { Failure, type Work } from '#platform';
import { readFoundBy } from '../answers/found-by.ts';
import { addToGlossary } from '../keeping/keeping.ts';
import { wordsToLearn } from '../wording/asked-words.ts';
import type { Judges } from '../wording/fit-words.ts';
import { learningJudges } from '../wording/wording.ts';
import { type Learner, type LearntPair, learntPairs, type Said } from './learnt-pairs.ts';
import { LearntStore } from './learnt-store.ts';

const SHOWN = 50;
/** Words that three people said for an answer that lacks them, those of most people first (docs/rules/answers.md#learnt-pairs). */
export const listSuggestions = async (work: Work): Promise<WordSuggestion[]> => (await openPairs(work)).slice(0, SHOWN);

async function openPairs(work: Work): Promise<LearntPair[]> {
  const store = work.of(LearntStore);
  const judges = await learningJudges(work);
  const [questions, solved] = await Promise.all([store.asked(), store.solved()]);
  const said: Said[] = [
    ...questions.map(({ answer_id, person, words }) => ({
      answer: answer_id,
      person,
      words: JSON.parse(words) as string[],
      from: 'solved_before' as const,
    })),
    ...solved
      .filter((ticket) => !isApart(ticket))
      .map(({ answer_id, person, title, description }) => ({
        answer: answer_id,
        person,
        words: wordsToLearn(`${title}\n${description}`, judges),
        from: 'solved_by' as const,
      })),
  ];
  const ids = [...new Set(said.map(({ answer }) => answer))];
  const answers = (await store.answers({ ids })).filter((answer) => !isApart(answer));
  const pairs = learntPairs(
    said,
    answers.flatMap((answer) => learnerOf(answer, judges)),
  );
  const settled = new Set((await store.settled({ ids: pairs.map(({ id }) => id) })).map(({ id }) => id));
  return pairs.filter(({ id }) => !settled.has(id));
}

type StoredLearner = Awaited<ReturnType<LearntStore['answers']>>[number];

/** None for an answer without a word that could stand for it. */
function learnerOf({ id, reporter, question, content, found_by }: StoredLearner, judges: Judges): Learner[] {
  const [means] = [...wordsToLearn(question ?? '', judges), ...wordsToLearn(content, judges)];
  return means === undefined
    ? []
    : [{ id, reporter, means, texts: [question ?? '', content, ...readFoundBy(found_by)] }];
}

/** A taken suggestion, with the ticket of its answer and the answer's other words. */
export interface TakenSuggestion extends LearntPair {
  readonly ticket_id: string;
  readonly found_by: readonly string[];
}

/**
 * Settles a suggestion for good: nobody is shown it again. Words for the glossary are written there; words for the answer are
 * the caller's to write.
 *
 * @throws Failure `suggestion_not_found`, also for one that is done with; `limit_reached` for a full glossary.
 */
export async function settleSuggestion(work: Work, id: string, to: SuggestionChoice['to']): Promise<TakenSuggestion> {
  await work.lock('suggestions');
  const pair = (await openPairs(work)).find((candidate) => candidate.id === id);
  const [answer] = pair === undefined ? [] : await work.of(LearntStore).answers({ ids: [pair.answer_id] });
  if (pair === undefined || answer === undefined) throw new Failure('suggestion_not_found');
  if (to === 'glossary') await addToGlossary(work, pair.words, pair.means);
  await work.of(LearntStore).settle({ id, settled_at: work.now });
  work.lines.push({ thing: { type: 'suggestion', id: null }, field: 'state', new: to, isUndoable: false });
  return { ...pair, ticket_id: answer.ticket_id, found_by: readFoundBy(answer.found_by) };
}
