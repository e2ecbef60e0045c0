import { type Static, Type } from 'typebox';
import { Email, Id, Instant, line, nullable, oneOf, pageParameters, record, text } from './scalars.ts';
import { LANGUAGES, LONG_PAGE_SIZE, ROLES, UUID } from './words.ts';

/** A person, as everybody who may know of them sees them. */
export const User = record({
  id: Id,
  email: Type.String({ examples: ['ada@example.com'] }),
  name: Type.String({ examples: ['Ada'] }),
  role: oneOf(ROLES),
  language: oneOf(LANGUAGES),
  email_notify_ticket_status: Type.Boolean(),
  email_notify_developer_comment: Type.Boolean(),
  due_digest: Type.Boolean({ description: 'Whether they are mailed daily what is due and given to nobody.' }),
  avatar_filename: nullable(Type.String()),
  avatar_url: nullable(Type.String()),
  avatar_updated_at: nullable(Instant),
  created_at: Instant,
  last_login: nullable(Instant),
  mail_paused_at: nullable({ ...Instant, description: 'Since when mails do not reach them and are not sent.' }),
});
export type User = Static<typeof User>;

/** A person as developers see them in the list of people: `is_active` says whether they may sign in. */
export const ListedUser = record({
  ...User.properties,
  is_active: Type.Boolean(),
  mail_addresses: Type.Array(Type.String(), { description: 'Other addresses whose mails count as theirs.' }),
  mail: Type.Optional(
    oneOf(['sent', 'waiting'], {
      description:
        'Of somebody who was just invited. `sent`: the mail goes out now. `waiting`: no mail provider is set; it goes out when one works.',
    }),
  ),
});
export type ListedUser = Static<typeof ListedUser>;

/** DELETE /api/users/:id/mail-addresses/:address. */
export const MailAddressPath = record({ id: Id, address: Type.String({ minLength: 3, maxLength: 320 }) });

/** How many people a caller may name at once. */
const PEOPLE_AT_ONCE = 100;
const SHAPE_OF_ID = UUID.slice(1, -1);

/** GET /api/users: `q` is part of a name or address, without regard to case and diacritics. */
export const UserFilter = record({
  id: Type.Optional(
    Type.String({
      pattern: `^${SHAPE_OF_ID}(,${SHAPE_OF_ID}){0,${PEOPLE_AT_ONCE - 1}}$`,
      description: `Up to ${PEOPLE_AT_ONCE} ids with commas between them. Unknown ones are ignored.`,
      examples: ['019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e'],
    }),
  ),
  role: Type.Optional(oneOf(ROLES)),
  has_signed_in: Type.Optional(oneOf(['1', '0'], { description: '`0`: who was invited and has not come yet.' })),
  q: Type.Optional(text(1, 120)),
  is_active: Type.Optional(oneOf(['1', '0'])),
  sort: Type.Optional(oneOf(['name'])),
  ...pageParameters(LONG_PAGE_SIZE),
});
export type UserFilter = Static<typeof UserFilter>;

/** PATCH /api/auth/me: what users change about themselves. */
export const ProfileChange = record(
  {
    name: Type.Optional(line(1, 120, 'Ada Nowak')),
    language: Type.Optional(oneOf(LANGUAGES)),
    email_notify_ticket_status: Type.Optional(Type.Boolean()),
    email_notify_developer_comment: Type.Optional(Type.Boolean()),
    due_digest: Type.Optional(Type.Boolean()),
  },
  { minProperties: 1, examples: [{ name: 'Ada Nowak', language: 'pl' }] },
);
export type ProfileChange = Static<typeof ProfileChange>;

/** PATCH /api/users/:id: what developers change about a user. A `name` that is null stays as it is. */
export const UserChange = record(
  {
    role: Type.Optional(oneOf(ROLES)),
    name: Type.Optional(nullable(line(1, 120, 'Ada Nowak'))),
    is_active: Type.Optional(Type.Boolean()),
    email: Type.Optional(Email),
  },
  { minProperties: 1, examples: [{ role: 'developer' }] },
);
export type UserChange = Static<typeof UserChange>;

/** POST /api/users/invite: without a name, the address suggests one; without a role, it is `user`. */
export const Invitation = record(
  { email: Email, name: Type.Optional(line(1, 120, 'Ada Nowak')), role: Type.Optional(oneOf(ROLES)) },
  { examples: [{ email: 'ada@example.com', name: 'Ada Nowak', role: 'user' }] },
);
export type Invitation = Static<typeof Invitation>;
