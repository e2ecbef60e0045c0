import type { Spaces } from '#access';
import { EVERYBODYS_SPACE, inSpace, type SearchEntry, wordsOf } from '#platform';
import type { RowOf } from '#records';
import { withoutMentions } from './mentions.ts';
import { BETWEEN_ROWS, indexedWords } from './question.ts';

/** The spaces of a ticket that nobody keeps apart. */
export const OPEN_SPACES: Spaces = { public: [EVERYBODYS_SPACE], internal: [EVERYBODYS_SPACE] };

/** The index keeps at most so many words and letters of a thread's comments, newest first, counted in each space. Internal comments count apart. */
const MOST_WORDS = 20_000;
const MOST_LETTERS = 200_000;

/** The parts of a ticket that are searched. */
export type SearchedTicket = Pick<RowOf<'tickets'>, 'id' | 'number' | 'reporter_id' | 'title' | 'description'>;
type SearchedComment = Pick<RowOf<'comments'>, 'content' | 'is_internal'> & {
  /** Whether it is what the ticket says in a field: that counts as its description does. */
  readonly is_field?: 0 | 1;
};

/** The words of a ticket's report, as they are written. */
export interface ReportedWords {
  readonly title: string[];
  readonly description: string[];
}

export const reportedWords = ({ title, description }: SearchedTicket): ReportedWords => ({
  title: wordsOf(title),
  description: wordsOf(description),
});

/** Rows of words as one, in which no phrase reaches from one row into the next. */
export const inRows = (rows: readonly (readonly string[])[]): readonly string[] =>
  rows.flatMap((words, index) => (index === 0 ? words : [BETWEEN_ROWS, ...words]));

/** A text's words in each of some spaces. */
export const inEach = (spaces: readonly string[], words: readonly string[]): readonly string[] =>
  inRows(spaces.map((space) => inSpace(space, words)));

/** The words of a ticket, for the index. @param comments newest first. @param words those of its report. */
export function searchEntry(
  ticket: SearchedTicket,
  comments: readonly SearchedComment[],
  { public: publicSpaces, internal } = OPEN_SPACES,
  words = reportedWords(ticket),
): SearchEntry {
  const written = (isInternal: 0 | 1) =>
    comments.filter((comment) => comment.is_internal === isInternal && (isInternal === 1 || comment.is_field !== 1));
  const filled = comments.filter(({ is_field, is_internal }) => is_field === 1 && is_internal === 0);
  return {
    number: ticket.number,
    reporterId: ticket.reporter_id,
    spaces: publicSpaces,
    title: inEach(publicSpaces, indexedWords(ticket.title, words.title)),
    description: inRows([
      inEach(publicSpaces, indexedWords(ticket.description, words.description)),
      ...filled.map(({ content }) => inEach(publicSpaces, indexedWords(content))),
    ]),
    comments: bounded(written(0), publicSpaces),
    internal: bounded(written(1), internal),
  };
}

function bounded(comments: readonly SearchedComment[], spaces: readonly string[]): (readonly string[])[] {
  const rows: (readonly string[])[] = [];
  let words = Math.floor(MOST_WORDS / spaces.length);
  let letters = MOST_LETTERS;
  const names = spaces.join('').length;
  for (const { content } of comments) {
    if (words <= 0 || letters <= 0) break;
    const next = indexedWords(withoutMentions(content)).slice(0, words);
    words -= next.length;
    for (const word of next) letters -= spaces.length * word.length + names;
    rows.push(inEach(spaces, next));
  }
  return rows;
}
