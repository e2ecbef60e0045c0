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
const searches = sample !== 'corpus' ? [] : readSearches().filter((entry) => entry.half === half);

const out = (line: string) => process.stdout.write(`${line}\n`);

const isFirst = ({ place }: Found) => place === 0;
const isAmongFive = ({ place }: Found) => place !== null && place < 5;

function shareOf<F>(results: readonly F[], fits: (result: F) => boolean): string {
  const count = results.filter(fits).length;
  return `${count} of ${results.length} (${(count / Math.max(1, results.length)).toFixed(2)})`;
}

async function report(title: string, memory: Memory, asker: 'developer' | 'reporter'): Promise<void> {
  const results = new Map<string, Found[]>();
  for (const question of questions) {
    const answer = await ask(memory, memory[asker], question);
    results.set(question.kind, [...(results.get(question.kind) ?? []), answer]);
    const isWrong = question.kind === 'nothing-fits' ? answer.offered > 0 : !isFirst(answer);
    if (half === 'tune' && isWrong)
      out(
        `  ${question.id}: ${answer.place ?? 'missed'}, ${answer.offered} offered, ${answer.share}: ${question.title}`,
      );
  }
  const answered = [...results].flatMap(([kind, some]) => (kind === 'nothing-fits' ? [] : some));
  out(`\n${title}`);
  out(`  all: first ${shareOf(answered, isFirst)}, among five ${shareOf(answered, isAmongFive)}`);
  for (const kind of QUESTION_KINDS) {
    const some = results.get(kind) ?? [];
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
  const results: Found[] = [];
  for (const kind of SEARCH_KINDS)
    for (const query of searches.filter((each) => each.kind === kind)) {
      const result = await search(withQuestions, query);
      results.push(result);
      if (half === 'tune' && !isAmongFive(result))
        out(`  ${query.id}: ${result.place}, ${result.offered}: ${query.query}`);
    }
  out(`\nSearch: among the first five ${shareOf(results, isAmongFive)}`);
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
