import { type PlacedTicket, spacesOf, stemTagFor } from '#access';
import { type AnswerEntry, type SearchEntry, wordsOf } from '#platform';
import { withoutMentions } from '../search/mentions.ts';
import { indexedWords } from '../search/question.ts';
import type { WordsOfReports } from '../search/report-word-store.ts';
import { inEach, inRows, OPEN_SPACES, type SearchedTicket } from '../search/search-entry.ts';
import { topicWords, topicWordsAmong } from '../search/stems.ts';
import { readFoundBy } from './found-by.ts';

/** A closed ticket with a public answer. */
export interface Solved extends Omit<SearchedTicket, 'id'>, PlacedTicket {
  readonly question: string | null;
  /** As the column has them. */
  readonly found_by: string;
  readonly summary: string;
  readonly is_shared: 0 | 1;
}

export interface AnswerEntries {
  readonly entry: AnswerEntry;
  readonly said: SearchEntry;
}

/** The entries of answers in the indexes. Words of their reports that are rare now are kept beside them: they may be common one day. */
export async function indexEntriesOf(tickets: readonly Solved[], reports: WordsOfReports): Promise<AnswerEntries[]> {
  const withWords = tickets.map((ticket) => ({ ticket, words: topicWords(`${ticket.title} ${ticket.description}`) }));
  const open = withWords.filter(({ ticket }) => ticket.is_shared === 1);
  await reports.learn(new Set(open.flatMap(({ words }) => words)));
  for (const { ticket, words } of withWords)
    await reports.putRare(ticket.number, ticket.is_shared === 1 ? words.filter((word) => !reports.isCommon(word)) : []);
  return withWords.map(({ ticket, words }) => entriesOfOne(ticket, words, reports));
}

/** @param words those of the ticket's report. */
function entriesOfOne(ticket: Solved, words: readonly string[], reports: WordsOfReports): AnswerEntries {
  const { number, reporter_id: reporterId, is_shared } = ticket;
  const [question, answer] = [ticket.question ?? '', withoutMentions(ticket.summary)];
  const names = [question, ...readFoundBy(ticket.found_by)];
  const said = { names: names.map((name) => wordsOf(name)), answer: wordsOf(answer) };
  const telling = topicWordsAmong(...said.names, said.answer);
  const common = is_shared === 1 ? words.filter(reports.isCommon) : [];
  const stems = reports.stems.of([...words, ...telling]);
  const { public: spaces } = is_shared === 1 ? OPEN_SPACES : spacesOf(ticket);
  const shared = common.length === words.length ? stems : reports.stems.of([...telling, ...common]);
  return {
    entry: { number, reporterId, stems: stemsInSpace(ticket, stems), shared: is_shared === 1 ? shared : [] },
    // A search reads the question and its other words as a title, the answer as a description.
    said: {
      number,
      reporterId,
      spaces,
      title: inEach(spaces, inRows(names.map((name, index) => indexedWords(name, said.names[index])))),
      description: inEach(spaces, indexedWords(answer, said.answer)),
      comments: [],
      internal: [],
    },
  };
}

/**
 * The stems by which an answer is found. A sealed project has a space of its own, so that a question of somebody else meets
 * none of its stems, by text, score, count or time. Nobody finds the answer of a restricted ticket by words until it is shared.
 */
function stemsInSpace(ticket: Solved, stems: readonly string[]) {
  const tag = ticket.is_shared === 1 ? '' : stemTagFor(ticket);
  return tag === null ? [] : stems.map((stem) => `${stem}${tag}`);
}
