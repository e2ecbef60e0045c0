import { Type } from 'typebox';
import { line, nullable, oneOf, record } from './scalars.ts';
import { CODE_SIGN_IN, PASSKEY_REQUIRED_OF } from './words.ts';

const GROUPS = Type.Array(Type.String({ text: 'as is', minLength: 1, maxLength: 200 }), { maxItems: 200 });

/** One text, or one in each language. */
export const ButtonLabel = Type.Unsafe<string | { pl: string; en: string }>({
  anyOf: [
    line(1, 60, 'Company account'),
    record({ pl: line(1, 60, 'Konto firmowe'), en: line(1, 60, 'Company account') }),
  ],
});

/** Signing in with the company's account, and with passkeys (docs/rules/sign-in.md#company-account). */
export const SIGN_IN_SETTINGS = {
  oidc_issuer: nullable(
    Type.String({
      text: 'as is',
      maxLength: 500,
      pattern: '^https?://[^\\s/?#@]+(/[^\\s?#]*)?$',
      description: 'The issuer of the OpenID provider; null turns signing in with it off.',
      examples: ['https://login.example.com'],
    }),
  ),
  oidc_client_id: Type.String({ text: 'as is', maxLength: 500 }),
  oidc_client_secret: Type.String({ text: 'as is', maxLength: 1000 }),
  oidc_scopes: Type.String({
    text: 'as is',
    maxLength: 500,
    pattern: '^([!-~]+ )*openid( [!-~]+)*$',
    examples: ['openid email profile'],
  }),
  oidc_label: ButtonLabel,
  oidc_email_claim: nullable(
    Type.String({
      text: 'as is',
      minLength: 1,
      maxLength: 200,
      description: 'The claim that has the address; null for `email`. Another one needs `oidc_trust_email`.',
      examples: ['preferred_username'],
    }),
  ),
  oidc_groups_claim: Type.String({ text: 'as is', minLength: 1, maxLength: 200 }),
  oidc_developer_groups: GROUPS,
  oidc_required_groups: GROUPS,
  oidc_teams: Type.Unsafe<Record<string, string>>({
    type: 'object',
    maxProperties: 200,
    propertyNames: { minLength: 1, maxLength: 200 },
    additionalProperties: line(2, 60, 'HR'),
    description: 'Names of teams by groups of the provider.',
  }),
  oidc_auto_create: Type.Boolean(),
  oidc_trust_email: Type.Boolean({
    description: 'Whether an address counts that the provider does not call verified.',
  }),
  oidc_session_hours: Type.Integer({ minimum: 1, maximum: 168 }),
  code_sign_in: oneOf(CODE_SIGN_IN, { description: 'Who may sign in with a mailed code.' }),
  require_passkey: oneOf(PASSKEY_REQUIRED_OF, { description: 'Who signs in with a passkey besides.' }),
};
