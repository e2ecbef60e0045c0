/** Every refusal that the service knows, by its code. Codes are stable; the sentences beside them are not. */
import { type Static, Type } from 'typebox';
import { record } from './scalars.ts';

export const FAILURE_CODES = [
  'validation_error',
  'invalid_json',
  'payload_too_large',
  'unsupported_media_type',
  'request_timeout',
  'url_too_long',
  'headers_too_large',
  'range_not_satisfiable',
  'not_found',
  'internal_error',
  'service_unavailable',
  'unauthorized',
  'forbidden',
  'insufficient_scope',
  'too_many_requests',
  'precondition_failed',
  'idempotency_key_reused',
  'request_in_progress',
  'domain_not_allowed',
  'invalid_or_expired_code',
  'mail_delivery_failed',
  'ticket_not_found',
  'ticket_locked',
  'not_reopenable',
  'closure_summary_required',
  'invalid_closure_summary_visibility',
  'assignee_not_found',
  'project_not_found',
  'user_not_found',
  'user_exists',
  'comment_not_found',
  'comment_locked',
  'answer_not_found',
  'invalid_parent_comment',
  'cannot_be_mentioned',
  'related_ticket_not_found',
  'ticket_relation_not_found',
  'ticket_relation_self_ref',
  'external_reference_not_found',
  'task_not_found',
  'ticket_not_available',
  'ticket_template_not_found',
  'session_not_found',
  'token_not_found',
  'already_rotated',
  'view_not_found',
  'notice_not_found',
  'file_not_found',
  'invalid_filename',
  'file_too_large',
  'unsupported_file_type',
  'attachments_required',
  'attachments_too_large',
  'quota_exceeded',
  'last_developer',
  'secret_required',
  'feature_not_enabled',
  'webhook_not_found',
  'url_not_allowed',
  'outbox_entry_not_found',
  'no_backup_folder',
  'import_not_found',
  'import_not_ready',
] as const;

export type FailureCode = (typeof FAILURE_CODES)[number];

/** What is wrong with one field: its path, a sentence, and a stable code (the name of the rule that it broke). */
export const FieldProblem = record({ path: Type.String(), message: Type.String(), code: Type.String() });
export type FieldProblem = Static<typeof FieldProblem>;

/** The body of every refusal (docs/rules/conventions.md#errors). */
export const ErrorBody = record({
  error: Type.Unsafe<FailureCode>({ type: 'string', enum: [...FAILURE_CODES] }),
  message: Type.String(),
  request_id: Type.String(),
  details: Type.Optional(Type.Array(FieldProblem)),
  feature: Type.Optional(Type.String()),
});
export type ErrorBody = Static<typeof ErrorBody>;
