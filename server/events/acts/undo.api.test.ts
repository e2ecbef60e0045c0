import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Act } from '#contract/acts.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { CurrentAct, contextOf, Failure } from '#platform';
import { act, actOf, stateOf, undoes } from '#testing/acts.ts';
import type { Answer } from '#testing/caller.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const DAY = 24 * 60 * 60 * 1000;

onEachDatabase('an act', (app) => {
  test('is named by the answer to each request that changes something, and by no other', async () => {
    const { ada, dev } = await app().cast.all();
    const opened = await ada.opening({ title: 'Printer is on fire' });
    const ticket = opened.is(201);
    const made = await act(ada, actOf(opened));
    assert.deepEqual(
      [made.kind, made.via, made.token_name, made.tickets, made.fields, made.can_undo, made.actor],
      ['openTicket', 'app', null, 1, ['created'], false, { id: ada.id, name: ada.user.name }],
    );
    const same = await dev.patches(ticket, { title: 'Printer is on fire' });
    assert.equal(same.headers.get('kwit-act'), null);
    const refused = await dev.patches(ticket, { status: 'closed' });
    assert.equal(refused.headers.get('kwit-act'), null);
    assert.equal((await dev.reads(ticket)).headers.get('kwit-act'), null);
    const commented = await dev.comments(ticket, { content: 'Water!', is_internal: true });
    const comment = commented.is(201);
    assert.equal(comment.act_id, actOf(commented));
    const detail = (await dev.reads(ticket)).is(200);
    assert.equal(detail.comments[0]?.act_id, actOf(commented));
    assert.equal('act_id' in ((await ada.comments(ticket, 'Hurry.')).is(201) as object), false);
  });

  test('of a request that is sent again is that of the first one', async () => {
    const { ada } = await app().cast.all();
    const key = { 'idempotency-key': 'once-and-again' };
    const first = await ada.opening({}, key);
    const second = await ada.opening({}, key);
    assert.equal(second.is(201).id, first.is(201).id);
    assert.equal(actOf(second), actOf(first));
  });

  test('has lines with the values that PATCH takes, for who reads them', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const changed = await dev.patches(ticket, { priority: 'high', internal_note: 'Look here.' });
    const id = actOf(changed);
    const { lines = [], fields } = await act(dev, id);
    assert.deepEqual(fields, ['internal_note', 'priority']);
    assert.deepEqual(
      lines.map(({ field, old, new: now, state, ticket: on }) => [field, old, now, state, on?.number]).sort(),
      [
        ['internal_note', null, 'Look here.', 'undoable', ticket.number],
        ['priority', 'normal', 'high', 'undoable', ticket.number],
      ],
    );
    for (const other of [ada, jan]) (await other.get(`/api/acts/${id}`)).isRefused(404, 'act_not_found');
    (await ada.post(`/api/acts/${id}/undo`, {})).isRefused(404, 'act_not_found');
    const listed = (await dev.get<Act[]>(`/api/acts?ticket=${ticket.id}`)).is(200);
    assert.deepEqual(
      listed.map(({ kind }) => kind),
      ['changeTicket', 'openTicket'],
    );
    const own = (await ada.get<Act[]>(`/api/acts?ticket=${ticket.id}`)).is(200);
    assert.deepEqual(
      own.map(({ kind }) => kind),
      ['openTicket'],
    );
    assert.deepEqual((await jan.get<Act[]>(`/api/acts?ticket=${ticket.id}`)).is(200), []);
  });

  test('is listed by a kind that is a line', async () => {
    const { dev } = await app().cast.all();
    assert.deepEqual((await dev.get<Act[]>('/api/acts?kind=nothing')).is(200), []);
    assert.deepEqual((await dev.get('/api/acts?kind=a%00b')).isInvalid(), ['kind']);
  });

  test('lists page by page, by person, kind and time', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    for (const priority of ['high', 'low', 'critical']) (await dev.patches(ticket, { priority })).is(200);
    const seen: string[] = [];
    let path: string | null = `/api/acts?ticket=${ticket.id}&limit=2`;
    while (path) {
      const page: Answer<Act[]> = await dev.get<Act[]>(path);
      seen.push(...page.is(200).map(({ id }) => id));
      path = page.next;
    }
    assert.deepEqual(seen, [...seen].sort().reverse());
    assert.equal(seen.length, 4);
    const of = async (query: string) => (await dev.get<Act[]>(`/api/acts?ticket=${ticket.id}&${query}`)).is(200).length;
    assert.equal(await of('actor=me'), 3);
    assert.equal(await of(`actor=${ada.id}`), 1);
    assert.equal(await of('kind=openTicket'), 1);
    assert.equal(await of('since=2999-01-01T00:00:00.000Z'), 0);
  });
});

onEachDatabase('an undo', (app) => {
  test('puts back every field, with what the change drew along', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const before = await stateOf(dev, ticket);
    const changed = await dev.patches(ticket, { planned_date: '2026-12-01', title: 'Another title', priority: 'low' });
    assert.equal(changed.is(200).status, 'verified');
    const { act: undo, undone, left } = (await undoes(ewa, actOf(changed))).is(200);
    assert.deepEqual(undone.map(({ field }) => field).sort(), [
      'assignee_id',
      'planned_date',
      'priority',
      'status',
      'title',
    ]);
    assert.deepEqual(left, []);
    assert.deepEqual(await stateOf(dev, ticket), before);
    const first = await act(dev, actOf(changed));
    assert.deepEqual([first.can_undo, first.undone_by], [false, undo]);
    const payload = (await dev.eventsOf(ticket)).at(-1)?.payload;
    assert.equal((payload as { undoes?: string }).undoes, actOf(changed));
    const refused = (await undoes(dev, actOf(changed))).isRefused(409, 'already_undone');
    assert.equal(refused.act, undo);
  });

  test('can be undone itself, and so on', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const states = [await stateOf(dev, ticket)];
    const changed = await dev.patches(ticket, { priority: 'critical', status: 'in_progress' });
    states.push(await stateOf(dev, ticket));
    let last = actOf(changed);
    for (let n = 0; n < 4; n += 1) {
      const undo = await undoes(dev, last);
      assert.deepEqual(await stateOf(dev, ticket), { ...states[n % 2], assignee_id: states[n % 2]?.assignee_id });
      last = actOf(undo);
      const shown = await act(dev, actOf(changed));
      assert.equal(shown.undone_by === null, n % 2 === 1, `after ${n + 1} undos`);
      assert.equal(shown.can_undo, n % 2 === 1);
    }
    const again = await undoes(dev, actOf(changed));
    assert.equal(again.is(200).undone.length, 3);
  });

  test('leaves what was changed since, and says by whom', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const changed = await dev.patches(ticket, { priority: 'high', category: 'question' });
    (await ewa.patches(ticket, { priority: 'low' })).is(200);
    const { undone, left } = (await undoes(dev, actOf(changed))).is(200);
    assert.deepEqual(
      undone.map(({ field }) => field),
      ['category'],
    );
    const [line] = left;
    assert.deepEqual(
      [line?.error, line?.by?.id, line?.line.field, typeof line?.at],
      ['changed_since', ewa.id, 'priority', 'string'],
    );
    (await undoes(dev, actOf(changed))).isRefused(409, 'already_undone');
  });

  test('opens a ticket again that somebody has restricted, by which they came on it themselves', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const before = await stateOf(ewa, ticket);
    const restricted = await dev.patches(ticket, { restricted: true });
    (await ewa.reads(ticket)).isRefused(404, 'ticket_not_found');
    const { undone, left } = (await undoes(dev, actOf(restricted), { confirm: true })).is(200);
    assert.deepEqual([undone.map(({ field }) => field).sort(), left], [['people', 'restricted'], []]);
    assert.deepEqual(await stateOf(ewa, ticket), before);
  });

  test('of a closing brings back its status and times, and its own undo the answer as one that held', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { status: 'in_progress' })).is(200);
    (await ada.comments(ticket, 'Still nothing?')).is(201);
    const before = await stateOf(dev, ticket);
    assert.ok(before.awaiting_reply_since);
    const closed = await dev.patches(ticket, { status: 'closed', closure_summary: 'Replaced the roller.' });
    const after = await stateOf(dev, ticket);
    app().clock.advance(60_000);
    const undo = await undoes(dev, actOf(closed));
    assert.deepEqual(
      undo.is(200).left.map(({ line, error }) => [line.field, error]),
      [['comment', 'not_undoable']],
    );
    assert.deepEqual(await stateOf(dev, ticket), before);
    const [summary] = (await dev.reads(ticket)).is(200).comments.filter((comment) => comment.is_closure_summary);
    (await dev.get(`/api/answers/${summary?.id}`)).isRefused(404, 'answer_not_found');
    (await undoes(dev, actOf(undo))).is(200);
    assert.deepEqual(await stateOf(dev, ticket), after);
    const answer = (await dev.get<{ held: boolean; reopened: boolean }>(`/api/answers/${summary?.id}`)).is(200);
    assert.deepEqual([answer.held, answer.reopened], [true, false]);
  });

  test('brings back people, labels, links, references and following', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const [ticket, other] = [await ada.opens(), await ada.opens()];
    const label = (await dev.post<{ id: string }>('/api/labels', { name: `Undo ${ticket.number}` })).is(201);
    const at = `/api/tickets/${ticket.id}`;
    const acts = [
      () => dev.patches(ticket, { labels: [label.id] }),
      () => dev.put(`${at}/people/${jan.id}`, {}),
      () => dev.post(`${at}/related`, { related_ticket_id: other.id, relation_type: 'blocks' }),
      () => dev.post(`${at}/related`, { related_ticket_id: other.id, relation_type: 'duplicates' }),
      () => dev.delete(`${at}/related/${other.id}`),
      () => dev.post(`${at}/external-references`, { ref_type: 'git_pr', url: 'https://git.example.com/7' }),
      () => dev.put(`${at}/following`, {}),
      () => dev.delete(`${at}/people/${jan.id}`),
      () => dev.delete(`${at}/following`),
    ];
    const done: { before: Partial<TicketDetail>; id: string }[] = [];
    for (const perform of acts) {
      const before = await stateOf(dev, ticket);
      const answer = await perform();
      assert.ok(answer.status < 300, answer.text);
      done.push({ before, id: actOf(answer) });
    }
    for (const { before, id } of done.toReversed()) {
      (await undoes(dev, id)).is(200);
      const now = await stateOf(dev, ticket);
      const plain = (state: Partial<TicketDetail>) =>
        JSON.parse(
          JSON.stringify(state, (key, value) => (key === 'act_id' || key === 'updated_at' ? undefined : value)),
        );
      assert.deepEqual(plain(now), plain(before));
    }
  });

  test('of a worker’s word for somebody whom the reporter added takes that word back, as often as one likes', async () => {
    const { ada, dev } = await app().cast.all();
    const colleague = await app().cast.newDeveloper();
    const ticket = await ada.opens();
    (await dev.patches(ticket, { restricted: true })).is(200);
    const person = `/api/tickets/${ticket.id}/people/${colleague.id}`;
    (await ada.put(person)).is(204);
    const works = async () => (await colleague.reads(ticket)).is(200).can.plan;
    assert.equal(await works(), false);
    let id = actOf(await dev.put(person));
    assert.ok(!(await dev.put(person)).headers.has('kwit-act'));
    for (const word of [false, true, false]) {
      assert.equal(await works(), !word);
      id = actOf(await undoes(dev, id, { confirm: true }));
      assert.equal(await works(), word);
    }
  });

  test('is by the rights of now, line by line', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const own = await ada.patches(ticket, { title: 'My better title' });
    const { can_undo } = await act(ada, actOf(own));
    assert.equal(can_undo, true);
    (await dev.patches(ticket, { status: 'verified' })).is(200);
    assert.equal((await act(ada, actOf(own))).can_undo, false);
    const { undone, left, act: made } = (await undoes(ada, actOf(own))).is(200);
    assert.deepEqual([undone, left.map(({ error }) => error), made], [[], ['not_allowed'], null]);
    (await undoes(dev, actOf(own))).is(200);
    assert.equal((await ada.reads(ticket)).is(200).title, ticket.title);
  });

  test('may be tried, and changes nothing then', async () => {
    const { ada, dev } = await app().cast.all();
    const ticket = await ada.opens();
    const changed = await dev.patches(ticket, { priority: 'high' });
    const tried = await undoes(dev, actOf(changed), { dry_run: true });
    assert.equal(tried.headers.get('kwit-act'), null);
    assert.deepEqual([tried.is(200).act, tried.is(200).undone.length], [null, 1]);
    assert.equal((await dev.reads(ticket)).is(200).priority, 'high');
    const none = (await undoes(dev, actOf(changed), { only: [ada.id] })).is(200);
    assert.deepEqual([none.act, none.undone, none.left], [null, [], []]);
  });

  test('has nothing to take back where all that was written was refused after all', async () => {
    const own = new CurrentAct('refused after all');
    await app().runner.write({ ...contextOf('acts'), act: own }, (work) =>
      work.attempt(async () => {
        assert.ok(work.actId);
        throw new Failure('forbidden');
      }),
    );
    assert.equal(own.isRecorded, false);
  });

  test('of many tickets is done for some of them, and later for the others', async () => {
    const { ada, jan, dev } = await app().cast.all();
    const tickets = [await ada.opens(), await jan.opens(), await ada.opens()];
    const ids = tickets.map(({ id }) => id);
    const unknown = dev.id;
    const body = { ids: [...ids, unknown], change: { priority: 'critical', status: 'verified' } };
    const changed = await dev.patch<{ changed: string[]; refused: object[] }>('/api/tickets', body);
    assert.deepEqual(changed.is(200), { changed: ids, refused: [{ id: unknown, error: 'ticket_not_found' }] });
    const made = await act(dev, actOf(changed));
    assert.deepEqual(
      [made.kind, made.tickets, made.fields],
      ['changeTickets', 3, ['assignee_id', 'priority', 'status']],
    );
    const some = (await undoes(dev, made.id, { only: [ids[1], unknown] })).is(200);
    assert.deepEqual([...new Set(some.undone.map(({ ticket }) => ticket?.id))], [ids[1]]);
    assert.equal((await act(dev, made.id)).undone_by, null);
    const rest = (await undoes(dev, made.id)).is(200);
    assert.deepEqual(new Set(rest.undone.map(({ ticket }) => ticket?.id)), new Set([ids[0], ids[2]]));
    assert.equal((await act(dev, made.id)).undone_by, rest.act);
    for (const ticket of tickets) assert.equal((await dev.reads(ticket)).is(200).status, 'submitted');
  });

  test('of a change of many counts each by its own rules, wholly or not at all', async () => {
    const { ada, dev } = await app().cast.all();
    const [open, answered] = [await ada.opens(), await ada.opens()];
    (await dev.comments(answered, { content: 'Turned it on.', is_closure_summary: true })).is(201);
    const body = { ids: [open.id, answered.id], change: { status: 'closed', priority: 'low' } };
    const { changed, refused } = (await dev.patch<{ changed: string[]; refused: object[] }>('/api/tickets', body)).is(
      200,
    );
    assert.deepEqual([changed, refused], [[answered.id], [{ id: open.id, error: 'closure_summary_required' }]]);
    assert.equal((await dev.reads(open)).is(200).priority, 'normal');
    (await ada.patch('/api/tickets', body)).isRefused(403, 'forbidden');
    (await dev.patch('/api/tickets', { ids: [open.id, open.id], change: { priority: 'low' } })).isInvalid();
    (await dev.patch('/api/tickets', { ids: [open.id], change: { also: [answered.id] } })).isInvalid();
  });

  test('of two who undo the same at once is done once', async () => {
    const { ada, dev, ewa } = await app().cast.all();
    const ticket = await ada.opens();
    const changed = await dev.patches(ticket, { priority: 'high' });
    const answers = await Promise.all([dev, ewa, dev].map((person) => undoes(person, actOf(changed))));
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409]);
  });
});

onEachDatabaseAnew('the time of an undo', (app) => {
  test('is over after so many days', async () => {
    const { ada, dev } = await app().cast.all();
    (await dev.patch('/api/settings', { undo_days: 1 })).is(200);
    const changed = await dev.patches(await ada.opens(), { priority: 'high' });
    app().clock.advance(DAY + 1);
    assert.equal((await act(dev, actOf(changed))).can_undo, false);
    (await undoes(dev, actOf(changed))).isRefused(409, 'undo_expired');
  });
});
