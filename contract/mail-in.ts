import { type Static, Type } from 'typebox';
import { MAIL_IN_REASONS, MAIL_IN_STATES, MAIL_IN_STEPS, MAIL_IN_WAYS } from './mail-in-words.ts';
import { Id, Instant, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { PAGE_SIZE } from './words.ts';

/** A mail that came in, and what became of it (docs/rules/mail-in.md). */
const listed = {
  id: Id,
  received_at: Instant,
  via: oneOf(MAIL_IN_WAYS),
  envelope_from: nullable(
    Type.String({ description: 'Empty for the null path; null where the way in does not tell.' }),
  ),
  from: nullable(Type.String({ description: 'The address in From; null when there is not exactly one.' })),
  recipient: Type.String(),
  subject: Type.String(),
  size: Type.Integer({ minimum: 0, description: 'Bytes.' }),
  state: oneOf(MAIL_IN_STATES),
  reason: nullable(oneOf(MAIL_IN_REASONS)),
  person_id: nullable(Id),
  ticket_id: nullable(Id),
  ticket_number: nullable(Type.Integer({ minimum: 1 })),
  comment_id: nullable(Id),
  done_at: nullable(Instant),
};

export const InboundMail = record(listed);
export type InboundMail = Static<typeof InboundMail>;

export const InboundMailDetail = record({
  ...listed,
  headers: Type.Array(record({ name: Type.String(), value: Type.String() })),
  text: Type.String({ description: 'All that it says, as text.' }),
  kept: Type.String({ description: 'What its author wrote, as Markdown.' }),
  elided: nullable(Type.String({ description: 'What was cut; null for nothing.' })),
  files: Type.Array(record({ name: Type.String(), size: Type.Integer({ minimum: 0 }), type: Type.String() })),
  verdict: Type.Unsafe<Record<string, unknown>>({
    type: 'object',
    additionalProperties: true,
    description: 'What was seen of it: the carriers that arrived, whether its sender is verified, what a bounce tells.',
  }),
});
export type InboundMailDetail = Static<typeof InboundMailDetail>;

/** GET /api/mail-in. */
export const MailInFilter = record({ state: Type.Optional(oneOf(MAIL_IN_STATES)), ...pageParameters(PAGE_SIZE) });
export type MailInFilter = Static<typeof MailInFilter>;

/** POST /api/mail-in/:id/accept. */
export const MailAcceptance = record(
  {
    as: oneOf(['reply', 'report']),
    ticket_number: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
    person_id: Type.Optional(Id),
    remember: Type.Optional(
      Type.Boolean({
        description:
          "Whether this sender writes as the token's person from now on. Only with `as: reply`, of a mail held for `other_sender`.",
      }),
    ),
  },
  { examples: [{ as: 'reply', ticket_number: 42 }] },
);
export type MailAcceptance = Static<typeof MailAcceptance>;

/** GET /api/tickets/:id/cc: somebody who was sent a mail on the ticket as well, and is not on it. */
export const CcAddress = record({
  email: Type.String(),
  name: Type.Optional(
    nullable(
      Type.String({
        description: 'Whose address it is; null: nobody active has it. Only who works on the ticket gets it.',
      }),
    ),
  ),
});
export type CcAddress = Static<typeof CcAddress>;

/** POST /api/mail-in/raw: the mail is kept. */
export const MailReceipt = record({ id: Id, state: oneOf(MAIL_IN_STATES) });
export type MailReceipt = Static<typeof MailReceipt>;

export const MailInSecret = record({
  secret: Type.String({ description: 'Signs POST /api/mail-in/raw. Shown once.' }),
});

const LocalPart = Type.String({
  text: true,
  minLength: 1,
  maxLength: 40,
  pattern: '^[A-Za-z0-9](?:[A-Za-z0-9._-]*[A-Za-z0-9])?$',
});

const settings = {
  mail_in_domain: nullable(
    Type.String({
      text: true,
      maxLength: 253,
      pattern: '^[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?(?:\\.[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?)+$',
      description: 'Where mails to Kwit go, kept in lower case; null: no mail comes in.',
      examples: ['kwit.example.com'],
    }),
  ),
  mail_in_report: { ...LocalPart, description: 'Before the @ of the address that makes tickets.' },
  mail_in_reply: { ...LocalPart, description: 'Before the @ of the address that takes answers.' },
  mail_in_subaddress: Type.Boolean({ description: 'Whether what stands behind a + arrives.' }),
  mail_in_authserv_id: nullable(
    Type.String({
      text: true,
      minLength: 1,
      maxLength: 253,
      pattern: '^[^\\s;]+$',
      description: 'How the mail server in front calls itself in Authentication-Results; null: no sender is verified.',
    }),
  ),
  mail_in_raw_days: Type.Integer({ minimum: 1, maximum: 365, description: 'Days that whole mails are kept.' }),
};

/** Fields that are answered only where they were ever set. */
const canary = {
  mail_in_canary: Type.Optional(
    Type.Boolean({ description: 'Whether Kwit mails itself once a day, and sees that it comes back.' }),
  ),
};

const imap = {
  mail_in_imap_move: Type.Optional(
    nullable(
      Type.String({ text: true, minLength: 1, maxLength: 200, description: 'The folder into which done mails go.' }),
    ),
  ),
  mail_in_imap_password: Type.Optional(
    Type.String({ text: 'as is', maxLength: 2000, description: 'Masked in answers.' }),
  ),
  mail_in_imap_token_url: Type.Optional(
    nullable(
      Type.String({
        text: true,
        maxLength: 500,
        pattern: '^https?://[^\\s@?#]+$',
        description: 'Where Kwit asks for tokens to sign in to the mailbox with (XOAUTH2); null: it has a password.',
        examples: ['https://login.microsoftonline.com/common/oauth2/v2.0/token'],
      }),
    ),
  ),
  mail_in_imap_client_id: Type.Optional(nullable(Type.String({ text: true, minLength: 1, maxLength: 500 }))),
  mail_in_imap_client_secret: Type.Optional(
    Type.String({ text: 'as is', maxLength: 2000, description: 'Masked in answers; empty for a public client.' }),
  ),
  mail_in_imap_refresh_token: Type.Optional(
    Type.String({
      text: 'as is',
      maxLength: 8000,
      description:
        'Masked in answers. Renewed when the provider renews it. Empty: the client asks for tokens in its own name.',
    }),
  ),
};

/** GET /api/mail-in/settings. The fields of IMAP are there where MAIL_IN_IMAP is set. */
export const MailInSettings = record({ ...settings, ...canary, ...imap });
export type MailInSettings = Static<typeof MailInSettings>;

export type MailInDraft = Partial<MailInSettings>;

const optional = Object.fromEntries(
  Object.entries(settings).map(([name, schema]) => [name, Type.Optional(schema as never)]),
) as unknown as { [K in keyof typeof settings]: ReturnType<typeof Type.Optional<(typeof settings)[K]>> };

/** PUT /api/mail-in/settings. A field that is not sent stays as it is. */
export const MailInSettingsChange = record(
  {
    ...optional,
    ...canary,
    ...imap,
    force: Type.Optional(Type.Boolean({ description: 'Set them though no check has proved them. The audit has it.' })),
  },
  { examples: [{ mail_in_domain: 'kwit.example.com', mail_in_authserv_id: 'mx.example.com' }] },
);
export type MailInSettingsChange = MailInDraft & { readonly force?: boolean };

/** POST /api/mail-in/checks. */
export const MailInCheckDraft = record(
  { step: oneOf(MAIL_IN_STEPS), draft: Type.Optional(record({ ...optional, ...canary, ...imap })) },
  { examples: [{ step: 'way_in', draft: { mail_in_domain: 'kwit.example.com' } }] },
);

const check = {
  step: oneOf(MAIL_IN_STEPS),
  state: oneOf(['running', 'green', 'red']),
  detail: Type.Array(record({ at: Instant, text: Type.String() })),
};

/** GET /api/mail-in/checks/:id. */
export const MailInCheck = record(check);
export type MailInCheck = Static<typeof MailInCheck>;

/** GET /api/mail-in/status. */
export const MailInStatus = record({
  last_received_at: nullable(Instant),
  waiting: Type.Integer({ minimum: 0 }),
  oldest_waiting_at: nullable(Instant),
  states: Type.Array(record({ state: oneOf(MAIL_IN_STATES), count: Type.Integer({ minimum: 1 }) }), {
    description: 'The mails of the last 24 hours, by what became of them.',
  }),
  checks: Type.Array(record({ id: Id, ...check, begun_at: Instant, draft: record(settings) }), {
    description: 'The last run of each step, with the values that it tries.',
  }),
});
export type MailInStatus = Static<typeof MailInStatus>;
