import {
  type CallToolResult,
  fromJsonSchema,
  isSpecType,
  type JsonSchemaValidator,
  type StandardSchemaWithJSON,
  type ToolAnnotations,
} from '@modelcontextprotocol/server';
import type { McpMode } from '#contract/setting-words.ts';
import { TOKEN_SCOPES, type TokenScope } from '#contract/words.ts';
import { type Failure, type JsonSchema, withoutOwnKeywords } from '#platform';
import { bodyCheck, fieldProblems, SENTENCE } from '#platform/serving';
import type { Effect, Tool } from '../tools/tool.ts';
import { TOOLS } from '../tools/tools.ts';

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Reads what of a message decides how it is served, whatever it is. Nothing of it has been checked. */
export function readMessage(body: unknown) {
  const { id, method, params } = fieldsOf(body);
  const { name, _meta } = fieldsOf(params);
  const meta = fieldsOf(_meta);
  const { elicitation } = fieldsOf(meta[CLIENT_CAPABILITIES]);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    method: textOrNull(method),
    params,
    // The tool that it calls by name.
    toolName: method === 'tools/call' ? textOrNull(name) : null,
    // As the client calls itself; null when it does not say.
    clientName: textOrNull(fieldsOf(meta[CLIENT_INFO]).name),
    // Whether the client can ask its user something by a form.
    canAsk: isRecord(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation),
  };
}

export type McpMessage = ReturnType<typeof readMessage>;

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const toolNamed = (name: string | null): Tool | undefined => TOOLS.find((tool) => tool.name === name);

/** The tools that a token sees while agents may do so much, in one order (docs/rules/mcp.md#tools). */
export const toolsFor = (scope: TokenScope, mode: McpMode): readonly Tool[] =>
  TOOLS.filter(({ effect }) => effect === 'reads' || (mode === 'write' && scope !== TOKEN_SCOPES[0]));

/** Checks the parameters of a message, by its method. The SDK itself does so for `tools/call`. */
const IS_PROPER: Readonly<Record<string, (params: unknown) => boolean>> = {
  initialize: isSpecType.InitializeRequestParams,
  'prompts/get': isSpecType.GetPromptRequestParams,
  'prompts/list': isSpecType.PaginatedRequestParams,
  'resources/list': isSpecType.PaginatedRequestParams,
  'resources/read': isSpecType.ReadResourceRequestParams,
  'resources/templates/list': isSpecType.PaginatedRequestParams,
  'tools/list': isSpecType.PaginatedRequestParams,
};

/** Whether a message brings what its method needs. The SDK would answer one that does not as a fault of the server. */
export function hasProperParams({ method, params = {} }: { method: string | null; params: unknown }): boolean {
  return IS_PROPER[method ?? '']?.(params) ?? true;
}

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

const schemas = new Map<string, StandardSchemaWithJSON>();

/** The input of a tool, as clients read it. It is checked as bodies of requests are, which trims texts. */
export const inputSchemaOf = ({ name, input }: Tool): StandardSchemaWithJSON =>
  schemas.getOrInsertComputed(name, () => {
    const check = bodyCheck(input);
    const getValidator =
      <T>(): JsonSchemaValidator<T> =>
      (value) =>
        check(value)
          ? { valid: true, data: value as T, errorMessage: undefined }
          : { valid: false, data: undefined, errorMessage: sentences(check.errors) };
    return fromJsonSchema(withoutOwnKeywords(input as unknown as JsonSchema), { getValidator });
  });

const sentences = (errors: Parameters<typeof fieldProblems>[0] | null = null): string =>
  fieldProblems(errors ?? [], 'arguments')
    .map(({ message }) => message)
    .join(' ');

/** Hints for clients about a tool, so that they ask their users before it does something. */
export const hintsOf = (effect: Effect): ToolAnnotations => ({
  readOnlyHint: effect === 'reads',
  destructiveHint: effect === 'sends',
  idempotentHint: effect === 'reads',
  openWorldHint: false,
});
