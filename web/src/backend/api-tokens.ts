import { queryOptions } from '@tanstack/react-query'
import type { ApiToken, ListedToken, NewToken, TokenDraft } from '../../../contract/tokens.ts'
import { get, write } from './client.ts'

export type { ApiToken, ListedToken, NewToken, TokenDraft }

/** As many as the service gives at once. Nobody has more. */
const MOST = { limit: '500' }

export const tokensQuery = queryOptions({
  queryKey: ['tokens', 'own'],
  queryFn: ({ signal }) => get<ApiToken[]>('/tokens', MOST, signal),
})

export const allTokensQuery = queryOptions({
  queryKey: ['tokens', 'all'],
  queryFn: ({ signal }) => get<ListedToken[]>('/tokens/all', MOST, signal),
})

export const makeToken = (draft: TokenDraft) => write<NewToken>('POST', '/tokens', { json: draft })
export const rotateToken = (id: string) => write<NewToken>('POST', `/tokens/${id}/rotate`)
export const revokeToken = (id: string) => write<void>('DELETE', `/tokens/${id}`)
