import type { ApiToken, ListedToken, NewToken, TokenDraft } from '../../../contract/tokens.ts';
import { address, write } from './client.ts';
import { pagesQuery } from './queries.ts';

export type { ApiToken, ListedToken, NewToken, TokenDraft };

const PAGE = { limit: 100 };

/** One's own, the newest first. */
export const tokensQuery = pagesQuery(['tokens', 'own'], address('/tokens', PAGE));

/** Everybody's, the newest first. */
export const allTokensQuery = pagesQuery(['tokens', 'all'], address('/tokens/all', PAGE));

export const makeToken = (draft: TokenDraft) => write('POST', '/tokens', { json: draft });
export const rotateToken = (id: string) => write('POST', `/tokens/${id}/rotate`);
export const revokeToken = (id: string) => write('DELETE', `/tokens/${id}`);
