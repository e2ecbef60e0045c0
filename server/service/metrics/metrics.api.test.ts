import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SECOND, systemClock } from '#platform';
import type { Caller } from '#testing/caller.ts';
import { onEachDatabase } from '#testing/start-app.ts';

/** A line: name, labels and value. */
const LINE =
  /^([a-z_][a-z0-9_]*)(?:\{([a-z_]+="(?:[^"\\\n]|\\["\\n])*"(?:,[a-z_]+="(?:[^"\\\n]|\\["\\n])*")*)\})? (-?[0-9.]+(?:e[+-]?\d+)?)$/;

/** Reads the page as Prometheus does. It checks that each family has its help and its type once, and the form of each line. */
async function scraped(caller: Caller): Promise<Map<string, number>> {
  const answer = await caller.get('/metrics');
  assert.equal(answer.status, 200, answer.text);
  assert.equal(answer.headers.get('content-type'), 'text/plain; version=0.0.4; charset=utf-8');
  assert.ok(answer.text.endsWith('\n'));
  const values = new Map<string, number>();
  const announced = new Map<string, string>();
  let last = '';
  for (const line of answer.text.trimEnd().split('\n')) {
    const comment = /^# (HELP|TYPE) ([a-z0-9_]+) (.+)$/.exec(line);
    if (line === '') continue;
    if (comment?.[1] === 'HELP') {
      last = String(comment[2]);
      assert.ok(!announced.has(last), `${last} is there twice.`);
    } else if (comment) {
      assert.equal(comment[2], last);
      announced.set(last, String(comment[3]));
    } else {
      const [, name = '', labels = '', value] = LINE.exec(line) ?? assert.fail(`Not a sample: ${line}`);
      const family = announced.get(last) === 'histogram' ? name.replace(/_(bucket|sum|count)$/, '') : name;
      assert.equal(family, last, line);
      values.set(`${name}{${labels}}`, Number(value));
    }
  }
  return values;
}

onEachDatabase('the metrics', (app) => {
  test('count requests by method, pattern and class of status, and never by address', async () => {
    const { stranger, cast } = app();
    const { ada } = await cast.all();
    const ticket = await ada.opens();
    const before = await scraped(stranger);
    (await ada.reads(ticket)).is(200);
    (await ada.reads({ id: '019a2f60-7c1e-7b3a-9d4e-5f6a7b8c9d0e' })).is(404);
    (await stranger.get(`/api/tickets/${ticket.id}`)).is(401);
    (await stranger.get('/nothing/of"the"kind')).is(404);
    const after = await scraped(stranger);
    const grew = (name: string) => (after.get(name) ?? 0) - (before.get(name) ?? 0);
    const route = 'method="GET",route="/api/tickets/:id"';
    assert.equal(grew(`http_requests_total{${route},status="2xx"}`), 1);
    assert.equal(grew(`http_requests_total{${route},status="4xx"}`), 2);
    assert.equal(grew('http_requests_total{method="GET",route="(none)",status="4xx"}'), 1);
    assert.equal(grew(`http_request_duration_seconds_count{${route}}`), 3);
    assert.equal(grew(`http_request_duration_seconds_bucket{le="+Inf",${route}}`), 3);
    assert.equal(grew(`http_request_duration_seconds_bucket{le="120",${route}}`), 3);
    assert.ok(grew(`http_request_duration_seconds_sum{${route}}`) > 0);
    assert.ok(![...after.keys()].some((name) => name.includes(ticket.id)));
  });

  test('have these names and labels: dashboards and alarms are built on them', async () => {
    const { stranger, databaseUrl } = app();
    (await stranger.get('/health')).is(200);
    const families = new Set([...(await scraped(stranger)).keys()].map((sample) => sample.replace(/"[^"]*"/g, '')));
    assert.deepEqual([...families].toSorted(), [
      'http_request_duration_seconds_bucket{le=,method=,route=}',
      'http_request_duration_seconds_count{method=,route=}',
      'http_request_duration_seconds_sum{method=,route=}',
      'http_requests_total{method=,route=,status=}',
      'kwit_attachments_bytes{}',
      'kwit_clock_ahead_seconds{}',
      'kwit_database_bytes{}',
      'kwit_database_connections{state=}',
      'kwit_database_up{}',
      'kwit_database_waiting{}',
      ...(databaseUrl ? [] : ['kwit_database_wal_bytes{}']),
      'kwit_database_write_seconds_total{}',
      'kwit_database_write_wait_seconds_total{}',
      'kwit_database_writes_total{}',
      'kwit_disk_bytes{}',
      'kwit_disk_free_bytes{}',
      'kwit_info{version=,node=,database=}',
      'kwit_mails_total{outcome=}',
      'kwit_outbox_attempts_total{outcome=}',
      'kwit_outbox_dead{channel=}',
      'kwit_outbox_oldest_seconds{channel=}',
      'kwit_outbox_waiting{channel=}',
      'kwit_outbox_worker_running{}',
      'kwit_reads_running{}',
      'kwit_reads_total{}',
      'kwit_reads_waiting{}',
      'kwit_requests_running{}',
      'kwit_requests_shed_total{}',
      'kwit_turns_waiting{}',
      'kwit_uploads_bytes{}',
      'kwit_uploads_running{}',
      'kwit_uploads_waiting{}',
      'kwit_webhooks_paused{}',
      'nodejs_eventloop_active_seconds_total{}',
      'nodejs_eventloop_lag_max_seconds{}',
      'nodejs_eventloop_lag_p50_seconds{}',
      'nodejs_eventloop_lag_p99_seconds{}',
      'nodejs_external_memory_bytes{}',
      'nodejs_heap_size_used_bytes{}',
      'process_cpu_seconds_total{}',
      'process_resident_memory_bytes{}',
      'process_start_time_seconds{}',
    ]);
  });

  test('tell of the process, the database and the mail', async () => {
    const { stranger, cast, clock } = app();
    const before = await scraped(stranger);
    await cast.guest();
    const after = await scraped(stranger);
    const sent = 'kwit_mails_total{outcome="sent"}';
    assert.equal((after.get(sent) ?? 0) - (before.get(sent) ?? 0), 1);
    assert.equal(after.get('kwit_mails_total{outcome="failed"}'), 0);
    assert.equal(after.get('kwit_database_waiting{}'), 0);
    assert.ok((after.get('kwit_database_connections{state="idle"}') ?? 0) > 0);
    assert.ok((after.get('kwit_database_wal_bytes{}') ?? 1) > 0);
    assert.equal(after.get('kwit_database_up{}'), 1);
    assert.ok((after.get('kwit_database_bytes{}') ?? 0) > 100_000);
    assert.ok((after.get('kwit_disk_free_bytes{}') ?? 0) < (after.get('kwit_disk_bytes{}') ?? 0));
    const [writes = 0, waited = 0, took = 0] = ['writes', 'write_wait_seconds', 'write_seconds'].map((name) =>
      after.get(`kwit_database_${name}_total{}`),
    );
    assert.ok(writes > 0 && waited > 0 && took > waited, [writes, waited, took].join());
    assert.ok((after.get('process_resident_memory_bytes{}') ?? 0) > 10_000_000);
    assert.ok((after.get('process_cpu_seconds_total{}') ?? 0) > 0);
    assert.ok((after.get('nodejs_eventloop_lag_p99_seconds{}') ?? -1) >= 0);
    const ahead = (systemClock.now() - clock.now()) / SECOND;
    assert.ok(Math.abs((after.get('kwit_clock_ahead_seconds{}') ?? 0) - ahead) < 60);
    assert.equal([...after.keys()].filter((name) => name.startsWith('kwit_info{version="1.2.3",')).length, 1);
  });
});

const FROM_ELSEWHERE = { 'x-forwarded-for': '203.0.113.9' };

onEachDatabase('the metrics, behind a proxy that is known', (app) => {
  test('are for the client that the proxy names, when it is allowed', async () => {
    const { stranger } = app();
    (await stranger.get('/metrics', FROM_ELSEWHERE)).isRefused(403, 'forbidden');
    // The client can write the first part of the header; the proxy adds the last one.
    (await stranger.get('/metrics', { 'x-forwarded-for': '127.0.0.1, 203.0.113.9' })).isRefused(403, 'forbidden');
    assert.equal((await stranger.get('/metrics', { 'x-forwarded-for': '203.0.113.9, 127.0.0.1' })).status, 403);
    assert.equal((await stranger.get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).status, 200);
  });
});

onEachDatabase(
  'the metrics, behind a proxy that nobody has named',
  (app) => {
    test('are for direct callers only: through the proxy, everybody would be the machine itself', async () => {
      const { stranger } = app();
      (await stranger.get('/metrics', FROM_ELSEWHERE)).isRefused(403, 'forbidden');
      (await stranger.get('/metrics', { 'x-forwarded-for': '127.0.0.1' })).isRefused(403, 'forbidden');
      (await stranger.get('/metrics', { forwarded: 'for=127.0.0.1' })).isRefused(403, 'forbidden');
      assert.equal((await stranger.get('/metrics')).status, 200);
    });
  },
  { TRUST_PROXY: '' },
);

onEachDatabase(
  'the metrics, with METRICS_ALLOW',
  (app) => {
    test('are for the networks that it names, and nobody else', async () => {
      const { stranger } = app();
      (await stranger.get('/metrics')).isRefused(403, 'forbidden');
      assert.equal((await stranger.get('/metrics', FROM_ELSEWHERE)).status, 200);
      assert.equal((await stranger.get('/metrics', { 'x-forwarded-for': '203.0.114.1' })).status, 403);
      assert.equal((await stranger.get('/metrics', { 'x-forwarded-for': '2001:db8::7' })).status, 200);
    });
  },
  { METRICS_ALLOW: '203.0.113.0/24,2001:db8::/32' },
);
