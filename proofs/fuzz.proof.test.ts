import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import fc from 'fast-check';
import { MINUTE } from '#platform';
import { Caller } from '../server/testing/caller.ts';
import { databases } from '../server/testing/databases.ts';
import { tokenOf } from '../server/testing/mcp-agent.ts';
import { mcpMessage, type RpcAnswer, rpcAnswerIn, sendMessage } from '../server/testing/mcp-message.ts';
import { type App, startApp } from '../server/testing/start-app.ts';
import { agentMessages, type ListedTool } from './fuzz/agent-messages.ts';
import { deviationOf, problemWith } from './fuzz/answers.ts';
import {
  bodiesOf,
  type Document,
  danglingReferences,
  exampleOf,
  type Operation,
  operationsOf,
  resolved,
} from './fuzz/document.ts';
import { Fixtures, PEOPLE } from './fuzz/fixtures.ts';
import { type Body, type FuzzRequest, requests } from './fuzz/requests.ts';
import { send } from './fuzz/send.ts';
import { seed, size } from './size.ts';

const CASES = size(3000, 100_000) / 2;
/** Messages of agents. */
const MESSAGES = size(400, 20_000) / 2;
/** The code by which JSON-RPC names a fault of the server. */
const INTERNAL_ERROR = -32603;
/** How many requests are generated at once. Each batch starts with new fixtures and uses the ids and cursors met before. */
const BATCH_SIZE = 250;

async function encoded(body: Body | null): Promise<{ headers: Record<string, string>; bytes: Uint8Array | null }> {
  if (body === null) return { headers: {}, bytes: null };
  const { type, content } = body;
  const whole = new Response(content as FormData);
  const bytes = Buffer.from(await whole.arrayBuffer());
  const named = type ?? whole.headers.get('content-type') ?? '';
  return { headers: named === '' ? {} : { 'content-type': named }, bytes };
}

/** Whether the operation's own schema refuses the body. */
const isRefusable = ({ operation, body }: FuzzRequest) => {
  const { json } = bodiesOf(operation);
  if (json === undefined || body === null || !('json' in body)) return false;
  return problemWith(json.schema, JSON.parse(JSON.stringify(body.json) ?? 'null')) !== null;
};

/** Makes a request. @returns in what the answer deviates from the document, and whether it was a success. */
async function ask(
  app: App,
  fixtures: Fixtures,
  request: FuzzRequest,
): Promise<{ deviation: string | null; isSuccess: boolean }> {
  const { operation, who, path } = request;
  const token = await fixtures.tokenOf(who);
  const { headers, bytes } = await encoded(request.body);
  const authorization: Record<string, string> = token ? { authorization: `Bearer ${token}` } : {};
  const sent = {
    method: operation.method,
    path,
    headers: { ...headers, ...request.headers, ...authorization },
    body: bytes,
  };
  const got = await send(app.address, sent);
  await fixtures.learnFrom(who, operation, got);
  const isSuccess = got.status < 300;
  const wrong =
    deviationOf(operation, got) ??
    (isSuccess && isRefusable(request) ? `${got.status} for a body that its schema refuses` : null);
  const described = `${operation.name} as ${who}, ${path.slice(0, 200)} ${JSON.stringify(headers)} ${bytes?.subarray(0, 300)}`;
  return { deviation: wrong && `${wrong}\n  ${described}`, isSuccess };
}

for (const name of databases) {
  describe(`the interface and its own document (${name})`, () => {
    let app: App;
    let document: Document;
    let operations: readonly Operation[];
    before(async () => {
      app = await startApp(name, { OUTBOUND_ALLOW: '127.0.0.1:9' });
      document = (await app.stranger.get<Document>('/api/openapi.json')).is(200);
      operations = operationsOf(resolved(document));
    });
    after(() => app.close());

    test('has a summary, a tag and answers for each operation, and an example for each body of JSON', () => {
      assert.deepEqual(danglingReferences(document), []);
      const missing = operations.flatMap((operation) => {
        const { json } = bodiesOf(operation);
        const example = json && exampleOf(json);
        return [
          ...(operation.summary ? [] : ['no summary']),
          ...(operation.tags?.length ? [] : ['no tag']),
          ...(Object.keys(operation.responses).some((status) => status < '400') ? [] : ['no answer']),
          ...(json && example === undefined ? ['no example'] : []),
          ...(json && example !== undefined ? [problemWith(json.schema, structuredClone(example))] : []),
        ]
          .filter((problem) => problem !== null)
          .map((problem) => `${operation.name}: ${problem}`);
      });
      assert.deepEqual(missing, []);
    });

    test(`answers ${MESSAGES} messages of an agent as the protocol says, and none as a fault of its own (seed ${seed})`, async () => {
      // Requests of the other test may have ended the sessions that the cast knows.
      const [ada, dev] = [await app.cast.signsIn(PEOPLE.reporter), await app.cast.signsIn(PEOPLE.developer)];
      for (let made = 0; made < 5; made++) await ada.opens();
      (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
      const program = new Caller(app.address, await tokenOf(dev, 'write'));
      const { result } = (await sendMessage(program, mcpMessage('tools/list'))).is(200);
      const { tools } = result as unknown as { tools: readonly ListedTool[] };
      const faults: string[] = [];
      let done = 0;
      for (const { body, headers } of fc.sample(agentMessages(tools), { numRuns: MESSAGES, seed })) {
        // A token writes thirty times an hour.
        app.clock.advance(MINUTE);
        const { status, text } = await program.send('POST', '/mcp', body, headers);
        const answered: Partial<RpcAnswer> = status === 202 ? {} : rpcAnswerIn(text);
        if (answered.result && !answered.result.isError) done += 1;
        const isFault = status >= 500 || answered.error?.code === INTERNAL_ERROR || text.includes('internal_error');
        if (isFault) faults.push(`${status} ${text.slice(0, 300)}\n  ${body.slice(0, 300)}`);
      }
      assert.deepEqual(faults, []);
      assert.ok(done > MESSAGES / 10, `only ${done} of ${MESSAGES} messages had a result`);
    });

    test(`agree about ${CASES} requests (seed ${seed})`, { timeout: size(300_000, 7_200_000) }, async () => {
      const fixtures = new Fixtures(app);
      const deviations = new Map<string, string>();
      let successes = 0;
      for (let made = 0; made < CASES; made += BATCH_SIZE) {
        await fixtures.add(operations);
        for (const request of fc.sample(requests(operations, fixtures), { numRuns: BATCH_SIZE, seed: seed + made })) {
          app.clock.advance(1000);
          const { deviation, isSuccess } = await ask(app, fixtures, request);
          if (isSuccess) successes += 1;
          // One deviation of a kind is enough.
          if (deviation) deviations.set(`${request.operation.name} ${deviation.slice(0, 12)}`, deviation);
        }
      }
      assert.deepEqual([...deviations.values()], []);
      // Some 27 of 100 do; how many, is a matter of the seed.
      assert.ok(successes > CASES / 5, `only ${successes} of ${CASES} requests succeeded`);
    });
  });
}
