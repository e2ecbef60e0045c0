import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

function git(...words: string[]): string {
  const { status, stdout } = spawnSync('git', words, { encoding: 'utf8' });
  return status === 0 ? stdout : '';
}

/**
 * Files that are new or differ from where this branch left the main one, without those that are gone.
 *
 * @returns their paths from the root of the repository; none where there is no git.
 */
export function changedFiles(): readonly string[] {
  const main = ['origin/HEAD', 'main'].find((branch) => git('rev-parse', '--verify', '--quiet', branch));
  const base = (main && git('merge-base', 'HEAD', main).trim()) || 'HEAD';
  const names = git('diff', '--name-only', '-z', base) + git('ls-files', '--others', '--exclude-standard', '-z');
  return [...new Set(names.split('\0'))].filter((file) => file !== '' && existsSync(file)).sort();
}
