import { fold } from '../search/words.ts';
import type { Work } from '../work.ts';
import type { PlaceAmongNames, UserWanted } from './user-filter.ts';
import type { StoredUser } from './user-store.ts';

interface PageByName {
  readonly users: readonly StoredUser[];
  readonly total: number;
  readonly next: PlaceAmongNames | null;
}

/** A page of GET /api/users?sort=name (docs/rules/people.md#changing-people). */
export async function pageByName(
  work: Work,
  wanted: UserWanted,
  place: PlaceAmongNames | null,
  limit: number,
): Promise<PageByName> {
  const found = await work.users.byName(wanted, place, limit + 1);
  const users = found.slice(0, limit);
  const last = found.length > limit ? users.at(-1) : undefined;
  const next = last ? { name: fold(last.name), id: last.id } : null;
  return { users, total: await work.users.count(wanted), next };
}
