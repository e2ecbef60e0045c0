/** The answers of closed tickets, whether they helped, and what their keepers read and change. */
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Answer, AnswerFilter, AnswerReview } from '../../../contract/answers.ts';
import type { CommentChange } from '../../../contract/comments.ts';
import { address, get, getPage, write } from './client.ts';

export type { Answer, AnswerReview };

const PAGE = 30;

/** With `q` what has its words, else the most helpful ones first. */
export const answerPagesQuery = (filter: Pick<AnswerFilter, 'q' | 'category'>) =>
  infiniteQueryOptions({
    queryKey: ['answers', 'list', filter],
    queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
    initialPageParam: address('/answers', { ...filter, limit: PAGE }),
    getNextPageParam: (page) => page.next,
  });

export const answerQuery = (id: string) =>
  queryOptions({
    queryKey: ['answers', 'one', id],
    queryFn: ({ signal }) => get(`/answers/${id}`, {}, signal),
  });

export const reviewQuery = queryOptions({
  queryKey: ['answers', 'review'],
  queryFn: ({ signal }) => get('/answers/review', {}, signal),
});

/** Says whether an answer helped the user: their last word counts. */
export const rateAnswer = (id: string, helped: boolean) => write('POST', `/answers/${id}/helped`, { json: { helped } });

/** What an answer was about, in words that colleagues may read, and whether they may read it. */
export type Sharing = Required<Pick<CommentChange, 'question' | 'is_shared'>>;

/** Changes what an answer says it is about, and whether colleagues may read it. */
export const changeSharing = (ticketId: string, id: string, sharing: Sharing) =>
  write('PATCH', `/tickets/${ticketId}/comments/${id}`, { json: sharing });

export const glossaryQuery = queryOptions({
  queryKey: ['glossary'],
  queryFn: ({ signal }) => get('/glossary', {}, signal),
});

/** Puts this glossary in the place of the one that holds; null puts back the one that comes with Kwit. */
export const putGlossary = (text: string | null) => write('PUT', '/glossary', { json: { text } });
