import { ADA_AND_DEVELOPERS, DEVELOPERS, JAN_AND_DEVELOPERS } from './canaries.ts';
import type { Planted } from './planted.ts';

/** Joins a ticket of Ada to another one, and puts a third beside one of Jan: neither reporter learns anything of the other. */
export async function plantMerged({ canaries, people: { ada, jan, dev }, ids, merged }: Planted): Promise<void> {
  const adas = (where: string) => canaries.plant(where, ADA_AND_DEVELOPERS);
  const [source, target] = [await ada.opens({ title: adas('title of a joined ticket') }), await ada.opens()];
  (await ada.comments(source, adas('comment that came along'))).is(201);
  const internal = { content: canaries.plant('internal comment that came along', DEVELOPERS), is_internal: true };
  (await dev.comments(source, internal)).is(201);
  (await dev.post(`/api/tickets/${source.id}/merge`, { into: target.id, mode: 'join' })).is(200);
  const lead = await jan.opens({ title: canaries.plant('title of a lead', JAN_AND_DEVELOPERS) });
  const beside = await ada.opens({ title: adas('title of what stands beside it') });
  (await jan.comments(lead, canaries.plant('comment on a lead', JAN_AND_DEVELOPERS))).is(201);
  (await ada.comments(beside, adas('comment on what stands beside it'))).is(201);
  (await dev.post(`/api/tickets/${beside.id}/merge`, { into: lead.id, mode: 'beside' })).is(200);
  const own = [source.id, target.id, beside.id];
  merged.push(...own);
  ids.push(...own, lead.id);
}
