/**
 * Test files that take more than half a second of CPU. They begin first, so that no process ends long after the others, and the quick
 * check leaves out those of modules that did not change. One that is missing here costs nothing but time.
 */
import { createHash } from 'node:crypto';
import { dirname, sep } from 'node:path';

const LONG =
  /\/(access\.api|answers\.api|attachments\.api|checkpoints|command-line\.api|company-provider\.api|delivery\.api|digest\.api|document-lint\.api|documentation|files-of-comments\.api|housekeeping\.api|json-syntax|list-tickets\.api|listener\.api|long-texts|mail-in\.api|mailbox\.api|mcp\.api|merge\.api|mcp-(injection|writes)\.api|oidc-sign-in\.api|optional-package|passkeys\.api|pictures\.api|question|received-files|references\.api|rights-now\.api|s3|search\.api|sealed-mails\.api|settling\.api|sign-in|similar\.api|sniff|split\.api|start|stream\.api|storage-per-person\.api|tokens\.api|unread-bodies\.api)\.test\.ts$/;
/** The movers move much data: nothing of it is short enough to run after every change elsewhere. */
const MOVERS = /^packages\/movers\//;

export const isLong = (file: string): boolean => LONG.test(file) || MOVERS.test(file);

/** The lot of a file: the seed gives it the same one, whichever others there are. */
export const lotOf = (seed: string, file: string): string =>
  createHash('sha256').update(`${seed} ${file}`).digest('hex');

/** `server/tickets` of `server/conversation/comments/edit.test.ts`; `server` of a file beside the modules; all proofs are one. */
function moduleOf(file: string): string {
  const folders = dirname(file).split(sep);
  return folders.slice(0, folders[0] === 'proofs' ? 1 : 2).join('/');
}

/** @param changed the files that differ. @returns the test files that a quick look runs. */
export function worthRunning(files: readonly string[], changed: readonly string[]): readonly string[] {
  const modules = new Set(changed.map(moduleOf));
  return files.filter((file) => !isLong(file) || modules.has(moduleOf(file)));
}

/**
 * @param changed the files that differ.
 * @returns an eighth of the files, which the seed draws, and those of modules that changed: what a landing runs of what takes long. In
 * time it is all of them.
 */
export function anEighthOf(files: readonly string[], seed: string, changed: readonly string[]): readonly string[] {
  const modules = new Set(changed.map(moduleOf));
  const byLot = files.toSorted((file, other) => (lotOf(seed, file) < lotOf(seed, other) ? -1 : 1));
  const drawn = new Set(byLot.slice(0, Math.ceil(files.length / 8)));
  return files.filter((file) => drawn.has(file) || modules.has(moduleOf(file)));
}
