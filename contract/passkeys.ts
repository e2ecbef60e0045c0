import { type Static, Type } from 'typebox';
import { Id, Instant, line, nullable, record } from './scalars.ts';
import { User } from './users.ts';

/** The messages between a browser and an authenticator (WebAuthn, as JSON). The library judges them. */
const WebAuthnJson = Type.Unsafe<Record<string, unknown>>({
  type: 'object',
  additionalProperties: true,
  description: 'As a browser has it (WebAuthn, JSON).',
});

const EXAMPLE_CHALLENGE = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const challenge_id = Type.String({ text: 'as is', minLength: 1, maxLength: 200 });

/** POST /api/auth/passkeys/challenge and /register/options. */
export const PasskeyChallenge = record({ challenge_id: Type.String(), options: WebAuthnJson });
export type PasskeyChallenge = Static<typeof PasskeyChallenge>;

/** POST /api/auth/passkeys/verify. */
export const PasskeyAnswer = record(
  { challenge_id, credential: WebAuthnJson },
  { examples: [{ challenge_id: EXAMPLE_CHALLENGE, credential: { id: 'AbC', type: 'public-key' } }] },
);
export type PasskeyAnswer = Static<typeof PasskeyAnswer>;

/** After a first step that goes on to a page, `next` names it. */
export const SignedInByPasskey = record({
  token: Type.String({ description: 'A JWT. Send it as `Authorization: Bearer <token>`.' }),
  user: User,
  next: Type.Optional(Type.String({ description: 'The path of the app to open, after the company account.' })),
});
export type SignedInByPasskey = Static<typeof SignedInByPasskey>;

/** POST /api/auth/passkeys/register. */
export const NewPasskey = record(
  { challenge_id, credential: WebAuthnJson, name: line(1, 80, 'Phone') },
  {
    examples: [{ challenge_id: EXAMPLE_CHALLENGE, credential: { id: 'AbC', type: 'public-key' }, name: 'Phone' }],
  },
);
export type NewPasskey = Static<typeof NewPasskey>;

/** PATCH of a passkey. */
export const PasskeyChange = record({ name: line(1, 80, 'Phone') }, { examples: [{ name: 'Phone' }] });
export type PasskeyChange = Static<typeof PasskeyChange>;

const passkey = {
  id: Id,
  name: Type.String({ examples: ['Phone'] }),
  created_at: Instant,
  last_used_at: nullable(Instant),
  backed_up: Type.Boolean({ description: 'Whether its owner has it on other devices as well.' }),
  suspended_at: nullable(Instant),
};

export const Passkey = record(passkey);
export type Passkey = Static<typeof Passkey>;

/** The first one comes with codes that stand for it, each once. */
export const RegisteredPasskey = record({ ...passkey, recovery_codes: Type.Optional(Type.Array(Type.String())) });
export type RegisteredPasskey = Static<typeof RegisteredPasskey>;

export const RecoveryCodes = record({ recovery_codes: Type.Array(Type.String()) });
export type RecoveryCodes = Static<typeof RecoveryCodes>;

/** POST /api/auth/passkeys/recover. */
export const RecoveryAttempt = record(
  { challenge_id, code: Type.String({ text: true, minLength: 1, maxLength: 40 }) },
  { examples: [{ challenge_id: EXAMPLE_CHALLENGE, code: 'abcd-efgh-jkmn' }] },
);
export type RecoveryAttempt = Static<typeof RecoveryAttempt>;
