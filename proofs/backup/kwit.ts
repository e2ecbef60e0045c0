/** The command in a process of its own, and clients who write beside it, for the proofs of backups. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { fileURLToPath } from 'node:url';
import { samples } from '#testing/sample-files.ts';
import { runCommandLine } from '../../server/command-line.ts';
import type { Caller } from '../../server/testing/caller.ts';
import { formOf } from '../../server/testing/cast.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
/** As `npm run kwit` starts it: with what was compiled before. */
const KWIT = ['--import', here('../../server/keep-compiled.mjs'), here('../../bin/kwit.ts')];
const SECRET = 'a secret that is long enough for proofs';

/** The commands of a service on a data folder; with an address of PostgreSQL, on that. */
export const environmentOf = (dataDir: string, url: string | null = null): Record<string, string> => ({
  DATA_DIR: dataDir,
  PORT: '0',
  ALLOWED_DOMAINS: 'example.com',
  DEVELOPER_EMAILS: 'dev@example.com',
  WRITES_PER_MINUTE: '1000000',
  LOG_LEVEL: 'silent',
  ...(url ? { DATABASE_URL: url, JWT_SECRET: SECRET, SECRETS_KEY: SECRET } : {}),
});

/** Types a command in a process of its own, which can be killed. */
export function kwit(environment: Readonly<Record<string, string>>, ...words: string[]) {
  const env = { PATH: process.env.PATH ?? '', ...environment };
  const child = spawn(process.execPath, [...KWIT, ...words], { env, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (said += chunk));
  return { child, ended: once(child, 'close').then(([code]) => ({ code: code as number | null, said })) };
}

/** Types a command that nobody kills, in this process: to start one takes longer than most commands. */
export async function typed(environment: Readonly<Record<string, string>>, ...words: readonly string[]) {
  const texts: string[] = [];
  const say = (text: string) => void texts.push(text);
  const code = await runCommandLine(words, { environment, say, tell: say }).catch((error: Error) => {
    throw new Error(`kwit ${words.join(' ')} broke: ${error.stack}`);
  });
  return { code, said: texts.join('\n') };
}

export function folderOf(t: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'kwit-backup-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** The whole backups of a folder, oldest first. */
export const wholeIn = (root: string): string[] =>
  readdirSync(root)
    .filter((name) => /Z(-\d+)?$/.test(name))
    .toSorted()
    .map((name) => join(root, name));

/** Replaces a picture and removes a file, again and again. */
export async function churn(dev: Caller, isOver: () => boolean): Promise<void> {
  const draft = { title: 'Files', description: 'Come and go.' };
  let path = '';
  const comeAndGo = async () => {
    path ||= `/api/tickets/${(await dev.post<{ id: string }>('/api/tickets', draft)).is(201).id}/attachments`;
    const picture = [{ name: 'a.png', type: 'image/png', bytes: samples.png }];
    (await dev.post('/api/auth/me/avatar', formOf({}, picture, 'avatar'))).is(200);
    const file = [{ name: 'a.txt', type: 'text/plain', bytes: samples.text }];
    const last = (await dev.post<{ id: string }[]>(path, formOf({}, file))).is(201).at(-1);
    (await dev.delete(`${path}/${last?.id}`)).is(204);
  };
  while (!isOver()) await unlessTooBusy(comeAndGo);
}

/** Writes, unless the service says that it has too much to do. */
export async function unlessTooBusy(write: () => Promise<void>): Promise<void> {
  try {
    await write();
  } catch (error) {
    if (!String(error).includes('service_unavailable')) throw error;
  }
}
