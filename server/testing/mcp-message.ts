import type { Answer, Caller } from './caller.ts';

const VERSION = '2026-07-28';

const ENVELOPE = {
  'io.modelcontextprotocol/protocolVersion': VERSION,
  'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
  'io.modelcontextprotocol/clientInfo': { name: 'Test agent', version: '1.0.0' },
};

export interface RpcAnswer {
  readonly id: unknown;
  readonly error?: { readonly code: number; readonly message: string };
  readonly result?: {
    readonly isError?: boolean;
    readonly content?: readonly { readonly text: string }[];
    readonly resultType?: string;
    readonly requestState?: string;
    readonly structuredContent?: Record<string, unknown>;
  };
}

/** A message as a client writes it. @param meta replaces what the client says of itself. */
export const mcpMessage = (method: string, params: object = {}, meta: object = {}) => ({
  jsonrpc: '2.0',
  id: 7,
  method,
  params: { _meta: { ...ENVELOPE, ...meta }, ...params },
});

export const toolMessage = (name: string, input: object, more: object = {}) =>
  mcpMessage('tools/call', { name, arguments: input, ...more });

/** Reads an answer, whether it is JSON alone or, as clients of 2025-06-18 get it, the one event of a stream. */
export const rpcAnswerIn = (text: string): RpcAnswer => JSON.parse(text.replace(/^event: message\ndata: /, ''));

/** Sends a body to /mcp as it is, with the headers that belong to a message. */
export function sendMessage(
  program: Caller,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<RpcAnswer>> {
  const { method, params } = (typeof body === 'object' && body !== null ? body : {}) as {
    method?: string;
    params?: { name?: string; uri?: string };
  };
  const name = params?.name ?? params?.uri;
  return program.send('POST', '/mcp', typeof body === 'string' ? body : JSON.stringify(body), {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': VERSION,
    ...(method === undefined ? {} : { 'mcp-method': method }),
    ...(name === undefined ? {} : { 'mcp-name': name }),
    ...headers,
  });
}
