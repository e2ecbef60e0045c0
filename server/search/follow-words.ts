import type { Actor } from '../actor.ts';
import type { Work } from '../work.ts';
import { type ReportedWords, reportedWords, type SearchedTicket } from './search-entry.ts';
import { tellingAmong } from './stems.ts';

const telling = ({ title, description }: ReportedWords): string[] => tellingAmong(title, description);

/**
 * Keeps track of which reporters have which words, when a ticket is new or its report changes. A word that leaves a report
 * may be a word of fewer reporters from now on, and then nobody else may be matched by it any more.
 *
 * @param reported the words of the report, as it is now.
 */
export async function followWords(
  work: Work<Actor>,
  before: SearchedTicket | null,
  after: SearchedTicket,
  reported: ReportedWords,
): Promise<void> {
  const words = telling(reported);
  await work.reportWords.add(after.reporter_id, words);
  if (before === null) return;
  const kept = new Set(words);
  const gone = telling(reportedWords(before)).filter((word) => !kept.has(word));
  if (gone.length === 0) return;
  const common = await work.reportWords.common(gone);
  for (const word of gone) await forgetWord(work, after, word);
  const stillCommon = await work.reportWords.common(gone);
  const rare = [...common].filter((word) => !stillCommon.has(word));
  for (const word of rare)
    for (const { id, number } of await work.search.ticketsWith(word, after.number)) await work.solved.index(id, number);
}

/** The reporter has the word no more, unless another of their tickets has it. Others who have it may take the place. */
async function forgetWord(work: Work<Actor>, { number, reporter_id }: SearchedTicket, word: string): Promise<void> {
  const others = await work.search.ticketsWith(word, number);
  const reporters = new Set(others.map((ticket) => ticket.reporter_id));
  if (!reporters.has(reporter_id)) await work.reportWords.remove(reporter_id, [word]);
  for (const reporter of reporters) await work.reportWords.add(reporter, [word]);
}
