/** Connections to forges, and what they say of the code behind a ticket (docs/rules/shipping.md#forges). */

import { type Static, Type } from 'typebox';
import { CHANGE_KINDS, CHANGE_STATES, RECEIVED_STATES } from './git-words.ts';
import { Id, Instant, line, nullable, oneOf, record } from './scalars.ts';
import { MentionedTicket } from './shipping.ts';
import { FORGES } from './words.ts';

/** A commit, a branch, or a pull or merge request that names a ticket. */
export const CodeChange = record({
  id: Id,
  kind: oneOf(CHANGE_KINDS),
  repository: Type.String({ examples: ['shop/web'] }),
  title: Type.String(),
  author: nullable(Type.String()),
  state: oneOf(CHANGE_STATES),
  url: nullable(Type.String()),
  at: Instant,
});
export type CodeChange = Static<typeof CodeChange>;

const name = line(1, 80, 'GitHub, shop');
const fields = {
  id: Id,
  name: Type.String(),
  forge: oneOf(FORGES),
  is_active: Type.Boolean(),
  created_by: Id,
  created_at: Instant,
  last_received_at: nullable(Instant),
};

/** A connection to which a forge posts. It links the tickets on which its maker works. */
export const GitConnection = record(fields);
export type GitConnection = Static<typeof GitConnection>;

const secret = Type.String({ description: 'Shown this once. The forge signs with it.' });

export const NewGitConnection = record({ ...fields, secret });
export type NewGitConnection = Static<typeof NewGitConnection>;

export const GitSecret = record({ secret });
export type GitSecret = Static<typeof GitSecret>;

export const GitConnectionDraft = record(
  { name, forge: oneOf(FORGES) },
  { examples: [{ name: 'GitHub, shop', forge: 'github' }] },
);
export type GitConnectionDraft = Static<typeof GitConnectionDraft>;

export const GitConnectionChange = record(
  { name: Type.Optional(name), is_active: Type.Optional(Type.Boolean()) },
  { minProperties: 1, examples: [{ is_active: false }] },
);
export type GitConnectionChange = Static<typeof GitConnectionChange>;

/** A webhook that came in. */
export const ReceivedWebhook = record({
  id: Id,
  at: Instant,
  event: nullable(Type.String({ examples: ['push'] })),
  delivery_id: nullable(Type.String()),
  state: oneOf(RECEIVED_STATES),
  numbers: Type.Array(MentionedTicket),
});
export type ReceivedWebhook = Static<typeof ReceivedWebhook>;

export const ReceivedPath = record({ id: Id, receivedId: Id });
