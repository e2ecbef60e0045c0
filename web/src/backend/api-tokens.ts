import { infiniteQueryOptions } from '@tanstack/react-query';
import type { ApiToken, ListedToken, NewToken, TokenDraft } from '../../../contract/tokens.ts';
import { address, getPage, write } from './client.ts';

export type { ApiToken, ListedToken, NewToken, TokenDraft };

const PAGE = { limit: 100 };

/** One's own, the newest first. */
export const tokensQuery = infiniteQueryOptions({
  queryKey: ['tokens', 'own'],
  queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
  initialPageParam: address('/tokens', PAGE),
  getNextPageParam: (page) => page.next,
});

/** Everybody's, the newest first. */
export const allTokensQuery = infiniteQueryOptions({
  queryKey: ['tokens', 'all'],
  queryFn: ({ pageParam, signal }) => getPage(pageParam, signal),
  initialPageParam: address('/tokens/all', PAGE),
  getNextPageParam: (page) => page.next,
});

export const makeToken = (draft: TokenDraft) => write('POST', '/tokens', { json: draft });
export const rotateToken = (id: string) => write('POST', `/tokens/${id}/rotate`);
export const revokeToken = (id: string) => write('DELETE', `/tokens/${id}`);
