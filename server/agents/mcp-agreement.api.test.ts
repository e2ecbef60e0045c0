import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Caller } from '#testing/caller.ts';
import type { Player } from '#testing/cast.ts';
import { tokenOf } from '#testing/mcp-agent.ts';
import { sendMessage, toolMessage } from '#testing/mcp-message.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const AGREES = { agree: { action: 'accept', content: { agree: true } } };

onEachDatabaseAnew('what a person agrees to', (app) => {
  const begin = async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    const ticket = await ada.opens();
    const program = new Caller(app().address, await tokenOf(dev, 'write'));
    const closing = { number: ticket.number, answer: 'Oil the hinge.' };
    return { ada, dev, ticket, program, closing };
  };
  const send = async (program: Caller, closing: object, more: object = {}) =>
    JSON.parse((await sendMessage(program, toolMessage('close_ticket', closing, more))).text);
  const statusOf = async (player: Player, ticket: { id: string }) => (await player.reads(ticket)).is(200).status;

  test('is asked of them, and comes back signed', async () => {
    const { dev, ticket, program, closing } = await begin();
    const { result } = await send(program, closing);
    assert.equal(result.resultType, 'input_required');
    assert.match(result.inputRequests.agree.params.message, /Oil the hinge\./);
    assert.equal(await statusOf(dev, ticket), 'submitted');
    const { requestState } = result;
    const done = await send(program, closing, { inputResponses: AGREES, requestState });
    assert.equal(done.result.isError, undefined, JSON.stringify(done));
    assert.equal(await statusOf(dev, ticket), 'closed');
  });

  test('is this answer to this ticket, as it was, and nothing that a client makes up', async () => {
    const { ada, dev, ticket, program, closing } = await begin();
    const other = await ada.opens();
    const { requestState } = (await send(program, closing)).result;
    const agreed = { inputResponses: AGREES, requestState };
    const refused = async (input: object, by = program) => {
      const { result } = await send(by, input, agreed);
      assert.equal(result?.isError, true);
      assert.match(result.content[0].text, /agreed to another answer/);
    };
    await refused({ ...closing, answer: 'Call this number.' });
    await refused({ ...closing, number: other.number });
    await refused({ ...closing, shared: false });
    // Nobody signed it, or it was signed for another token.
    const forged = await send(program, closing, { ...agreed, requestState: `${requestState.slice(0, -2)}xx` });
    assert.equal(forged.error.code, -32602);
    const another = new Caller(app().address, await tokenOf(dev, 'write', 'Another'));
    assert.equal((await send(another, closing, agreed)).error.code, -32602);
    // Without the question, an answer is none: they are asked.
    const unasked = await send(program, closing, { inputResponses: AGREES });
    assert.equal(unasked.result.resultType, 'input_required');
    // The ticket has changed since the agreement.
    (await dev.patches(ticket, { priority: 'high' })).is(200);
    const late = await send(program, closing, agreed);
    assert.match(late.result.content[0].text, /^precondition_failed/);
    assert.deepEqual([await statusOf(dev, ticket), await statusOf(dev, other)], ['submitted', 'submitted']);
  });
});
