import type { ForeignDatabase } from '#platform';
import { ImportRefused } from '../../import-report.ts';
import type { SourceWords, WordList } from '../../source-words.ts';

const WORD_COLUMNS: Readonly<Record<string, Readonly<Record<string, WordList>>>> = {
  tickets: { status: 'status', category: 'category', priority: 'priority', urgency_reporter: 'priority' },
  ticket_templates: { category: 'category', urgency_reporter: 'priority' },
  dev_tasks: { priority: 'priority', status: 'task_status' },
};

/** The fields whose changes history tells in such words. */
export const HISTORY_WORDS: Readonly<Record<string, WordList>> = {
  status: 'status',
  category: 'category',
  priority: 'priority',
  urgency_reporter: 'priority',
};

/**
 * Refuses a database that is not whole, or has words that Kwit does not have.
 *
 * @param repairs whether broken links between rows are repaired instead (`--repair-links`).
 * @throws ImportRefused with a sentence for each problem.
 */
export function checkSource(source: ForeignDatabase, words: SourceWords, repairs: boolean): void {
  if (!repairs) refuseBroken(source);
  const unknown = unknownWords(source, words);
  if (unknown.length > 0)
    throw new ImportRefused(
      ['OpenArca has words that Kwit does not have. Say what each means:', ...unknown].join('\n  '),
    );
}

function refuseBroken(source: ForeignDatabase): void {
  const problems = source.problems();
  const dangling = source
    .dangling()
    .map(({ table, rowid, parent }) => `${table}, row ${rowid}, names a row of ${parent} that is not there.`);
  if (problems.length + dangling.length === 0) return;
  throw new ImportRefused(
    [
      'The database of OpenArca is not whole; --repair-links imports what can be read of it:',
      ...problems,
      ...dangling,
    ].join('\n  '),
  );
}

/** A line for each word that nobody explained: the option that is missing. */
function unknownWords(source: ForeignDatabase, words: SourceWords): string[] {
  const counts = new Map<string, number>();
  const look = (list: WordList, word: unknown, count: number) => {
    if (word === null || words.read(list, String(word)) !== null) return;
    counts.set(`${list}.${word}`, (counts.get(`${list}.${word}`) ?? 0) + count);
  };
  for (const [table, columns] of Object.entries(WORD_COLUMNS))
    for (const [column, list] of Object.entries(columns))
      for (const row of source.distinct(table, [column])) look(list, row[column], row.count);
  for (const column of ['old_value', 'new_value'])
    for (const row of source.distinct('ticket_history', ['field', column])) {
      const list = Object.hasOwn(HISTORY_WORDS, String(row.field)) ? HISTORY_WORDS[String(row.field)] : undefined;
      if (list !== undefined) look(list, row[column], row.count);
    }
  return [...counts].map(([word, count]) => `--map ${word}=…   (${count} times)`);
}
