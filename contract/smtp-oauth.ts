import { type Static, Type } from 'typebox';
import { record } from './scalars.ts';

const OauthText = (longest: number, description: string) =>
  Type.String({ text: 'as is', minLength: 1, maxLength: longest, description });

/** How Kwit signs in to the SMTP server by XOAUTH2, with the credentials of a client (docs/rules/settings.md#mail). */
export const SmtpOauth = record({
  tenant: Type.Optional(
    Type.String({
      text: true,
      maxLength: 253,
      pattern: '^[A-Za-z0-9][A-Za-z0-9.-]*$',
      description: 'The directory at Microsoft. Exactly one of this and `token_url` is sent.',
    }),
  ),
  token_url: Type.Optional(
    Type.String({
      text: true,
      maxLength: 500,
      pattern: '^https?://[^\\s@?#]+$',
      description: 'Where tokens are given.',
    }),
  ),
  client_id: OauthText(500, 'As the provider calls Kwit.'),
  client_secret: OauthText(2000, 'Masked in answers.'),
  scope: Type.Optional(OauthText(500, 'What the tokens are for; the one of Exchange Online unless it is sent.')),
});
export type SmtpOauth = Static<typeof SmtpOauth>;
