import assert from 'node:assert/strict';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { test } from 'node:test';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { ListedUser } from '#contract/users.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { ZendeskOptions } from './zendesk-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/zendesk');
const ACCOUNT = join(SAMPLES, 'account');

interface Case {
  readonly tickets: readonly (ExpectedTicket & { readonly number: string })[];
}
const EXPECTED = JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as {
  readonly cases: readonly Case[];
  readonly canaries: { readonly internal: readonly string[] };
};
const TICKETS = EXPECTED.cases[0]?.tickets ?? [];

onEachDatabaseAnew('tickets of Zendesk that are imported', (app) => {
  const reportPath = () => join(app().dataDir, 'report.json');
  const brings = (path: string, options: Partial<ZendeskOptions> = {}) =>
    importsOf(app()).bringsZendesk(path, options, { reportPath: reportPath() });
  const report = () => readFileSync(reportPath(), 'utf8');
  const moved = () => movedTickets(app(), 'Zendesk');
  const expectTickets = async () => {
    const here = await moved();
    assert.equal(here.size, TICKETS.length);
    for (const expected of TICKETS)
      assert.deepEqual(differencesIn(expected, here.get(expected.number), here), [], expected.number);
  };
  /** A copy of the account in which the lines of its tickets are others. */
  const changed = (change: (lines: readonly string[]) => readonly string[]): string => {
    const folder = join(app().dataDir, 'account');
    rmSync(folder, { recursive: true, force: true });
    cpSync(ACCOUNT, folder, { recursive: true });
    const tickets = join(folder, 'tickets.json');
    const lines = readFileSync(tickets, 'utf8').trimEnd().split('\n');
    writeFileSync(tickets, change(lines).join('\n'));
    return folder;
  };
  const changedTickets = (change: (ticket: Record<string, unknown>) => object) =>
    changed((lines) => lines.map((line) => JSON.stringify(change(JSON.parse(line)))));

  test('every value is there, and a second import changes nothing', async () => {
    await app().cast.all();
    const mails = app().mailbox.list().length;
    assert.equal(await brings(ACCOUNT), 3);
    await expectTickets();
    assert.equal(await importsOf(app()).bringsZendesk(ACCOUNT, {}, { verifies: true }), 0);
    const before = await rowsOf(app(), ['import_runs', 'audit']);
    assert.equal(await brings(ACCOUNT), 3);
    assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
    assert.equal(app().mailbox.list().length, mails);
  });

  test('the report names what did not come and why, what was not looked for, and no internal word', async () => {
    await brings(ACCOUNT);
    for (const word of ['ticket 106', 'big.zip', 'virus.exe', 'malware', 'closed without a time', 'side conversations'])
      assert.ok(report().includes(word), word);
    for (const word of EXPECTED.canaries.internal) assert.ok(!report().includes(word), word);
  });

  test('what was internal there reaches no reporter here', async () => {
    await brings(ACCOUNT);
    for (const email of ['iwona.bak@example.com', 'sam.poe@example.com']) {
      const reader = await app().cast.signsIn(email);
      const listed = (await reader.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
      assert.ok(listed.length > 1);
      const seen = JSON.stringify(await Promise.all(listed.map(async (row) => (await reader.reads(row)).is(200))));
      for (const word of EXPECTED.canaries.internal) assert.ok(!seen.includes(word), word);
    }
  });

  test('a comment that does not say that it is public is internal, the first one too, and told', async () => {
    await brings(
      changedTickets((ticket) => ({
        ...ticket,
        comments: (ticket.comments as object[]).map((comment) => ({ ...comment, public: undefined })),
      })),
    );
    for (const { ticket, comments } of (await moved()).values()) {
      assert.equal(ticket.description, '');
      assert.ok([...comments, ...ticket.attachments].every((item) => item.is_internal));
    }
    assert.match(report(), /does not tell whether it is public: it is internal/);
  });

  test('with --answer last-comment, the last public word of who worked on it answers', async () => {
    await brings(ACCOUNT, { lastCommentAnswers: true });
    const here = await moved();
    for (const { number, closure_with_answer_last_comment: answer } of TICKETS) {
      const said = here.get(number)?.comments.find((comment) => comment.is_closure_summary);
      assert.equal(said?.content ?? null, answer?.text ?? null, number);
    }
  });

  test('people who were shut out stay so; those who are gone are each apart', async () => {
    await brings(
      changedTickets((ticket) => (ticket.id === 110 ? { ...ticket, requester_id: 98, assignee_id: 99 } : ticket)),
    );
    const users = (await (await app().cast.dev).get<ListedUser[]>('/api/users')).is(200);
    const isActive = (email: string) => users.find((user) => user.email === email)?.is_active;
    assert.deepEqual([isActive('ben.ode@example.com'), isActive('sam.poe@example.com')], [false, true]);
    assert.equal(users.filter(({ name }) => name === 'Former user (Zendesk)').length, 3);
    assert.match(report(), /Former user \(Zendesk\)/);
  });

  test('an old address and a number in a text lead to the ticket', async () => {
    await brings(ACCOUNT);
    const here = await moved();
    const number = here.get('101')?.ticket.number;
    assert.match(here.get('104')?.ticket.description ?? '', /\[Zendesk 101\]\(\/agent\/tickets\/101\)/);
    for (const path of ['/agent/tickets/101', '/hc/pl/requests/101', '/hc/requests/101']) {
      const led = await fetch(`${app().address}${path}`, { redirect: 'manual' });
      assert.deepEqual([led.status, led.headers.get('location')], [302, `/t/${number}`]);
    }
  });

  test('a ticket that stands in two pieces is as it was last', async () => {
    const folder = changed((lines) => lines);
    const [first = ''] = readFileSync(join(folder, 'tickets.json'), 'utf8').split('\n');
    const older = { ...JSON.parse(first), updated_at: '2025-04-01T00:00:00Z', raw_subject: 'Older' };
    writeFileSync(join(folder, 'tickets-2.jsonl'), `${JSON.stringify(older)}\n`);
    await brings(folder);
    await expectTickets();
  });

  test('a merge names its ticket where the words are in another language', async () => {
    await brings(
      changed((lines) => lines.map((line) => line.replaceAll('was closed and merged into request', 'zamknięto: do'))),
    );
    const here = await moved();
    const related = here.get('107')?.ticket.related_tickets.map((link) => link.number);
    assert.deepEqual(related, [here.get('101')?.ticket.number]);
  });

  test('a cut line, tickets without comments and a folder of anything else are refused; --incomplete names them', async () => {
    await assert.rejects(
      brings(changed((lines) => [...lines.slice(0, -1), lines.at(-1)?.slice(0, -9) ?? ''])),
      /line 12/,
    );
    const without = changedTickets(({ comments: _, ...ticket }) => ticket);
    await assert.rejects(brings(without), /ticket 101: its comments were not given/);
    await assert.rejects(brings(SAMPLES), /no tickets of Zendesk/);
    assert.equal((await moved()).size, 0);
    const source = changedTickets((ticket) => (ticket.id === 102 ? { ...ticket, comments: null } : ticket));
    assert.equal(await brings(source, { allowsIncomplete: true }), 3);
    assert.equal((await moved()).size, TICKETS.length - 1);
    assert.match(report(), /ticket 102",[^}]*its comments were not given/);
  });

  test('a service that stumbles and leads to another host gives the same, which never gets the key', async () => {
    const keyPath = join(app().dataDir, 'key');
    writeFileSync(keyPath, 'marta.kos@example.com/token:secret\n');
    await using service = await zendeskService();
    assert.equal(await brings(service.address, { keyPath }), 3);
    await expectTickets();
    assert.ok(service.requests.some((line) => line.startsWith('elsewhere')));
    assert.ok(service.requests.every((line) => line.startsWith('here key') || line.startsWith('elsewhere none')));
    assert.ok(service.requests.includes('here key /api/v2/tickets/101/comments.json?page[size]=100'));
    writeFileSync(keyPath, 'another\n');
    await assert.rejects(brings(service.address, { keyPath }), /does not take the key/);
  });

  test('a page that does not come, or is no list, is not the end of a list', async () => {
    const keyPath = join(app().dataDir, 'key');
    writeFileSync(keyPath, 'marta.kos@example.com/token:secret\n');
    for (const [answer, sentence] of [
      [null, /is named by the page before it, and does not come/],
      [{ error: 'later' }, /is no list of tickets, but \{"error":"later"\}/],
    ] as const) {
      await using service = await zendeskService(answer);
      await assert.rejects(brings(service.address, { keyPath }), sentence);
    }
    assert.equal((await moved()).size, 0);
  });
});

/**
 * A Zendesk in small: pages of three, comments apart, files at another host, and every seventh answer a 429.
 *
 * @param second in place of the second page of tickets.
 */
async function zendeskService(second?: object | null) {
  const linesOf = (name: string) =>
    readFileSync(join(ACCOUNT, `${name}.json`), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
  const paths: string[] = [];
  let count = 0;
  const site = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const here = (value: unknown) =>
    JSON.parse(JSON.stringify(value).replaceAll('https://helpdesk.example.com', 'https://inside.example.com'));
  const pageOf = (name: string, all: readonly object[], url: URL) => {
    const from = Number(url.searchParams.get('cursor') ?? 0);
    const next = `https://inside.example.com/api/v2/incremental/${name}/cursor.json?cursor=${from + 3}`;
    return { [name]: all.slice(from, from + 3), after_url: next, end_of_stream: from + 3 >= all.length };
  };
  const answerTo = (url: URL): unknown => {
    const path = url.pathname.replace('/api/v2/', '').replace('.json', '');
    const [, ticket] = /^tickets\/(\d+)\/comments$/.exec(path) ?? [];
    if (path === 'users/me') return { user: { id: 11, role: 'admin' } };
    if (path === 'incremental/users/cursor') return pageOf('users', linesOf('users'), url);
    const tickets = here(linesOf('tickets'));
    if (second !== undefined && path.includes('/tickets/') && url.searchParams.has('cursor')) return second;
    if (path === 'incremental/tickets/cursor')
      return pageOf(
        'tickets',
        tickets.map(({ comments: _, ...rest }: Record<string, unknown>) => rest),
        url,
      );
    if (ticket !== undefined) return tickets.find((entry: { id: number }) => entry.id === Number(ticket));
    if (path === 'organizations') return { organizations: linesOf('organizations'), next_page: null };
    return existsSync(join(ACCOUNT, `${path}.json`)) ? linesOf(path)[0] : null;
  };
  const serve = (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', site());
    const isHere = request.headers.host?.startsWith('127.0.0.1') === true;
    const { authorization } = request.headers;
    const right = `Basic ${Buffer.from('marta.kos@example.com/token:secret').toString('base64')}`;
    paths.push(
      `${isHere ? 'here' : 'elsewhere'} ${authorization === undefined ? 'none' : 'key'} ${url.pathname}${url.search}`,
    );
    const [, file] = /^\/(?:attachments\/token\/t|blobs\/)(\d+)/.exec(url.pathname) ?? [];
    if (!isHere) return response.end(blob(file ?? ''));
    count += 1;
    if (authorization !== right) return response.writeHead(401).end();
    if (count % 7 === 0) return response.writeHead(429, { 'retry-after': '0' }).end('too many');
    if (file !== undefined) {
      const location = `${site().replace('127.0.0.1', 'localhost')}/blobs/${file}`;
      return existsSync(join(ACCOUNT, 'attachments', file))
        ? response.writeHead(302, { location }).end()
        : response.writeHead(404).end();
    }
    const answer = answerTo(url);
    return answer === null || answer === undefined
      ? response.writeHead(404).end('{}')
      : response.end(JSON.stringify(answer));
  };
  const blob = (id: string) => {
    const folder = join(ACCOUNT, 'attachments', id);
    return readFileSync(join(folder, readdirSync(folder)[0] ?? ''));
  };
  const server = createServer(serve);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    requests: paths,
    address: site(),
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
