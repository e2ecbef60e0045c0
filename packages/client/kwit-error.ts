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
  /** Of a `validation_error`: what is wrong with which field. */
  readonly details: NonNullable<ErrorBody['details']>;

  constructor(code: KwitErrorCode, message: string, status = 0, body?: ErrorBody, options?: ErrorOptions) {
    super(message, options);
    this.name = 'KwitError';
    this.code = code;
    this.status = status;
    this.requestId = body?.request_id ?? '';
    this.details = body?.details ?? [];
  }
}

const isErrorBody = (body: unknown): body is ErrorBody =>
  typeof body === 'object' && body !== null && 'error' in body && 'message' in body && 'request_id' in body;

/** @param body what the answer brought: the JSON of a refusal, or anything else when Kwit did not write it. */
export function errorOf(status: number, body: unknown): KwitError {
  if (isErrorBody(body)) return new KwitError(body.error, body.message, status, body);
  return new KwitError('unexpected_answer', `The answer ${status} is not Kwit's. Is the address right?`, status);
}

/** The same for an answer whose body nobody has read. */
export async function errorOfResponse(response: Response): Promise<KwitError> {
  const body: unknown = await response.json().catch(() => null);
  return errorOf(response.status, body);
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
  if (!response.ok) throw errorOf(response.status, error);
  return data as Exclude<T, undefined>;
}
