/**
 * Test files that take more than half a second of CPU. They begin first, so that no process ends long after the others, and the quick
 * check leaves out those of modules that did not change. One that is missing here costs nothing but time.
 */
import { dirname, sep } from 'node:path';

const LONG =
  /\/(access\.api|answers\.api|attachments\.api|checkpoints|command-line\.api|company-provider\.api|delivery\.api|digest\.api|document-lint\.api|documentation|files-of-comments\.api|housekeeping\.api|json-syntax|list-tickets\.api|listener\.api|long-texts|mail-in\.api|mailbox\.api|mcp\.api|merge\.api|mcp-(injection|writes)\.api|oidc-sign-in\.api|optional-package|passkeys\.api|pictures\.api|question|received-files|references\.api|rights-now\.api|s3|search\.api|sealed-mails\.api|settling\.api|sign-in|similar\.api|sniff|split\.api|start|stream\.api|storage-per-person\.api|tokens\.api|unread-bodies\.api)\.test\.ts$/;
/** What moves much data: nothing of it is short enough to run after every change elsewhere. */
const MOVERS = /^packages\/movers\//;

export const isLong = (file: string): boolean => LONG.test(file) || MOVERS.test(file);

/** `server/tickets` of `server/tickets/comments/edit.test.ts`; `server` of a file beside the modules. */
const moduleOf = (file: string): string => dirname(file).split(sep).slice(0, 2).join('/');

/** @param changed the files that differ. @returns the test files that a quick look runs. */
export function worthRunning(files: readonly string[], changed: readonly string[]): readonly string[] {
  const modules = new Set(changed.map(moduleOf));
  return files.filter((file) => !isLong(file) || modules.has(moduleOf(file)));
}
