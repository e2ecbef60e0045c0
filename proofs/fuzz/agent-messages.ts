import fc from 'fast-check';
import { mcpMessage, toolMessage } from '../../server/testing/mcp-message.ts';
import type { Schema } from './document.ts';
import { broken, type Hints, valid } from './from-schema.ts';

/** A tool as /mcp lists it. */
export interface ListedTool {
  readonly name: string;
  readonly inputSchema: Schema;
}

/** A message to /mcp, as it is sent. */
export interface AgentMessage {
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** The version of the protocol whose messages say nothing of their client. */
const OLDER = '2025-06-18';

const VERSIONS = ['2026-07-28', OLDER, '1999-01-01', 'x'] as const;

const METHODS = [
  ...['server/discover', 'initialize', 'ping', 'tools/list', 'tools/call', 'resources/list', 'resources/read'],
  ...['resources/templates/list', 'prompts/list', 'prompts/get', 'notifications/initialized', 'completion/complete'],
];

const params = fc.oneof(
  fc.record(
    {
      name: fc.constantFrom<unknown>('whoami', 'triage', 'write_answer', 'duplicates_of', '__proto__', 7, null),
      uri: fc.constantFrom(
        'kwit://ticket/1',
        'kwit://answers/1',
        'kwit://ticket/99999999999999999999',
        'file:///etc/passwd',
      ),
      arguments: fc.jsonValue(),
      cursor: fc.string(),
    },
    { requiredKeys: [] },
  ),
  fc.dictionary(fc.string(), fc.jsonValue()),
);

/** Tickets and versions that there are, and some that there are not. */
const hints: Hints = (name) => (name === 'number' || name === 'version' ? fc.integer({ min: 1, max: 6 }) : null);

/** Messages of agents: calls that the tools' schemas accept, and in one of two something that they do not expect. */
export function agentMessages(tools: readonly ListedTool[]): fc.Arbitrary<AgentMessage> {
  const calls = (make: typeof valid) =>
    fc
      .constantFrom(...tools)
      .chain(({ name, inputSchema }) => make(inputSchema, hints).map((input) => toolMessage(name, input as object)));
  const bent = fc
    .tuple(calls(valid), fc.constantFrom('jsonrpc', 'id', 'method', 'params', 'result'), fc.jsonValue())
    .map(([message, field, value]) => ({ ...message, [field]: value }));
  const message = fc.oneof(
    { weight: 5, arbitrary: calls(valid) },
    { weight: 2, arbitrary: calls(broken) },
    {
      weight: 2,
      arbitrary: fc
        .tuple(fc.constantFrom(...METHODS), params)
        .map(([method, parameters]) => mcpMessage(method, parameters)),
    },
    { weight: 2, arbitrary: bent },
  );
  const sent = fc.tuple(message, fc.nat(9), fc.constantFrom(...VERSIONS)).map(([made, n, other]) => {
    const version = n < 8 ? VERSIONS[0] : other;
    return { body: JSON.stringify(version === OLDER ? asOlder(made) : made), headers: headersOf(made, version) };
  });
  const raw = fc.oneof(fc.string(), fc.json()).map((body) => ({ body, headers: headersOf({}, VERSIONS[0]) }));
  return fc.oneof({ weight: 9, arbitrary: sent }, { weight: 1, arbitrary: raw });
}

/** A message as a client of 2025-06-18 writes it. */
const asOlder = (message: object): object =>
  'params' in message && typeof message.params === 'object'
    ? { ...message, params: { ...message.params, _meta: undefined } }
    : message;

/** The headers that belong to a message, as far as they can be written. */
function headersOf(message: object, version: string): Record<string, string> {
  const { method, params } = message as { method?: unknown; params?: { name?: unknown; uri?: unknown } | null };
  const named = { 'mcp-method': method, 'mcp-name': params?.name ?? params?.uri };
  return {
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    'mcp-protocol-version': version,
    ...Object.fromEntries(
      Object.entries(named).flatMap(([name, value]) =>
        typeof value === 'string' && /^[\x21-\x7e]{1,200}$/.test(value) ? [[name, value]] : [],
      ),
    ),
  };
}
