import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { TOKEN_SCOPES } from './words.ts';

/** The longest life of a token, in days. */
export const TOKEN_DAYS_AT_MOST = 3650;

const fields = {
  id: Id,
  name: Type.String(),
  prefix: Type.String({ description: 'How the token begins.', examples: ['kwit_pat_'] }),
  last4: Type.String({ description: 'How it ends.', examples: ['Kbdl'] }),
  scope: oneOf(TOKEN_SCOPES),
  created_at: Instant,
  expires_at: nullable(Instant),
  revoked_at: nullable(Instant),
  last_used_at: nullable(Instant),
};

/** A token for programs, as its owner sees it (docs/rules/tokens.md). */
export const ApiToken = record(fields);
export type ApiToken = Static<typeof ApiToken>;

/** A token in the list of everybody's, which developers see. */
export const ListedToken = record({ ...fields, user_name: Type.String() });
export type ListedToken = Static<typeof ListedToken>;

/** A token that has just been made. */
export const NewToken = record({
  token: Type.String({
    description: 'Shown this once.',
    examples: ['kwit_pat_1fJjkkpe9PiTw9KSulA8Ghct30vZz4HpdQ5c5b9cPF11JKbdl'],
  }),
  ...fields,
});
export type NewToken = Static<typeof NewToken>;

/** POST /api/tokens. Without `expires_in_days` a token lives for 90 days, or for `token_max_days` where that is shorter. */
export const TokenDraft = record(
  {
    name: line(1, 80, 'CI bot'),
    scope: oneOf(TOKEN_SCOPES),
    expires_in_days: Type.Optional(
      nullable(Type.Integer({ minimum: 1, maximum: TOKEN_DAYS_AT_MOST, description: 'Null: it does not end.' })),
    ),
  },
  { examples: [{ name: 'CI bot', scope: 'write', expires_in_days: 30 }] },
);
export type TokenDraft = Static<typeof TokenDraft>;
