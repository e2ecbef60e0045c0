import { internalScopeOf } from '#access';
import type { Ages } from '#contract/ages.ts';
import { FEWEST_FOR_SHARES } from '#contract/words.ts';
import { MINUTE, shifted, type Work } from '#platform';
import { AgeStore } from './age-store.ts';

/** How many of the oldest open tickets are named. */
const OLDEST = 10;

/** How old what is open is, against how long took what was ever closed, of tickets that the caller works on or reads. */
export async function showAges(work: Work): Promise<Ages> {
  const scope = internalScopeOf(work.actor);
  const store = work.of(AgeStore);
  const ranked = await store.closed(scope);
  const count = ranked[0]?.total ?? 0;
  const isFew = count < FEWEST_FOR_SHARES;
  const at = (percent: number) =>
    ranked.find(({ place }) => place === Math.ceil((count * percent) / 100))?.minutes ?? 0;
  const shares = [at(50), at(85), at(95)] as const;
  const [half, most, nearly] = shares.map((minutes) => shifted(work.now, -minutes * MINUTE)) as [
    string,
    string,
    string,
  ];
  const { open = 0, ...younger } = (await store.bands(scope, { half, most, nearly })) ?? {
    half: 0,
    most: 0,
    nearly: 0,
  };
  const oldest = (await store.oldest(scope, OLDEST)).map((ticket) => ({
    ...ticket,
    minutes: Math.floor((Date.parse(work.now) - Date.parse(ticket.created_at)) / MINUTE),
  }));
  const [p50_minutes, p85_minutes, p95_minutes] = isFew ? [null, null, null] : shares;
  return {
    closed: { count, p50_minutes, p85_minutes, p95_minutes, points: isFew ? ranked.map(({ minutes }) => minutes) : [] },
    open,
    bands: isFew
      ? null
      : [younger.half, younger.most - younger.half, younger.nearly - younger.most, open - younger.nearly],
    oldest,
  };
}
