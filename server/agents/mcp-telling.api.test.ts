import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectAgent, tokenOf } from '#testing/mcp-agent.ts';
import { onEachDatabase } from '#testing/start-app.ts';

onEachDatabase('an agent that tells who asked', (app) => {
  test('does so with the words to which the person agreed, and reads who was told', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'The disk was full.' })).is(200);
    const { number } = ticket;
    const telling = { number, what: 'again', note: 'Look again, please.' };
    const questions: string[] = [];
    const token = await tokenOf(dev, 'write');
    const agent = await connectAgent(app().address, token, {
      userSays: (question) => {
        questions.push(question);
        return 'agrees';
      },
    });
    const done = (await agent.uses('tell_askers', telling)).done<{ told: number }>();
    assert.equal(done.told, 1);
    assert.match(questions.join(), /Tell the 1 who asked about #\d+.*Look again, please\./s);
    const declining = await connectAgent(app().address, token, { userSays: () => 'declines' });
    (await declining.uses('tell_askers', { ...telling, note: 'Once more.' })).refused('forbidden');
    await app().worker.runOnce();
    const { told: recipients, asked: askerCount } = (await agent.uses('who_was_told', { number })).done<{
      asked: number;
      told: { name: string; of: string; kind: string }[];
    }>();
    assert.equal(askerCount, 1);
    assert.ok(recipients.some(({ name, of, kind }) => name === 'Ada' && of === 'answer.told' && kind === 'mail'));
    (await agent.uses('tell_askers', telling)).refused('already_told');
    const byAda = await connectAgent(app().address, await tokenOf(ada, 'write'), {});
    (await byAda.uses('tell_askers', telling)).refused('forbidden');
    const own = (await byAda.uses('who_was_told', { number })).done<{ asked?: number; told: object[] }>();
    assert.ok(own.asked === undefined && own.told.length > 0);
  });
});
