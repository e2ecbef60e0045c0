import type { FastifyContextConfig } from 'fastify';
import { TOKEN_SCOPES, type TokenScope } from '../../contract/words.ts';
import type { Person } from '../actor.ts';
import { Failure } from '../failure.ts';

type Permission = Pick<FastifyContextConfig, 'access' | 'scope'>;

/**
 * Whether a person may call a route, first by their role, then by the scope of the token that they send
 * (docs/rules/tokens.md#scopes).
 *
 * @throws Failure `forbidden`, `insufficient_scope`.
 */
export function permitAccess({ access, scope }: Permission, { role, credential }: Pick<Person, 'role' | 'credential'>) {
  if (access === 'developer' && role !== 'developer')
    throw new Failure('forbidden', { message: 'Only developers may do this; ask one.' });
  if (credential.kind === 'session' || !scope) return;
  if (scope === 'session') throw new Failure('forbidden', { message: 'No token may do this; sign in for it.' });
  if (!includes(credential.scope, scope)) throw insufficientScope(scope);
}

/** Each scope has those before it. */
const includes = (held: TokenScope, needed: TokenScope) => TOKEN_SCOPES.indexOf(held) >= TOKEN_SCOPES.indexOf(needed);

const insufficientScope = (scope: TokenScope) =>
  new Failure('insufficient_scope', { scope, message: `This needs a token with the scope ${scope}.` });
