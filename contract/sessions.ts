import { type Static, Type } from 'typebox';
import { Id, Instant, nullable, record } from './scalars.ts';

/** A sign-in that has not ended. */
export const Session = record({
  id: Id,
  current: Type.Boolean({ description: 'Whether it is the one that asks.' }),
  user_agent: nullable(Type.String({ description: 'What signed in, as it called itself; at most 300 characters.' })),
  created_at: Instant,
  expires_at: Instant,
});
export type Session = Static<typeof Session>;
