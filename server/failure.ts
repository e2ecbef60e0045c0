import type { FailureCode, FieldProblem } from '../contract/errors.ts'

/** What a refusal may carry besides its code. */
export interface FailureMore {
  readonly details?: readonly FieldProblem[]
  /** Seconds after which trying again makes sense: `Retry-After`. */
  readonly retryAfter?: number
  /** A sentence that fits better than the code's own. Never a secret, never a stranger's data. */
  readonly message?: string
  /** The thing that was not found was named in the body, so the request is wrong, not the address: 400. */
  readonly inBody?: boolean
  /** Another service refused that was asked on the caller's behalf, and `message` is in its words: 502. */
  readonly upstream?: boolean
  /** Capability that is switched off (`feature_not_enabled`). */
  readonly feature?: string
}

/** A coded refusal: the caller's request cannot be done, and nothing was changed. Anything else thrown is our fault. */
export class Failure extends Error {
  readonly code: FailureCode
  readonly more: FailureMore

  constructor(code: FailureCode, more: FailureMore | readonly FieldProblem[] = {}) {
    super(code)
    this.name = 'Failure'
    this.code = code
    this.more = 'length' in more ? { details: more } : more
  }

  get details(): readonly FieldProblem[] | undefined {
    return this.more.details
  }
}

/** One field is wrong, for a reason that no schema can state. */
export const invalidField = (path: string, code: string, message: string) =>
  new Failure('validation_error', [{ path, code, message }])
