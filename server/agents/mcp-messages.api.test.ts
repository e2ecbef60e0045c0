import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Caller } from '#testing/caller.ts';
import { tokenOf } from '#testing/mcp-agent.ts';
import { mcpMessage, rpcAnswerIn, sendMessage, toolMessage } from '#testing/mcp-message.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const LISTING = mcpMessage('tools/list');
const OLDER_GREETING = { jsonrpc: '2.0', id: 7, method: 'initialize', params: { capabilities: {} } };
const APP_URL = 'https://kwit.example.com';

onEachDatabaseAnew(
  'a message to /mcp',
  (app) => {
    const programOfAda = async () => {
      const { ada, dev } = await app().cast.all();
      return { ada, dev, program: new Caller(app().address, await tokenOf(ada, 'read')) };
    };

    test('needs a token for programs: a session is not enough', async () => {
      const { ada, program } = await programOfAda();
      (await sendMessage(program, LISTING)).is(200);
      for (const body of [LISTING, '{']) {
        (await sendMessage(ada, body)).isRefused(401, 'unauthorized');
        const refused = await sendMessage(app().stranger, body);
        refused.isRefused(401, 'unauthorized');
        assert.equal(refused.headers.get('www-authenticate'), 'Bearer');
      }
    });

    test('finds nothing there while the setting is off', async () => {
      const { dev, program } = await programOfAda();
      (await dev.patch('/api/settings', { mcp: 'off' })).is(200);
      (await sendMessage(program, LISTING)).isRefused(404, 'not_found');
      (await dev.patch('/api/settings', { mcp: 'read' })).is(200);
      (await sendMessage(program, LISTING)).is(200);
    });

    test('is refused from a page that is not the app’s', async () => {
      const { program } = await programOfAda();
      for (const origin of ['https://evil.example.net', 'null', 'http://localhost:3000'])
        (await sendMessage(program, LISTING, { origin })).isRefused(403, 'forbidden');
      (await sendMessage(program, LISTING, { origin: APP_URL })).is(200);
    });

    test('that calls a tool which the scope does not reach is told which one does', async () => {
      const { dev, program } = await programOfAda();
      (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
      const refused = await sendMessage(program, toolMessage('comment', { number: 1, content: 'Never.' }));
      refused.isRefused(403, 'insufficient_scope');
      assert.equal(refused.headers.get('www-authenticate'), 'Bearer error="insufficient_scope", scope="write"');
    });

    test('gets the errors of the protocol when it is wrong, and never a 500', async () => {
      const { program } = await programOfAda();
      const unknownVersion = mcpMessage('tools/list', {}, { 'io.modelcontextprotocol/protocolVersion': '1999-01-01' });
      const requests: [string, unknown, Record<string, string>, number, number][] = [
        ['no JSON', '{', {}, 400, -32700],
        ['nothing', '', {}, 400, -32700],
        ['nested too deep', `${'['.repeat(100)}${']'.repeat(100)}`, {}, 400, -32700],
        ['a number', 7, {}, 400, -32600],
        ['null', 'null', {}, 400, -32600],
        ['a batch', [LISTING], {}, 400, -32600],
        ['an unknown method', mcpMessage('tools/forget'), {}, 404, -32601],
        ['a subscription', mcpMessage('subscriptions/listen'), {}, 404, -32601],
        ['an unknown tool', toolMessage('drop_tables', {}), {}, 200, -32602],
        ['a page without its address', mcpMessage('resources/read'), {}, 200, -32602],
        ['a prompt of no name', mcpMessage('prompts/get', { name: 7 }), {}, 200, -32602],
        ['a list from nowhere', mcpMessage('tools/list', { cursor: 7 }), {}, 200, -32602],
        ['an older greeting without a version', OLDER_GREETING, { 'mcp-protocol-version': '2025-06-18' }, 200, -32602],
        ['an unknown version', unknownVersion, { 'mcp-protocol-version': '1999-01-01' }, 400, -32022],
        ['a header that says another method', LISTING, { 'mcp-method': 'tools/call' }, 400, -32020],
      ];
      for (const [what, body, headers, status, code] of requests) {
        const answer = await sendMessage(program, body, headers);
        const { error } = rpcAnswerIn(answer.text);
        assert.deepEqual([answer.status, error?.code], [status, code], `${what}: ${answer.text}`);
      }
    });

    test('is refused with words when a tool is called with what it does not take', async () => {
      const { program } = await programOfAda();
      const wrong: [string, object, string][] = [
        ['get_ticket', {}, '"number" is missing'],
        ['get_ticket', { number: 'seven' }, '"number" must be of type integer'],
        ['search_tickets', { limit: 51 }, '"limit" must be at most 50'],
        ['search_tickets', { sudo: true }, '"sudo" is not known here'],
      ];
      for (const [name, input, word] of wrong) {
        const { result } = (await sendMessage(program, toolMessage(name, input))).is(200);
        assert.equal(result?.isError, true);
        const text = result.content?.[0]?.text ?? '';
        assert.ok(text.includes(word), text);
      }
    });

    test('is the only thing there: neither a stream nor a session', async () => {
      const { program } = await programOfAda();
      for (const method of ['GET', 'DELETE']) {
        const answer = await program.send(method, '/mcp');
        assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
      }
    });

    test('is counted by tool and outcome', async () => {
      const { program } = await programOfAda();
      (await sendMessage(program, toolMessage('whoami', {}))).is(200);
      const { text } = await app().stranger.get('/metrics');
      assert.match(text, /^kwit_mcp_calls_total\{tool="whoami",outcome="done"\} 1$/m);
    });
  },
  { APP_URL },
);
