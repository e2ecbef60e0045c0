import type { Ids, Scene } from './row.ts';

/** The act of a change that Ada makes to her ticket. */
export const actMade = async ({ ada }: Scene): Promise<Ids> => {
  const changed = await ada.patches(await ada.opens(), { title: 'Printer jams every day' });
  return { id: changed.headers.get('kwit-act') ?? '' };
};
