/** Stand-ins for names that pages make up, for other machines, and for programs that a bare root lacks. */
import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { startBucket } from '#testing/bucket.ts';
import { POSTGRES, runOn } from '#testing/databases.ts';
import { emptyDatabase } from '#testing/empty-database.ts';
import { freePort } from '#testing/free-port.ts';
import { settingsOfRole } from '../../server/platform/database/postgres/postgres-address.ts';

/** Texts of pages, each with the one that is typed in its place, in the order in which they are looked for. */
export type StandIns = readonly (readonly [text: string, by: string | (() => string)])[];

const newest = (folder: string) => `$(ls -d ${folder}*Z | tail -1)`;

/** It speaks no TLS here, which has tests of its own, and no pooler stands before it. */
async function ofPostgres(t: TestContext): Promise<StandIns> {
  const empty = async () => {
    const { url, drop } = await emptyDatabase();
    t.after(drop);
    return url;
  };
  const pooled = await empty();
  for (const statement of settingsOfRole('postgres'))
    await runOn(
      process.env[POSTGRES] ?? assert.fail(),
      statement.replace(' set ', ` in database "${new URL(pooled).pathname.slice(1)}" set `),
    );
  return [
    ['DATABASE_URL=postgres://…/kwit_restored', `DATABASE_URL=${await empty()}`],
    ['DATABASE_URL=postgres://… JWT', `DATABASE_URL=${await empty()} JWT`],
    ['postgres://kwit:password@db.example.com:5432/kwit?sslmode=verify-full JWT', `${await empty()} JWT`],
    ["'postgres://kwit:password@db.example.com:5432/kwit?sslmode=verify-full'", await empty()],
    ['postgres://kwit:…@db.example.com:5432/kwit?sslmode=verify-full', await empty()],
    ['postgres://kwit:…@10.0.0.11:6432/kwit', pooled],
    ['postgres://kwit:…@10.0.0.10:5432/kwit', pooled],
    ['JWT_SECRET=…', 'JWT_SECRET=$SECRET'],
    ['SECRETS_KEY=…', 'SECRETS_KEY=$OTHER_SECRET'],
  ];
}

async function ofBackups(t: TestContext): Promise<StandIns> {
  const bucket = await startBucket(t);
  const inBucket = () => [...bucket.objects.keys()].map((key) => /\/kwit\/([^/]+Z)\//.exec(key)?.[1]).find(Boolean);
  const written = '/var/backups/kwit/2026-11-22T03-00-00Z';
  return [
    ['/var/backups/kwit --files-only', '$ROOM/backups/postgres --files-only'],
    ['/var/backups/kwit/2026-11-22T03-10-00Z', newest('$ROOM/backups/postgres/')],
    [
      `SECRETS_KEY=$OTHER_SECRET npm run kwit -- restore ${written}`,
      `SECRETS_KEY=$OTHER_SECRET npm run kwit -- restore ${newest('$ROOM/backups/postgres/')}`,
    ],
    [written, newest('$ROOM/backups/kwit/')],
    [
      "'s3://acme-backups/kwit/2026-11-22T03-00-00Z?region=eu-central-1'",
      () => `'${bucket.url(`/kwit/${inBucket()}`)}'`,
    ],
    ["'s3://acme-backups/kwit?region=eu-central-1'", `'${bucket.url('/kwit')}'`],
    ['check 2026-11-22T03-00-00Z', `check ${newest('')}`],
    ['/var/backups', '$ROOM/backups'],
    ['/tmp/drill', '$ROOM/drill'],
    ['4999', String(await freePort())],
    ['age -r age1…', 'cat'],
    ['age -d -i key.txt', 'cat'],
  ];
}

/** Folders that belong to the machine, and what the image is made of and starts. */
async function ofMachine(isWhole: boolean): Promise<StandIns> {
  const unpacked = 'tar xf release/kwit-*-linux-x64.tar.xz -C $ROOM/image';
  const container = 'NODE_ENV=production KWIT_COMMAND=kwit DATA_DIR=$ROOM/data PATH=$ROOM/image/kwit/bin:$PATH kwit';
  const mode = '-p 127.0.0.1:4000:4000 -v kwit:/data';
  return [
    ['/srv/openarca', '$ROOM/srv/openarca'],
    ['/etc/kwit.env', '$ROOM/kwit.env'],
    ['/opt/kwit/bin/kwit service install', 'KWIT_COMMAND=/opt/./kwit/bin/kwit kwit service install --print'],
    ['/opt/kwit/bin/kwit', isWhole ? '$ROOM/opt/kwit/bin/kwit' : 'kwit'],
    ['cd /opt/kwit && DATA_DIR=/var/lib/kwit', 'DATA_DIR=$PWD/data'],
    [' -C /opt', ' -C $ROOM/opt && ln -s $ROOM/opt/kwit/bin/kwit $ROOM/bin/kwit'],
    ['tar xf kwit-', 'tar xf release/kwit-'],
    ['./kwit-client-', '../release/kwit-client-'],
    ['./kwit-cli-', './release/kwit-cli-'],
    ['npx ./kwit-', 'npx --yes ./release/kwit-'],
    ['127.0.0.1:2525', `127.0.0.1:${await freePort()}`],
    [`docker build -t kwit . && docker run -d --name kwit ${mode} kwit`, `${unpacked} && ${container} serve`],
    [`docker run -d --name kwit ${mode} --env-file kwit.env kwit`, `${container} serve`],
    ['docker exec kwit kwit', container],
    ['kubectl exec deploy/kwit -- kwit', container],
    ['npm ci --omit=dev', 'npm ci && npm run build && npm ci --omit=dev'],
    ['npm prune', 'npm ci && npm run build && npm prune --omit=dev --omit=optional && npm start'],
  ];
}

/** The team of the proof, and other products: what they answered lies there, and tests of their imports ask them. */
const OF_OTHERS: StandIns = [
  ['redmine https://redmine.example.com --key-file key --save redmine-answers', 'redmine redmine-answers'],
  ['--markup textile', '--markup textile --restricted-to me@example.com'],
  ['zammad https://zammad.example.com --key-file token --save zammad-answers', 'zammad zammad-answers'],
  ['zendesk https://example.zendesk.com --key-file key --save zendesk-answers', 'zendesk zendesk-answers'],
  ['import <product>', 'import csv'],
  ['"Done"', '"Zrobione"'],
  ['list.Doing', 'list.W trakcie'],
  ['<project> <address> --reason <text>', "Files tom@example.com --reason 'Its only lead has left.'"],
  ['you@example.com', 'me@example.com'],
  [' 41', ' 2'],
  [' 42', ' 1'],
  ['kwit close', 'script -qec "EDITOR=\'sed -i 1iIt-is-mended\' kwit close 1" /dev/null #'],
  ['<act>', "$(kwit acts 2 | grep 'undo$' | head -1 | cut -f1)"],
  [' v2.3.0..', ''],
];

export const standInsFor = async (t: TestContext, isWhole: boolean): Promise<StandIns> => [
  ...(await ofPostgres(t)),
  ...(await ofBackups(t)),
  ...(await ofMachine(isWhole)),
  ...OF_OTHERS,
];
