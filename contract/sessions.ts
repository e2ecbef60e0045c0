import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { SIGN_IN_METHODS } from './words.ts';

/** A sign-in that has not ended. */
export const Session = record({
  id: Id,
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  user_agent: nullable(Type.String({ description: 'What signed in, as it called itself; at most 300 characters.' })),
  created_at: Instant,
  expires_at: Instant,
  method: oneOf(SIGN_IN_METHODS, { description: 'How the person signed in.' }),
});
export type Session = Static<typeof Session>;
