import type { Player, SampleFile } from '../../server/testing/cast.ts';
import { ADA_AND_DEVELOPERS, DEVELOPERS, NOBODY, type Reader } from './canaries.ts';
import type { Planted } from './planted.ts';

/**
 * Plants files that only developers may have, and files that nobody has any more: of comments that were taken back, and
 * removed ones.
 *
 * @param quiet a developer who only writes internally.
 */
export async function plantFilesOfComments(
  { canaries, people: { ada }, adaTicket, filenames }: Planted,
  quiet: Player,
): Promise<void> {
  const fileOf = (what: string, named: readonly Reader[], read: readonly Reader[]): SampleFile => ({
    name: `${canaries.plant(`name of ${what}`, named)}.txt`,
    type: 'text/plain',
    bytes: Buffer.from(canaries.plant(`text of ${what}`, read)),
  });
  const said = async (who: Player, is_internal: string, file: SampleFile) => {
    const comment = (await who.commentsWith(adaTicket, { is_internal }, [file])).is(201);
    const [attachment] = comment.attachments;
    if (attachment === undefined) throw new Error('The comment has no file.');
    filenames.push(attachment.filename);
    return { comment, attachment };
  };
  const internal = await said(quiet, '1', fileOf('an internal file', DEVELOPERS, DEVELOPERS));
  canaries.record('stored name of an internal file', DEVELOPERS, internal.attachment.filename);
  canaries.record('id of an internal file', DEVELOPERS, internal.attachment.id);
  for (const [who, is_internal] of [[ada, '0'] as const, [quiet, '1'] as const]) {
    const kind = is_internal === '1' ? 'internal ' : '';
    const revoked = await said(who, is_internal, fileOf(`a file of a ${kind}comment taken back`, NOBODY, NOBODY));
    (await who.takesBack(revoked.comment)).is(204);
    const readers = is_internal === '1' ? DEVELOPERS : ADA_AND_DEVELOPERS;
    // The history keeps the name of a file that was removed.
    const { attachment } = await said(who, is_internal, fileOf(`an ${kind}file that was removed`, readers, NOBODY));
    (await who.removes(attachment)).is(204);
    canaries.record(`stored name of an ${kind}file that was removed`, NOBODY, attachment.filename);
  }
}
