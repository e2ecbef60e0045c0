/** The header `traceparent` of W3C Trace Context, version 00. */
export const TRACEPARENT = /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}$/;

/**
 * The trace that a request belongs to. A header that is not of version 00, came twice, or is broken counts as none.
 *
 * @param header `traceparent` as it came.
 */
export const traceparentIn = (header: string | string[] | undefined): string | undefined =>
  typeof header === 'string' && TRACEPARENT.test(header) ? header : undefined;

/** The id of that trace. */
export const traceIdIn = (header: string | string[] | undefined): string | undefined =>
  traceparentIn(header)?.split('-')[1];
