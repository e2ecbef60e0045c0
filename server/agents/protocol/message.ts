import { TOKEN_SCOPES, type TokenScope } from '#contract/words.ts';
import type { Tool } from '../tools/tool.ts';
import { TOOLS } from '../tools/tools.ts';

/** What of a message decides how it is served. Nothing of it has been checked. */
export interface McpMessage {
  readonly id: string | number | null;
  readonly method: string | null;
  readonly params: unknown;
  /** The tool that it calls by name. */
  readonly toolName: string | null;
  /** As the client calls itself; null when it does not say. */
  readonly clientName: string | null;
  /** Whether the client can ask its user something by a form. */
  readonly canAsk: boolean;
}

const CLIENT_INFO = 'io.modelcontextprotocol/clientInfo';
const CLIENT_CAPABILITIES = 'io.modelcontextprotocol/clientCapabilities';

/** Reads what a message says, whatever it is. */
export function readMessage(body: unknown): McpMessage {
  const { id, method, params } = fieldsOf(body);
  const { name, _meta } = fieldsOf(params);
  const meta = fieldsOf(_meta);
  const { elicitation } = fieldsOf(meta[CLIENT_CAPABILITIES]);
  return {
    id: typeof id === 'string' || typeof id === 'number' ? id : null,
    method: textOrNull(method),
    params,
    toolName: method === 'tools/call' ? textOrNull(name) : null,
    clientName: textOrNull(fieldsOf(meta[CLIENT_INFO]).name),
    canAsk: isRecord(elicitation) && (Object.keys(elicitation).length === 0 || 'form' in elicitation),
  };
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const fieldsOf = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});
const textOrNull = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const toolNamed = (name: string | null): Tool | undefined => TOOLS.find((one) => one.name === name);

/** The tools that a token sees: the same for each call, in one order (docs/rules/mcp.md#tools). */
export const toolsFor = (scope: TokenScope): readonly Tool[] =>
  TOOLS.filter(({ effect }) => effect === 'reads' || scope !== TOKEN_SCOPES[0]);
