import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#platform';
import type { Player } from '#testing/cast.ts';
import { connectAgent, ERAS, type Era, type McpAgent, tokenOf, type UserSays } from '#testing/mcp-agent.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const WRITING = [
  ...['report_ticket', 'comment', 'update_ticket', 'close_ticket', 'attach_text'],
  ...['place_beside', 'join_ticket', 'split_ticket', 'tell_askers', 'undo_act'],
];

onEachDatabaseAnew('an agent that writes', (app) => {
  /** Lets agents write, and connects one for the person. */
  const agentOf = async (player: Player, more: { era?: Era; userSays?: UserSays } = {}): Promise<McpAgent> => {
    const { dev } = await app().cast.all();
    (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
    return connectAgent(app().address, await tokenOf(player, 'write'), more);
  };

  test('sees all tools, in one order; while the setting is read, none that writes, and each is refused by its name', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const era of ERAS) {
      const agent = await connectAgent(app().address, await tokenOf(dev, 'admin'), { era });
      const ofReading = await agent.tools();
      (await dev.patch('/api/settings', { mcp: 'write' })).is(200);
      assert.deepEqual(await agent.tools(), [...ofReading, ...WRITING]);
      (await dev.patch('/api/settings', { mcp: 'read' })).is(200);
      const { number } = ticket;
      const calls: [string, object][] = [
        ['report_ticket', { title: 'Never', description: 'Never.', idempotency_key: 'a' }],
        ['comment', { number, content: 'Never.' }],
        ['update_ticket', { number, version: 1, priority: 'high' }],
        ['close_ticket', { number, answer: 'Never.' }],
        ['attach_text', { number, filename: 'a.txt', content: 'Never.' }],
      ];
      for (const [name, input] of calls)
        assert.match((await agent.uses(name, { ...input })).refused('forbidden'), /The setting mcp is "read"/);
      await agent.client.close();
    }
    const after = (await dev.reads(ticket)).is(200);
    assert.deepEqual([after.version, after.comments.length, after.attachments.length], [1, 0, 0]);
  });

  test('fills in the fields of a category, and reads them', async () => {
    const { ada, dev } = await app().cast.all();
    const name = { pl: 'Maszyna', en: 'Machine' };
    const more = { category: 'question', ask: 'report', reporter_sees: true, needed: true };
    (await dev.post('/api/fields', { key: 'machine', kind: 'text', name, ...more })).is(201);
    const ticket = await ada.opens({ category: 'question' });
    const agent = await agentOf(dev);
    const { number, version } = ticket;
    const lacking = (await agent.uses('get_ticket', { number })).done<{ ticket: { lacks: string[] } }>();
    assert.deepEqual(lacking.ticket.lacks, ['machine']);
    (await agent.uses('update_ticket', { number, version, fields: { machine: 'M-1' } })).done();
    const read = (await agent.uses('get_ticket', { number })).done<{ ticket: { fields: object; lacks: string[] } }>();
    assert.match(JSON.stringify(read.ticket.fields), /M-1/);
    assert.deepEqual(read.ticket.lacks, []);
    assert.deepEqual((await ada.reads(ticket)).is(200).fields, { machine: 'M-1' });
    await agent.client.close();
  });

  test('reports once for each key, to a project by its name', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.post('/api/projects', { name: 'Intranet' })).is(201);
    const agent = await agentOf(ada);
    const report = { title: 'The door squeaks', description: 'Loudly.', project: 'intranet', idempotency_key: 'door' };
    const first = (await agent.uses('report_ticket', report)).done<{ number: number }>();
    assert.equal((await agent.uses('report_ticket', report)).done<{ number: number }>().number, first.number);
    (await agent.uses('report_ticket', { ...report, title: 'Another door' })).refused('idempotency_key_reused');
    (await agent.uses('report_ticket', { ...report, project: 'Moon', idempotency_key: 'b' })).refused(
      'project_not_found',
    );
    const [listed] = (await ada.lists(`?number=${first.number}`)).is(200);
    assert.deepEqual(
      [listed?.title, listed?.project_name, listed?.reporter_id],
      ['The door squeaks', 'Intranet', ada.id],
    );
    await agent.client.close();
  });

  test('reports by no key that a database cannot keep', async () => {
    const { ada } = await app().cast.all();
    const agent = await agentOf(ada);
    for (const idempotency_key of ['a\0', '\ud800']) {
      const result = await agent.uses('report_ticket', { title: 'A title', description: 'x', idempotency_key });
      assert.match(result.text, /"idempotency_key" must be well-formed/);
    }
    assert.deepEqual((await ada.get('/api/tickets')).is(200), []);
    await agent.client.close();
  });

  test('comments internally for a developer unless they say that it is public, and publicly for a reporter', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { number } = ticket;
    const byDev = await agentOf(dev);
    (await byDev.uses('comment', { number, content: 'For us.' })).done();
    (await byDev.uses('comment', { number, content: 'For us, too.', internal: true })).done();
    (await byDev.uses('comment', { number, content: 'For Ada.', public: true })).done();
    (await byDev.uses('comment', { number, content: 'For whom?', public: true, internal: true })).refused(
      'validation_error',
    );
    (await byDev.uses('comment', { number, content: 'For whom?', internal: false })).refused('validation_error');
    const byAda = await agentOf(ada);
    (await byAda.uses('comment', { number, content: 'Thanks.' })).done();
    (await byAda.uses('comment', { number, content: 'Secretly.', internal: true })).refused('forbidden');
    const comments = (await dev.reads(ticket)).is(200).comments;
    assert.deepEqual(
      comments.map(({ content, is_internal }) => [content, is_internal]),
      [
        ['For us.', true],
        ['For us, too.', true],
        ['For Ada.', false],
        ['Thanks.', false],
      ],
    );
    await Promise.all([byDev.client.close(), byAda.client.close()]);
  });

  test('gives a ticket to a developer by name or address, and finds it so', async () => {
    const { ada, ewa } = await app().cast.all();
    const agent = await agentOf(ewa);
    const { number } = await ada.opens();
    let version = 1;
    for (const assignee of [ewa.user.name.toUpperCase(), ewa.user.email]) {
      const change = { number, version, assignee };
      ({ version } = (await agent.uses('update_ticket', change)).done<{ version: number }>());
      const { tickets } = (await agent.uses('search_tickets', { assignee })).done<{ tickets: { number: number }[] }>();
      assert.deepEqual(tickets[0]?.number, number);
      ({ version } = (await agent.uses('update_ticket', { number, version, assignee: 'none' })).done<{
        version: number;
      }>());
    }
    for (const assignee of [ada.user.name, ada.user.email, 'Nobody'])
      (await agent.uses('update_ticket', { number, version, assignee })).refused('assignee_not_found');
    const byAda = await agentOf(ada);
    (await byAda.uses('search_tickets', { assignee: ewa.user.name })).refused('assignee_not_found');
    await Promise.all([agent.client.close(), byAda.client.close()]);
  });

  test('changes the version that it has read, and nothing when somebody was faster', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { number } = ticket;
    const agent = await agentOf(dev);
    const changed = (
      await agent.uses('update_ticket', { number, version: 1, status: 'in_progress', assignee: 'me', priority: 'high' })
    ).done<{ version: number }>();
    (await agent.uses('update_ticket', { number, version: 1, priority: 'low' })).refused('precondition_failed');
    assert.match((await agent.uses('update_ticket', { number, priority: 'low' })).text, /"version" is missing/);
    assert.match((await agent.uses('update_ticket', { number, version: 2, status: 'closed' })).text, /must be one of/);
    for (const text of ['title', 'description'])
      assert.match(
        (await agent.uses('update_ticket', { number, version: 2, [text]: 'New words' })).text,
        /not known here/,
      );
    const now = (await dev.reads(ticket)).is(200);
    assert.deepEqual(
      [now.status, now.assignee_id, now.priority, now.version],
      ['in_progress', dev.id, 'high', changed.version],
    );
    const via = [...new Set(now.history.map((entry) => entry.via))];
    assert.deepEqual(via, ['CI bot, MCP (Test agent)']);
    const [, moved] = await dev.eventsOf(ticket);
    assert.match(String(moved?.source), /^mcp:[0-9a-f-]{36}$/);
    await agent.client.close();
  });

  test('closes a ticket once its person has agreed to the whole mail', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'The door squeaks' });
    const questions: string[] = [];
    const agent = await agentOf(dev, {
      userSays: (question) => {
        questions.push(question);
        return 'agrees';
      },
    });
    const input = { number: ticket.number, answer: 'Oil the hinge.', found_by: ['creaking', 'noisy door'] };
    (await agent.uses('close_ticket', input)).done();
    const [question = '', ...more] = questions;
    assert.deepEqual(more, []);
    for (const words of [
      'Oil the hinge.',
      'To: ada@example.com',
      `Subject: [#${ticket.number}] The door squeaks`,
      ...input.found_by,
    ])
      assert.ok(question.includes(words), question);
    assert.ok(!question.includes('unsubscribe'), question);
    const closed = (await dev.reads(ticket)).is(200);
    assert.equal(closed.status, 'closed');
    assert.deepEqual(
      closed.comments.map(({ content, found_by }) => [content, found_by]),
      [['Oil the hinge.', input.found_by]],
    );
    const shown = async (person: Player) => {
      const reader = await agentOf(person);
      const text = JSON.stringify((await reader.uses('get_ticket', { number: ticket.number })).done());
      await reader.client.close();
      return text;
    };
    assert.match(await shown(dev), /noisy door/);
    assert.doesNotMatch(await shown(ada), /noisy door/, 'its reporter is not shown them');
    await agent.client.close();
  });

  test('closes nothing when its person does not agree, or when its client cannot ask', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const input = { number: ticket.number, answer: 'Oil the hinge.' };
    const declining = await agentOf(dev, { userSays: () => 'declines' });
    assert.match((await declining.uses('close_ticket', input)).refused('forbidden'), /did not agree/);
    for (const era of ERAS) {
      const mute = await agentOf(dev, { era });
      assert.match((await mute.uses('close_ticket', input)).refused('forbidden'), /cannot ask/);
      await mute.client.close();
    }
    const byAda = await agentOf(ada, { userSays: () => 'agrees' });
    (await byAda.uses('close_ticket', input)).refused('forbidden');
    assert.equal((await dev.reads(ticket)).is(200).status, 'submitted');
    await Promise.all([declining.client.close(), byAda.client.close()]);
  });

  test('joins a ticket once its person has agreed, lets one stand beside another, and splits one', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [source, target, his] = [await ada.opens(), await ada.opens(), await jan.opens()];
    const questions: string[] = [];
    const agent = await agentOf(dev, {
      userSays: (question) => {
        questions.push(question);
        return 'agrees';
      },
    });
    (await agent.uses('join_ticket', { number: source.number, into: target.number })).done();
    assert.match(questions.join(), new RegExp(`Join #${source.number} to #${target.number}`));
    assert.equal((await dev.reads(source)).is(200).merged_into?.id, target.id);
    (await agent.uses('join_ticket', { number: his.number, into: target.number })).refused('reporters_differ');
    (await agent.uses('place_beside', { number: his.number, into: target.number })).done();
    assert.equal((await dev.reads(his)).is(200).beside?.[0]?.number, target.number);
    const comment = (await ada.comments(target, 'And the scanner.')).is(201);
    const split = { number: target.number, title: 'The scanner, too', comment_ids: [comment.id] };
    (await agent.uses('split_ticket', split)).done();
    assert.deepEqual((await dev.reads(target)).is(200).comments, []);
    await agent.client.close();
  });

  test('attaches texts: a developer’s for developers alone', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const { number } = ticket;
    const byDev = await agentOf(dev);
    (await byDev.uses('attach_text', { number, filename: 'server.log', content: 'one\ntwo\n' })).done();
    (await byDev.uses('attach_text', { number, filename: 'a.pdf', content: '%PDF-1.4 no text' })).refused(
      'unsupported_file_type',
    );
    const byAda = await agentOf(ada);
    (await byAda.uses('attach_text', { number, filename: 'mine.json', content: '{"a":1}' })).done();
    const filesFor = async (player: Player) =>
      (await player.reads(ticket))
        .is(200)
        .attachments.map(({ original_name, mime_type, is_internal }) => [original_name, mime_type, is_internal]);
    assert.deepEqual(await filesFor(ada), [['mine.json', 'application/json', false]]);
    assert.deepEqual(await filesFor(dev), [
      ['server.log', 'text/plain', true],
      ['mine.json', 'application/json', false],
    ]);
    await Promise.all([byDev.client.close(), byAda.client.close()]);
  });

  test('writes 30 times an hour', async () => {
    const { ada } = await app().cast.all();
    const { number } = await ada.opens();
    const agent = await agentOf(ada);
    const writes = async () => agent.uses('comment', { number, content: 'Once more.' });
    for (let i = 0; i < 30; i += 1) (await writes()).done();
    assert.match((await writes()).refused('too_many_requests'), /Try again in 3600 seconds/);
    (await agent.uses('get_ticket', { number })).done();
    app().clock.advance(HOUR);
    (await writes()).done();
    await agent.client.close();
  });
});
