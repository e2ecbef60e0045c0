/** Errors in a cause, and so on: no further than this. */
const DEEPEST = 5

/**
 * A logger's options (pino's), such that nothing gets into the log that does not belong there
 * (docs/rules/service.md#logs): no body, which PostgreSQL repeats in the `detail` of an error, and no header, which the
 * reader of forms hands over whole.
 */
export const redacted = (log: object | false): object | false =>
  log && { ...log, serializers: { err: (error: unknown) => tellable(error), busboyOptions: () => undefined } }

/** Of an error, what says where it comes from; what else it carries may be anybody's words. */
function tellable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > DEEPEST) return { message: String(error) }
  const { name: type, message, stack, cause } = error
  const { code, errors } = error as { code?: unknown; errors?: unknown }
  return {
    type,
    ...(code === undefined ? {} : { code }),
    message,
    stack,
    ...(cause === undefined ? {} : { cause: tellable(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: errors.slice(0, DEEPEST).map((one) => tellable(one, depth + 1)) } : {}),
  }
}
