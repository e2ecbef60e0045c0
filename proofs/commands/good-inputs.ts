import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { sampleOpenArca } from '../../server/testing/openarca-folder.ts';

/** What a command reads, and how it is typed; one of its files is damaged. */
export interface GoodInput {
  readonly words: (folder: string) => readonly string[];
  /** The files that it reads, by their places in its folder. */
  readonly files: ReadonlyMap<string, Buffer>;
}

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
