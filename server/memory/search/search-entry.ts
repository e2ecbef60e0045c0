import { type SearchEntry, wordsOf } from '#platform';
import { withoutMentions } from './mentions.ts';
import { indexedWords } from './question.ts';

/** The index keeps at most so many words and letters of a thread's comments, newest first. Internal comments count apart. */
const MOST_WORDS = 20_000;
const MOST_LETTERS = 200_000;

/** The parts of a ticket that are searched. */
export interface SearchedTicket {
  readonly id: string;
  readonly number: number;
  readonly reporter_id: string;
  readonly title: string;
  readonly description: string;
}

export interface SearchedComment {
  readonly content: string;
  readonly is_internal: number;
}

/** The words of a ticket's report, as they are written. */
export interface ReportedWords {
  readonly title: string[];
  readonly description: string[];
}

export const reportedWords = ({ title, description }: SearchedTicket): ReportedWords => ({
  title: wordsOf(title),
  description: wordsOf(description),
});

/** The words of a ticket, for the index. @param comments newest first. @param words those of its report. */
export function searchEntry(
  ticket: SearchedTicket,
  comments: readonly SearchedComment[],
  words = reportedWords(ticket),
): SearchEntry {
  return {
    number: ticket.number,
    reporterId: ticket.reporter_id,
    title: indexedWords(ticket.title, words.title),
    description: indexedWords(ticket.description, words.description),
    comments: bounded(comments.filter(({ is_internal }) => is_internal === 0)),
    internal: bounded(comments.filter(({ is_internal }) => is_internal === 1)),
  };
}

function bounded(comments: readonly SearchedComment[]): string[][] {
  const kept: string[][] = [];
  let words = MOST_WORDS;
  let letters = MOST_LETTERS;
  for (const { content } of comments) {
    if (words <= 0 || letters <= 0) break;
    const next = indexedWords(withoutMentions(content)).slice(0, words);
    words -= next.length;
    for (const word of next) letters -= word.length;
    kept.push(next);
  }
  return kept;
}
