/** The answers of closed tickets, whether they helped, and what their keepers read and change. */
import type { Answer, AnswerFilter, AnswerReview } from '../../../contract/answers.ts';
import type { CommentChange } from '../../../contract/comments.ts';
import type { SuggestionChoice } from '../../../contract/word-suggestions.ts';
import { address, write } from './client.ts';
import { pagesQuery, readQuery } from './queries.ts';

export type { Answer, AnswerReview };

const PAGE = 30;

/** With `q` what has its words, else the most helpful ones first. */
export const answerPagesQuery = (filter: Pick<AnswerFilter, 'q' | 'category'>) =>
  pagesQuery(['answers', 'list', filter], address('/answers', { ...filter, limit: PAGE }));

export const answerQuery = (id: string) => readQuery(['answers', 'one', id], `/answers/${id}`);

export const reviewQuery = readQuery(['answers', 'review'], '/answers/review');

/** Says whether an answer helped the user: their last word counts. @param question what they were writing. */
export const rateAnswer = (id: string, helped: boolean, question = '') =>
  write('POST', `/answers/${id}/helped`, {
    json: { helped, ...(question.trim() ? { asked: question.trim().slice(0, 2000) } : {}) },
  });

export const suggestionsQuery = readQuery(['answers', 'suggestions'], '/glossary/suggestions');

/** Takes suggested words for the answer or the glossary, or drops them for good. */
export const chooseSuggestion = (id: string, to: SuggestionChoice['to']) =>
  write('POST', `/glossary/suggestions/${id}`, { json: { to } });

/** The words that the service offers for an answer that is being written. */
export const closingDraftQuery = (ticketId: string) =>
  readQuery(['answers', 'draft', ticketId], `/tickets/${ticketId}/closing-draft`);

/** The question of an answer, in words that colleagues may read, other words for it, and whether they may read it. */
export type Sharing = Required<Pick<CommentChange, 'question' | 'is_shared'>> & Pick<CommentChange, 'found_by'>;

/** Changes what an answer says it is about, and whether colleagues may read it. */
export const changeSharing = (ticketId: string, id: string, sharing: Sharing) =>
  write('PATCH', `/tickets/${ticketId}/comments/${id}`, { json: sharing });

/** Changes by which other words an answer is found. */
export const changeFoundBy = (ticketId: string, id: string, found_by: string[]) =>
  write('PATCH', `/tickets/${ticketId}/comments/${id}`, { json: { found_by } });

export const glossaryQuery = readQuery(['glossary'], '/glossary');

export const builtInGlossaryQuery = readQuery(['glossary', 'built-in'], '/glossary/built-in');

/** Puts this glossary in the place of the one that holds; null puts back the one that comes with Kwit. */
export const putGlossary = (text: string | null, with_built_in?: boolean) =>
  write('PUT', '/glossary', { json: { text, ...(with_built_in === undefined ? {} : { with_built_in }) } });
