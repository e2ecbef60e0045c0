import assert from 'node:assert/strict';
import { type CallToolResult, Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import type { NewToken } from '../../contract/tokens.ts';
import type { TokenScope } from '../../contract/words.ts';
import type { Player } from './cast.ts';

/** The versions of the protocol that agents speak. */
export const ERAS = ['2026-07-28', '2025-06-18'] as const;
export type Era = (typeof ERAS)[number];

/** A user's answer when an agent's client asks them. */
export type UserSays = (question: string) => 'agrees' | 'declines';

/** An agent that acts for a person by the protocol's own client. */
export class McpAgent {
  readonly client: Client;

  constructor(client: Client) {
    this.client = client;
  }

  /** Calls a tool. */
  async uses(name: string, input: Record<string, unknown> = {}): Promise<ToolResult> {
    return new ToolResult((await this.client.callTool({ name, arguments: input })) as CallToolResult);
  }

  async tools(): Promise<string[]> {
    return (await this.client.listTools()).tools.map(({ name }) => name);
  }
}

/** The answer of a tool, and assertions on it. */
export class ToolResult {
  readonly #result: CallToolResult;

  constructor(result: CallToolResult) {
    this.#result = result;
  }

  /** The text for the model. */
  get text(): string {
    return this.#result.content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
  }

  /** Asserts that it did what it was asked. @returns its fields. */
  done<T = Record<string, unknown>>(): T {
    assert.ok(!this.#result.isError, this.text);
    return this.#result.structuredContent as T;
  }

  /** Asserts a refusal. @returns what a model reads of it. */
  refused(beginning: string): string {
    assert.equal(this.#result.isError, true, this.text);
    assert.ok(this.text.startsWith(`${beginning}: `), this.text);
    return this.text;
  }
}

export const tokenOf = async (player: Player, scope: TokenScope, name = 'CI bot'): Promise<string> =>
  (await player.post<NewToken>('/api/tokens', { name, scope })).is(201).token;

/** Connects an agent with a token. @param userSays without it, the client cannot ask its user anything. */
export async function connectAgent(
  address: string,
  token: string,
  { era = ERAS[0], userSays }: { era?: Era; userSays?: UserSays } = {},
): Promise<McpAgent> {
  const client = new Client(
    { name: 'Test agent', version: '1.0.0' },
    {
      versionNegotiation: { mode: era === ERAS[0] ? { pin: era } : 'legacy' },
      supportedProtocolVersions: [era],
      capabilities: userSays ? { elicitation: {} } : {},
    },
  );
  if (userSays)
    client.setRequestHandler('elicitation/create', async ({ params }) =>
      userSays(params.message) === 'agrees'
        ? { action: 'accept' as const, content: { agree: true } }
        : { action: 'decline' as const },
    );
  const requestInit = { headers: { authorization: `Bearer ${token}` } };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${address}/mcp`), { requestInit }));
  return new McpAgent(client);
}
