import type { CallToolResult } from '@modelcontextprotocol/server';
import { type Failure, SENTENCE } from '#platform';

const refusal = (text: string): CallToolResult => ({ content: [{ type: 'text', text }], isError: true });

/** A refusal as a model reads it: the code, the sentence, and what is wrong with which field. */
export function toolRefusal({ code, more }: Failure): CallToolResult {
  const later = more.retryAfter === undefined ? '' : ` Try again in ${more.retryAfter} seconds.`;
  const details = (more.details ?? []).map(({ message }) => ` ${message}`).join('');
  return refusal(`${code}: ${more.message ?? SENTENCE[code]}${later}${details}`);
}

/** @param requestId by which the log has what happened. */
export const faultOf = (requestId: string): CallToolResult =>
  refusal(`internal_error: ${SENTENCE.internal_error} request_id ${requestId}`);

export const READ_ONLY: CallToolResult = refusal(
  'forbidden: The setting mcp is "read": agents may only read here. A developer can set it to "write".',
);

export const CANNOT_ASK: CallToolResult = refusal(
  'forbidden: This sends a mail, so the user has to agree to it, and this client cannot ask them (elicitation). Nothing was done; do it in the web app.',
);
