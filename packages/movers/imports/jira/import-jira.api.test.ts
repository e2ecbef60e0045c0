import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Comment } from '#contract/comments.ts';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { differencesIn, type ExpectedTicket, movedTickets } from '#testing/moved-tickets.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import type { JiraOptions } from './jira-command.ts';

const SAMPLES = join(import.meta.dirname, '../../../../server/testing/exports/jira');

interface Case {
  readonly id: string;
  readonly source: string;
  readonly tickets: readonly (ExpectedTicket & { readonly key: string })[];
}

const CASES = (JSON.parse(readFileSync(join(SAMPLES, 'expected.json'), 'utf8')) as { cases: Case[] }).cases;
const caseOf = (id: string): Case => CASES.find((entry) => entry.id === id) ?? { id, source: '', tickets: [] };

onEachDatabaseAnew('issues of Jira that are imported', (app) => {
  const files = join(SAMPLES, 'files');
  const peoplePath = join(SAMPLES, 'people.csv');
  const asDeveloper = async (): Promise<ReadonlyMap<string, TicketDetail>> => {
    const dev = await app().cast.dev;
    const listed = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    const details = await Promise.all(listed.map(async ({ id }) => (await dev.reads({ id })).is(200) as TicketDetail));
    return new Map(details.map((ticket) => [ticket.title, ticket]));
  };
  const [brings, shows] = [
    (id: string, options: Partial<JiraOptions> = {}, reportPath: string | null = null) =>
      importsOf(app()).bringsJira(join(SAMPLES, caseOf(id).source), options, { reportPath }),
    (comment: Comment): boolean => comment.content.startsWith('From Jira: '),
  ];

  const optionsOf: Readonly<Record<string, Partial<JiraOptions>>> = {
    'cloud-pl': { commentsArePublic: true },
    'cloud-en': { commentsArePublic: true },
    'datacenter-en': {
      commentsArePublic: true,
      meanings: { 'status.Peer review': 'in_progress', 'status.Live': 'closed' },
    },
    'servicedesk-es': {},
  };
  for (const [id, options] of Object.entries(optionsOf))
    test(`${id}: every value is there, and a second import changes nothing`, async () => {
      await app().cast.all();
      const mails = app().mailbox.list().length;
      const merged = { filesFolder: files, peoplePath, ...options };
      const code = await brings(id, merged);
      const { tickets } = caseOf(id);
      const isWhole = tickets.every((ticket) => ticket.files?.every(({ in_folder }) => in_folder));
      assert.equal(code, isWhole ? 0 : 3);
      const moved = await movedTickets(app(), 'Jira');
      assert.equal(moved.size, tickets.length);
      for (const expected of tickets)
        assert.deepEqual(differencesIn(expected, moved.get(expected.key), moved), [], expected.key);
      const source = join(SAMPLES, caseOf(id).source);
      assert.equal(await importsOf(app()).bringsJira(source, merged, { verifies: true }), 0);
      const before = await rowsOf(app(), ['import_runs', 'audit']);
      assert.equal(await brings(id, merged), code);
      assert.deepEqual(await rowsOf(app(), ['import_runs', 'audit']), before);
      assert.equal(app().mailbox.list().length, mails);
    });

  test('what the report names: files, people, cut exports, comments that may be internal, never noise', async () => {
    const reportPath = join(app().dataDir, 'report.json');
    await brings('cloud-pl', { filesFolder: files, peoplePath, commentsArePublic: true }, reportPath);
    const polish = readFileSync(reportPath, 'utf8');
    for (const word of [
      '712020:deadbeef-0000-4000-8000-00000000c0de',
      'HELP-11 brak.jpg',
      'HELP-5',
      'Oliwia Żak-Nowicka',
      'Dawid Pietruszka',
      'Rank',
      'Development',
    ])
      assert.ok(polish.includes(word), word);
    assert.ok(!polish.includes('0|i0000'));
    await brings('servicedesk-es', { peoplePath }, reportPath);
    const spanish = readFileSync(reportPath, 'utf8');
    assert.match(spanish, /12 comments came as internal/);
    assert.ok(!spanish.includes('ApprovalsCFValue'));
  });

  test('with --answer last-comment, the last public word of who worked on it answers; an internal one never does', async () => {
    await brings('cloud-pl', { peoplePath, commentsArePublic: true, lastCommentAnswers: true });
    const here = await asDeveloper();
    for (const { title, key, closure_with_answer_last_comment: answer } of caseOf('cloud-pl').tickets)
      assert.equal(
        here.get(title)?.comments.find((comment) => comment.is_closure_summary)?.content ?? null,
        answer?.text ?? null,
        key,
      );
  });

  test('words that nobody knows, a file that Excel wrote and a table that is no export are refused, and nothing is written', async () => {
    const before = await rowsOf(app());
    await assert.rejects(brings('datacenter-en'), /Live[\s\S]*Peer review/);
    await assert.rejects(
      importsOf(app()).bringsJira(join(SAMPLES, 'excel-ruined.csv')),
      /line 2: a spreadsheet such as Excel/,
    );
    const path = join(app().dataDir, 'other.csv');
    writeFileSync(path, 'Name,Age\nAda,36\n');
    await assert.rejects(importsOf(app()).bringsJira(path), /has no column key, summary, status, created/);
    assert.deepEqual(await rowsOf(app()), before);
  });

  test('an issue with a level of security is restricted', async () => {
    const path = join(app().dataDir, 'levels.csv');
    const rows = ['Open,SEC-1,Done,Done,01/Jul/25 9:00 AM,', 'Secret,SEC-2,Done,Done,01/Jul/25 9:00 AM,Staff'];
    writeFileSync(path, ['Summary,Issue key,Status,Status Category,Created,Security Level', ...rows].join('\n'));
    await app().cast.all();
    assert.equal(await importsOf(app()).bringsJira(path, { restrictedTo: ['ewa@example.com'] }), 0);
    const here = await asDeveloper();
    assert.deepEqual([here.has('Open'), here.has('Secret')], [true, false]);
  });

  test('a priority that Jira does not have is normal, and stands in the note', async () => {
    const path = join(app().dataDir, 'priorities.csv');
    const rows = ['Pay,SEC-1,Done,Done,01/Jul/25 9:00 AM,P1', 'Print,SEC-2,Done,Done,01/Jul/25 9:00 AM,P2'];
    writeFileSync(path, ['Summary,Issue key,Status,Status Category,Created,Priority', ...rows].join('\n'));
    const options = { meanings: { 'priority.P2': 'high' } } as const;
    assert.equal(await importsOf(app()).bringsJira(path, options), 0);
    const here = await asDeveloper();
    assert.deepEqual([here.get('Pay')?.priority, here.get('Print')?.priority], ['normal', 'high']);
    const noteOf = (title: string) => here.get(title)?.comments.find(shows)?.content ?? '';
    assert.ok(noteOf('Pay').includes('Priority: P1'));
    assert.ok(!noteOf('Print').includes('Priority'));
  });

  test('days in numbers are read as those tell that can be read in one way, or as somebody says, else refused', async () => {
    const path = join(app().dataDir, 'days.csv');
    const table = (...created: readonly string[]) => {
      const rows = created.map((day, n) => `Issue ${n},SEC-${n},Done,Done,${day},${day};ada;Words ${n}`);
      writeFileSync(path, ['Summary,Issue key,Status,Status Category,Created,Comment', ...rows].join('\n'));
    };
    table('31.12.2021 23:30', '01.02.2022 08:00');
    assert.equal(await importsOf(app()).bringsJira(path), 0);
    const here = await asDeveloper();
    assert.deepEqual(
      [0, 1].map((n) => here.get(`Issue ${n}`)?.created_at),
      ['2021-12-31T22:30:00.000Z', '2022-02-01T07:00:00.000Z'],
    );
    assert.equal(here.get('Issue 1')?.comments.find((comment) => !shows(comment))?.content, 'Words 1');
    table('03.04.2022 08:00', '01.02.2022 08:00');
    const before = await rowsOf(app());
    await assert.rejects(
      importsOf(app()).bringsJira(path, { source: 'other' }),
      /line 2 writes days such as 03\.04\.2022.*--dates dmy/,
    );
    assert.deepEqual(await rowsOf(app()), before);
    assert.equal(await importsOf(app()).bringsJira(path, { source: 'other', dates: 'mdy' }), 0);
    const dev = await app().cast.dev;
    const listed = (await dev.get<ListedTicket[]>('/api/tickets?limit=200')).is(200);
    const all = listed.map(({ created_at }) => created_at.slice(0, 10));
    assert.ok(all.includes('2022-03-04') && all.includes('2022-01-02'), all.join());
  });

  test('every link of two issues is told, and a day and an estimate that cannot be', async () => {
    const path = join(app().dataDir, 'links.csv');
    const rows = [
      'Above,SEC-1,1,Done,Done,01/Jul/25 9:00 AM,31/Feb/25 9:00 AM,99999999999,SEC-2,SEC-2,',
      'Below,SEC-2,2,Done,Done,01/Jul/25 9:00 AM,,,,,1',
    ];
    const header = 'Summary,Issue key,Issue id,Status,Status Category,Created,Due date,Original estimate';
    const links = 'Outward issue link (Blocks),Outward issue link (Relates),Parent';
    writeFileSync(path, [`${header},${links}`, ...rows].join('\n'));
    assert.equal(await importsOf(app()).bringsJira(path), 0);
    const here = await asDeveloper();
    assert.equal(here.get('Above')?.related_tickets.length, 1);
    const toldOf = (title: string) => here.get(title)?.comments.find(shows)?.content ?? '';
    for (const line of [
      'Due date: 31/Feb/25 9:00 AM',
      'Original estimate: 99999999999',
      'Links: Blocks → SEC-2, Relates → SEC-2, Parent ← SEC-2',
    ])
      assert.ok(toldOf('Above').includes(line), line);
    assert.ok(toldOf('Below').includes('Links: Blocks ← SEC-1, Relates ← SEC-1, Parent → SEC-1'));
    assert.equal(await importsOf(app()).bringsJira(path, {}, { verifies: true }), 0);
  });

  test('a file whose name stands at two issues is never guessed by its name', async () => {
    const folder = join(app().dataDir, 'downloads');
    mkdirSync(folder);
    for (const name of ['pay.png', 'one.txt']) writeFileSync(join(folder, name), samples.text);
    const path = join(app().dataDir, 'files.csv');
    const row = (n: number, name: string) => {
      const at = '01/Jul/25 9:00 AM';
      return `Issue ${n},SEC-${n},Done,Done,${at},${at};1;${name};https://x.atlassian.net/rest/api/3/attachment/content/${n}`;
    };
    const rows = [row(1, 'pay.png'), row(2, 'pay.png'), row(3, 'one.txt')];
    writeFileSync(path, ['Summary,Issue key,Status,Status Category,Created,Attachment', ...rows].join('\n'));
    assert.equal(await importsOf(app()).bringsJira(path, { filesFolder: folder }), 3);
    const here = await asDeveloper();
    assert.deepEqual(
      [1, 2, 3].map((n) => here.get(`Issue ${n}`)?.attachments.length),
      [0, 0, 1],
    );
  });

  test('an old key is found, and its old address leads to the ticket', async () => {
    await brings('cloud-pl', { peoplePath });
    const [dev, { number }] = [
      await app().cast.dev,
      (await asDeveloper()).get('VPN rozłącza się po północy') ?? { number: 0 },
    ];
    const hits = (await dev.get<ListedTicket[]>('/api/tickets?q=HELP-7')).is(200);
    assert.ok(hits.some((ticket) => ticket.number === number));
    const led = await fetch(`${app().address}/browse/HELP-7`, { redirect: 'manual' });
    assert.deepEqual([led.status, led.headers.get('location')], [302, `/t/${number}`]);
  });
});
