import type { Ids, Scene } from './row.ts';

/** What Ada has changed of her ticket. */
export const actMade = async ({ ada }: Scene): Promise<Ids> => {
  const changed = await ada.patches(await ada.opens(), { title: 'Printer jams every day' });
  return { id: changed.headers.get('kwit-act') ?? '' };
};
