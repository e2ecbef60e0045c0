import { type Static, type TSchema, Type } from 'typebox';
import { AUDIT_ACTIONS, AUDIT_TARGETS, type AuditAction } from './audit-words.ts';
import { Id, Instant, nullable, oneOf, pageParameters, record } from './scalars.ts';
import { PAGE_SIZE, ROLES, SIGN_IN_ERRORS, TOKEN_SCOPES } from './words.ts';

const names = Type.Array(Type.String());
const field = { key: Type.String(), project_id: nullable(Id) };

/** The details of each action besides its actor and target: names and roles, never a value and nobody's words. */
export const AUDIT_DETAILS = {
  'user.role_changed': record({ old_role: oneOf(ROLES), new_role: oneOf(ROLES) }),
  'user.deactivated': record({}),
  'user.activated': record({}),
  'user.invited': record({ role: oneOf(ROLES) }),
  'user.signed_out': record({}),
  // Empty once the person is erased.
  'user.address_changed': record({
    old_email: Type.Optional(Type.String()),
    new_email: Type.Optional(Type.String()),
  }),
  'user.renamed': record({}),
  'settings.changed': record({ names }),
  'webhook.created': record({}),
  'webhook.changed': record({ names }),
  'webhook.deleted': record({}),
  'token.created': record({ scope: oneOf(TOKEN_SCOPES) }),
  'token.revoked': record({}),
  'token.rotated': record({ new_id: Id }),
  'export.made': record({ files: Type.Boolean(), events: Type.Boolean() }),
  'import.made': record({ source: Type.String(), tickets: Type.Integer({ minimum: 0 }) }),
  'person.exported': record({}),
  'person.erased': record({ texts: Type.Boolean(), answers: Type.Boolean() }),
  'team.created': record({}),
  'team.changed': record({ user_id: Type.Optional(Id) }),
  'team.deleted': record({}),
  'project.access_changed': record({ names }),
  'project.taken_over': record({ team_id: Id, reason: Type.Optional(Type.String()) }),
  'ticket.person_added': record({ user_id: Id }),
  'ticket.person_removed': record({ user_id: Id }),
  'ticket.restricted': record({ restricted: Type.Boolean() }),
  'identity.linked': record({ user_id: Id }),
  'mail_address.added': record({}),
  'mail_address.removed': record({}),
  'passkey.added': record({ user_id: Id }),
  'passkey.removed': record({ user_id: Id }),
  'sign_in.refused': record({ error: oneOf(SIGN_IN_ERRORS), count: Type.Integer({ minimum: 1 }) }),
  'project.deleted': record({}),
  'field.created': record(field),
  'field.changed': record({ ...field, names }),
  'field.deleted': record(field),
  'git_connection.created': record({}),
  'git_connection.changed': record({ names }),
  'git_connection.deleted': record({}),
  'outbox.replayed': record({ count: Type.Integer({ minimum: 1 }) }),
  'table.made': record({}),
  'calendar.created': record({}),
  'calendar.changed': record({ names }),
  'calendar.deleted': record({}),
  'answer_targets.changed': record({}),
} satisfies Record<AuditAction, TSchema>;

/** The details of each action, as a type. */
export type AuditDetails = { readonly [A in AuditAction]: Readonly<Static<(typeof AUDIT_DETAILS)[A]>> };

/** `actor_id` and `actor_name` are null when nobody was signed in. */
export const AuditEntry = record({
  id: Id,
  at: Instant,
  actor_id: nullable(Id),
  actor_name: nullable(Type.String()),
  action: oneOf(AUDIT_ACTIONS),
  target_type: oneOf(AUDIT_TARGETS),
  target_id: nullable(Id),
  details: Type.Object({}, { additionalProperties: true }),
});
export type AuditEntry = Static<typeof AuditEntry>;

/** GET /api/audit. */
export const AuditFilter = record({
  action: Type.Optional(oneOf(AUDIT_ACTIONS)),
  actor_id: Type.Optional(Id),
  ...pageParameters(PAGE_SIZE),
});
