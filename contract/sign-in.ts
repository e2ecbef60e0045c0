import { type Static, Type } from 'typebox';
import { Email, oneOf, record } from './scalars.ts';
import { LANGUAGES, User } from './users.ts';

export const CodeRequest = record(
  { email: Email, lang: Type.Optional(oneOf(LANGUAGES)) },
  { examples: [{ email: 'ada@example.com', lang: 'en' }] },
);
export type CodeRequest = Static<typeof CodeRequest>;

/** Any digits are well formed: somebody who guesses does not learn that a code has eight. */
export const CodeAttempt = record(
  { email: Email, code: Type.String({ text: true, pattern: '^[0-9]{1,32}$', examples: ['01234567'] }) },
  { examples: [{ email: 'ada@example.com', code: '01234567' }] },
);
export type CodeAttempt = Static<typeof CodeAttempt>;

export const Success = record({ success: Type.Literal(true) });

export const SignedIn = record({
  token: Type.String({ description: 'A JWT. Send it as `Authorization: Bearer <token>`.' }),
  user: User,
});
export type SignedIn = Static<typeof SignedIn>;
