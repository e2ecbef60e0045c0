/** How many causes of causes the log shows, and how many errors of one that has several. */
const MAX_CAUSES = 5;

/**
 * Adds serializers to the options of the logger (pino), so that the log has no body and no header
 * (docs/rules/service.md#logs): PostgreSQL repeats a body in the `detail` of an error, and the parser of forms logs all
 * headers.
 */
export const redacted = (log: object | false): object | false =>
  log && { ...log, serializers: { err: (error: unknown) => loggable(error), busboyOptions: () => undefined } };

/** The fields of an error that say where it comes from. Its other fields may have the words of users. */
function loggable(error: unknown, depth = 0): unknown {
  if (!(error instanceof Error) || depth > MAX_CAUSES) return { message: String(error) };
  const { name: type, message, stack, cause } = error;
  const { code, errors } = error as { code?: unknown; errors?: unknown };
  return {
    type,
    ...(code === undefined ? {} : { code }),
    message,
    stack,
    ...(cause === undefined ? {} : { cause: loggable(cause, depth + 1) }),
    ...(Array.isArray(errors) ? { errors: errors.slice(0, MAX_CAUSES).map((one) => loggable(one, depth + 1)) } : {}),
  };
}
