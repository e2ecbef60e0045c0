import { Failure } from '../failure.ts';
import { readSetting } from '../settings/effective-settings.ts';
import type { Work } from '../work.ts';

const MB = 1024 * 1024;

/**
 * Permits somebody to keep so many more bytes (docs/rules/files.md#storage-of-a-person). The lock holds until the
 * transaction ends, so that two uploads at once do not both find the same room.
 *
 * @throws Failure `quota_exceeded`.
 */
export async function permitStorage(work: Work, bytes: number): Promise<void> {
  const most = await readSetting(work, 'storage_per_person_mb');
  if (most === null) return;
  await work.lock(`storage ${work.actor.id}`);
  const kept = await work.attachments.bytesOf(work.actor.id);
  if (kept + bytes <= most * MB) return;
  const left = Math.max(0, most - Math.ceil(kept / MB));
  throw new Failure('quota_exceeded', {
    message: `Your files may take up ${most} MB, and ${left} MB are left; remove some, or send less.`,
  });
}
