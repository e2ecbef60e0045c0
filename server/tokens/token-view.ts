import type { ApiToken } from '../../contract/tokens.ts';
import type { StoredToken } from './token-store.ts';
import { PREFIX } from './token-text.ts';

/** A token as its owner sees it. */
export const viewToken = (token: StoredToken): ApiToken => ({
  id: token.id,
  name: token.name,
  prefix: PREFIX,
  last4: token.last4,
  scope: token.scope,
  created_at: token.created_at,
  expires_at: token.expires_at,
  revoked_at: token.revoked_at,
  last_used_at: token.last_used_at,
});
