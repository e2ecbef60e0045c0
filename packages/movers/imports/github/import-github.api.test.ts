import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import type { ListedTicket } from '#contract/ticket-list.ts';
import type { TicketDetail } from '#contract/tickets.ts';
import { verifyEvents } from '#events';
import { importsOf, rowsOf } from '#testing/import-runs.ts';
import { samples } from '#testing/sample-files.ts';
import { onEachDatabaseAnew } from '#testing/start-app.ts';
import { readGithubMeaning } from './github-tickets.ts';

const CONTEXT = { actor: null, correlationId: 'test', source: 'test' };
const SITE = 'https://github.com/acme/shop';
const API = 'https://api.github.com/repos/acme/shop';

/** As `gh issue list --json` has it. */
const FROM_GH = [
  {
    number: 12,
    url: `${SITE}/issues/12`,
    title: 'Checkout loses VAT',
    body: 'Since #11.\r\nEvery time.',
    ...{ author: { login: 'ada', name: 'Ada' }, assignees: [{ login: 'borys' }], milestone: { title: 'v2' } },
    labels: [{ name: 'bug' }, { name: 'urgent' }, { name: 'area/tax' }],
    ...{ state: 'CLOSED', stateReason: 'COMPLETED' },
    ...{ createdAt: '2026-01-02T10:00:00Z', updatedAt: '2026-01-05T10:00:00Z', closedAt: '2026-01-04T10:00:00Z' },
    comments: [
      {
        author: { login: 'borys' },
        body: 'Looking.',
        createdAt: '2026-01-03T10:00:00Z',
        url: `${SITE}/issues/12#c1`,
        authorAssociation: 'MEMBER',
      },
      {
        author: null,
        body: 'Fixed by the new rate table.',
        createdAt: '2026-01-04T09:00:00Z',
        url: `${SITE}/issues/12#c2`,
      },
    ],
  },
  {
    ...{ number: 13, url: `${SITE}/issues/13`, title: 'Dark mode', body: null, state: 'OPEN', stateReason: '' },
    ...{ author: { login: 'ghostly' }, assignees: [], labels: [], milestone: null, comments: [] },
    ...{ createdAt: '2026-02-01T10:00:00Z', updatedAt: '2026-02-01T10:00:00Z', closedAt: null },
  },
];

/** The issues as the pages of the REST interface have them. */
const FROM_REST = [
  FROM_GH.map(
    ({ number, url, title, body, author, assignees, labels, state, createdAt, updatedAt, closedAt, milestone }) => ({
      ...{
        number,
        html_url: url,
        url: `${API}/issues/${number}`,
        title,
        body,
        user: author,
        assignees,
        labels,
        milestone,
      },
      ...{
        state: state.toLowerCase(),
        state_reason: null,
        created_at: createdAt,
        updated_at: updatedAt,
        closed_at: closedAt,
      },
      comments: 2,
    }),
  ),
  [{ number: 14, html_url: `${SITE}/pull/14`, title: 'A pull request', state: 'open', pull_request: { url: 'x' } }],
];
const REST_COMMENTS = (FROM_GH[0]?.comments ?? []).map(({ author, body, createdAt, url, authorAssociation }) => ({
  ...{ issue_url: `${API}/issues/12`, html_url: url, user: author, body, created_at: createdAt },
  author_association: authorAssociation ?? 'NONE',
}));

const ISSUE = `${SITE}/issues/12`;
/** The issues as a migration archive has them, with history and a file. */
const ARCHIVE: Readonly<Record<string, unknown>> = {
  'schema.json': { version: '1.2.0' },
  'users_000001.json': ['ada', 'borys'].map((login) => ({ type: 'user', url: `https://github.com/${login}`, login })),
  'issues_000001.json': [
    {
      ...{ type: 'issue', url: ISSUE, repository: SITE, user: 'https://github.com/ada', title: 'Checkout loses VAT' },
      ...{
        body: 'Since #11.',
        assignee: 'https://github.com/borys',
        labels: [`${SITE}/labels/bug`, `${SITE}/labels/area%2Ftax`],
      },
      ...{ created_at: '2026-01-02T10:00:00Z', updated_at: '2026-01-05T10:00:00Z', closed_at: '2026-01-04T10:00:00Z' },
    },
  ],
  'issue_comments_000001.json': [
    {
      type: 'issue_comment',
      url: `${ISSUE}#issuecomment-1`,
      issue: ISSUE,
      user: 'https://github.com/borys',
      body: 'Looking.',
      created_at: '2026-01-03T10:00:00Z',
    },
  ],
  'issue_events_000001.json': [
    ['closed', '2026-01-02T12:00:00Z'],
    ['reopened', '2026-01-02T13:00:00Z'],
    ['closed', '2026-01-04T10:00:00Z'],
  ].map(([event, created_at]) => ({
    type: 'issue_event',
    issue: ISSUE,
    actor: 'https://github.com/borys',
    event,
    created_at,
  })),
  'attachments_000001.json': [
    {
      type: 'attachment',
      issue_comment: `${ISSUE}#issuecomment-1`,
      asset_name: 'photo.png',
      asset_url: 'tarball://root/attachments/1/photo.png',
    },
  ],
};

async function archiveOf(files: Readonly<Record<string, unknown>>, more: Readonly<Record<string, Uint8Array>> = {}) {
  const entries = [
    ...Object.entries(files).map(([name, rows]) => [name, Buffer.from(JSON.stringify(rows))] as const),
    ...Object.entries(more),
  ];
  const packed = await packTar(
    entries.map(([name, body]) => ({ header: { name, size: body.length, type: 'file' as const }, body })),
  );
  return gzipSync(packed);
}

onEachDatabaseAnew('issues of GitHub that are imported', (app) => {
  const write = (name: string, bytes: string | Uint8Array): string => {
    const path = join(app().dataDir, name);
    writeFileSync(path, bytes);
    return path;
  };
  const titled = async (title: string): Promise<TicketDetail> => {
    const dev = await app().cast.dev;
    const row = (await dev.get<ListedTicket[]>('/api/tickets')).is(200).find((ticket) => ticket.title === title);
    return (await dev.reads({ id: row?.id ?? '' })).is(200) as TicketDetail;
  };
  const meanings = Object.fromEntries(
    ['label.bug=category.bug', 'label.urgent=priority.high', 'state.open=verified']
      .map(readGithubMeaning)
      .filter((meaning) => meaning !== null),
  );

  for (const [shape, files, encoding] of [
    ['gh', { 'issues.json': FROM_GH }, 'utf8'],
    // As PowerShell writes them.
    ['REST in UTF-16', { 'pages.json': FROM_REST, 'comments.json': REST_COMMENTS }, 'utf16le'],
  ] as const)
    test(`from ${shape} are there with labels, people, dates and answers, and nobody is told`, async () => {
      await app().cast.all();
      const mails = app().mailbox.list().length;
      const peoplePath = write(
        'people.csv',
        'login,email,name\nAda,ada@example.com,\nborys,borys@example.com,Borys Lis\n',
      );
      const paths = Object.entries(files).map(([name, rows]) =>
        write(name, Buffer.from(`\ufeff${JSON.stringify(rows)}`, encoding)),
      );
      const options = { peoplePath, meanings, lastCommentAnswers: true };
      assert.equal(await importsOf(app()).bringsIssues(paths, options), 0);
      const ticket = await titled('Checkout loses VAT');
      assert.deepEqual(
        [ticket.status, ticket.category, ticket.priority, ticket.reporter_email, ticket.assignee_name],
        ['closed', 'bug', 'high', 'ada@example.com', 'Borys Lis'],
      );
      assert.equal(ticket.description, 'Since \\#11.\r\nEvery time.\n\nMilestone: v2');
      assert.deepEqual(
        ticket.labels?.map(({ name }) => name),
        ['area/tax'],
      );
      assert.deepEqual([ticket.created_at, ticket.closed_at], ['2026-01-02T10:00:00.000Z', '2026-01-04T10:00:00.000Z']);
      assert.deepEqual(
        ticket.comments.map(({ content, user_name, is_closure_summary, is_developer }) => [
          content,
          user_name,
          is_closure_summary,
          is_developer,
        ]),
        [
          ['Looking.', 'Borys Lis', false, true],
          ['Fixed by the new rate table.', 'Unknown (imported)', true, true],
        ],
      );
      assert.deepEqual(
        ticket.external_references.map(({ url, title }) => [url, title]),
        [[ISSUE, 'acme/shop#12']],
      );
      const open = await titled('Dark mode');
      assert.deepEqual([open.status, open.reporter_name, open.description], ['verified', 'ghostly (GitHub)', '']);
      assert.equal(app().mailbox.list().length, mails);
      assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
      const rows = await rowsOf(app(), ['import_runs']);
      await importsOf(app()).bringsIssues(paths, options);
      assert.deepEqual(await rowsOf(app(), ['import_runs']), rows);
    });

  test('from an archive bring their history and files; labels may name projects', async () => {
    const [row] = ARCHIVE['issues_000001.json'] as object[];
    const milestone = `${SITE}/milestones/1`;
    const files = {
      ...ARCHIVE,
      'issues_000001.json': [{ ...row, milestone }],
      'milestones_000001.json': [{ type: 'milestone', url: milestone, title: 'v2' }],
    };
    const path = write(
      'archive.tar.gz',
      await archiveOf(files, { 'attachments/1/photo.png': samples.png, '../../escaped.txt': Buffer.from('x') }),
    );
    const imports = importsOf(app());
    assert.equal(await imports.bringsIssues([path], { meanings, labelsAsProjects: true }), 0);
    assert.match(imports.said[0] ?? '', /1 are closed without an answer\. --answer last-comment/);
    const ticket = await titled('Checkout loses VAT');
    assert.deepEqual([ticket.project_name, ticket.description], ['area/tax', 'Since \\#11.\n\nMilestone: v2']);
    assert.deepEqual(
      ticket.history.map(({ old_value, new_value, user_name }) => [old_value, new_value, user_name]).reverse(),
      [
        ['verified', 'closed', 'borys (GitHub)'],
        ['closed', 'verified', 'borys (GitHub)'],
        ['verified', 'closed', 'borys (GitHub)'],
      ],
    );
    const dev = await app().cast.dev;
    assert.deepEqual((await dev.get(ticket.attachments[0]?.url ?? '')).bytes, samples.png);
    assert.deepEqual(await app().runner.read(CONTEXT, verifyEvents), []);
  });

  test('say in the report which assignees and comments did not come', async () => {
    const [issue] = FROM_GH;
    const assignees = ['borys', 'cyryl', 'dana'].map((login) => ({ login }));
    const empty = { author: { login: 'ada' }, body: ' \n', createdAt: '2026-01-03T11:00:00Z', url: `${ISSUE}#c3` };
    const gh = [{ ...issue, assignees, comments: [...(issue?.comments ?? []), empty] }];
    const [row] = ARCHIVE['issues_000001.json'] as object[];
    const [comment] = ARCHIVE['issue_comments_000001.json'] as object[];
    const files = {
      ...ARCHIVE,
      'issues_000001.json': [{ ...row, assignees: assignees.map(({ login }) => `https://github.com/${login}`) }],
      'issue_comments_000001.json': [
        {
          ...comment,
          url: `${ISSUE}#c3`,
          user: 'https://github.com/ada',
          body: '',
          created_at: '2026-01-03T11:00:00Z',
        },
      ],
      'attachments_000001.json': [],
    };
    const archive = await archiveOf(files);
    for (const path of [write('a.json', JSON.stringify(gh)), write('a.tar.gz', archive)]) {
      const reportPath = join(app().dataDir, 'report.json');
      const isTrial = true;
      assert.equal(await importsOf(app()).bringsIssues([path], {}, { reportPath, isTrial }), 0, path);
      const { repaired } = JSON.parse(readFileSync(reportPath, 'utf8'));
      const said = (repaired as Record<string, string>[]).filter(({ value }) => value !== undefined);
      assert.deepEqual(
        said.map(({ table, id, reason, value }) => [table, id, reason, value]),
        [
          ['tickets', 'acme/shop#12', 'a ticket has one assignee: the others were left out', 'cyryl, dana'],
          ['comments', 'acme/shop#12', 'an empty comment was left out', `${ISSUE}#c3, ada, 2026-01-03T11:00:00.000Z`],
        ],
      );
    }
  });

  test('name files that an archive lacks, and comments without their issue; those of pull requests are passed over', async () => {
    const [comment] = ARCHIVE['issue_comments_000001.json'] as object[];
    const stray = { ...comment, url: `${SITE}/issues/99#issuecomment-9`, issue: `${SITE}/issues/99` };
    const comments = [comment, stray, { ...stray, url: `${SITE}/pull/14#c1`, issue: undefined }];
    const archive = write('k.tar.gz', await archiveOf({ ...ARCHIVE, 'issue_comments_000001.json': comments }));
    const done = importsOf(app());
    assert.equal(await done.bringsIssues([archive]), 3);
    assert.match(done.said[0] ?? '', /1 × comments: its issue is not in the files \(issue_comments, row 2\)/);
    assert.match(done.said[0] ?? '', /1 × attachments: it is not in the archive \(acme\/shop#12 photo\.png\)/);
    const [said] = REST_COMMENTS;
    const strays = [14, 15, 99].map((n) => ({
      ...said,
      issue_url: `${API}/issues/${n}`,
      html_url: n === 15 ? `${SITE}/pull/15#issuecomment-1` : `${SITE}/issues/${n}#issuecomment-${n}`,
    }));
    const pages = FROM_REST.map((page) => page.map((row) => ({ ...row, url: `${API}/issues/${row.number}` })));
    const paths = Object.entries({ 'l.json': pages, 'm.json': strays }).map(([n, rows]) =>
      write(n, JSON.stringify(rows)),
    );
    const rest = importsOf(app());
    assert.equal(await rest.bringsIssues(paths), 3);
    assert.match(rest.said[0] ?? '', /1 × comments: its issue is not in the files \(m\.json, row 3\)/);
  });

  test('are refused, or passed over by name, when they cannot be read', async () => {
    const before = await rowsOf(app());
    const refusals: readonly [string, string | Uint8Array, RegExp][] = [
      ['a.json', '[{', /a\.json is no JSON, or ends in the middle/],
      [
        'latin.json',
        Buffer.from('[{"title":"za\xbf\xf3\xb3\xe6"}]', 'latin1'),
        /latin\.json, line 1 is not UTF-8\. Save it as UTF-8/,
      ],
      ['b.json', '{"total_count":1}', /b\.json is no list/],
      ['c.json', '[]', /no issue in these files/],
      ['d.tar.gz', (await archiveOf(ARCHIVE)).subarray(0, 300), /d\.tar\.gz is damaged, or ends in the middle/],
      ['e.tar.gz', await archiveOf({ 'schema.json': {} }), /has no issues/],
    ];
    for (const [name, bytes, said] of refusals)
      await assert.rejects(importsOf(app()).bringsIssues([write(name, bytes)]), said);
    const fine = write('f.json', JSON.stringify(FROM_GH));
    for (const [row, why] of [
      ['ada,nobody,Ada', /people\.csv, line 2: email is no e-mail address: "nobody"/],
      [',ada@example.com,Ada', /people\.csv, line 2: login and email must be there/],
      ['ada,ada@example.com,A\0a', /people\.csv, line 2: name has a character that no database keeps/],
      [`ada,ada@example.com,${'A'.repeat(121)}`, /people\.csv, line 2: name has 121 characters, and 120 is the most/],
    ] as const) {
      const peoplePath = write('people.csv', `login,email,name\n${row}\n`);
      await assert.rejects(importsOf(app()).bringsIssues([fine], { peoplePath }), why);
    }
    const windows = write('people.csv', Buffer.from('login,email,name\nada,ada@example.com,\xa3\n', 'latin1'));
    const refused = importsOf(app()).bringsIssues([fine], { peoplePath: windows });
    await assert.rejects(refused, /people\.csv, line 2 is not UTF-8\. Save it as UTF-8\.$/);
    assert.deepEqual(await rowsOf(app()), before);
    const odd = [
      { ...FROM_GH[0], title: '' },
      { ...FROM_GH[0], state: 'merged' },
      { title: 'x' },
      FROM_GH[1],
      FROM_GH[1],
      { ...FROM_GH[0], createdAt: 'yesterday' },
      { ...FROM_GH[0], state: 'CLOSED', closedAt: 1_767_225_600 },
      { ...FROM_GH[0], comments: [{ body: 'Soon.', createdAt: 'soon' }] },
    ];
    const done = importsOf(app());
    const rejectedPath = join(app().dataDir, 'rejected.json');
    assert.equal(await done.bringsIssues([write('g.json', JSON.stringify(odd))], {}, { rejectedPath }), 3);
    const [said = ''] = done.said;
    for (const reason of [
      /title is missing \(g\.json, row 1\)/,
      /state is neither open nor closed/,
      /url is no address/,
      /acme\/shop#13 stands in it twice/,
      /createdAt is no time: "yesterday" \(g\.json, row 6\)/,
      /closedAt is no time: 1767225600/,
      /comment 1: createdAt is no time: "soon"/,
    ])
      assert.match(said, reason);
    assert.match(said, /tickets +8 +1 +0 +7/);
    assert.match(said, /6 rejected rows are in .*rejected\.json: correct them there/);
    const rejected = JSON.parse(readFileSync(rejectedPath, 'utf8'));
    assert.deepEqual([rejected[1]._place, rejected[1].state], ['g.json, row 2', 'merged']);
    const corrected = write('h.json', JSON.stringify([{ ...rejected[1], state: 'OPEN' }]));
    assert.equal(await importsOf(app()).bringsIssues([corrected]), 0);
    const archive = write('i.tar.gz', await archiveOf(ARCHIVE));
    await assert.rejects(importsOf(app()).bringsIssues([archive], {}, { rejectedPath }), /--rejected is for lists/);
    const [issue] = ARCHIVE['issues_000001.json'] as object[];
    const timeless = { ...ARCHIVE, 'issues_000001.json': [{ ...issue, closed_at: 'soon' }] };
    const refusing = importsOf(app());
    assert.equal(await refusing.bringsIssues([write('j.tar.gz', await archiveOf(timeless))]), 3);
    assert.match(refusing.said[0] ?? '', /closed_at is no time: "soon" \(issues, row 1\)/);
    for (const wrong of ['label.bug=bug', 'label.bug=category.x', 'state.open=closed', 'state.closed=verified', 'x'])
      assert.equal(readGithubMeaning(wrong), null);
  });
});
