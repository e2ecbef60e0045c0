import type { ErrorObject } from 'ajv';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorBody, FailureCode } from '../../contract/errors.ts';
import type { Dialect } from '../database/dialect.ts';
import { Failure, invalidField } from '../failure.ts';
import { SENTENCE, statusOf } from './failure-status.ts';
import { INTERFACE_HEADERS } from './security-headers.ts';
import { fieldProblems } from './validation.ts';

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
