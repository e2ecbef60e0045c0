import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AnswerTargets, TargetPreview } from '#contract/answer-targets.ts';
import type { Calendar } from '#contract/calendars.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import type { TicketWait } from '#contract/waits.ts';
import { HOUR, MINUTE, shifted } from '#platform';
import type { Player } from '#testing/cast.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const ALWAYS = Object.fromEntries(
  ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'].map((day) => [day, ['00:00-24:00']]),
);

const calendar = async (dev: Player, week: object = ALWAYS): Promise<Calendar> =>
  (await dev.post<Calendar>('/api/calendars', { name: randomUUID(), zone: 'Europe/Warsaw', week })).is(201);

const line = ({ id }: { id: string }, minutes: number, condition: object = {}, more: object = {}) => ({
  ...{ condition, minutes, calendar_id: id, promised: false, is_active: true },
  ...more,
});

const put = async (dev: Player, ...targets: object[]): Promise<AnswerTargets['targets']> =>
  (await dev.put<AnswerTargets>('/api/answer-targets', { targets })).is(200).targets;

const dueOf = async (dev: Player, ticket: { id: string }) => (await dev.reads(ticket)).is(200).wait?.due_at ?? null;
const lastWait = async (dev: Player, { id }: { id: string }) =>
  (await dev.get<TicketWait[]>(`/api/tickets/${id}/waits`)).is(200)[0];
const moves = ({ history }: TicketDetail) =>
  history.filter(({ field }) => field === 'due_at').map(({ old_value, new_value }) => [old_value, new_value]);

onEachDatabaseAnew('targets', (app) => {
  test('give who waits a due date by the first line that fits, and another one when the ticket changes', async () => {
    const { ada, dev } = await app().cast.all();
    const open = await calendar(dev);
    const [critical, other] = await put(
      dev,
      line(open, 60, { priority: 'critical' }),
      line(open, 10, {}, { is_active: false }),
      line(open, 240, {}, { promised: true }),
    );
    const ticket = await ada.opens();
    const at = (minutes: number) => shifted(ticket.created_at, minutes * MINUTE);
    assert.equal(ticket.answer_due_at, at(240));
    assert.equal(await dueOf(dev, ticket), at(240));
    assert.equal((await ada.reads(ticket)).is(200).answer_due_at, at(240));
    app().clock.advance(30 * MINUTE);
    (await dev.patches(ticket, { priority: 'critical' })).is(200);
    const seen = (await dev.reads(ticket)).is(200);
    assert.deepEqual(
      [seen.wait?.due_at, seen.wait?.target_minutes, seen.wait?.used_minutes, seen.wait?.state],
      [at(60), 60, 30, 'running'],
    );
    assert.deepEqual(moves(seen), [[at(240), at(60)]]);
    const own = (await ada.reads(ticket)).is(200);
    assert.deepEqual([own.answer_due_at, moves(own)], [null, []]);
    app().clock.advance(15 * MINUTE);
    assert.equal((await dev.reads(ticket)).is(200).wait?.state, 'soon');
    (await dev.comments(ticket, 'Like this.')).is(201);
    const wait = await lastWait(dev, ticket);
    assert.deepEqual(
      [wait?.result, wait?.used_minutes, wait?.target_id, wait?.calendar_version],
      ['kept', 45, critical?.id, 1],
    );
    assert.ok(other);
  });

  test('leave what is over as it was; a change of a calendar moves what runs, with a line', async () => {
    const { ada, dev } = await app().cast.all();
    const open = await calendar(dev);
    await put(dev, line(open, 60));
    const [over, running] = [await ada.opens(), await ada.opens()];
    app().clock.advance(HOUR + MINUTE);
    (await dev.comments(over, 'Late.')).is(201);
    const before = await lastWait(dev, over);
    assert.deepEqual([before?.result, before?.used_minutes], ['missed', 61]);
    const due = await dueOf(dev, running);
    assert.equal((await dev.reads(running)).is(200).wait?.state, 'missed');
    const week = { mon: ['08:00-16:00'] };
    const preview = (
      await dev.post<TargetPreview>('/api/answer-targets/preview', { calendars: [{ id: open.id, week }] })
    ).is(200);
    assert.deepEqual(
      [preview.running, preview.due_earlier, preview.due_later, preview.newly_missed, preview.without_target],
      [1, 0, 1, 0, 0],
    );
    (await dev.patch(`/api/calendars/${open.id}`, { week })).is(200);
    const seen = (await dev.reads(running)).is(200);
    assert.deepEqual(preview.examples, [{ number: running.number, due_at: due, would_be: seen.wait?.due_at ?? null }]);
    assert.deepEqual(moves(seen), [[due, seen.wait?.due_at]]);
    assert.deepEqual(await lastWait(dev, over), before);
    assert.equal((await lastWait(dev, running))?.calendar_version, 2);
    (await dev.delete(`/api/calendars/${open.id}`)).isRefused(409, 'calendar_in_use');
    await put(dev);
    assert.equal(await dueOf(dev, running), null);
    (await dev.delete(`/api/calendars/${open.id}`)).is(204);
    assert.deepEqual(await lastWait(dev, over), before);
    (await dev.comments(running, 'Like this.')).is(201);
    assert.deepEqual((await lastWait(dev, running))?.result, null);
  });

  test('count by a calendar that has another name now, and by its version', async () => {
    const { ada, dev } = await app().cast.all();
    const open = await calendar(dev);
    await put(dev, line(open, 60));
    const ticket = await ada.opens();
    const due = await dueOf(dev, ticket);
    app().clock.advance(10 * MINUTE);
    (await dev.patch(`/api/calendars/${open.id}`, { name: 'Another' })).is(200);
    await ada.opens();
    const seen = (await dev.reads(ticket)).is(200);
    assert.deepEqual([seen.wait?.due_at, seen.wait?.used_minutes, moves(seen)], [due, 10, []]);
    assert.equal((await lastWait(dev, ticket))?.calendar_version, 2);
    await put(dev);
  });

  test('are a list that is put whole, with its tag, and say what is wrong by its path', async () => {
    const { ada, dev } = await app().cast.all();
    const open = await calendar(dev);
    const path = '/api/answer-targets';
    const [first, second] = await put(dev, line(open, 60), line(open, 120, { category: 'bug' }));
    const tag = (await dev.get(path)).headers.get('etag') ?? '';
    const turned = { targets: [second, first] };
    const answer = await dev.put<AnswerTargets>(path, turned, { 'if-match': tag });
    assert.deepEqual(answer.is(200), turned);
    assert.notEqual(answer.headers.get('etag'), tag);
    (await dev.put(path, turned, { 'if-match': tag })).isRefused(412, 'precondition_failed');
    const invalid = async (...targets: object[]) => (await dev.put(path, { targets })).isInvalid();
    assert.deepEqual(await invalid(line(open, 0)), ['targets[0].minutes']);
    assert.deepEqual(await invalid(line(open, 5), line(open, 525_601)), ['targets[1].minutes']);
    assert.deepEqual(await invalid(line(open, 5, {}, { id: randomUUID() })), ['targets[0].id']);
    assert.deepEqual(await invalid(first ?? {}, first ?? {}), ['targets[1].id']);
    assert.deepEqual(await invalid(line(open, 5, { status: 'closed' })), ['targets[0].condition.status']);
    assert.deepEqual(await invalid(...Array.from({ length: 51 }, () => line(open, 5))), ['targets']);
    const refused = async (target: object) => await dev.put(path, { targets: [target] });
    (await refused(line(open, 5, { project_id: randomUUID() }))).isRefused(400, 'project_not_found');
    (await refused(line(open, 5, { team_id: randomUUID() }))).isRefused(400, 'team_not_found');
    (await refused(line({ id: randomUUID() }, 5))).isRefused(400, 'calendar_not_found');
    assert.deepEqual((await dev.get<AnswerTargets>(path)).is(200), turned);
    const trials = [{ id: open.id, week: { mon: ['08:00-25:00'] } }];
    assert.deepEqual((await dev.post(`${path}/preview`, { calendars: trials })).isInvalid(), [
      'calendars[0].week.mon[0]',
    ]);
    (await dev.post(`${path}/preview`, {})).isRefused(400, 'validation_error');
    (await ada.get(path)).isRefused(403, 'forbidden');
    (await ada.put(path, turned)).isRefused(403, 'forbidden');
    await put(dev);
  });

  test('are put while what they name is removed: they have it, or say that it is not there', async () => {
    const { dev, ewa } = await app().cast.all();
    const open = await calendar(dev);
    for (const [name, path] of Object.entries({ project_id: '/api/projects', team_id: '/api/teams' })) {
      for (let round = 0; round < 4; round += 1) {
        const { id } = (await dev.post<{ id: string }>(path, { name: randomUUID().slice(0, 20) })).is(201);
        const targets = [line(open, 60, { [name]: id }), line(open, 90)];
        const [removed, answer] = await Promise.all([
          dev.delete(`${path}/${id}`),
          ewa.put('/api/answer-targets', { targets }),
        ]);
        removed.is(204);
        if (answer.status !== 200) answer.isRefused(400, name === 'team_id' ? 'team_not_found' : 'project_not_found');
        const { targets: left } = (await dev.get<AnswerTargets>('/api/answer-targets')).is(200);
        assert.ok(left.every(({ condition }) => !(name in condition)));
      }
    }
    await put(dev);
  });

  test('that name a project which somebody does not see are not there for them, and keep their place', async () => {
    const { dev, ewa } = await app().cast.all();
    const open = await calendar(dev);
    const { id: team } = (await dev.post<{ id: string }>('/api/teams', { name: randomUUID().slice(0, 20) })).is(201);
    const sealed = { name: 'Payroll', sealed: true, teams: [{ team_id: team, level: 'work' }] };
    const { id: project } = (await dev.post<{ id: string }>('/api/projects', sealed)).is(201);
    const [first, hidden, last] = await put(
      dev,
      line(open, 60, { category: 'bug' }),
      line(open, 30, { project_id: project }),
      line(open, 90),
    );
    const seen = await ewa.get<AnswerTargets>('/api/answer-targets');
    assert.deepEqual(seen.is(200).targets, [first, last]);
    const theirs = await put(ewa, { ...last, minutes: 91 }, first ?? {});
    assert.deepEqual(
      theirs.map(({ minutes }) => minutes),
      [91, 60],
    );
    const all = (await dev.get<AnswerTargets>('/api/answer-targets')).is(200).targets;
    assert.deepEqual(
      all.map(({ id }) => id),
      [last?.id, hidden?.id, first?.id],
    );
    (await ewa.put('/api/answer-targets', { targets: [hidden] })).isInvalid();
    const named = line(open, 5, { project_id: project });
    (await ewa.put('/api/answer-targets', { targets: [named] })).isRefused(400, 'project_not_found');
    const tag = (await ewa.get('/api/answer-targets')).headers.get('etag');
    await put(dev, all[0] ?? {}, { ...hidden, minutes: 31 }, all[2] ?? {});
    assert.equal((await ewa.get('/api/answer-targets')).headers.get('etag'), tag);
    await put(dev);
  });
});
