import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { sampleOpenArca } from '../../server/testing/openarca-folder.ts';

/** The input of a command, and how it is typed; one of its files is damaged. */
export interface GoodInput {
  readonly words: (folder: string) => readonly string[];
  /** The files that it reads, by their places in its folder. */
  readonly files: ReadonlyMap<string, Buffer>;
}

const JIRA = `Summary,Issue key,Status,Created,Reporter,Labels,Labels,Description,Comment
Printer jams,HELP-1,Open,2026-01-02 10:00,ada,paper,floor-2,h1. Where,2026-01-02 10:05;ada;On *floor* 2
`;
const TRELLO = JSON.stringify({
  ...{ name: 'Board', shortLink: 'abcdefgh', lists: [{ id: 'a', name: 'Doing', closed: false }] },
  cards: [{ id: '64f2e0fd00000000ca4da100', shortLink: 'aaAA1111', name: 'Printer jams', idList: 'a', desc: '*Now*' }],
});
const REDMINE = Object.fromEntries(
  Object.entries({
    'users/current.json': { user: { id: 1, login: 'admin', admin: true, firstname: 'Ada' } },
    'issue_statuses.json': { issue_statuses: [{ id: 1, name: 'New', is_closed: false }] },
    'issues-0000.json': { issues: [{ id: 1 }] },
    'issues/1.json': {
      issue: {
        id: 1,
        subject: 'Printer jams',
        status: { id: 1 },
        created_on: '2026-01-02T10:00:00Z',
        description: '*Now*',
      },
    },
  }).map(([name, value]) => [name, JSON.stringify(value)]),
);
const ZAMMAD = Object.fromEntries(
  Object.entries({
    'users/me.json': { id: 3, firstname: 'Ada', group_ids: {} },
    'ticket_states.json': [{ id: 1, state_type_id: 1, name: 'new' }],
    'tickets/page-1.json': [
      { id: 1, number: '22001', title: 'Printer jams', state_id: 1, created_at: '2026-01-02T10:00:00Z' },
    ],
    'ticket_articles/by_ticket/1.json': [
      { id: 1, created_at: '2026-01-02T10:00:00Z', content_type: 'text/html', body: '<b>Now</b>', internal: false },
    ],
  }).map(([name, value]) => [name, JSON.stringify(value)]),
);
const ZENDESK = JSON.stringify({
  ...{ id: 1, subject: 'Printer jams', status: 'open', requester_id: 2, created_at: '2026-01-02T10:00:00Z' },
  comments: [{ id: 3, author_id: 2, html_body: '<b>Now</b>', public: true, created_at: '2026-01-02T10:00:00Z' }],
});
const OSTICKET = join(import.meta.dirname, '../../server/testing/exports/osticket');
const MBOX = `From ada@example.com Mon Feb  2 10:00:00 2026
From: Ada <ada@example.com>
Subject: Printer jams
Date: Mon, 02 Feb 2026 10:00:00 +0100
Message-ID: <one@example.com>

Since this morning.
`;
const TABLE = `id;Temat;Opis;Stan;E-mail zgłaszającego;Utworzono
A-1;Drukarka;"Nie działa.
Od rana.";submitted;ada@example.com;2026-07-01 10:00
A-2;Skaner;;closed;ben@example.com;2026-07-02T10:00:00Z
`;
const COMMENTS = `external_id,author_email,created_at,is_internal,content
A-1,ben@example.com,2026-07-03 10:00,0,"Która drukarka, ta duża?"
`;
const SITE = 'https://github.com/acme/shop';
const ISSUES = [
  {
    ...{ number: 12, url: `${SITE}/issues/12`, title: 'Checkout loses VAT', body: 'Since #11.', state: 'CLOSED' },
    ...{ author: { login: 'ada' }, assignees: [{ login: 'borys' }], labels: [{ name: 'bug' }], milestone: null },
    ...{ createdAt: '2026-01-02T10:00:00Z', updatedAt: '2026-01-05T10:00:00Z', closedAt: '2026-01-04T10:00:00Z' },
    comments: [{ author: { login: 'borys' }, body: 'Looking.', createdAt: '2026-01-03T10:00:00Z', url: `${SITE}#c1` }],
  },
];
const ISSUE = `${SITE}/issues/12`;
const ARCHIVE: Readonly<Record<string, unknown>> = {
  'schema.json': { version: '1.2.0' },
  'users_000001.json': [{ type: 'user', url: 'https://github.com/ada', login: 'ada' }],
  'issues_000001.json': [
    {
      ...{ type: 'issue', url: ISSUE, repository: SITE, user: 'https://github.com/ada', title: 'Checkout', body: 'x' },
      ...{ assignee: null, labels: [], created_at: '2026-01-02T10:00:00Z', updated_at: '2026-01-05T10:00:00Z' },
      closed_at: null,
    },
  ],
};

const filesOf = (files: Readonly<Record<string, string | Buffer>>) =>
  new Map(Object.entries(files).map(([name, body]) => [name, Buffer.from(body as string)]));

async function tarOf(files: ReadonlyMap<string, Buffer>): Promise<Buffer> {
  const entries = [...files].map(([name, body]) => ({
    header: { name, size: body.length, type: 'file' as const },
    body,
  }));
  return Buffer.from(await packTar(entries));
}

/** Answers and exports of other products. */
const MOVED: Readonly<Record<string, GoodInput>> = {
  'import redmine': {
    files: filesOf(REDMINE),
    words: (folder) => ['import', 'redmine', folder, '--markup', 'textile', '--renumber'],
  },
  'import zammad': {
    files: filesOf(ZAMMAD),
    words: (folder) => ['import', 'zammad', folder],
  },
  'import zendesk': {
    files: filesOf({ 'tickets.json': ZENDESK }),
    words: (folder) => ['import', 'zendesk', folder],
  },
  'import osticket': {
    files: filesOf({ 'a.sql': readFileSync(join(OSTICKET, 'helpdesk.sql')) }),
    words: (folder) => ['import', 'osticket', join(folder, 'a.sql'), '--zone', 'Europe/Warsaw'],
  },
  'import trello': {
    files: filesOf({ 'a.json': TRELLO }),
    words: (folder) => ['import', 'trello', join(folder, 'a.json'), '--map', 'list.Doing=in_progress'],
  },
  'import mail': {
    files: filesOf({ 'a.mbox': MBOX }),
    words: (folder) => ['import', 'mail', join(folder, 'a.mbox'), '--since', '2026-01-01'],
  },
};

/** Files that commands read, each as it should be. */
export async function importedInputs(t: TestContext): Promise<Readonly<Record<string, GoodInput>>> {
  const arca = sampleOpenArca(t).path;
  const ofArca = filesOf(
    Object.fromEntries(
      ['data/data.sqlite', 'data/data.sqlite-wal', 'uploads/e1.png'].map((name) => [
        name,
        readFileSync(join(arca, name)),
      ]),
    ),
  );
  const ofGithub = filesOf(
    Object.fromEntries(Object.entries(ARCHIVE).map(([name, rows]) => [name, JSON.stringify(rows)])),
  );
  return {
    'import csv': {
      files: filesOf({ 'a.csv': TABLE, 'b.csv': COMMENTS }),
      words: (folder) => ['import', 'csv', join(folder, 'a.csv'), '--comments', join(folder, 'b.csv')],
    },
    'import github': {
      files: filesOf({ 'a.json': JSON.stringify(ISSUES), 'b.csv': 'login,email,name\nada,ada@example.com,Ada\n' }),
      words: (folder) => ['import', 'github', join(folder, 'a.json'), '--people', join(folder, 'b.csv')],
    },
    'import github of an archive': {
      files: filesOf({ 'a.tar.gz': gzipSync(await tarOf(ofGithub)) }),
      words: (folder) => ['import', 'github', join(folder, 'a.tar.gz')],
    },
    'import jira': {
      files: filesOf({ 'a.csv': JIRA, 'b.csv': 'login,email,name\nada,ada@example.com,Ada\n' }),
      words: (folder) => [
        ...['import', 'jira', join(folder, 'a.csv'), '--zone', 'UTC', '--people', join(folder, 'b.csv')],
      ],
    },
    ...MOVED,
    'import openarca': {
      files: ofArca,
      words: (folder) => ['import', 'openarca', folder, '--repair-links', '--renumber'],
    },
    'import openarca of an archive': {
      files: filesOf({ 'a.tar.gz': gzipSync(await tarOf(ofArca)) }),
      words: (folder) => ['import', 'openarca', join(folder, 'a.tar.gz'), '--repair-links', '--renumber'],
    },
    'import verify openarca': { files: ofArca, words: (folder) => ['import', 'verify', 'openarca', folder] },
  };
}

/** Puts the files of an input into a folder, one of them as `damage` makes it. */
export function lay({ files }: GoodInput, folder: string, damaged: string, damage: (bytes: Buffer) => Buffer): void {
  for (const [name, bytes] of files) {
    const path = join(folder, name);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, name === damaged ? damage(bytes) : bytes);
  }
}
