import assert from 'node:assert/strict';
import { test } from 'node:test';
import { act } from '#testing/acts.ts';
import { connectAgent, tokenOf } from '#testing/mcp-agent.ts';
import { onEachDatabase } from '#testing/start-app.ts';

interface Acts {
  readonly acts: { readonly id: string; readonly kind: string; readonly via: string; readonly by: string | null }[];
}

onEachDatabase('an agent that takes back', (app) => {
  test('does so after its person has agreed to what becomes of it; the undo is an act of the agent', async () => {
    const { ada, dev, jan } = await app().cast.all();
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    const tickets = [await ada.opens(), await ada.opens()];
    const ids = tickets.map(({ id }) => id);
    (await dev.patch('/api/tickets', { ids, change: { priority: 'high', status: 'in_progress' } })).is(200);
    await app().worker.runOnce();
    const token = await tokenOf(dev, 'write', 'Helper');
    const questions: string[] = [];
    const agent = await connectAgent(app().address, token, {
      userSays: (question) => {
        questions.push(question);
        return 'agrees';
      },
    });
    const number = tickets[0]?.number ?? 0;
    const { acts } = (await agent.uses('list_acts', { number })).done<Acts>();
    assert.deepEqual([acts[0]?.kind, acts[0]?.by], ['changeTickets', 'Dev']);
    const id = acts[0]?.id ?? '';
    const declining = await connectAgent(app().address, token, { userSays: () => 'declines' });
    (await declining.uses('undo_act', { act: id })).refused('forbidden');
    assert.equal((await dev.reads({ id: ids[0] ?? '' })).is(200).priority, 'high');
    const done = (await agent.uses('undo_act', { act: id })).done<{ act: string; undone: number; tickets: number[] }>();
    assert.deepEqual([done.undone, done.tickets.length], [6, 2]);
    assert.match(questions[0] ?? '', /assignee_id, priority, status on 2 tickets \(#\d+, #\d+\)\. 0 lines stay/);
    for (const ticket of tickets) assert.equal((await dev.reads(ticket)).is(200).priority, ticket.priority);
    const own = await act(dev, done.act);
    assert.deepEqual([own.via, own.undoes, own.kind], ['agent', id, 'undoAct']);
    assert.match(own.token_name ?? '', /^Helper, MCP/);
    await app().worker.runOnce();
    const reasons = (await ada.get<{ reason: string }[]>('/api/notices')).is(200).map(({ reason }) => reason);
    assert.deepEqual(reasons, ['undone'], 'as after any undo, nobody hears of the changes');
    (await agent.uses('undo_act', { act: id })).refused('already_undone');
    const byJan = await connectAgent(app().address, await tokenOf(jan, 'write'), { userSays: () => 'agrees' });
    (await byJan.uses('undo_act', { act: id })).refused('act_not_found');
    (await byJan.uses('list_acts', { number })).refused('forbidden');
  });

  test('is refused what its person could not put back, before anybody is asked', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const [own] = (await ada.get<{ id: string }[]>(`/api/acts?ticket=${ticket.id}`)).is(200);
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    const agent = await connectAgent(app().address, await tokenOf(ada, 'write'), { userSays: () => assert.fail() });
    assert.match((await agent.uses('undo_act', { act: own?.id ?? '' })).refused('forbidden'), /Nothing of it/);
  });
});
