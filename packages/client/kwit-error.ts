import type { components } from './interface.ts';

type ErrorBody = components['schemas']['Error'];

/**
 * The code of a refusal, as the service names it. Two are this client's: `unreachable` when there was no answer, and
 * `unexpected_answer` when it was not Kwit's, such as the page of a proxy.
 */
export type KwitErrorCode = ErrorBody['error'] | 'unreachable' | 'unexpected_answer';

/** A request that was refused, or that nobody answered. `message` is a sentence that says what to do. */
export class KwitError extends Error {
  readonly code: KwitErrorCode;
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** Names the request in the service's log; empty when there was no answer of Kwit's. */
  readonly requestId: string;
  /** In how many seconds to ask again; 0 when the answer does not say. */
  readonly retryAfter: number;
  /** The problems of fields, in a `validation_error`. */
  readonly details: NonNullable<ErrorBody['details']>;

  /** The body of the answer; undefined when there was none of Kwit's. */
  readonly body: ErrorBody | undefined;

  constructor(
    code: KwitErrorCode,
    message: string,
    status = 0,
    body?: ErrorBody,
    { retryAfter = 0, ...options }: ErrorOptions & { retryAfter?: number } = {},
  ) {
    super(message, options);
    this.name = 'KwitError';
    this.code = code;
    this.status = status;
    this.requestId = body?.request_id ?? '';
    this.retryAfter = retryAfter;
    this.details = body?.details ?? [];
    this.body = body;
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'message' in body && 'request_id' in body;

/** @param body what the answer brought: the JSON of a refusal, or anything else when Kwit did not write it. */
export function errorOf({ status, headers }: Pick<Response, 'status' | 'headers'>, body: unknown): KwitError {
  const retryAfter = Number(headers.get('Retry-After') ?? 0) || 0;
  if (isErrorBody(body)) return new KwitError(body.error, body.message, status, body, { retryAfter });
  return new KwitError('unexpected_answer', `The answer ${status} is not Kwit's. Is the address right?`, status);
}

/** The error of an answer whose body nobody has read. */
export async function errorOfResponse(response: Response): Promise<KwitError> {
  const body: unknown = await response.json().catch(() => null);
  return errorOf(response, body);
}

type Outcome<T> = { data?: T; error?: unknown; response: Response };

/**
 * Waits for an answer that has errors as values, and makes exceptions of them.
 *
 * @returns what the answer brought.
 * @throws KwitError
 */
export async function orThrow<T>(answer: Promise<Outcome<T>>): Promise<Exclude<T, undefined>> {
  const { data, error, response } = await answer;
  if (!response.ok) throw errorOf(response, error);
  return data as Exclude<T, undefined>;
}
