/** Everything that a source announces is counted: the report names what does not come, or the import is refused. */
import assert from 'node:assert/strict';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { movedTickets } from '#testing/moved-tickets.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports');
const restrictedTo = ['dev@example.com'];

type Json = Record<string, unknown>;

onEachDatabaseAnew('what a source announces', (app) => {
  /** A copy of a sample with one answer that says something else; null takes it away. */
  const copyOf = (sample: string, name: string, change: ((value: Json) => unknown) | null): string => {
    const folder = join(app().dataDir, 'copy');
    rmSync(folder, { recursive: true, force: true });
    cpSync(join(SAMPLES, sample), folder, { recursive: true });
    const path = join(folder, name);
    if (change === null) rmSync(path);
    else writeFileSync(path, JSON.stringify(change(existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {})));
    return folder;
  };
  const reportPath = () => join(app().dataDir, 'report.json');
  const redmine = (path: string, allowsIncomplete = false) =>
    importsOf(app()).bringsRedmine(path, { restrictedTo, allowsIncomplete }, { reportPath: reportPath() });
  const zammad = (path: string, allowsIncomplete = false) =>
    importsOf(app()).bringsZammad(path, { allowsIncomplete }, { reportPath: reportPath() });

  /** Each source that announces more than it gives: what is said, and how many tickets come nevertheless. */
  const SHORT = [
    [
      'a list that says 240',
      redmine,
      () => copyOf('redmine/admin', 'issues-0000.json', (list) => ({ ...list, total_count: 240 })),
      /240 are announced, and 9 given/,
      9,
    ],
    [
      'a list of users that says 240',
      redmine,
      () => copyOf('redmine/admin', 'users.json', (list) => ({ ...list, total_count: 240 })),
      /users: 240 are announced, and \d+ given/,
      9,
    ],
    [
      'a list of projects that says 240',
      redmine,
      () => copyOf('redmine/admin', 'projects.json', (list) => ({ ...list, total_count: 240 })),
      /projects: 240 are announced, and \d+ given/,
      9,
    ],
    [
      'a page of users that ends full',
      zammad,
      () => copyOf('zammad/all-groups', 'users/page-2.json', () => Array.from({ length: 100 }, () => ({}))),
      /users: the last page is full/,
      8,
    ],
    [
      'an issue of the list',
      redmine,
      () => copyOf('redmine/admin', 'issues/3.json', null),
      /#3: it is in the list, and was not given/,
      8,
    ],
    [
      'the articles of a ticket',
      zammad,
      () => copyOf('zammad/all-groups', 'ticket_articles/by_ticket/7.json', null),
      /ticket 7: its articles were not given/,
      7,
    ],
    [
      'a page that ends full',
      zammad,
      () => copyOf('zammad/all-groups', 'tickets/page-3.json', () => Array.from({ length: 100 }, () => ({}))),
      /the last page is full/,
      8,
    ],
  ] as const;
  for (const [what, brings, folder, sentence, count] of SHORT)
    test(`${what} refuses the import, and --incomplete names it`, async () => {
      await app().cast.all();
      const before = await rowsOf(app());
      await assert.rejects(brings(folder()), sentence);
      assert.deepEqual(await rowsOf(app()), before);
      assert.equal(await brings(folder(), true), 3);
      assert.match(readFileSync(reportPath(), 'utf8'), new RegExp(sentence.source.replace(/^.*?: /, '')));
      const moved = await movedTickets(app(), brings === redmine ? 'Redmine' : 'Zammad');
      assert.equal(moved.size, count);
    });

  test('a priority of which a source does not tell is normal, and named', async () => {
    await app().cast.all();
    for (const [brings, sample, name] of [
      [redmine, 'redmine/admin', 'enumerations/issue_priorities.json'],
      [zammad, 'zammad/all-groups', 'ticket_priorities.json'],
    ] as const) {
      assert.equal(await brings(copyOf(sample, name, null)), 3);
      assert.match(readFileSync(reportPath(), 'utf8'), /its priority is none of those that were given: it is normal/);
    }
  });

  test('an answer that is no list refuses the import', async () => {
    await app().cast.all();
    const refusal = () => ({ error: 'Maintenance' });
    await assert.rejects(
      redmine(copyOf('redmine/admin', 'issues-0004.json', refusal)),
      /is no list of issues, but \{"error"/,
    );
    await assert.rejects(redmine(copyOf('redmine/admin', 'users.json', refusal)), /is no list of users/);
    await assert.rejects(
      zammad(copyOf('zammad/all-groups', 'tickets/page-2.json', refusal)),
      /page-2.json is no list, but/,
    );
    const short = copyOf('zendesk/account', 'comments.json', () => ({}));
    const lines = readFileSync(join(short, 'tickets.json'), 'utf8').trimEnd().split('\n');
    const [{ comments, ...first }, ...rest] = lines.map((line) => JSON.parse(line));
    writeFileSync(join(short, 'tickets.json'), [first, ...rest].map((line) => JSON.stringify(line)).join('\n'));
    mkdirSync(join(short, 'comments'));
    const page = { comments: comments.slice(0, 1), meta: { has_more: true } };
    writeFileSync(join(short, `comments/${first.id}-1.json`), JSON.stringify(page));
    await assert.rejects(
      importsOf(app()).bringsZendesk(short, {}, { reportPath: reportPath() }),
      /ticket 101: its comments were not given/,
    );
  });

  test('articles that are fewer than their ticket says are named, and the rest comes', async () => {
    const folder = copyOf('zammad/all-groups', 'ticket_articles/by_ticket/9.json', (rows) =>
      Object.values(rows).slice(1),
    );
    assert.equal(await zammad(folder), 3);
    assert.match(readFileSync(reportPath(), 'utf8'), /1 of its 4 articles were not given/);
  });

  /** By products: a file of theirs whose length is told, and what brings it. */
  const FILES: Readonly<
    Record<string, readonly [sample: string, file: string, brings: (path: string) => Promise<number>]>
  > = {
    Redmine: ['redmine/admin', 'attachments/202/schemat.png', redmine],
    Zammad: ['zammad/all-groups', 'ticket_attachment/1/1/51', zammad],
    Zendesk: [
      'zendesk/account',
      'attachments/5001/wydruk.png',
      (path) => {
        const tickets = join(path, 'tickets.json');
        const announced = readFileSync(tickets, 'utf8').replaceAll('"file_name":"wydruk.png"', '$&,"size":81');
        writeFileSync(tickets, announced);
        return importsOf(app()).bringsZendesk(path, {}, { reportPath: reportPath() });
      },
    ],
    Trello: [
      'trello',
      'attachments/64f6f00a0000000000000001/faktura_9_2023.pdf',
      (path) => {
        const filesFolder = join(path, 'attachments');
        return importsOf(app()).bringsTrello(join(path, 'board.json'), { filesFolder }, { reportPath: reportPath() });
      },
    ],
  };
  for (const [product, [sample, name, brings]] of Object.entries(FILES))
    test(`a file of ${product} that is shorter than it was is named, and does not come`, async () => {
      await app().cast.all();
      const file = join(
        copyOf(sample, 'beside.json', () => ({})),
        name,
      );
      writeFileSync(file, readFileSync(file).subarray(1));
      assert.equal(await brings(join(app().dataDir, 'copy')), 3);
      assert.match(readFileSync(reportPath(), 'utf8'), /it has \d+ bytes, and had \d+: it is damaged/);
    });

  /** A Zammad that answers from the sample, but for names that have another status. It notes what it is asked. */
  async function zammadService(t: TestContext, statusOf: (name: string) => number | null) {
    const keyPath = join(app().dataDir, 'key');
    writeFileSync(keyPath, 'secret\n');
    const paths: string[] = [];
    const server = createServer((request, reply) => {
      const { pathname, search, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
      paths.push(`${pathname}${search}`);
      const name = pathname.replace('/api/v1/', '');
      const status = statusOf(name);
      if (status !== null) return void reply.writeHead(status).end();
      const [page, id] = [
        searchParams.get('page') ?? '1',
        searchParams.get('link_object_value') ?? searchParams.get('o_id'),
      ];
      const file = join(SAMPLES, 'zammad/all-groups', name);
      const places = [
        `${file}/page-${page}.json`,
        `${file}/${id}.json`,
        ...(page === '1' ? [`${file}.json`] : []),
        file,
      ];
      const place = places.find((candidate) => existsSync(candidate) && !candidate.endsWith('/'));
      const isThere = place !== undefined && (place.endsWith('.json') || name.startsWith('ticket_attachment/'));
      if (!isThere && name.startsWith('ticket_attachment/')) return void reply.writeHead(404).end();
      reply.end(isThere ? readFileSync(place) : searchParams.has('page') ? '[]' : '{}');
    });
    t.after(() => server.closeAllConnections());
    t.after(() => server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const savePath = join(app().dataDir, 'answers');
    rmSync(savePath, { recursive: true, force: true });
    const brings = (options = {}) =>
      importsOf(app()).bringsZammad(address, { keyPath, savePath, ...options }, { reportPath: reportPath() });
    return { paths, keyPath, savePath, brings };
  }

  test('a download that broke off goes on where it was, and asks for nothing twice', async (t) => {
    let isWell = false;
    const broken = (name: string) => (!isWell && name === 'ticket_articles/by_ticket/7' ? 400 : null);
    const { paths, brings } = await zammadService(t, broken);
    await assert.rejects(brings(), /answers 400/);
    const first = new Set(paths.splice(0));
    isWell = true;
    assert.equal(await brings(), 3);
    assert.deepEqual(
      paths.filter((path) => first.has(path)),
      ['/api/v1/ticket_articles/by_ticket/7', '/api/v1/ticket_attachment/7/15/63'].filter((path) => first.has(path)),
    );
    assert.equal((await movedTickets(app(), 'Zammad')).size, 8);
    paths.splice(0);
    assert.equal(await brings(), 3);
    assert.ok(paths.includes('/api/v1/users/me'), 'a whole download is fetched anew');
  });

  for (const [what, refused] of [
    ['people', 'users'],
    ['labels of tickets', 'tags'],
    ['links of tickets', 'links'],
  ] as const)
    test(`a key that does not read ${what} refuses the import, also from the folder, and --incomplete names it`, async (t) => {
      const { savePath, brings } = await zammadService(t, (name) => (name === refused ? 403 : null));
      const sentence = new RegExp(`/api/v1/${refused}\\S*: the key may not read it`);
      const before = await rowsOf(app());
      await assert.rejects(brings(), sentence);
      await assert.rejects(zammad(savePath), sentence);
      assert.deepEqual(await rowsOf(app()), before);
      assert.equal(await brings({ allowsIncomplete: true }), 3);
      assert.match(readFileSync(reportPath(), 'utf8'), new RegExp(`/api/v1/${refused}`));
    });

  test('a file that is no key is refused at once, and its words are not repeated', async (t) => {
    const { paths, keyPath, brings } = await zammadService(t, () => null);
    for (const text of ['', 'one-line\nanother-line', 'z-akcentem-ą']) {
      writeFileSync(keyPath, text);
      await assert.rejects(
        brings(),
        ({ message }: Error) => /has no key/.test(message) && !/line-|line\n/.test(message),
      );
    }
    assert.deepEqual(paths, []);
  });
});
