import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import type { AuditEntry } from '#contract/audit.ts';
import type { Calendar, NamedDay } from '#contract/calendars.ts';
import type { Player } from '#testing/cast.ts';
import { onEachDatabase, onEachDatabaseAnew } from '#testing/start-app.ts';

const fresh = (name: string): string => `${name} ${randomUUID().slice(0, 8)}`;
const draft = (more: object = {}) => ({
  name: fresh('Office'),
  zone: 'Europe/Warsaw',
  week: { mon: ['08:00-16:00'] },
  ...more,
});
const make = async (dev: Player, more: object = {}): Promise<Calendar> =>
  (await dev.post<Calendar>('/api/calendars', draft(more))).is(201);

onEachDatabase('calendars', (app) => {
  test('are made, read, changed and removed by developers, each change in the audit', async () => {
    const { ada, dev } = await app().cast.all();
    const days = { '2026-12-26': { name: 'Second day', spans: [] }, '2026-12-25': { name: 'First day', spans: [] } };
    const made = await make(dev, { week: { fri: ['08:00-12:00', '12:00-24:00'], mon: ['08:00-16:00'] }, days });
    assert.deepEqual(Object.keys(made), ['id', 'name', 'zone', 'week', 'days', 'version']);
    assert.deepEqual([made.version, Object.keys(made.week)], [1, ['mon', 'fri']]);
    assert.deepEqual(Object.keys(made.days), ['2026-12-25', '2026-12-26']);
    const path = `/api/calendars/${made.id}`;
    const read = await dev.get<Calendar>(path);
    assert.deepEqual(read.is(200), made);
    assert.equal(read.headers.get('etag'), '"1"');
    const changed = (await dev.patch<Calendar>(path, { week: { tue: ['09:00-10:00'] } }, { 'if-match': '"1"' })).is(
      200,
    );
    assert.deepEqual([changed.version, changed.week, changed.days], [2, { tue: ['09:00-10:00'] }, made.days]);
    (await dev.patch(path, { days: {} }, { 'if-match': '"1"' })).isRefused(412, 'precondition_failed');
    assert.equal((await dev.patch<Calendar>(path, { week: changed.week })).is(200).version, 2);
    assert.ok((await dev.get<Calendar[]>('/api/calendars')).is(200).some(({ id }) => id === made.id));
    (await ada.get('/api/calendars')).isRefused(403, 'forbidden');
    (await ada.post('/api/calendars', draft())).isRefused(403, 'forbidden');
    (await dev.delete(path)).is(204);
    (await dev.delete(path)).isRefused(404, 'calendar_not_found');
    (await dev.get(path)).isRefused(404, 'calendar_not_found');
    (await dev.patch(path, { zone: 'UTC' })).isRefused(404, 'calendar_not_found');
    const audit = (await dev.get<AuditEntry[]>('/api/audit?limit=3')).is(200);
    assert.deepEqual(
      audit.map(({ action, target_type, target_id, details }) => [action, target_type, target_id, details]),
      [
        ['calendar.deleted', 'calendar', made.id, {}],
        ['calendar.changed', 'calendar', made.id, { names: ['week'] }],
        ['calendar.created', 'calendar', made.id, {}],
      ],
    );
  });

  test('have a name each, letter case aside', async () => {
    const { dev } = await app().cast.all();
    const [first, second] = [await make(dev), await make(dev)];
    const refused = (await dev.post('/api/calendars', draft({ name: first.name.toUpperCase() }))).isRefused(
      409,
      'calendar_exists',
    );
    assert.equal(refused.id, first.id);
    (await dev.patch(`/api/calendars/${second.id}`, { name: first.name })).isRefused(409, 'calendar_exists');
    (await dev.patch(`/api/calendars/${first.id}`, { name: first.name.toUpperCase() })).is(200);
    for (const { id } of [first, second]) (await dev.delete(`/api/calendars/${id}`)).is(204);
  });

  test('name the path of each fault', async () => {
    const { dev } = await app().cast.all();
    const paths = async (more: object) => (await dev.post('/api/calendars', draft(more))).isInvalid();
    const mon = (...spans: string[]) => ({ week: { mon: spans } });
    const dates = (count: number) =>
      Object.fromEntries(
        Array.from({ length: count }, (_, n) => [
          new Date(Date.UTC(2026, 0, 1 + n)).toISOString().slice(0, 10),
          { name: 'Day', spans: [] },
        ]),
      );
    assert.deepEqual(await paths({ zone: 'Mars/Olympus' }), ['zone']);
    assert.deepEqual(await paths({ zone: '+01:00' }), ['zone']);
    assert.deepEqual(await paths(mon('08:00-09:00', '10:00-25:00')), ['week.mon[1]']);
    assert.deepEqual(await paths(mon('08:00-10:00', '09:59-11:00')), ['week.mon[1]']);
    assert.deepEqual(await paths(mon('08:00-10:00', '07:00-07:30')), ['week.mon[1]']);
    assert.deepEqual(await paths(mon('10:00-10:00')), ['week.mon[0]']);
    assert.deepEqual(await paths(mon('24:00-24:00')), ['week.mon[0]']);
    assert.deepEqual(await paths(mon('01:00-02:00', '02:00-03:00', '03:00-04:00', '04:00-05:00', '05:00-06:00')), [
      'week.mon',
    ]);
    assert.deepEqual(await paths({ days: { '2026-02-30': { name: 'Never', spans: [] } } }), ['days.2026-02-30']);
    assert.deepEqual(await paths({ days: dates(401) }), ['days']);
    assert.deepEqual(await paths({ week: {} }), ['week']);
    assert.deepEqual(await paths({ week: { mon: [] }, days: dates(1) }), ['week']);
    assert.deepEqual(await paths({ week: { someday: [] } }), ['week.someday']);
    assert.deepEqual(await paths({ name: ' ' }), ['name']);
    const calendar = await make(dev, { week: {}, days: { '2026-12-24': { name: 'Eve', spans: ['08:00-12:00'] } } });
    assert.deepEqual((await dev.patch(`/api/calendars/${calendar.id}`, { days: {} })).isInvalid(), ['week']);
    const whole = (
      await dev.patch<Calendar>(`/api/calendars/${calendar.id}`, { days: dates(400), ...mon('00:00-24:00') })
    ).is(200);
    assert.equal(Object.keys(whole.days).length, 400);
    (await dev.delete(`/api/calendars/${calendar.id}`)).is(204);
  });

  test('are offered the holidays of Poland and the days of a file, which nobody keeps', async () => {
    const { ada, dev } = await app().cast.all();
    const days = (await dev.get<NamedDay[]>('/api/calendars/holidays?year=2027')).is(200);
    assert.deepEqual(days[0], { date: '2027-01-01', name: 'Nowy Rok' });
    assert.deepEqual((await dev.get('/api/calendars/holidays')).isInvalid(), ['year']);
    const ics = 'BEGIN:VEVENT\nDTSTART;VALUE=DATE:20261224\nSUMMARY:Eve\nEND:VEVENT';
    assert.deepEqual((await dev.post<NamedDay[]>('/api/calendars/ics', { ics })).is(200), [
      { date: '2026-12-24', name: 'Eve' },
    ]);
    assert.deepEqual((await dev.post('/api/calendars/ics', { ics: 'date;name' })).isInvalid(), ['ics']);
    (await ada.post('/api/calendars/ics', { ics })).isRefused(403, 'forbidden');
  });
});

onEachDatabaseAnew('many calendars', (app) => {
  test('are twenty at most', async () => {
    const { dev } = await app().cast.all();
    for (let n = 0; n < 20; n += 1) await make(dev);
    (await dev.post('/api/calendars', draft())).isRefused(409, 'limit_reached');
  });
});
