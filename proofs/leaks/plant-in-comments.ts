import type { Notice } from '../../contract/notices.ts';
import type { Player } from '../../server/testing/cast.ts';
import type { App } from '../../server/testing/start-app.ts';
import { ADA_AND_DEVELOPERS, DEVELOPERS, JAN_AND_DEVELOPERS, type Reader } from './canaries.ts';
import type { Planted } from './planted.ts';

/**
 * Plants former texts, first of an internal comment, then of a public one.
 *
 * @param quiet a developer who only writes internally.
 * @returns the id of the public comment.
 */
export async function plantEditedComments(
  { canaries, people: { dev }, adaTicket, ids, addresses }: Planted,
  quiet: Player,
): Promise<string> {
  const edited = async (who: Player, is_internal: boolean) => {
    const kind = is_internal ? 'an internal' : 'a';
    const content = canaries.plant(`former text of ${kind} comment`, DEVELOPERS);
    const { id } = (await who.comments(adaTicket, { content, is_internal })).is(201);
    const path = `/api/tickets/${adaTicket.id}/comments/${id}`;
    const now = is_internal
      ? canaries.plant('edited internal comment', DEVELOPERS)
      : `Toner: ${canaries.plant("comment on Ada's ticket", ADA_AND_DEVELOPERS)}`;
    (await who.patch(path, { content: now })).is(200);
    ids.push(id);
    return { id, edits: `${path}/edits` };
  };
  const [internal, said] = [await edited(quiet, true), await edited(dev, false)];
  addresses['/api/tickets/:id/comments/:commentId/edits'] = [internal.edits, said.edits];
  return said.id;
}

const says = async (
  { ids }: Planted,
  who: Player,
  on: { id: string },
  named: readonly Player[],
  is_internal: boolean,
) => {
  const content = `Toner: ${named.map(({ id }) => `<@${id}>`).join(' ')}`;
  ids.push((await who.comments(on, { content, is_internal })).is(201).id);
};

/** Records the newest notice of somebody, which stands among the receipts of the ticket. */
async function recordNotice({ canaries, ids }: Planted, whom: Player, where: string, readers: readonly Reader[]) {
  const [notice] = (await whom.get<Notice[]>('/api/notices?limit=1')).is(200);
  ids.push(canaries.record(`id of the notice ${where}`, readers, notice?.id ?? ''));
}

/** Plants who is named, internally and in public, and the notices of that. */
export async function plantMentionsForAda(app: App, planted: Planted, quiet: Player): Promise<void> {
  const { canaries, people, adaTicket } = planted;
  const { ada, dev, ewa } = people;
  const named = await app.cast.signsIn(`${canaries.plant('who is only named internally', DEVELOPERS)}@example.com`);
  canaries.record('id of who is only named internally', DEVELOPERS, named.id);
  (await dev.patch(`/api/users/${named.id}`, { role: 'developer' })).is(200);
  await says(planted, quiet, adaTicket, [ewa, named], true);
  await recordNotice(planted, ewa, 'of an internal mention', DEVELOPERS);
  await says(planted, dev, adaTicket, [ada], false);
  await recordNotice(planted, ada, 'that Ada is mentioned', ADA_AND_DEVELOPERS);
}

/** Plants mentions on the ticket of Jan, who is a developer for a while. */
export async function plantMentionsForJan(planted: Planted): Promise<void> {
  const { canaries, people, janTicket } = planted;
  const { dev, jan } = people;
  await says(planted, dev, janTicket, [jan], false);
  canaries.record('Jan in a mention', JAN_AND_DEVELOPERS, `"mentions":[{"id":"${jan.id}"`);
  await says(planted, jan, janTicket, [dev], false);
  await recordNotice(planted, dev, 'that Jan has mentioned Dev', DEVELOPERS);
  (await dev.patch(`/api/users/${jan.id}`, { role: 'developer' })).is(200);
  await says(planted, dev, janTicket, [jan], true);
  await recordNotice(planted, jan, 'that Jan read as a developer', DEVELOPERS);
  (await dev.patch(`/api/users/${jan.id}`, { role: 'user' })).is(200);
}
