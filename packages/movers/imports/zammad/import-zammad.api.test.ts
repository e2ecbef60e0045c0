import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { ListedUser } from '#contract/users.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { restService } from '#testing/rest-service.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { ZammadOptions } from './zammad-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/zammad');
const ALL = join(SAMPLES, 'all-groups');

interface Case {
  readonly tickets: readonly (ExpectedTicket & { readonly source_id: number; readonly number: string })[];
}
const EXPECTED = JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly canaries: { readonly internal: readonly string[] };
};
const TICKETS = EXPECTED.cases[0]?.tickets ?? [];

onEachDatabaseAnew('tickets of Zammad that are imported', (app) => {
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = (path: string, options: Partial<ZammadOptions> = {}) =>
    importsOf(app()).bringsZammad(path, options, { reportPath: reportPath() });
  const report = () => readFileSync(reportPath(), 'utf8');
  /** By their ids there. */
  const moved = async () => {
    const byNumber = await movedTickets(app(), 'Zammad');
    return new Map([...byNumber].map(([number, ticket]) => [String(Number(number) - 22000), ticket]));
  };
  const expectTickets = async () => {
    const here = await moved();
    assert.equal(here.size, TICKETS.length);
    for (const expected of TICKETS)
      assert.deepEqual(differencesIn(expected, here.get(String(expected.source_id)), here), [], expected.number);
  };

  test('every value is there, and a second import changes nothing', async () => {
    await app().cast.all();
    const mails = app().mailbox.list().length;
    assert.equal(await brings(ALL), 3);
    await expectTickets();
    assert.equal(await importsOf(app()).bringsZammad(ALL, {}, { verifies: true }), 0);
    const before = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings(ALL), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
    assert.equal(app().mailbox.list().length, mails);
  });

  test('the report names holes, people, merges, files, links and closings without a time', async () => {
    await brings(ALL);
    for (const word of [
      'these ids: 4.',
      'Telefon',
      '"-"',
      'merged into ticket 1',
      'odpowiedź.docx',
      '"4"',
      'closed without a time',
    ])
      assert.ok(report().includes(word), word);
  });

  test('a link of another kind than the usual one is told', async () => {
    await brings(ALL);
    const here = await moved();
    assert.ok(here.get('3')?.leftovers.includes('Link: parent 1'));
    assert.ok(!here.get('7')?.leftovers.includes('Link: '));
  });

  test('an account that does not read all groups: a warning in the first line names what is missing', async () => {
    const imports = importsOf(app());
    await imports.bringsZammad(join(SAMPLES, 'one-group'));
    assert.match(imports.said[0] ?? '', /^Warning: The account reads 1 of 2 groups: tickets of Zakupy are missing/);
    assert.match(imports.said[1] ?? '', /these ids: 3–4, 6, 8\./);
    assert.equal((await moved()).size, 5);
  });

  test('what was internal there reaches no reporter here, files neither', async () => {
    await brings(ALL);
    const ada = await app().cast.ada;
    const olena = await app().cast.signsIn('olena@example.com');
    for (const reader of [ada, olena]) {
      const listed = (await reader.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
      const seen = JSON.stringify(
        await Promise.all(listed.map(async (ticket) => (await reader.reads(ticket)).is(200))),
      );
      for (const word of EXPECTED.canaries.internal) assert.ok(!seen.includes(word), word);
    }
    const { ticket } = (await moved()).get('5') ?? {};
    assert.deepEqual(
      ticket?.attachments.map(({ is_internal }) => is_internal),
      [true],
    );
  });

  test('an article that does not tell, or says what nobody understands, is internal', async () => {
    const odd = join(app().dataDir, 'odd');
    cpSync(ALL, odd, { recursive: true });
    const articles = join(odd, 'ticket_articles/by_ticket');
    for (const [index, name] of readdirSync(articles).entries()) {
      const rows = JSON.parse(readFileSync(join(articles, name), 'utf8')) as Record<string, unknown>[];
      const internal = index % 2 === 0 ? undefined : 'perhaps';
      writeFileSync(join(articles, name), JSON.stringify(rows.map((row) => ({ ...row, internal }))));
    }
    await brings(odd);
    const all = [...(await moved()).values()];
    assert.ok(all.some(({ comments }) => comments.length > 0));
    for (const { ticket, comments } of all) {
      assert.equal(ticket.description, '');
      assert.ok([...comments, ...ticket.attachments].every((item) => item.is_internal));
    }
  });

  test('who was shut out there stays so; who was not may sign in', async () => {
    await brings(ALL);
    const dev = await app().cast.dev;
    const users = (await dev.get<ListedUser[]>('/api/users')).is(200);
    const isActive = (email: string) => users.find((user) => user.email === email)?.is_active;
    assert.deepEqual([isActive('roch.wilga@example.com'), isActive('olena@example.com')], [false, true]);
  });

  test('with --answer last-comment, the last public word of the owner answers; an internal one never does', async () => {
    await brings(ALL, { lastCommentAnswers: true });
    const here = await moved();
    for (const { source_id: id, closure_with_answer_last_comment: answer } of TICKETS) {
      const said = here.get(String(id))?.comments.find((comment) => comment.is_closure_summary);
      assert.equal(said?.content ?? null, answer?.text ?? null, String(id));
    }
  });

  test('a number is found, and the old address leads to the ticket', async () => {
    await brings(ALL);
    const number = (await moved()).get('1')?.ticket.number ?? 0;
    const dev = await app().cast.dev;
    const hits = (await dev.get<ListedTicket[]>('/api/tickets?q=22001')).is(200);
    assert.ok(hits.some((ticket) => ticket.number === number));
    const led = await fetch(`${app().address}/ticket/zoom/1`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, `/t/${number}`]);
  });

  test('a service is read by GET with the token in a header, page by page to an empty one, and gives the same', async () => {
    const keyPath = join(app().dataDir, 'key');
    writeFileSync(keyPath, 'secret\n');
    await using service = await restService(
      answerOfZammad,
      ({ headers }) => /^Token token=(.*)$/.exec(headers.authorization ?? '')?.[1],
    );
    assert.equal(await brings(service.address, { keyPath }), 3);
    await expectTickets();
    assert.ok(service.requests.every((line) => line.startsWith('GET ') && !line.includes('secret')));
    assert.ok(service.requests.includes('GET /api/v1/tickets?expand=true&page=3&per_page=100'));
    await assert.rejects(brings(SAMPLES), /no answers of Zammad/);
  });
});

function answerOfZammad(path: string, query: URLSearchParams): unknown {
  const name = path.replace('/api/v1/', '');
  const page = query.get('page') ?? '1';
  const id = query.get('link_object_value') ?? query.get('o_id');
  const file = join(ALL, name);
  if (name.startsWith('ticket_attachment/')) return existsSync(file) ? readFileSync(file) : null;
  const answers = [`${file}/page-${page}.json`, `${file}/${id}.json`, ...(page === '1' ? [`${file}.json`] : [])];
  const answer = answers.find((candidate) => existsSync(candidate));
  return answer === undefined ? (query.has('page') ? [] : {}) : JSON.parse(readFileSync(answer, 'utf8'));
}
