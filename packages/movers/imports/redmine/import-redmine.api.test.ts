import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { Player } from '#testing/cast.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { restService } from '#testing/rest-service.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { RedmineOptions } from './redmine-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/redmine');
const ADMIN = join(SAMPLES, 'admin');

interface Case {
  readonly tickets: readonly (ExpectedTicket & { readonly number: number })[];
}
const EXPECTED = JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly canaries: { readonly internal: readonly string[]; readonly private_tickets: readonly string[] };
};
const TICKETS = EXPECTED.cases[0]?.tickets ?? [];
const jsonIn = (name: string) => JSON.parse(readFileSync(join(ADMIN, name), 'utf8'));

onEachDatabaseAnew('issues of Redmine that are imported', (app) => {
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = (path: string, options: Partial<RedmineOptions> = {}) =>
    app().cast.ewa.then(() =>
      importsOf(app()).bringsRedmine(
        path,
        { restrictedTo: ['ewa@example.com'], ...options },
        { reportPath: reportPath() },
      ),
    );
  /** The assignee of the private issue, who reads it here as a developer. */
  const teodor = async () => {
    const { cast } = app();
    const player = await cast.signsIn('teodor.grzyb@example.com');
    (await (await cast.dev).patch(`/api/users/${player.id}`, { role: 'developer' })).is(200);
    return player;
  };
  const expectTickets = async (reader: Player) => {
    const moved = await movedTickets(app(), 'Redmine', reader);
    const byNumber = new Map([...moved].map(([name, ticket]) => [name.slice(1), ticket]));
    assert.equal(byNumber.size, TICKETS.length);
    for (const expected of TICKETS)
      assert.deepEqual(
        differencesIn(expected, byNumber.get(String(expected.number)), byNumber),
        [],
        `#${expected.number}`,
      );
    return byNumber;
  };

  test('every value is there under the number that it had, and a second import changes nothing', async () => {
    await app().cast.all();
    const reader = await teodor();
    const mails = app().mailbox.list().length;
    assert.equal(await brings(ADMIN), 3);
    for (const [name, { ticket }] of await expectTickets(reader)) assert.equal(ticket.number, Number(name));
    assert.equal(await importsOf(app()).bringsRedmine(ADMIN, {}, { verifies: true }), 0);
    const before = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings(ADMIN), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
    assert.equal(app().mailbox.list().length, mails);
  });

  test('the report names private issues, holes, files, people, groups and relations, and never a key', async () => {
    await brings(ADMIN);
    const report = readFileSync(reportPath(), 'utf8');
    for (const word of ['"#2"', '"4"', 'duży.tiff', 'Leszek Dawny', 'Helpdesk', 'duplicates: the issue'])
      assert.ok(report.includes(word), word);
    assert.ok(!/c0ffee00|badc0de0/.test(report));
  });

  test('what was private there reaches no reporter here', async () => {
    await brings(ADMIN);
    const ada = await app().cast.ada;
    const listed = (await ada.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    const seen = JSON.stringify(await Promise.all(listed.map(async (ticket) => (await ada.reads(ticket)).is(200))));
    for (const word of [...EXPECTED.canaries.internal, ...EXPECTED.canaries.private_tickets])
      assert.ok(!seen.includes(word), word);
    assert.equal((await movedTickets(app(), 'Redmine')).has('#2'), false);
  });

  test('status and who it had are history; the old address leads to the ticket', async () => {
    await brings(ADMIN);
    const { ticket } = (await movedTickets(app(), 'Redmine')).get('#1') ?? {};
    const moves = ticket?.history.filter(({ field }) => field === 'status');
    assert.deepEqual(
      moves?.map(({ old_value, new_value, created_at }) => [old_value, new_value, created_at.slice(0, 19)]),
      [
        ['submitted', 'in_progress', '2024-07-12T21:00:00'],
        ['in_progress', 'closed', '2024-07-15T06:31:12'],
      ],
    );
    const led = await fetch(`${app().address}/issues/1`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, '/t/1']);
  });

  test('a key that is none of an administrator, unknown statuses and numbers that are taken are refused', async () => {
    await app().cast.all();
    const before = await rowsOf(app());
    await assert.rejects(brings(join(SAMPLES, 'no-admin')), /none of an administrator/);
    await assert.rejects(brings(SAMPLES), /no answers of Redmine/);
    const strange = join(app().dataDir, 'strange');
    copyWith(strange, 'issue_statuses.json', (value) => ({
      issue_statuses: value.issue_statuses.map((status) => (status.id === 4 ? { ...status, name: 'Parked' } : status)),
    }));
    await assert.rejects(brings(strange), /--map "status.Parked=in_progress"/);
    assert.deepEqual(await rowsOf(app()), before);
    await (await app().cast.ada).opens();
    await assert.rejects(brings(ADMIN), /tickets with 1 of the numbers/);
    assert.equal(await brings(ADMIN, { renumbers: true }), 3);
    const { comments } = (await movedTickets(app(), 'Redmine')).get('#1') ?? {};
    assert.equal(comments?.[0]?.content, 'Restart usługi; logi w [Redmine 2](/issues/2).');
  });

  test('a mark of privacy that nobody understands is private', async () => {
    const odd = join(app().dataDir, 'odd');
    copyWith(odd, 'issues/', ({ issue }) => ({
      issue: {
        ...issue,
        is_private: issue.id === 1 ? 'perhaps' : issue.id === 3 ? '0' : issue.is_private,
        journals: issue.journals.map((journal) => ({ ...journal, private_notes: 'perhaps' })),
      },
    }));
    await brings(odd);
    const moved = await movedTickets(app(), 'Redmine');
    assert.deepEqual(
      ['#1', '#2', '#3'].map((name) => moved.has(name)),
      [false, false, true],
    );
    assert.ok([...moved.values()].every(({ comments }) => comments.every((comment) => comment.is_internal)));
  });

  test('where none is the usual priority, the one that is called normal is, else the middle one', async () => {
    const priorityOf = async (names: readonly string[]) => {
      const plain = join(app().dataDir, `plain-${names[0]}`);
      copyWith(plain, 'enumerations/', () => ({ issue_priorities: names.map((name, n) => ({ id: n + 1, name })) }));
      copyWith(plain, 'issues/', ({ issue }) => ({ issue: { ...issue, priority: { id: 2 } } }), false);
      await brings(plain, { source: names[0] ?? '', renumbers: true });
      const listed = (await (await app().cast.dev).get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
      return listed.toSorted((a, b) => b.number - a.number)[0]?.priority;
    };
    assert.equal(await priorityOf(['Niski', 'Normalny', 'Wysoki', 'Pilny']), 'normal');
    assert.equal(await priorityOf(['Eins', 'Zwei', 'Drei']), 'normal');
    assert.equal(await priorityOf(['Can wait', 'Soon', 'Normal', 'Now']), 'low');
  });

  test('notes of one id, one without a time, two kinds of relations and a day that is none: each is there or named', async () => {
    const odd = join(app().dataDir, 'odd');
    const relations = ['blocks', 'relates'].map((relation_type) => ({ issue_id: 1, issue_to_id: 3, relation_type }));
    copyWith(odd, 'issues/', ({ issue }) => ({
      issue: {
        ...issue,
        ...(issue.id === 1 || issue.id === 3 ? { relations } : {}),
        ...(issue.id === 1 ? { due_date: 'someday', estimated_hours: -3 } : {}),
        journals: issue.journals.map((journal, at) => ({
          ...{ ...journal, id: 101 },
          ...(issue.id === 1 && at === 1 ? { created_on: 'never' } : {}),
        })),
      },
    }));
    assert.equal(await brings(odd), 3);
    const { comments = [], leftovers = '' } = (await movedTickets(app(), 'Redmine')).get('#1') ?? {};
    assert.equal(comments.length, 3);
    for (const line of ['Due date: someday', 'Estimated: -3', 'relates #3']) assert.ok(leftovers.includes(line), line);
    assert.ok(readFileSync(reportPath(), 'utf8').includes('Restart usługi'));
    assert.equal(await importsOf(app()).bringsRedmine(odd, {}, { verifies: true }), 0);
    const rows = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings(odd), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), rows);
  });

  test('notes are internal where a Redmine does not tell which are private', async () => {
    const old = join(app().dataDir, 'old');
    copyWith(old, 'issues/', (value) => {
      for (const journal of value.issue.journals) delete journal.private_notes;
      return value;
    });
    await brings(old);
    const moved = await movedTickets(app(), 'Redmine');
    assert.ok([...moved.values()].every(({ comments }) => comments.every((comment) => comment.is_internal)));
  });

  test('with --answer last-comment, the last public note of who worked on it answers', async () => {
    await brings(ADMIN, { lastCommentAnswers: true });
    const moved = await movedTickets(app(), 'Redmine');
    for (const { number, closure_with_answer_last_comment: answer } of TICKETS) {
      const said = moved.get(`#${number}`)?.comments.find((comment) => comment.is_closure_summary);
      assert.equal(said?.content ?? null, answer?.text ?? null, `#${number}`);
    }
  });

  test('a service is read by GET with the key in a header, 100 issues at a time, and gives the same', async () => {
    const keyPath = join(app().dataDir, 'key');
    writeFileSync(keyPath, 'secret\n');
    await using service = await restService(answerOfRedmine, (request) => String(request.headers['x-redmine-api-key']));
    const reader = await teodor();
    assert.equal(await brings(service.address, { keyPath }), 3);
    await expectTickets(reader);
    assert.ok(service.requests.every((line) => line.startsWith('GET ') && !line.includes('secret')));
    assert.ok(service.requests.includes('GET /issues.json?status_id=*&sort=id&limit=100&offset=0'));
    const rows = JSON.stringify(await rowsOf(app()));
    assert.ok(!rows.includes('secret'));
    writeFileSync(keyPath, 'other');
    await assert.rejects(brings(service.address, { keyPath }), /does not take the key/);
  });
});

/** The part of an answer that a test changes. */
interface Sample {
  readonly issue_statuses: readonly { readonly id: number; readonly name: string }[];
  readonly issue: {
    readonly id: number;
    readonly is_private: boolean;
    readonly journals: readonly { private_notes?: boolean }[];
  };
}

/** Copies the sample with every file whose name begins so changed. */
function copyWith(to: string, begin: string, change: (value: Sample) => unknown, isAnew = true): void {
  for (const name of readdirSync(ADMIN, { recursive: true, encoding: 'utf8' })) {
    if (!name.endsWith('.json')) continue;
    mkdirSync(join(to, name, '..'), { recursive: true });
    if (!isAnew && !name.startsWith(begin)) continue;
    const value = jsonIn(name);
    writeFileSync(join(to, name), JSON.stringify(name.startsWith(begin) ? change(value) : value));
  }
}

function answerOfRedmine(path: string, query: URLSearchParams): unknown {
  const file = /^\/attachments\/download\/(\d+)\//.exec(path)?.[1];
  const folder = join(ADMIN, 'attachments', file ?? '');
  if (file !== undefined) return existsSync(folder) ? readFileSync(join(folder, readdirSync(folder)[0] ?? '')) : null;
  if (path === '/issues.json') {
    const all = ['0000', '0004', '0008'].flatMap((part) => jsonIn(`issues-${part}.json`).issues);
    const [offset, limit] = ['offset', 'limit'].map((name) => Number(query.get(name)));
    return { issues: all.slice(offset, (offset ?? 0) + Math.min(limit ?? 25, 5)), total_count: all.length };
  }
  if (!existsSync(join(ADMIN, path))) return null;
  const address = 'https://redmine.example.com';
  return JSON.parse(JSON.stringify(jsonIn(path)).replaceAll(address, ''));
}
