import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR } from '#platform';
import { onEachDatabase } from '#testing/start-app.ts';

const UNKNOWN = '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e';
const json = { 'content-type': 'application/json' };

onEachDatabase('a change by its reporter', (app) => {
  test('may touch everything that a reporter writes, while the ticket is submitted', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const project = (await dev.post<{ id: string }>('/api/projects', { name: 'Changes' })).is(201);
    const ticket = await ada.opens();
    clock.advance(HOUR);
    const body = {
      title: 'A printer that jams',
      description: 'd'.repeat(100),
      steps_to_reproduce: 's',
      expected_result: 'e',
      actual_result: 'a',
      environment: 'v',
      category: 'bug',
      urgency_reporter: 'critical',
      project_id: project.id,
    };
    const answer = await ada.patches(ticket, body);
    const changed = answer.is(200);
    for (const [field, value] of Object.entries(body)) assert.equal(changed[field as 'title'], value, field);
    assert.deepEqual([changed.version, answer.headers.get('etag')], [2, '"2"']);
    assert.equal(changed.updated_at, new Date(clock.now()).toISOString());
    assert.equal(changed.created_at, ticket.created_at);
    assert.ok(!('internal_note' in changed));
    const emptied = (await ada.patches(ticket, { environment: ' ', steps_to_reproduce: null, project_id: null })).is(
      200,
    );
    assert.deepEqual([emptied.environment, emptied.steps_to_reproduce, emptied.project_id], [null, null, null]);
  });

  test('may touch no field of the developers', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const fields: Record<string, unknown> = {
      status: 'verified',
      priority: 'high',
      planned_date: '2026-12-01',
      estimated_hours: 1,
      internal_note: 'x',
      assignee_id: dev.id,
      order_index: 1,
      closure_summary: 'Done.',
    };
    for (const [field, value] of Object.entries(fields))
      (await ada.patches(ticket, { title: 'New title', [field]: value })).isRefused(403, 'forbidden');
    const unchanged = (await ada.reads(ticket)).is(200);
    assert.deepEqual([unchanged.title, unchanged.version, unchanged.history], [ticket.title, 1, []]);
  });

  test('is over once the ticket has been accepted', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const status of ['verified', 'in_progress', 'waiting', 'blocked']) {
      (await dev.patches(ticket, { status })).is(200);
      (await ada.patches(ticket, { title: 'Too late' })).isRefused(403, 'ticket_locked');
    }
    (await dev.patches(ticket, { status: 'closed', closure_summary: 'Done.' })).is(200);
    (await ada.patches(ticket, { title: 'Too late' })).isRefused(403, 'ticket_locked');
    const { can } = (await ada.reads(ticket)).is(200);
    assert.deepEqual([can.edit, can.comment, can.attach], [false, true, true]);
  });

  test("cannot reach another's ticket", async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await jan.patches(ticket, { title: 'Mine now' })).isRefused(403, 'forbidden');
    (await jan.patches(await dev.opens(), { title: 'Mine now' })).isRefused(403, 'forbidden');
  });
});

onEachDatabase('a change by a developer', (app) => {
  test('may touch everything', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const body = {
      title: 'Renamed',
      status: 'blocked',
      priority: 'critical',
      planned_date: '2026-12-24',
      estimated_hours: 2.5,
      internal_note: 'Between us.',
      assignee_id: ewa.id,
      order_index: -7,
    };
    const changed = (await dev.patches(ticket, body)).is(200);
    for (const [field, value] of Object.entries(body)) assert.equal(changed[field as 'title'], value, field);
    assert.deepEqual([changed.assignee_name, changed.assignee_email], ['Ewa', 'ewa@example.com']);
    const emptied = { planned_date: null, estimated_hours: null, internal_note: null, assignee_id: null };
    const after = (await dev.patches(ticket, emptied)).is(200);
    for (const field of Object.keys(emptied)) assert.equal(after[field as 'title'], null, field);
    assert.equal(after.status, 'blocked');
  });

  test('accepts the ticket by moving it on, and takes it if nobody has it', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    for (const status of ['verified', 'in_progress', 'waiting'])
      assert.equal((await dev.patches(await ada.opens(), { status })).is(200).assignee_id, dev.id, status);
    assert.equal((await dev.patches(await ada.opens(), { status: 'blocked' })).is(200).assignee_id, null);
    const forEwa = (await dev.patches(await ada.opens(), { status: 'verified', assignee_id: ewa.id })).is(200);
    assert.equal(forEwa.assignee_id, ewa.id);
    const blocked = await ada.opens();
    (await dev.patches(blocked, { status: 'blocked' })).is(200);
    assert.equal((await dev.patches(blocked, { status: 'verified' })).is(200).assignee_id, null);
  });

  test('verifies a submitted ticket by planning it', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    for (const plan of [{ assignee_id: ewa.id }, { planned_date: '2026-12-01' }, { estimated_hours: 3 }]) {
      const planned = (await dev.patches(await ada.opens(), plan)).is(200);
      assert.equal(planned.status, 'verified');
      assert.equal(planned.assignee_id, 'assignee_id' in plan ? ewa.id : dev.id);
    }
    const blocked = (await dev.patches(await ada.opens(), { estimated_hours: 3, status: 'blocked' })).is(200);
    assert.equal(blocked.status, 'blocked');
    const noted = (await dev.patches(await ada.opens(), { priority: 'high', internal_note: 'x' })).is(200);
    assert.deepEqual([noted.status, noted.assignee_id], ['submitted', null]);
  });

  test('cannot assign to nobody that exists, or to who is no developer', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const assignee_id of [UNKNOWN, ada.id])
      (await dev.patches(ticket, { assignee_id, title: 'New' })).isRefused(400, 'assignee_not_found');
    (await dev.patches(ticket, { project_id: UNKNOWN })).isRefused(400, 'project_not_found');
    const unchanged = (await dev.reads(ticket)).is(200);
    assert.deepEqual([unchanged.version, unchanged.title], [1, ticket.title]);
  });

  test('keeps to the bounds of the category that the ticket then has', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Short', description: 'Short.' });
    assert.deepEqual((await ada.patches(ticket, { category: 'bug' })).isInvalid(), ['description', 'title']);
    assert.deepEqual((await ada.patches(ticket, { category: 'feature' })).isInvalid(), ['description']);
    const description = '𝒳'.repeat(100);
    (await ada.patches(ticket, { category: 'bug', title: '𝒳'.repeat(10), description })).is(200);
    assert.deepEqual((await dev.patches(ticket, { title: 'Short' })).isInvalid(), ['title']);
    assert.deepEqual((await dev.patches(ticket, { description: '𝒳'.repeat(99) })).isInvalid(), ['description']);
    (await dev.patches(ticket, { category: 'other', title: 'Any', description: 'x' })).is(200);
  });

  test('may be made shorter where a text is over its bound, and no longer', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const sql = `update tickets set description = '${'x'.repeat(30_000)}' where id = '${ticket.id}'`;
    await app().database.write((connection) => connection.run({ sql, parameters: [] }));
    for (const length of [30_001, 60_001])
      assert.deepEqual((await dev.patches(ticket, { description: 'y'.repeat(length) })).isInvalid(), ['description']);
    const shorter = 'y'.repeat(29_999);
    assert.equal((await dev.patches(ticket, { description: shorter })).is(200).description, shorter);
    (await dev.patches(ticket, { description: 'y'.repeat(20_000) })).is(200);
    assert.deepEqual((await dev.patches(ticket, { description: 'y'.repeat(20_001) })).isInvalid(), ['description']);
    assert.deepEqual((await ada.patches(ticket, { title: 'y'.repeat(301) })).isInvalid(), ['title']);
  });

  test('is put into another category by a developer, however short its texts are', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens({ title: 'Short', description: 'Short.' });
    assert.equal((await dev.patches(ticket, { category: 'bug' })).is(200).category, 'bug');
    const both = { category: 'feature', description: 'Short.' };
    assert.deepEqual((await dev.patches(ticket, both)).isInvalid(), ['description']);
    assert.deepEqual((await ada.patches(ticket, { category: 'feature' })).isInvalid(), ['description']);
    (await ada.patches(ticket, { environment: 'Firefox' })).is(200);
  });

  test('is refused for what is of no right form', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const wrong: Record<string, unknown>[] = [
      { status: 'open' },
      { status: null },
      { priority: 1 },
      { planned_date: '2026-13-01' },
      { planned_date: '0000-01-01' },
      { planned_date: '2026-11-21T00:00:00Z' },
      { estimated_hours: -1 },
      { estimated_hours: 10_001 },
      { estimated_hours: '3' },
      { order_index: 1.5 },
      { assignee_id: 'dev' },
      { closure_summary: ' ' },
      { id: UNKNOWN },
      { number: 1 },
      { internal_note: 'n\0l' },
    ];
    for (const body of wrong) assert.deepEqual((await dev.patches(ticket, body)).isInvalid(), Object.keys(body));
    for (const body of ['{}', '[]', 'null', '7'])
      (await dev.send('PATCH', `/api/tickets/${ticket.id}`, body, json)).isRefused(400, 'validation_error');
    (await dev.patch(`/api/tickets/${ticket.id}`)).isRefused(400, 'validation_error');
    (await dev.send('PATCH', `/api/tickets/${ticket.id}`, 'x', { 'content-type': 'text/plain' })).isRefused(
      415,
      'unsupported_media_type',
    );
    assert.equal((await dev.reads(ticket)).is(200).version, 1);
  });

  test('leaves a history, of which reporters read what they may', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { priority: 'high', internal_note: 'Between us.', order_index: 3 })).is(200);
    (await dev.patches(ticket, { status: 'blocked' })).is(200);
    const fields = async (person: typeof ada) =>
      (await person.reads(ticket))
        .is(200)
        .history.map(({ field, old_value, new_value, user_name }) => [field, old_value, new_value, user_name]);
    const public_ = [
      ['priority', 'normal', 'high', 'Dev'],
      ['status', 'submitted', 'blocked', 'Dev'],
    ];
    assert.deepEqual(await fields(ada), public_);
    assert.deepEqual((await fields(dev)).sort(), [...public_, ['internal_note', null, 'Between us.', 'Dev']].sort());
  });
});

onEachDatabase('a change that changes nothing', (app) => {
  test('answers the ticket as it is, and tells nobody', async () => {
    const { cast, clock } = app();
    const { ada, dev } = await cast.all();
    const ticket = await ada.opens({ environment: 'Floor 2' });
    clock.advance(HOUR);
    const same = { title: ` ${ticket.title} `, environment: 'Floor 2', steps_to_reproduce: '', project_id: null };
    const { attachments: _, ...unchanged } = ticket;
    assert.deepEqual((await ada.patches(ticket, same)).is(200), unchanged);
    (await dev.patches(ticket, { ...same, status: 'submitted', priority: 'normal', assignee_id: null })).is(200);
    assert.deepEqual(await dev.namesOf(ticket), ['ticket.created']);
    assert.deepEqual((await dev.reads(ticket)).is(200).history, []);
  });
});

onEachDatabase('a change after someone else’s', (app) => {
  test('is refused with 412, and changes nothing', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { priority: 'high' }, { 'if-match': '"1"' })).is(200);
    for (const tag of ['"1"', '"x"', '""', 'W/"1"', '1', '"1-gzip"', '"2-x"'])
      (await ewa.patches(ticket, { priority: 'low' }, { 'if-match': tag })).isRefused(412, 'precondition_failed');
    assert.equal((await ewa.reads(ticket)).is(200).priority, 'high');
    (await ewa.patches(ticket, { priority: 'low' }, { 'if-match': '"1", "2"' })).is(200);
    (await ewa.patches(ticket, { priority: 'normal' }, { 'if-match': '*' })).is(200);
    for (const tag of ['"4-gzip"', 'W/"4-br"'])
      (await ewa.patches(ticket, { priority: 'normal' }, { 'if-match': tag })).is(200);
    const answer = await ewa.reads(ticket);
    assert.equal(answer.headers.get('etag'), `"${answer.is(200).version}"`);
  });

  test('by many at once with the same version, succeeds once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const requests = Array.from({ length: 10 }, (_, n) =>
      (n % 2 ? dev : ewa).patches(ticket, { estimated_hours: n + 1 }, { 'if-match': '"1"' }),
    );
    const statuses = (await Promise.all(requests)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 9 }, () => 412)]);
  });
});

onEachDatabase('the order of checks', (app) => {
  test('is 401, role, shape, field, 404, ownership, lock, version, state', async () => {
    const { cast, stranger } = app();
    const { ada, jan, dev } = await cast.all();
    const ticket = await ada.opens();
    const old = { 'if-match': '"9"' };
    const path = `/api/tickets/${ticket.id}`;
    (await stranger.send('PATCH', path, '{', json)).isRefused(401, 'unauthorized');
    (await jan.send('PATCH', path, '{', json)).isRefused(400, 'invalid_json');
    (await jan.patch('/api/tickets/nonsense', { status: 'x' })).isRefused(400, 'validation_error');
    (await jan.patch(path, { status: 'x' })).isRefused(400, 'validation_error');
    (await jan.patch(`/api/tickets/${UNKNOWN}`, { status: 'closed' }, old)).isRefused(403, 'forbidden');
    (await jan.patch(`/api/tickets/${UNKNOWN}`, { title: 'New' }, old)).isRefused(404, 'ticket_not_found');
    (await dev.patch(`/api/tickets/${UNKNOWN}`, { status: 'closed' }, old)).isRefused(404, 'ticket_not_found');
    (await dev.patches(ticket, { status: 'blocked' })).is(200);
    (await jan.patch(path, { title: 'New' }, old)).isRefused(403, 'forbidden');
    (await ada.patch(path, { title: 'New', category: 'bug' }, old)).isRefused(403, 'ticket_locked');
    (await dev.patch(path, { status: 'closed' }, old)).isRefused(412, 'precondition_failed');
    (await dev.patch(path, { category: 'bug' }, old)).isRefused(412, 'precondition_failed');
    (await dev.patch(path, { status: 'closed' })).isRefused(400, 'closure_summary_required');
    (await ada.post('/api/projects', { nonsense: true })).isRefused(403, 'forbidden');
    (await ada.send('POST', '/api/projects', '{', json)).isRefused(403, 'forbidden');
  });

  test('takes a malformed id for a mistake, and an unknown one for a ticket that is not there', async () => {
    const ada = await app().cast.ada;
    for (const id of ['1', 'x', UNKNOWN.toUpperCase(), `${UNKNOWN}0`, '%00', "'"])
      (await ada.get(`/api/tickets/${id}`)).isRefused(400, 'validation_error');
    (await ada.get(`/api/tickets/${UNKNOWN}`)).isRefused(404, 'ticket_not_found');
  });
});
