/** How each command of the server is typed, by the words with which the help begins it. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { DESCRIBED } from '../../packages/movers/commands/usage.ts';
import { importedInputs, lay } from '../commands/good-inputs.ts';

const DEVELOPER = 'tom@example.com';
const REPORTER = 'liam@example.com';

/** They look at no database, or at none of their own. */
const ELSEWHERE = ['serve', 'service', 'verify-install', 'outdated', '--version'];

/** They may change a schema, tell of an older one, or take it as it is. */
const APART = ['upgrade check', 'upgrade run', 'backup'];

const PLAIN: Readonly<Record<string, readonly string[]>> = {
  'developer add': ['developer', 'add', 'new@example.com'],
  'person list': ['person', 'list'],
  'person invite': ['person', 'invite', 'invited@example.com'],
  'person deactivate': ['person', 'deactivate', REPORTER],
  'person activate': ['person', 'activate', REPORTER],
  'person sign-out': ['person', 'sign-out', REPORTER],
  'person rename': ['person', 'rename', 'priya@example.com', 'priya.shah@example.com'],
  'person rename-domain': ['person', 'rename-domain', 'example.net', 'example.org', '--yes'],
  'project take-over': ['project', 'take-over', 'Payroll', DEVELOPER, '--reason', 'Nobody leads it.'],
  'sign-in link': ['sign-in', 'link', DEVELOPER],
  'token add': ['token', 'add', DEVELOPER, '--scope', 'read', '--name', 'proof'],
  'outbox status': ['outbox', 'status'],
  'outbox replay': ['outbox', 'replay', 'failed'],
  'outbox verify': ['outbox', 'verify'],
  'waits verify': ['waits', 'verify'],
  'mail-in check': ['mail-in', 'check'],
  'mail-in status': ['mail-in', 'status'],
  'mail-in verify': ['mail-in', 'verify'],
  'person show': ['person', 'show', REPORTER],
  'person erase': ['person', 'erase', REPORTER],
  'read-only on': ['read-only', 'on'],
  'read-only off': ['read-only', 'off'],
  'read-only status': ['read-only', 'status'],
  check: ['check'],
  'upgrade undo': ['upgrade', 'undo'],
  'import resume': ['import', 'resume'],
};

/** Commands that are given a file: their words, made once with a folder of their own. */
const withFile = (folder: string): Readonly<Record<string, readonly string[]>> => ({
  'person export': ['person', 'export', REPORTER, join(folder, 'person.tar')],
  restore: ['restore', join(folder, 'a-backup')],
  export: ['export', join(folder, 'all.tar')],
  'import kwit': ['import', 'kwit', join(folder, 'all.tar')],
  'import verify csv': ['import', 'verify', 'csv', join(folder, 'a.csv')],
});

/** Every command that opens the database, but for those apart, in the order of the help. */
export async function everyCommand(t: TestContext, folder: string): Promise<(readonly string[])[]> {
  const fixed = { ...PLAIN, ...withFile(folder) };
  const imported = Object.entries(await importedInputs(t)).map(([name, input]) => {
    const at = mkdtempSync(join(folder, 'in-'));
    lay(input, at, '', (bytes) => bytes);
    return { name, words: input.words(at) };
  });
  return DESCRIBED.flatMap(({ words }) => {
    const name = words.slice(0, words[1] === 'verify' ? 3 : 2).join(' ');
    if (ELSEWHERE.includes(words[0] ?? '') || APART.includes(name)) return [];
    const [plain] = [fixed[name]];
    if (plain !== undefined) return [plain];
    const inputs = imported.filter((input) => input.name === name || input.name.startsWith(`${name} of `));
    if (inputs.length === 0) throw new Error(`Say how “${name}” is typed.`);
    return inputs.flatMap(({ words }) => (words[1] === 'verify' ? [words] : [[...words, '--dry-run'], words]));
  });
}
