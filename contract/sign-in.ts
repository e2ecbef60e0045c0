import { type Static, Type } from 'typebox';
import { Email, Id, Instant, nullable, oneOf, record } from './scalars.ts';
import { ButtonLabel } from './sign-in-settings.ts';
import { User } from './users.ts';
import { LANGUAGES, SIGN_IN_ERRORS } from './words.ts';

export const CodeRequest = record(
  { email: Email, lang: Type.Optional(oneOf(LANGUAGES)) },
  { examples: [{ email: 'ada@example.com', lang: 'en' }] },
);
export type CodeRequest = Static<typeof CodeRequest>;

/** Any digits are well formed: somebody who guesses does not learn that a code has eight. */
export const CodeAttempt = record(
  { email: Email, code: Type.String({ text: true, line: true, pattern: '^[0-9]{1,32}$', examples: ['01234567'] }) },
  { examples: [{ email: 'ada@example.com', code: '01234567' }] },
);
export type CodeAttempt = Static<typeof CodeAttempt>;

export const Success = record({ success: Type.Literal(true) });

export const SignedIn = record({
  token: Type.String({ description: 'A JWT. Send it as `Authorization: Bearer <token>`.' }),
  user: User,
});
export type SignedIn = Static<typeof SignedIn>;

/** POST /api/setup/first: what stood behind /first#, and the address of whoever opened it. */
export const FirstDeveloper = record(
  {
    secret: Type.String({ text: 'as is', minLength: 1, maxLength: 200 }),
    email: Email,
    anyone_at: Type.Optional(
      Type.Boolean({ description: 'Also at a domain at which everybody can get an address; they may then sign in.' }),
    ),
    lang: Type.Optional(oneOf(LANGUAGES)),
  },
  { examples: [{ secret: 'q83v0r3kSIiZ3Vn0Xl2b3g', email: 'ada@example.com' }] },
);
export type FirstDeveloper = Static<typeof FirstDeveloper>;

/** GET /api/auth/methods: the ways to sign in. */
export const SignInMethods = record({
  code: Type.Boolean(),
  oidc: nullable(record({ label: ButtonLabel })),
  passkey: Type.Boolean(),
});
export type SignInMethods = Static<typeof SignInMethods>;

/** GET /api/auth/oidc/start. */
export const SignInStart = record({
  next: Type.Optional(
    Type.String({ text: 'as is', description: 'The path of the app to open then; any other is ignored.' }),
  ),
});

/** The provider's answer, which the browser brings back: OpenID Connect leaves the provider free to add to it. */
export const SignInCallback = Type.Object(
  { state: Type.Optional(Type.String({ text: 'as is' })) },
  { additionalProperties: true, description: 'As the provider answers.' },
);

/** POST /api/auth/oidc/redeem: what stood behind /login#code=. */
export const CodeToRedeem = record(
  { code: Type.String({ text: 'as is', minLength: 1, maxLength: 200 }) },
  { examples: [{ code: 'fJ3…' }] },
);

export const SignedInTo = record({
  ...SignedIn.properties,
  next: Type.String({ description: 'The path of the app to open.', examples: ['/t/42'] }),
});
export type SignedInTo = Static<typeof SignedInTo>;

/** POST /api/auth/oidc/backchannel-logout (OpenID Connect Back-Channel Logout 1.0). */
export const LogoutToken = Type.Object(
  { logout_token: Type.String({ text: 'as is', maxLength: 20_000 }) },
  { additionalProperties: true, examples: [{ logout_token: 'eyJhbGciOiJSUzI1NiJ9…' }] },
);

/** A company account that is linked to a person. */
export const Identity = record({
  id: Id,
  issuer: Type.String(),
  subject: Type.String(),
  created_at: Instant,
  last_used_at: Instant,
});
export type Identity = Static<typeof Identity>;

export const IdentityPath = record({ id: Id, identityId: Id });

/** POST /api/settings/oidc/check: settings that are not saved yet, or none for those that hold; in English unless said. */
export const OidcCheck = record(
  {
    draft: Type.Optional(
      record({
        oidc_issuer: Type.Optional(Type.String({ text: 'as is', maxLength: 500 })),
        oidc_client_id: Type.Optional(Type.String({ text: 'as is', maxLength: 500 })),
        oidc_client_secret: Type.Optional(Type.String({ text: 'as is', maxLength: 1000 })),
        oidc_scopes: Type.Optional(Type.String({ text: 'as is', maxLength: 500 })),
      }),
    ),
    lang: Type.Optional(oneOf(LANGUAGES)),
  },
  { examples: [{ draft: { oidc_issuer: 'https://login.example.com' } }] },
);
export type OidcCheck = Static<typeof OidcCheck>;

export const OidcCheckResult = record({
  ok: Type.Boolean(),
  steps: Type.Array(record({ name: Type.String(), ok: Type.Boolean(), text: Type.String() })),
});
export type OidcCheckResult = Static<typeof OidcCheckResult>;

/** GET /api/settings/oidc/attempts: in which language it tells what is wrong; English unless said. */
export const AttemptsFilter = record({ lang: Type.Optional(oneOf(LANGUAGES)) });

/** A sign-in with the company's account: what came, and what it led to. */
export const SignInAttempt = record({
  at: Instant,
  outcome: oneOf(['signed_in', 'refused']),
  error: nullable(oneOf(SIGN_IN_ERRORS)),
  user_id: nullable(Id),
  claims: Type.Object({}, { additionalProperties: true, description: 'As they came, each cut to 100 characters.' }),
  problems: Type.Array(Type.String()),
});
export type SignInAttempt = Static<typeof SignInAttempt>;
