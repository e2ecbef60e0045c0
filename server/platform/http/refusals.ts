import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, FailureCode } from '#contract/errors.ts';
import type { Dialect } from '../database/dialect.ts';
import { Failure, invalidField } from '../failure.ts';
import { INTERFACE_HEADERS } from './headers.ts';
import { fieldProblems } from './validation.ts';

export function statusOf({ code, more }: Failure): number {
  if (more.inBody) return 400;
  return more.upstream ? 502 : REFUSALS[code][0];
}

/**
 * The status of each refusal, and the sentence that tells the caller what to do about it. An operation may give a better one.
 * No other file knows statuses of refusals.
 */
const REFUSALS: Readonly<Record<FailureCode, readonly [status: number, sentence: string]>> = {
  validation_error: [400, 'Correct the fields named in details and send the request again.'],
  invalid_json: [400, 'Send a body that is well-formed JSON in UTF-8, nested at most 20 deep.'],
  payload_too_large: [413, 'Send a smaller body: JSON may have 256 KB, a webhook 1 MB, a shipment 4 MB.'],
  unsupported_media_type: [
    415,
    'Send a Content-Type that this address takes: application/json, or multipart/form-data for files.',
  ],
  request_timeout: [
    408,
    'Send the whole request sooner: headers in 10 seconds, a body in 30, one with files in 120 and after 5 at 16 KB a second.',
  ],
  url_too_long: [414, 'Send a shorter address: it may have 8 KB, of similar answers 64.'],
  headers_too_large: [431, 'Send fewer or shorter headers: address and headers may have 16 KB together.'],
  range_not_satisfiable: [416, 'Ask for a range that lies in the file; Content-Range says how long it is.'],
  not_found: [404, 'There is nothing at this address; see /api/docs for those that exist.'],
  internal_error: [500, 'Something went wrong on our side; try again, and report the request_id if it stays.'],
  service_unavailable: [503, 'The service cannot answer right now; try again in a moment.'],
  read_only: [503, 'Kwit takes no changes now, while its operators work on it; try again later. Reading goes on.'],
  unauthorized: [401, 'Sign in and send a valid token in the header Authorization: Bearer <token>.'],
  forbidden: [403, 'Your role or ownership does not allow this; ask a developer.'],
  insufficient_scope: [403, 'The token does not reach so far; use one with the scope that WWW-Authenticate names.'],
  too_many_requests: [429, 'Too many requests; wait for as many seconds as Retry-After says and try again.'],
  precondition_failed: [412, 'The ticket has changed since you read it; read it again and repeat your change.'],
  idempotency_key_reused: [422, 'This Idempotency-Key was used with another body; use a new key for a new request.'],
  request_in_progress: [409, 'The first request with this Idempotency-Key is still running; try again in a moment.'],
  domain_not_allowed: [
    400,
    'Use an e-mail address in one of the allowed domains, or ask a developer to allow this one.',
  ],
  invalid_or_expired_code: [400, 'The code is wrong, used or expired; request a new one.'],
  mail_delivery_failed: [
    503,
    'The message could not be handed to the mail provider; try again later or tell a developer.',
  ],
  ticket_not_found: [404, 'There is no such ticket; check its id.'],
  ticket_locked: [
    403,
    'The ticket is past submitted or was reopened, so its reporter can no longer change it; add a comment instead.',
  ],
  not_reopenable: [409, 'Only a ticket that was closed a short while ago can be reopened; report it anew.'],
  closure_summary_required: [
    400,
    'Write what the answer was: send closure_summary, or post a comment with is_closure_summary first.',
  ],
  invalid_closure_summary_visibility: [400, 'The closure summary is for the reporter to read; leave is_internal out.'],
  assignee_not_found: [400, 'Name a developer as assignee.'],
  project_not_found: [404, 'There is no such project; check its id.'],
  user_not_found: [404, 'There is no such user; check the id.'],
  user_exists: [409, 'Somebody with this address is a user already; look them up in the list of people.'],
  comment_not_found: [404, 'There is no such comment; check its id.'],
  comment_locked: [403, 'This comment can no longer be taken back; write another one that says what is right.'],
  cannot_be_mentioned: [400, 'Name only people who may read the comment.'],
  answer_not_found: [404, 'There is no such answer, or you may not read it; check its id.'],
  invalid_parent_comment: [400, 'Name a comment on the same ticket as parent_id, or leave it out.'],
  related_ticket_not_found: [404, 'There is no ticket with this id or number to link to.'],
  ticket_relation_not_found: [404, 'These two tickets are not linked.'],
  ticket_relation_self_ref: [400, 'Name another ticket: a ticket cannot be linked to itself.'],
  external_reference_not_found: [404, 'There is no such reference on this ticket.'],
  task_not_found: [404, 'You have no such task; check its id.'],
  ticket_not_available: [400, 'The ticket is assigned to someone else; have it assigned to you first.'],
  ticket_template_not_found: [404, 'There is no such template; check its id.'],
  session_not_found: [404, 'You have no such sign-in, or it is over; read the list again.'],
  token_not_found: [404, 'There is no such token of yours, or it has ended.'],
  already_rotated: [409, 'Another token has taken its place already; use that one, or make a new one.'],
  notice_not_found: [404, 'You have no such notice; list your notices again.'],
  view_not_found: [404, 'You have no such saved view; check its id.'],
  file_not_found: [404, 'There is no such file.'],
  invalid_filename: [400, 'No file can have this name; take the address as the ticket gives it.'],
  file_too_large: [400, 'Send a smaller file: at most 2 MiB and 4096 by 4096 pixels.'],
  unsupported_file_type: [400, 'Send a file of an allowed type, with the content that its type says.'],
  attachments_required: [400, 'Send at least one file in a part named attachments.'],
  attachments_too_large: [400, 'Send at most 10 files and 20 MiB in one request.'],
  quota_exceeded: [400, 'Your files take up as much as one person may store; remove some, or ask a developer.'],
  last_developer: [409, 'Make someone else a developer first: there must always be one.'],
  secret_required: [
    400,
    'Send the secret again together with the new host, port, user or endpoint, or clear it with an empty string.',
  ],
  feature_not_enabled: [403, 'This feature is switched off; a developer can enable it in the settings.'],
  webhook_not_found: [404, 'There is no such webhook; check its id.'],
  url_not_allowed: [400, 'Use an https address that is not private, or have it added to OUTBOUND_ALLOW.'],
  outbox_entry_not_found: [404, 'There is no such outbox entry; check its id.'],
  no_backup_folder: [409, 'The service has no folder for backups; set BACKUP_DIR and start it again.'],
  import_not_found: [404, 'There is no such import, or it was removed; list them again.'],
  import_not_ready: [409, 'The import is not so far, or it is running: see its state, and what its last check says.'],
  team_not_found: [404, 'There is no such team; check its id.'],
  team_exists: [409, 'Another team has this name; take another one.'],
  team_in_use: [409, 'Projects name this team; take it out of them first.'],
  label_not_found: [404, 'There is no such label for this ticket; list the labels.'],
  label_exists: [409, 'Another label has this name; take that one, or another name.'],
  label_in_use: [409, 'Tickets have this label; archive it, or merge it into another one.'],
  field_not_found: [404, 'There is no such field; list the fields.'],
  field_exists: [409, 'Another field has this key; take another one.'],
  field_in_use: [409, 'Tickets say something in this field; archive it.'],
  option_in_use: [409, 'Tickets have this option; archive it, and send it along.'],
  field_needed: [409, 'Fill in the fields named in keys; the ticket closes with them alone.'],
  git_connection_not_found: [404, 'There is no such connection to a forge; check its id.'],
  already_told: [409, 'Everybody who asked has been told that; at says when. Send another note with what: again.'],
  not_changed: [409, 'The answer has not changed since it was given; change it first.'],
  not_live: [409, 'The ticket is not live yet; see live.'],
  limit_reached: [409, 'There are as many of these as there may be; remove one first.'],
  cannot_lead: [400, 'Only an active developer leads a team.'],
  would_be_orphaned: [409, 'Somebody has to be left who can work there; name another lead or assignee first.'],
  would_reveal: [409, 'People would gain sight of internal words by this; send confirm to do it all the same.'],
  internal_words: [
    403,
    'The ticket has internal words that you do not read; ask somebody who works on it to make this change.',
  ],
  cannot_see_ticket: [400, 'Name somebody who sees the ticket, or add them to it first.'],
  cannot_be_added: [400, 'Name somebody who is active.'],
  merge_self: [400, 'Name another ticket: none is merged with itself.'],
  merge_circle: [409, 'The other ticket is merged with this one already; unmerge it first.'],
  already_merged: [409, 'This ticket is merged already: change the one that it continues in, or unmerge it first.'],
  not_merged: [409, 'This ticket is not merged with another one.'],
  merged_on: [409, 'What it was merged into was merged on; take that ticket out first.'],
  reporters_differ: [
    409,
    'The two have different reporters: let them stand beside each other, or send tell_reporters.',
  ],
  ticket_closed: [409, 'The ticket is closed; change its status first.'],
  not_beside: [400, 'The ticket does not stand beside this one.'],
  act_not_found: [404, 'There is no such act, or nothing of it that you may see.'],
  already_undone: [409, 'This act was taken back already; undo that undo to have it again.'],
  undo_expired: [409, 'This act is too old to be taken back; change by hand what is wrong.'],
  mail_not_found: [404, 'There is no such mail, or it is about a ticket that you do not see.'],
  already_decided: [409, 'What becomes of this mail is decided already; read it again.'],
  not_proved: [409, 'Run the checks of the way in and of the round trip with these values first, or send force.'],
  sign_in_provider_failed: [
    502,
    "The company's sign-in does not answer; try again in a moment, or sign in with a code.",
  ],
  invalid_logout_token: [400, 'Send a logout_token of the provider that is set, signed, fresh and not used before.'],
  identity_not_found: [404, 'There is no such link to a company account; list them again.'],
  managed_by_sign_in: [409, 'The directory decides this membership at each sign-in; change the group there.'],
  sign_in_again: [403, 'Sign in anew and do this within 5 minutes.'],
  recent_sign_in_needed: [403, 'This decides who gets in: sign in anew and do it within 5 minutes.'],
  passkey_required: [403, 'Use your passkey as well: answer the challenge, or make a passkey if you have none.'],
  passkey_exists: [409, 'This passkey is registered already.'],
  passkey_not_found: [404, 'You have no such passkey; list them again.'],
  passkeys_bound: [
    409,
    'Passkeys are bound to the host of app_url and would stop working; send confirm to change it all the same.',
  ],
  suggestion_not_found: [404, 'There is no such suggestion, or it is done with; list them again.'],
  calendar_not_found: [404, 'There is no such calendar; list them again.'],
  calendar_exists: [409, 'Another calendar has this name; take another one.'],
  calendar_in_use: [409, 'A target counts by this calendar; give that target another one first.'],
};

/** The sentences alone. */
export const SENTENCE = Object.fromEntries(
  Object.entries(REFUSALS).map(([code, [, sentence]]) => [code, sentence]),
) as Readonly<Record<FailureCode, string>>;

/** The errors of Fastify and its plugins, as codes of the contract. */
const TRANSPORT: Readonly<Record<string, FailureCode>> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'unsupported_media_type',
  FST_ERR_CTP_BODY_TOO_LARGE: 'payload_too_large',
  FST_ERR_CTP_INVALID_JSON_BODY: 'invalid_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'invalid_json',
  FST_INVALID_MULTIPART_CONTENT_TYPE: 'unsupported_media_type',
};

const WRONG_ADDRESS = invalidField('url', 'format', 'Send an address of which every part is short and well encoded.');

/** The errors of Fastify that name a part of the request, as refusals of that part. */
const INVALID: Readonly<Record<string, Failure>> = {
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: invalidField(
    'content-length',
    'format',
    'Send as many bytes as Content-Length says.',
  ),
  FST_ERR_BAD_URL: WRONG_ADDRESS,
  FST_ERR_MAX_PARAM_LENGTH: WRONG_ADDRESS,
  FST_ERR_ASYNC_CONSTRAINT: WRONG_ADDRESS,
};

/** When a client may try again where nothing says more, in seconds. */
const SOON_S = 2;

/** The file system is full, or this process cannot write to it: the same as when the database is. */
const STORAGE_FAILURES = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EIO', 'EMFILE', 'ENFILE']);

/** The refusal that an error stands for; null for an error that is our fault. */
export function failureOf(error: unknown, dialect: Dialect): Failure | null {
  if (error instanceof Failure) return error;
  if (typeof error !== 'object' || error === null) return null;
  const { code = '', validation, validationContext } = error as FastifyError;
  if (validation)
    return new Failure(
      'validation_error',
      fieldProblems(validation as unknown as ErrorObject[], validationContext ?? 'body'),
    );
  const transport = TRANSPORT[code];
  if (transport) return new Failure(transport);
  const invalid = INVALID[code];
  if (invalid) return invalid;
  return STORAGE_FAILURES.has(code) || dialect.isUnavailable(error) ? new Failure('service_unavailable') : null;
}

/** Answers every error. One that is no refusal is our fault: the log gets all of it, and the caller gets a bare 500. */
export const answerErrors = (dialect: Dialect) => (error: unknown, request: FastifyRequest, reply: FastifyReply) => {
  // The client has left in the middle of its request: nobody reads the answer, and there is no fault to log.
  const hasLeft = request.raw.destroyed && !request.raw.complete;
  const refusal = hasLeft ? new Failure('validation_error') : failureOf(error, dialect);
  const isOurFault = refusal === null || (refusal.code === 'service_unavailable' && refusal !== error);
  if (isOurFault) request.log.error({ err: error }, 'request failed');
  // The operator reads what another service said; the caller does not.
  else if (refusal?.cause !== undefined) request.log.warn({ err: refusal.cause }, `refused: ${refusal.code}`);
  return sendRefusal(refusal ?? new Failure('internal_error'), request, reply);
};

/** As `answerErrors`, for an address that Fastify's router cannot read: it answers before any hook has run. */
export const answerUnparsableRequest =
  (dialect: Dialect) => (error: unknown, request: FastifyRequest, reply: FastifyReply) =>
    void answerErrors(dialect)(error, request, reply.headers(INTERFACE_HEADERS));

export function sendRefusal(refusal: Failure, request: FastifyRequest, reply: FastifyReply) {
  const { code, more } = refusal;
  const status = statusOf(refusal);
  const body: ErrorBody = {
    error: code,
    message: more.message ?? SENTENCE[code],
    request_id: request.id,
    ...(more.details ? { details: [...more.details] } : {}),
    ...(more.feature ? { feature: more.feature } : {}),
    ...more.facts,
  };
  reply.refusal = code;
  // A refusal holds for this moment only, even where the route lets clients keep its answers.
  reply.header('cache-control', 'no-store');
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (more.scope) reply.header('www-authenticate', `Bearer error="insufficient_scope", scope="${more.scope}"`);
  const retryAfter = more.retryAfter ?? (status === 503 ? SOON_S : undefined);
  if (retryAfter !== undefined) reply.header('retry-after', String(retryAfter));
  return reply.code(status).type('application/json; charset=utf-8').serializer(JSON.stringify).send(body);
}
