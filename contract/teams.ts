import { type Static, Type } from 'typebox';
import { Email, Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { MEMBER_VIA, MOST_MEMBERS, ROLES } from './words.ts';

export const TeamMember = record({
  user_id: Id,
  name: Type.String(),
  role: oneOf(ROLES),
  is_lead: Type.Boolean(),
  via: oneOf(MEMBER_VIA, { description: 'Whether somebody put them there, or the directory at a sign-in.' }),
});

/** A team (docs/rules/access.md#teams). Role `user` receives its id and name alone. */
export const Team = record({
  id: Id,
  name: Type.String(),
  created_at: Type.Optional(Instant),
  members: Type.Optional(Type.Array(TeamMember, { maxItems: MOST_MEMBERS })),
});
export type Team = Static<typeof Team>;

const name = line(2, 60, 'HR');

/** POST and PATCH of a team: its name, which no other team has, whatever its case. */
export const TeamDraft = record({ name }, { examples: [{ name: 'HR' }] });
export type TeamDraft = Static<typeof TeamDraft>;

/** PUT of a member. */
export const TeamMembership = record(
  { is_lead: Type.Optional(Type.Boolean({ default: false })) },
  { examples: [{ is_lead: true }] },
);
export type TeamMembership = Static<typeof TeamMembership>;

/** The path of a person in something. */
export const MemberPath = record({ id: Id, userId: Id });
export type MemberPath = Static<typeof MemberPath>;

/** POST of a person to a ticket. */
export const PersonByEmail = record({ email: Email }, { examples: [{ email: 'ada@example.com' }] });

/** Somebody who was added to a ticket. */
export const AddedPerson = record({ id: Id, name: Type.String({ description: 'As they are called in Kwit.' }) });

/** Somebody who reads a ticket, or how many do, and why (docs/rules/access.md#seen-by). */
export const AccessRow = record({
  user_id: Type.Optional(Id),
  name: Type.Optional(Type.String()),
  standing: Type.Optional(oneOf(['reporter', 'participant', 'reader', 'worker'])),
  reason: Type.Optional(oneOf(['reporter', 'participant', 'team', 'developer'])),
  team_name: Type.Optional(nullable(Type.String())),
  count: Type.Optional(Type.Integer({ minimum: 1, description: 'How many people of the team, or developers.' })),
});
export type AccessRow = Static<typeof AccessRow>;
