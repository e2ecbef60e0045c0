import { createHash } from 'node:crypto';
import { wordsOf } from '#platform';
import { beginning, LONG_STEM, longStemsIn } from '../search/stems.ts';

/** So many people must say a word. */
const ENOUGH = 3;

export type LearntFrom = 'solved_before' | 'solved_by';

/** Words that somebody said for an answer. */
export interface Said {
  readonly answer: string;
  /** Their mailbox. */
  readonly person: string;
  readonly words: readonly string[];
  readonly from: LearntFrom;
}

/** An answer that may learn words. */
export interface Learner {
  readonly id: string;
  /** The mailbox of who reported it: they do not count. */
  readonly reporter: string;
  /** Its question, answer and other words. */
  readonly texts: readonly string[];
  /** A word of it that tells what it is about. */
  readonly means: string;
}

export interface LearntPair {
  readonly id: string;
  readonly words: string;
  readonly means: string;
  readonly seen: number;
  readonly from: LearntFrom;
  readonly answer_id: string;
}

const stem = (word: string): string => beginning(wordsOf(word)[0] ?? '', LONG_STEM);

/** Pure: the words that an answer lacks and that at least three people said for it, those of most people first. */
export function learntPairs(said: readonly Said[], answers: readonly Learner[]): LearntPair[] {
  const byAnswer = Map.groupBy(said, ({ answer }) => answer);
  const pairs = answers.flatMap((answer) => {
    const others = (byAnswer.get(answer.id) ?? []).filter(({ person }) => person !== answer.reporter);
    return pairsOfOne(answer, others);
  });
  return pairs.sort((a, b) => b.seen - a.seen || a.words.localeCompare(b.words) || a.id.localeCompare(b.id));
}

function pairsOfOne({ id, texts, means }: Learner, said: readonly Said[]): LearntPair[] {
  const had = longStemsIn(texts);
  const spoken = said.flatMap(({ words, person, from }) => words.map((word) => ({ word, person, from })));
  return [...Map.groupBy(spoken, ({ word }) => stem(word))].flatMap(([of, uses]) => {
    const seen = peopleIn(uses);
    const [first] = uses;
    if (seen < ENOUGH || first === undefined || had.has(of) || of === '') return [];
    const before = peopleIn(uses.filter(({ from }) => from === 'solved_before'));
    const from = before >= seen - before ? ('solved_before' as const) : ('solved_by' as const);
    return [{ id: pairId(id, of), words: first.word, means, seen, from, answer_id: id }];
  });
}

const peopleIn = (uses: readonly { readonly person: string }[]): number =>
  new Set(uses.map(({ person }) => person)).size;

/** The id of a pair for ever: a settled pair is known by it, and by nothing that anybody said. */
function pairId(answer: string, of: string): string {
  const digest = createHash('sha256').update(`${answer} ${of}`).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12}).*$/, '$1-$2-$3-$4-$5');
}
