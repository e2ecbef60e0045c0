import type { ErrorBody, FailureCode, FieldProblem } from '#contract/errors.ts';
import type { TokenScope } from '#contract/words.ts';

export interface FailureMore {
  readonly details?: readonly FieldProblem[];
  /** After how many seconds the caller may try again: `Retry-After`. */
  readonly retryAfter?: number;
  /** A better sentence than the code's own. It never has a secret or another person's data. */
  readonly message?: string;
  /** The body named what was not found, so that the body is wrong and not the address: 400. */
  readonly inBody?: boolean;
  /** Another service refused what Kwit asked on the caller's behalf, and `message` has its words: 502. */
  readonly upstream?: boolean;
  /** The scope that a token lacks (`insufficient_scope`). */
  readonly scope?: TokenScope;
  /** The capability that is off (`feature_not_enabled`). */
  readonly feature?: string;
  /** More facts in the body of the refusal. */
  readonly facts?: Partial<
    Pick<
      ErrorBody,
      | 'id'
      | 'act'
      | 'at'
      | 'user_id'
      | 'projects'
      | 'gain'
      | 'lose'
      | 'ticket'
      | 'challenge_id'
      | 'options'
      | 'key'
      | 'keys'
    >
  >;
}

/** A coded refusal: Kwit cannot do what the caller asks, and has changed nothing. Any other error is our fault. */
export class Failure extends Error {
  readonly code: FailureCode;
  readonly more: FailureMore;

  constructor(code: FailureCode, more: FailureMore | readonly FieldProblem[] = {}) {
    super(code);
    this.name = 'Failure';
    this.code = code;
    this.more = 'length' in more ? { details: more } : more;
  }

  get details(): readonly FieldProblem[] | undefined {
    return this.more.details;
  }
}

/** The refusal of one field for a reason that no schema can state. */
export const invalidField = (path: string, code: string, message: string) =>
  new Failure('validation_error', [{ path, code, message }]);

/** Kwit cannot start. The message tells the person at the terminal why, and what to do. */
export class StartRefused extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'StartRefused';
  }
}
