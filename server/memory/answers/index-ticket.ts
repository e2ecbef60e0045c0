import type { Actor, Work } from '#platform';
import { ReportWordStore } from '../search/report-word-store.ts';
import {
  OPEN_SPACES,
  type ReportedWords,
  reportedWords,
  type SearchedTicket,
  searchEntry,
} from '../search/search-entry.ts';
import { SearchStore } from '../search/search-store.ts';
import { topicWordsAmong } from '../search/stems.ts';
import { SolvedStore } from './solved-store.ts';

const telling = ({ title, description }: ReportedWords): string[] => topicWordsAmong(title, description);

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
  await work.of(ReportWordStore).add(after.reporter_id, words);
  if (before === null) return;
  const current = new Set(words);
  const left = telling(reportedWords(before)).filter((word) => !current.has(word));
  const gone = await work.of(ReportWordStore).keptOf(after.reporter_id, left);
  if (gone.length === 0) return;
  const common = await work.of(ReportWordStore).common(gone);
  for (const word of gone) await forgetWord(work, after, word);
  const stillCommon = await work.of(ReportWordStore).common(gone);
  const rare = [...common].filter((word) => !stillCommon.has(word));
  for (const word of rare)
    for (const { id, number } of await work.of(SearchStore).ticketsWith(word, after.number))
      await work.of(SolvedStore).index(id, number);
}

/** The reporter has the word no more, unless another of their tickets has it. Others who have it may take the place. */
async function forgetWord(work: Work<Actor>, { number, reporter_id }: SearchedTicket, word: string): Promise<void> {
  const others = await work.of(SearchStore).ticketsWith(word, number);
  const reporters = new Set(others.map((ticket) => ticket.reporter_id));
  if (!reporters.has(reporter_id)) await work.of(ReportWordStore).remove(reporter_id, [word]);
  for (const reporter of reporters) await work.of(ReportWordStore).add(reporter, [word]);
}

/**
 * Writes a ticket's words into the index, as its texts are now. Every change of title, description or comments calls this
 * in its transaction and holds the ticket.
 */
export async function indexTicket(work: Work<Actor>, ticket: SearchedTicket, words?: ReportedWords): Promise<void> {
  const store = work.of(SearchStore);
  const [thread, spaces] = await Promise.all([store.threadOf({ ticket: ticket.id }), store.spacesOf(ticket.id)]);
  await store.put(searchEntry(ticket, thread, spaces, words));
}

/** A ticket is there no more: nobody finds it, and its words are not its reporter's because of it. */
export async function forgetTicket(work: Work<Actor>, ticket: SearchedTicket): Promise<void> {
  await work.of(SearchStore).drop({ rowid: ticket.number });
  await work.of(SolvedStore).index(ticket.id, ticket.number);
  await followWords(work, ticket, ticket, { title: [], description: [] });
}

/** It is there again, with all that was said on it. */
export async function indexTicketAgain(work: Work<Actor>, ticket: SearchedTicket): Promise<void> {
  const words = reportedWords(ticket);
  await indexTicket(work, ticket, words);
  await followWords(work, null, ticket, words);
  await work.of(SolvedStore).index(ticket.id, ticket.number);
}

export async function indexNewTicket(
  work: Work<Actor>,
  ticket: SearchedTicket & { readonly project_id: string | null },
): Promise<void> {
  const words = reportedWords(ticket);
  const spaces = ticket.project_id === null ? OPEN_SPACES : await work.of(SearchStore).spacesOf(ticket.id);
  await work.of(SearchStore).put(searchEntry(ticket, [], spaces, words));
  await followWords(work, null, ticket, words);
}

export async function indexChange(
  work: Work<Actor>,
  before: SearchedTicket,
  set: { readonly title?: string; readonly description?: string },
): Promise<void> {
  if (set.title === undefined && set.description === undefined) return;
  const after = { ...before, ...set };
  const words = reportedWords(after);
  await indexTicket(work, after, words);
  await followWords(work, before, after, words);
}
