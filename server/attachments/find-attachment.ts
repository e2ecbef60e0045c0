import { Failure } from '../failure.ts';
import { isFileName } from '../files/file-store.ts';
import { permitOpening } from '../ticket-access/ticket-permissions.ts';
import { mayReadAttachment } from '../visibility.ts';
import type { Work } from '../work.ts';
import type { StoredAttachment } from './attachment-store.ts';

/** What the name of a stored file may be made of, whatever kept it. */
const POSSIBLE = /^[A-Za-z0-9._-]+$/;

/**
 * Finds an attachment by its stored name when the caller may have it.
 *
 * @throws Failure `invalid_filename`, `file_not_found`, `forbidden`.
 */
export async function findAttachment(work: Work, filename: string): Promise<StoredAttachment> {
  if (!POSSIBLE.test(filename)) throw new Failure('invalid_filename');
  const attachment = isFileName(filename) ? await work.attachments.byFilename(filename) : undefined;
  if (attachment === undefined) throw new Failure('file_not_found');
  permitOpening(work.actor, attachment);
  if (!mayReadAttachment(work.actor, attachment))
    throw new Failure('forbidden', { message: 'Only developers may have this file.' });
  return attachment;
}
