/**
 * `npm run memory`: how often the memory finds the right answer. It prints the half of the corpus on which rules and
 * bounds may be judged; `npm run memory -- tune` prints the half on which they are chosen, with what was missed;
 * `npm run memory -- fields`, `-- trades` and `-- blind` print the samples of other fields of work.
 */
import { ask, type Closing, type Found, type Memory, remember, search } from './ask.ts';
import { QUESTION_KINDS, readQuestions, readSearches, SAMPLES, SEARCH_KINDS } from './corpus.ts';

const half = process.argv[2] === 'tune' ? 'tune' : 'report';
const sample = SAMPLES.find((name) => name === process.argv[2]) ?? 'corpus';
const questions = readQuestions(sample).filter((question) => question.half === half);
const searches = sample !== 'corpus' ? [] : readSearches().filter((one) => one.half === half);

const out = (line: string) => process.stdout.write(`${line}\n`);

const isFirst = ({ place }: Found) => place === 0;
const isAmongFive = ({ place }: Found) => place !== null && place < 5;

function shareOf<F>(found: readonly F[], fits: (one: F) => boolean): string {
  const count = found.filter(fits).length;
  return `${count} of ${found.length} (${(count / Math.max(1, found.length)).toFixed(2)})`;
}

async function report(title: string, memory: Memory, asker: 'developer' | 'reporter'): Promise<void> {
  const found = new Map<string, Found[]>();
  for (const question of questions) {
    const one = await ask(memory, memory[asker], question);
    found.set(question.kind, [...(found.get(question.kind) ?? []), one]);
    const isWrong = question.kind === 'nothing-fits' ? one.offered > 0 : !isFirst(one);
    if (half === 'tune' && isWrong)
      out(`  ${question.id}: ${one.place ?? 'missed'}, ${one.offered} offered, ${one.share}: ${question.title}`);
  }
  const answered = [...found].flatMap(([kind, some]) => (kind === 'nothing-fits' ? [] : some));
  out(`\n${title}`);
  out(`  all: first ${shareOf(answered, isFirst)}, among five ${shareOf(answered, isAmongFive)}`);
  for (const kind of QUESTION_KINDS) {
    const some = found.get(kind) ?? [];
    if (kind === 'nothing-fits')
      out(
        `  false offers: ${shareOf(some, ({ offered }) => offered > 0)}; of 0.5 and more: ${shareOf(some, ({ share }) => share >= 0.5)}`,
      );
    else out(`  ${kind}: first ${shareOf(some, isFirst)}, among five ${shareOf(some, isAmongFive)}`);
  }
}

const withQuestions = await remember(sample, { question: true });
try {
  await report('A developer asks', withQuestions, 'developer');
  await report('Another reporter asks, answers have questions', withQuestions, 'reporter');
  const found: Found[] = [];
  for (const kind of SEARCH_KINDS)
    for (const one of searches.filter((each) => each.kind === kind)) {
      const result = await search(withQuestions, one);
      found.push(result);
      if (half === 'tune' && !isAmongFive(result)) out(`  ${one.id}: ${result.place}, ${result.offered}: ${one.query}`);
    }
  out(`\nSearch: among the first five ${shareOf(found, isAmongFive)}`);
} finally {
  await withQuestions.app.close();
}
const CLOSINGS: readonly (readonly [string, Closing])[] = [
  ['have questions and the words that are offered', { question: true, words: true }],
  ['have the words that are offered, and no questions', { words: true }],
  ['have neither', {}],
];
for (const [what, closing] of CLOSINGS) {
  const memory = await remember(sample, closing);
  try {
    await report(`Another reporter asks, answers ${what}`, memory, 'reporter');
  } finally {
    await memory.app.close();
  }
}
